package publish_review_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/publish_review"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, publish_review.Facade) }
