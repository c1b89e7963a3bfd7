// Package workspace puts the engine together: it finds the repository a caller
// stands in, keeps its index equal to the tree and hands out views of it.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/sessions"
	"github.com/gortexhq/gortex/internal/walk"
)

// Config is what a Workspace is made of.
type Config struct {
	Dir  string // absolute: where the caller stands
	Home string // the user's home directory, never indexed as a whole
	Dirs config.Dirs
	Env  lang.Env
	// GlobalIgnore is the user's git ignore file, "" for none.
	GlobalIgnore string
	LanguageOf   func(path string) string
	Analyzers    func() []lang.Analyzer
	Workers      int
	Progress     func(phase string, done, total int)
	Waiting      func(pid int)
	// Patience is how long a call waits for a first indexing before it answers
	// index_warming. 0 waits until it is done.
	Patience time.Duration
	// Watch says that the process lives long: trees are then watched, so that
	// a call in a quiet tree looks at nothing.
	Watch bool
	// Sessions has what sessions remember.
	Sessions *sessions.Store
}

// Workspace is the engine over all repositories of this user. It is safe for
// concurrent use.
type Workspace struct {
	cfg Config

	mu    sync.Mutex
	trees map[string]*tree // by root
}

// New makes the engine. Nothing is read before it is asked something.
func New(cfg Config) *Workspace {
	if cfg.Sessions == nil {
		cfg.Sessions = sessions.New(sessions.Config{})
	}
	return &Workspace{cfg: cfg, trees: map[string]*tree{}}
}

// Warm makes the index of the repository the caller stands in, unless it is there.
func (w *Workspace) Warm(ctx context.Context) error {
	r, err := w.locate(engine.Scope{})
	if err != nil {
		return err
	}
	t := w.tree(r.root)
	snap, _, err := t.acquire(ctx, 0)
	if err != nil {
		return err
	}
	t.shelf.release(snap)
	return nil
}

// Close lets go of every index.
func (w *Workspace) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.trees {
		t.close()
	}
	clear(w.trees)
	return nil
}

// tree returns the state of one working tree.
func (w *Workspace) tree(root string) *tree {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.trees[root]
	if t == nil {
		t = newTree(w.cfg, root, w.options(root))
		w.trees[root] = t
	}
	return t
}

func (w *Workspace) options(root string) index.Options {
	return index.Options{
		Root: root, Dir: w.cfg.Dirs.Index(root), Shared: w.cfg.Dirs.Shared(), Env: w.cfg.Env,
		LanguageOf: w.cfg.LanguageOf, Analyzers: w.cfg.Analyzers,
		Walk: walk.Options{
			GlobalIgnore: w.cfg.GlobalIgnore, Workers: w.cfg.Workers,
			Own: [3]string{w.cfg.Dirs.Cache, w.cfg.Dirs.State, w.cfg.Dirs.Data},
		},
		Workers: w.cfg.Workers, Progress: w.cfg.Progress, Waiting: w.cfg.Waiting,
	}
}

// everything is the name of all tracked repositories together.
const everything = "*"

// View implements engine.Engine.
func (w *Workspace) View(ctx context.Context, s engine.Scope) (engine.View, error) {
	var in engine.SessionReader = engine.NoSession{}
	var open *sessions.Session
	if s.Session != "" {
		var err error
		if open, err = w.cfg.Sessions.Open(s.Session); err != nil {
			return nil, err
		}
		in = open
	}
	v, err := w.view(ctx, s)
	if err != nil {
		return nil, err
	}
	v.session = in
	if open != nil {
		if err := v.firstLook(ctx, open); err != nil {
			return nil, errors.Join(err, v.Close())
		}
	}
	return v, nil
}

func (w *Workspace) view(ctx context.Context, s engine.Scope) (*view, error) {
	if s.Repo == everything {
		return w.viewAll(ctx, s)
	}
	r, err := w.locate(s)
	if err != nil {
		return nil, err
	}
	part, err := w.part(ctx, r)
	if err != nil {
		return nil, err
	}
	return w.newView(part), nil
}

func (w *Workspace) part(ctx context.Context, r repo) (viewPart, error) {
	t := w.tree(r.root)
	snap, did, err := t.acquire(ctx, w.cfg.Patience)
	if err != nil {
		return viewPart{}, failure(t.dir(), err)
	}
	return viewPart{repo: r, t: t, snap: snap, did: did}, nil
}

// viewAll is a view of every tracked repository. One that cannot be looked at
// is left out, which the view says.
func (w *Workspace) viewAll(ctx context.Context, s engine.Scope) (*view, error) {
	s.Repo = ""
	here, err := w.locate(s)
	all, listErr := w.tracked()
	switch {
	case listErr != nil:
		return nil, listErr
	case len(all) == 0 && err != nil:
		return nil, err
	case len(all) == 0:
		all = []repo{here}
	}
	var parts []viewPart
	var caveats []string
	for _, r := range all {
		part, err := w.part(ctx, r)
		if err != nil && (ctx.Err() != nil || len(all) == 1) {
			for _, p := range parts {
				p.t.shelf.release(p.snap)
			}
			return nil, err
		}
		if err != nil {
			caveats = append(caveats, fmt.Sprintf("repository_left_out: %s: %v", r.name, err))
			continue
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, fail("unavailable", "none of the tracked repositories can be looked at").with("repositories", caveats)
	}
	v := w.newView(parts...)
	v.caveats = caveats
	return v, nil
}

// Workspace implements engine.Engine.
func (w *Workspace) Workspace(ctx context.Context, s engine.Scope) (engine.Workspace, error) {
	return w.View(ctx, s)
}

// Publisher implements engine.Engine: there is no forge to publish to.
func (w *Workspace) Publisher(context.Context, engine.Scope) (engine.Publisher, error) {
	return nil, fail("unavailable", "no forge is configured")
}

// abs is a path as the caller at dir means it.
func abs(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
