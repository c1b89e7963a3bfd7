package search_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/search"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, search.Facade) }
