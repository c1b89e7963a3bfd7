package read_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/read"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, read.Facade) }
