package main

import (
	"os"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/workspace"
)

// stored completes words from the indexes that are there.
func (p *parts) stored(s cli.Setup, repo string) cli.Stored {
	if p.err != nil {
		return nil
	}
	w := workspace.New(workspace.Config{Dir: s.Dir, Home: p.config.Home(), Dirs: p.config.Dirs})
	return stored{w, engine.Scope{Repo: repo}, p.config.Dirs.Sessions()}
}

// stored implements cli.Stored.
type stored struct {
	w        *workspace.Workspace
	scope    engine.Scope
	sessions string
}

func (s stored) Symbols(typed string, most int) []cli.Candidate {
	return candidates(s.w.CompleteSymbol(s.scope, typed, most))
}

func (s stored) Files(typed string, most int) []cli.Candidate {
	return candidates(s.w.CompleteFile(s.scope, typed, most))
}

func (s stored) Repositories() []cli.Candidate { return candidates(s.w.CompleteRepository()) }

func (s stored) Sessions() (list []cli.Candidate) {
	entries, err := os.ReadDir(s.sessions)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() {
			list = append(list, cli.Candidate{Word: e.Name()})
		}
	}
	return list
}

func candidates(words []query.Word) []cli.Candidate {
	list := make([]cli.Candidate, len(words))
	for i, w := range words {
		list[i] = cli.Candidate{Word: w.Text, About: w.About, Open: w.Open}
	}
	return list
}
