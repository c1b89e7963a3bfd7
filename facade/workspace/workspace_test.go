package workspace_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/internal/engine"
)

func TestAnswers(t *testing.T) {
	e := facadetest.Open(t, "repo.txtar")
	e.Skip = []engine.Skipped{{Path: "vendor/x.min.js", Reason: "minified"}, {Path: "logo.png", Reason: "binary"}}
	e.State.Caveats = []string{"go: module example.org/x is not in the module cache"}
	facadetest.Answers(t, e, "workspace")
}
