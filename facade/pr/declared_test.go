package pr_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/pr"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, pr.Facade) }
