package workspace_admin

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var reindex = op.ControlWrite(op.Spec{
	Name: "reindex", Summary: "Bring an index up to date for some paths or all, or make it anew.",
	Unbounded: true,
	Legacy:    []op.Legacy{{Name: "reindex_repository"}},
	Examples: []op.Example{
		{Text: "Two files", Request: `{"operation":"reindex","arguments":{"paths":["cmd/main.go","go.mod"]}}`},
	},
}, runReindex, withoutPaths)

// ReindexRequest names a repository and paths inside it.
type ReindexRequest struct {
	Arguments ReindexArguments `json:"arguments,omitzero"`
}

// ReindexArguments say which, and how much.
type ReindexArguments struct {
	Path  string   `json:"path,omitempty" doc:"name of a repository, or a path inside it; otherwise the one a call is answered about"`
	Paths []string `json:"paths,omitempty" doc:"files or directories to report on; all that changed is read in any case"`
	Full  bool     `json:"full,omitempty" doc:"make the index anew and reuse nothing"`
}

func runReindex(ctx context.Context, c engine.Control, req ReindexRequest) (engine.IndexReport, error) {
	a := req.Arguments
	return c.Index(ctx, a.Path, a.Paths, a.Full)
}
