package capabilities_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/capabilities"
	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, capabilities.New(facade.All)) }
