package relations_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/relations"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, relations.Facade) }
