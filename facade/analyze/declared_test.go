package analyze_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/analyze"
	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, analyze.Facade) }
