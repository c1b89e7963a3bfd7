package workspace_admin

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var untrack = op.ControlWrite(op.Spec{
	Name: "untrack", Summary: "Forget a repository and delete its index; its files stay as they are.",
	Unbounded: true,
	Legacy:    []op.Legacy{{Name: "untrack_repository"}},
	Examples: []op.Example{
		{Text: "By name", Request: `{"operation":"untrack","arguments":{"path":"shop"}}`},
	},
}, runUntrack)

// UntrackRequest names a tracked repository.
type UntrackRequest struct {
	Arguments UntrackArguments `json:"arguments"`
}

// UntrackArguments say which.
type UntrackArguments struct {
	Path string `json:"path" doc:"name or absolute path of a tracked repository"`
}

// UntrackResult is what is no longer tracked.
type UntrackResult struct {
	Status     string            `json:"status"` // untracked
	Repository engine.Repository `json:"repository"`
}

func runUntrack(ctx context.Context, c engine.Control, req UntrackRequest) (UntrackResult, error) {
	if req.Arguments.Path == "" {
		return UntrackResult{}, op.Invalid("arguments.path: want a name or a path, got nothing").With("field", "arguments.path")
	}
	r, err := c.Untrack(ctx, req.Arguments.Path)
	return UntrackResult{"untracked", r}, err
}
