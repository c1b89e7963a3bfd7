package change_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/change"
	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, change.Facade) }
