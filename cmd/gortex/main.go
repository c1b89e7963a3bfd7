// Command gortex answers questions about code.
package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/hook"
	"github.com/gortexhq/gortex/internal/screen"
)

func main() { os.Exit(Main()) }

// Main is main without the exit, so that tests can run it.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal asks for an orderly end; a second one is not caught.
	context.AfterFunc(ctx, stop)
	return newApp().Run(ctx, os.Args[1:])
}

// newApp puts the parts together. Nothing that takes time is done before a
// command asks for it.
func newApp() *cli.App {
	p := &parts{}
	app := &cli.App{
		IO:      cli.System(),
		Version: version(),
		Open:    p.open,
		Serve:   p.serve,

		ServeHTTP: p.serveHTTP,
		Stored:    p.stored,
	}
	if p.registry, p.err = facade.NewRegistry(facade.All()); p.err != nil {
		return app
	}
	app.Tools, app.Facade = offered(p.registry), p.registry.Facade
	app.LegacyTools, app.Legacy = p.registry.LegacyNames(), p.registry.Legacy
	app.Known = func(name string) bool {
		return p.registry.Facade(name) != nil || p.registry.HasLegacy(name)
	}
	p.streams, app.Dir, app.Instructions = app.IO, workingDir(), p.instructions()
	app.Install = p.installer
	c, err := config.Load(config.System())
	if err != nil {
		p.err = op.Invalid("configuration: %v", err)
		return app
	}
	p.config, app.Terminal, app.Warnings, app.HTTPToken = c, c.Terminal, c.Warnings, c.HTTPToken
	app.Home = c.Home()
	app.HookLog = filepath.Join(c.Dirs.Cache, hook.LogName)
	app.Session = c.Session
	return app
}

// offered are the public tools, those with nothing to call last.
func offered(r *facade.Registry) (names []string) {
	var empty []string
	for _, f := range r.Facades() {
		if len(f.AvailableNames()) > 0 {
			names = append(names, f.Name)
		} else {
			empty = append(empty, f.Name)
		}
	}
	return append(names, empty...)
}

// parts is what the commands are made of. An error met while making them is
// kept for the commands that need them: help works without.
type parts struct {
	registry *facade.Registry
	config   *config.Config
	streams  cli.IO
	err      error
}

func (p *parts) dispatcher(e *opened) *facade.Dispatcher {
	deadline := p.config.Timeout
	if deadline == 0 {
		deadline = -1 // none, where the dispatcher takes 0 for the usual one
	}
	return facade.New(p.registry, e.engine, facade.Policy{Planning: p.config.Planning, Deadline: deadline})
}

func (p *parts) open(_ context.Context, s cli.Setup) (cli.Backend, error) {
	// One call ends before most of its garbage is worth collecting.
	debug.SetGCPercent(400)
	e, err := p.engine(s, false)
	if err != nil {
		return nil, err
	}
	d := p.dispatcher(e)
	return backend{d, p.screened(d)}, nil
}

// backend is what the command line calls.
type backend struct {
	*facade.Dispatcher
	caller op.Caller
}

// Call implements op.Caller.
func (b backend) Call(ctx context.Context, r op.Request) op.Reply { return b.caller.Call(ctx, r) }

// screened looks in calls for text that gives orders, unless that is off.
func (p *parts) screened(c op.Caller) op.Caller {
	if p.config.Screen {
		return screen.Caller(c)
	}
	return c
}

func (p *parts) engine(s cli.Setup, serving bool) (*opened, error) {
	if p.err != nil {
		return nil, p.err
	}
	return openEngine(p.config, s, serving)
}

// workingDir is where the process stands. Where that was deleted it is the
// root, so that commands that name a directory still work.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return string(filepath.Separator)
	}
	return dir
}

// released is the version of a release, set when it is linked:
// -ldflags "-X main.released=v1.2.3".
var released string

func version() string {
	if released != "" {
		return released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
