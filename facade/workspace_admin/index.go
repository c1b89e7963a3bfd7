package workspace_admin

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var index = op.ControlWrite(op.Spec{
	Name: "index", Summary: "Index a repository: only what changed, or all of it anew.",
	Unbounded: true,
	Legacy:    []op.Legacy{{Name: "index_repository"}},
	Examples: []op.Example{
		{Text: "The repository of a directory", Request: `{"operation":"index","arguments":{"path":"/src/shop"}}`},
	},
}, runIndex, withoutPaths)

// IndexRequest names a repository by a path inside it.
type IndexRequest struct {
	Arguments IndexArguments `json:"arguments,omitzero"`
}

// IndexArguments say which, and how much.
type IndexArguments struct {
	Path string `json:"path,omitempty" doc:"a path inside the repository; otherwise the one a call is answered about"`
	Full bool   `json:"full,omitempty" doc:"make the index anew and reuse nothing"`
}

func runIndex(ctx context.Context, c engine.Control, req IndexRequest) (engine.IndexReport, error) {
	return c.Index(ctx, req.Arguments.Path, nil, req.Arguments.Full)
}

// withoutPaths is the shorter form: numbers only.
func withoutPaths(r engine.IndexReport) engine.IndexReport {
	if len(r.Reindexed)+len(r.Removed) > 0 {
		r.Reindexed, r.Removed = nil, nil
		r.Notes = append(r.Notes, "the paths are left out for lack of room")
	}
	return r
}
