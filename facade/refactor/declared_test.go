package refactor_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/refactor"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, refactor.Facade) }
