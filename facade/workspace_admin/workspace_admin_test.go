package workspace_admin_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

const archive = `
-- a.go --
package a
-- facts --
file a.go go
`

func TestAnswers(t *testing.T) {
	e := enginetest.New(t, archive)
	facadetest.Answers(t, e, "workspace_admin")
	want := []string{
		"track /src/shop shop worktree",
		"untrack shop", "untrack nobody",
		"index /src/shop  full", "index   update", "index  a.go,b update",
		"index  a-rather-long-name.go,b-rather-long-name.go,c-rather-long-name.go update",
	}
	if d := cmp.Diff(want, e.Calls); d != "" {
		t.Errorf("calls of the engine (-want +got):\n%s", d)
	}
}
