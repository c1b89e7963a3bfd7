package main

import (
	"context"
	"runtime"
	"time"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/lang/all"
	"github.com/gortexhq/gortex/internal/sessions"
	"github.com/gortexhq/gortex/internal/workspace"
)

// opened is an engine and what runs beside it.
type opened struct {
	engine engine.Engine
	// warm makes the index of the repository the process stands in, unless it
	// is there. It returns when that is done or ctx is cancelled.
	warm func(ctx context.Context)
	// forget ends the session of a connection.
	forget func(session string)
	// close lets go of what the engine has open; no call is under way then.
	close func() error
}

// patience is how long a call over MCP waits for a first indexing before it
// says how far that is; hosts give up after a minute.
const patience = 20 * time.Second

// openEngine puts the engine together for someone who stands in s.Dir.
func openEngine(c *config.Config, s cli.Setup, serving bool) (*opened, error) {
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	cfg := workspace.Config{
		Dir: s.Dir, Home: c.Home(), Dirs: c.Dirs, Env: c.Languages(), GlobalIgnore: c.GitIgnore(),
		LanguageOf: all.LanguageOf, Analyzers: all.Analyzers,
		Workers: workers, Progress: s.Progress, Waiting: s.Waiting, Watch: serving,
	}
	kept := sessions.Config{Agents: c.Dirs.Agents()}
	if serving {
		cfg.Patience = patience
	} else {
		kept.Dir, kept.Idle = c.Dirs.Sessions(), c.SessionIdle
	}
	store := sessions.New(kept)
	cfg.Sessions = store
	w := workspace.New(cfg)
	if s.Stored {
		return &opened{engine: w.Stored(), close: w.Close}, nil
	}
	return &opened{engine: w, forget: store.Close, warm: func(ctx context.Context) { _ = w.Warm(ctx) }, close: w.Close}, nil
}
