package workspace

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var repos = op.Listed(op.Spec{
	Name: "repos", Summary: "The tracked repositories, and the one the caller stands in; this needs no repository to stand in.",
	Legacy: []op.Legacy{{Name: "list_repos"}},
	Examples: []op.Example{
		{Text: "All of them", Request: `{"operation":"repos"}`},
	},
}, runRepos)

// ReposRequest asks for the repositories.
type ReposRequest struct{}

// ReposResult lists them.
type ReposResult struct {
	Repos []engine.Repository `json:"repos" op:"rows"`
	op.Page
}

func runRepos(_ context.Context, c engine.Catalog, _ ReposRequest) (ReposResult, error) {
	return ReposResult{Repos: c.Repositories()}, nil
}
