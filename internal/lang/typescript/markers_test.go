package typescript

import (
	"testing"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
)

// Every declaration and every reference in testdata/markers is marked where it
// stands.
func TestMarkers(t *testing.T) { bindtest.Markers(t, analyzer, language) }
