package ask_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/ask"
	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, ask.Facade) }
