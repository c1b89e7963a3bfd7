package main

import (
	"context"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
)

// opened is an engine and what runs beside it.
type opened struct {
	engine engine.Engine
	// warm makes the index of the repository the process stands in, unless it
	// is there. It returns when that is done or ctx is cancelled.
	warm func(ctx context.Context)
}

// openEngine puts the engine together for someone who stands in s.Dir.
func openEngine(_ *config.Config, _ cli.Setup) (*opened, error) {
	return &opened{engine: none{}, warm: func(context.Context) {}}, nil
}

// none is the engine of a build without one: every question fails.
type none struct{}

var errNone = &engine.Failure{Code: "unavailable", Message: "this build has no engine"}

func (none) View(context.Context, engine.Scope) (engine.View, error)           { return nil, errNone }
func (none) Workspace(context.Context, engine.Scope) (engine.Workspace, error) { return nil, errNone }
func (none) Session(context.Context, engine.Scope) (engine.Session, error)     { return nil, errNone }
func (none) Control(context.Context, engine.Scope) (engine.Control, error)     { return nil, errNone }
func (none) Publisher(context.Context, engine.Scope) (engine.Publisher, error) { return nil, errNone }
