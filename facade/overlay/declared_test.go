package overlay_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/overlay"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, overlay.Facade) }
