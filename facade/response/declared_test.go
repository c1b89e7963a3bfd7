package response_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/response"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, response.Facade) }
