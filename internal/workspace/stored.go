package workspace

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/store"
)

// notCompared is what every answer from a stored index says of itself.
const notCompared = "index_not_compared: the answer is from the stored index; files may have changed since"

// Stored is the engine for those who would rather have what is known at once
// than what is true now: it answers from the indexes that are there, never
// looks at a tree as a whole and never writes. Where a file that is read has
// changed since it was indexed, that is noticed. Further errors of View:
// unavailable, with the reason not_indexed, where there is no index;
// index_warming while another process makes it.
func (w *Workspace) Stored() engine.Engine { return storedEngine{w} }

type storedEngine struct{ w *Workspace }

// View implements engine.Engine.
func (e storedEngine) View(ctx context.Context, s engine.Scope) (engine.View, error) {
	if s.Repo != everything {
		r, err := e.w.locate(s)
		if err != nil {
			return nil, err
		}
		part, err := e.w.stored(r)
		if err != nil {
			return nil, err
		}
		return storedView{e.w.newView(part)}, nil
	}
	all, err := e.w.tracked()
	if err != nil {
		return nil, err
	}
	var parts []viewPart
	caveats := []string{}
	for _, r := range all {
		if ctx.Err() != nil {
			break
		}
		part, err := e.w.stored(r)
		if err != nil {
			caveats = append(caveats, fmt.Sprintf("repository_left_out: %s: %v", r.name, err))
			continue
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, errors.Join(ctx.Err(), fail("unavailable", "none of the tracked repositories is indexed").with("reason", "not_indexed"))
	}
	v := e.w.newView(parts...)
	v.caveats = caveats
	return storedView{v}, nil
}

// stored opens what is stored of a repository. The generation stays open as
// long as the process: those who ask here ask once or twice.
func (w *Workspace) stored(r repo) (viewPart, error) {
	t := w.tree(r.root)
	if snap := t.take(); snap != nil {
		return viewPart{repo: r, t: t, snap: snap}, nil
	}
	ix, err := index.Stored(t.opts)
	switch {
	case errors.Is(err, store.ErrNoIndex) && store.Holder(t.opts.Dir) != 0:
		return viewPart{}, fail("index_warming", "%s is being indexed by another process; ask again in a moment", r.name)
	case errors.Is(err, store.ErrNoIndex):
		return viewPart{}, fail("unavailable", "%s is not indexed yet", r.name).with("reason", "not_indexed")
	case err != nil:
		return viewPart{}, failure(t.opts.Dir, err)
	}
	snap := &snapshot{Index: ix, opened: time.Now(), refs: 2} // the tree's and the caller's
	t.mu.Lock()
	t.now = snap
	t.mu.Unlock()
	return viewPart{repo: r, t: t, snap: snap}, nil
}

// Catalog implements engine.Engine.
func (e storedEngine) Catalog(ctx context.Context, s engine.Scope) (engine.Catalog, error) {
	return e.w.Catalog(ctx, s)
}

// Session implements engine.Engine.
func (e storedEngine) Session(ctx context.Context, s engine.Scope) (engine.Session, error) {
	return e.w.Session(ctx, s)
}

// Publisher implements engine.Engine.
func (e storedEngine) Publisher(ctx context.Context, s engine.Scope) (engine.Publisher, error) {
	return e.w.Publisher(ctx, s)
}

// Workspace implements engine.Engine: nobody writes by what may be old.
func (e storedEngine) Workspace(context.Context, engine.Scope) (engine.Workspace, error) {
	return nil, fail("unavailable", "only what is stored is read here; nothing is written")
}

// Control implements engine.Engine.
func (e storedEngine) Control(context.Context, engine.Scope) (engine.Control, error) {
	return nil, fail("unavailable", "only what is stored is read here; nothing is written")
}

// storedView is a view that says that it may be old.
type storedView struct{ *view }

// Repository implements engine.View.
func (v storedView) Repository() engine.Repository {
	r := v.view.Repository()
	r.State = "indexed"
	return r
}

// Status implements engine.View.
func (v storedView) Status() engine.Status {
	s := v.view.Status()
	s.Caveats = append(s.Caveats, notCompared)
	return s
}
