package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
)

// control implements engine.Control.
type control struct {
	w *Workspace
	s engine.Scope
}

// Control implements engine.Engine.
func (w *Workspace) Control(_ context.Context, s engine.Scope) (engine.Control, error) {
	return control{w, s}, nil
}

// errSame says that there is nothing to write.
var errSame = errors.New("already so")

// Track implements engine.Control.
func (c control) Track(ctx context.Context, path, name string, asWorktree bool) (engine.Repository, error) {
	dir, err := filepath.EvalSymlinks(abs(c.w.cfg.Dir, path))
	if err != nil {
		return engine.Repository{}, fail("file_not_found", "%s: no such directory", path).with("path", path)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return engine.Repository{}, fail("invalid_argument", "%s is not a directory", path).with("field", "path")
	}
	if t := top(dir); t != "" && !asWorktree {
		dir = t
	}
	if c.w.tooWide(dir) {
		return engine.Repository{}, fail("invalid_argument", "%s is too wide to be one repository", dir).with("field", "path")
	}
	var mine config.Tracked
	err = c.w.cfg.Dirs.UpdateRepositories(ctx, func(list []config.Tracked) ([]config.Tracked, error) {
		i := slices.IndexFunc(list, func(t config.Tracked) bool { return t.Path == dir })
		if i >= 0 && (name == "" || list[i].Name == name) {
			mine = list[i]
			return nil, errSame
		}
		if name != "" && slices.ContainsFunc(list, func(t config.Tracked) bool { return t.Name == name }) {
			return nil, fail("invalid_argument", "another repository is called %q", name).with("field", "name")
		}
		mine = config.Tracked{Name: name, Path: dir, Worktree: asWorktree}
		if i >= 0 {
			list[i].Name, mine = name, list[i]
			mine.Name = name
			return list, nil
		}
		if name == "" {
			mine.Name = newName(list, filepath.Base(dir))
		}
		return append(list, mine), nil
	})
	if err != nil && !errors.Is(err, errSame) {
		return engine.Repository{}, failure("", err)
	}
	all, err := c.w.tracked()
	if err != nil {
		return engine.Repository{}, err
	}
	for _, r := range all {
		if r.root == dir {
			return c.w.describe(r), nil
		}
	}
	return engine.Repository{Name: mine.Name, Root: dir, Tracked: true}, nil
}

// Untrack implements engine.Control.
func (c control) Untrack(ctx context.Context, name string) (engine.Repository, error) {
	all, err := c.w.tracked()
	if err != nil {
		return engine.Repository{}, err
	}
	path := abs(c.w.cfg.Dir, name)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	var names []string
	for _, r := range all {
		names = append(names, r.name)
		if r.name != name && r.root != path {
			continue
		}
		was := c.w.describe(r)
		err := c.w.cfg.Dirs.UpdateRepositories(ctx, func(list []config.Tracked) ([]config.Tracked, error) {
			return slices.DeleteFunc(list, func(t config.Tracked) bool { return t.Path == r.root }), nil
		})
		if err != nil {
			return engine.Repository{}, failure("", err)
		}
		if err := os.RemoveAll(c.w.cfg.Dirs.Index(r.root)); err != nil {
			return engine.Repository{}, failure("", err)
		}
		was.Tracked, was.State = false, "not_indexed"
		return was, nil
	}
	return engine.Repository{}, fail("repo_not_tracked", "no tracked repository is called %q", name).with("tracked", names)
}

// Index implements engine.Control.
func (c control) Index(ctx context.Context, name string, paths []string, full bool) (engine.IndexReport, error) {
	scope := c.s
	if name != "" {
		scope.Repo = name
	}
	r, err := c.w.locate(scope)
	if err != nil {
		return engine.IndexReport{}, err
	}
	t := c.w.tree(r.root)
	if err := t.wait(ctx, 0); err != nil {
		return engine.IndexReport{}, err
	}
	defer func() { t.turn <- struct{}{} }()
	snap, err := t.refresh(ctx, full, true)
	if err != nil {
		return engine.IndexReport{}, failure(t.dir(), err)
	}
	defer t.shelf.release(snap)
	return report(c.w.newView(viewPart{repo: r, t: t, snap: snap, did: snap.report}), paths), nil
}

// report lists no more than this many paths of each kind.
const reported = 200

func report(v *view, paths []string) engine.IndexReport {
	snap := v.parts[0].snap
	s := snap.Stats()
	r := engine.IndexReport{
		Repository: v.Repository(), Full: snap.report.Full,
		Files: s.Files, Symbols: s.Symbols, Edges: s.Edges, Skipped: len(snap.Skipped()),
		Millis: snap.report.Elapsed.Milliseconds(), Bytes: snap.Size(), Notes: v.Status().Caveats,
	}
	if !snap.report.Full {
		r.Reindexed = some(paths, snap.report.Changed)
		r.Removed = some(paths, snap.report.Removed)
	}
	return r
}

func some(under, paths []string) []string {
	var out []string
	for _, p := range paths {
		if len(under) > 0 && !slices.ContainsFunc(under, func(u string) bool { return p == u || within(u, p) }) {
			continue
		}
		if out = append(out, p); len(out) == reported {
			break
		}
	}
	return out
}
