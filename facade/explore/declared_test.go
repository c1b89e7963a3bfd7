package explore_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/explore"
	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, explore.Facade) }
