package explore_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
)

func TestAnswers(t *testing.T) {
	facadetest.Answers(t, facadetest.Open(t, "repo.txtar"), "explore")
}
