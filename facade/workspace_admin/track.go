package workspace_admin

import (
	"context"
	"strings"
	"unicode"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var track = op.ControlWrite(op.Spec{
	Name: "track", Summary: "Track a repository: its symbols can then be asked for by its name, from everywhere.",
	Unbounded: true,
	Legacy:    []op.Legacy{{Name: "track_repository"}},
	Examples: []op.Example{
		{Text: "Under a name of its own", Request: `{"operation":"track","arguments":{"path":"/src/shop","name":"shop"}}`},
	},
}, runTrack)

// TrackRequest names a repository by a path inside it.
type TrackRequest struct {
	Arguments TrackArguments `json:"arguments"`
}

// TrackArguments say what to track.
type TrackArguments struct {
	Path       string `json:"path" doc:"absolute path of the repository, or of a place inside it"`
	Name       string `json:"name,omitempty" doc:"what to call it, without slashes; otherwise the name of its directory"`
	AsWorktree bool   `json:"as_worktree,omitempty" doc:"track this directory as a repository of its own, such as a git worktree"`
	Force      bool   `json:"force,omitempty" doc:"for operators only: refused here"`
}

// TrackResult is what is now tracked.
type TrackResult struct {
	Status     string            `json:"status"` // tracked
	Repository engine.Repository `json:"repository"`
}

func runTrack(ctx context.Context, c engine.Control, req TrackRequest) (TrackResult, error) {
	a := req.Arguments
	switch {
	case a.Path == "":
		return TrackResult{}, op.Invalid("arguments.path: want a path, got nothing").With("field", "arguments.path")
	case a.Force:
		return TrackResult{}, op.Errorf(op.CodeRefused, "arguments.force: only the operator of the machine may force a repository in").With("field", "arguments.force")
	}
	if err := checkName(a.Name); err != nil {
		return TrackResult{}, err
	}
	r, err := c.Track(ctx, a.Path, a.Name, a.AsWorktree)
	return TrackResult{"tracked", r}, err
}

// longestName is how many bytes a name may have.
const longestName = 128

// checkName refuses a name by which nobody could ask for a repository: where one
// is named, a path inside it will do as well, so that a name must not look like
// one. "" leaves it to the directory.
func checkName(name string) error {
	odd := func(r rune) bool {
		return r == '/' || r == '\\' || !unicode.IsGraphic(r) || r == unicode.ReplacementChar
	}
	switch {
	case name == "":
		return nil
	case len(name) > longestName, strings.ContainsFunc(name, odd), name != strings.TrimSpace(name), name == ".", name == "..":
		return op.Invalid("arguments.name: want at most %d printable characters without slashes, and no space around them, got %.60q", longestName, name).
			With("field", "arguments.name").With("max_bytes", longestName)
	}
	return nil
}
