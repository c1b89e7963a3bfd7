package recall_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/recall"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, recall.Facade) }
