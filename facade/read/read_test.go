package read_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/internal/engine"
)

func TestAnswers(t *testing.T) {
	e := facadetest.Open(t, "repo.txtar")
	e.Skip = []engine.Skipped{{Path: "vendor/x.min.js", Reason: "minified"}}
	e.Files["latin.txt"] = []byte("caf\xe9\n")
	facadetest.Answers(t, e, "read")
}
