package trace_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/trace"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, trace.Facade) }
