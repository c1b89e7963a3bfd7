package review_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/review"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, review.Facade) }
