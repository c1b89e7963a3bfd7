package workspace

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/sessions"
)

// session implements engine.Session.
type session struct {
	*sessions.Session
	w     *Workspace
	scope engine.Scope
}

// Session implements engine.Engine.
func (w *Workspace) Session(_ context.Context, s engine.Scope) (engine.Session, error) {
	open, err := w.cfg.Sessions.Open(s.Session)
	if err != nil {
		return nil, err
	}
	return session{open, w, s}, nil
}

// View implements engine.Session.
func (s session) View(ctx context.Context) (engine.View, error) { return s.w.View(ctx, s.scope) }

// Session implements engine.View.
func (v *view) Session() engine.SessionReader { return v.session }

// firstLook notes in a session how far the journals of the repositories have
// come that it looks at for the first time: what was found before is no change
// of this session, even if this very look found it.
func (v *view) firstLook(ctx context.Context, s *sessions.Session) error {
	looked := s.State().Looked
	if !slices.ContainsFunc(v.parts, func(p viewPart) bool { _, ok := looked[p.root]; return !ok }) {
		return nil
	}
	return s.Update(ctx, func(state *engine.SessionState) error {
		for _, p := range v.parts {
			if _, ok := state.Looked[p.root]; ok {
				continue
			}
			if state.Looked == nil {
				state.Looked = map[string]uint64{}
			}
			journal, err := index.ReadJournal(p.t.dir())
			if err != nil {
				return failure(p.t.dir(), err)
			}
			state.Looked[p.root] = journal.Last
		}
		return nil
	})
}

// Changes implements engine.View.
func (v *view) Changes() ([]engine.FileChange, bool, error) {
	looked, whole := v.session.State().Looked, true
	var out []engine.FileChange
	for _, p := range v.parts {
		journal, err := index.ReadJournal(p.t.dir())
		if err != nil {
			return nil, false, failure(p.t.dir(), err)
		}
		since, ok := looked[p.root]
		if ok && (journal.First > since+1 || journal.Last < since) {
			whole = false
		}
		for _, c := range journal.Changes {
			if c.Number <= since && journal.Last >= since {
				continue
			}
			out = append(out, engine.FileChange{
				Path: p.prefix + c.Path, At: c.At, Unknown: c.Unknown,
				Added: prefixed(p.prefix, c.Path, c.Added), Modified: prefixed(p.prefix, c.Path, c.Modified), Removed: prefixed(p.prefix, c.Path, c.Removed),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b engine.FileChange) int { return a.At.Compare(b.At) })
	return out, whole, nil
}

// prefixed are the ids of symbols of a file.
func prefixed(prefix, path string, quals []string) []string {
	var out []string
	for _, q := range quals {
		out = append(out, prefix+path+"::"+q)
	}
	return out
}
