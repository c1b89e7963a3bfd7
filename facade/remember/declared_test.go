package remember_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/remember"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, remember.Facade) }
