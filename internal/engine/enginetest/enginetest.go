// Package enginetest is an engine in memory, for tests of operations: the
// graph and the files of a graphtest archive behind engine.View.
package enginetest

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/graph/graphtest"
	"github.com/gortexhq/gortex/internal/sessions"
)

// Engine is a repository at /repo.
type Engine struct {
	Reader graph.Reader
	Files  map[string][]byte
	Skip   []engine.Skipped
	State  engine.Status
	Calls  []string // what was asked of Control
	// Changed are the changes of files that views tell of.
	Changed []engine.FileChange
	// Sessions has the sessions that calls name.
	Sessions *sessions.Store
}

// Root is where the repository seems to stand.
const Root = "/repo"

// New reads a graphtest archive.
func New(t testing.TB, archive string) *Engine {
	t.Helper()
	r, files := graphtest.Archive(t, archive)
	return &Engine{Reader: r, Files: files, State: engine.Status{Generation: "test"}, Sessions: sessions.New(sessions.Config{})}
}

// View returns the one view there is.
func (e *Engine) View(_ context.Context, s engine.Scope) (engine.View, error) {
	if s.Session == "" {
		return view{e, engine.NoSession{}}, nil
	}
	open, err := e.Sessions.Open(s.Session)
	if err != nil {
		return nil, err
	}
	return view{e, open}, nil
}

// Workspace fails: nothing can be written.
func (e *Engine) Workspace(context.Context, engine.Scope) (engine.Workspace, error) {
	return nil, &engine.Failure{Code: "unavailable", Message: "no workspace"}
}

// Session opens one of Sessions.
func (e *Engine) Session(_ context.Context, s engine.Scope) (engine.Session, error) {
	open, err := e.Sessions.Open(s.Session)
	if err != nil {
		return nil, err
	}
	return session{open, e, s}, nil
}

type session struct {
	*sessions.Session
	e     *Engine
	scope engine.Scope
}

func (s session) View(ctx context.Context) (engine.View, error) { return s.e.View(ctx, s.scope) }

// Catalog lists what a view lists.
func (e *Engine) Catalog(ctx context.Context, s engine.Scope) (engine.Catalog, error) {
	return e.View(ctx, s)
}

// Control records what it is asked to do.
func (e *Engine) Control(context.Context, engine.Scope) (engine.Control, error) {
	return control{e}, nil
}

// Publisher fails: there is none.
func (e *Engine) Publisher(context.Context, engine.Scope) (engine.Publisher, error) {
	return nil, &engine.Failure{Code: "unavailable", Message: "no publisher"}
}

type view struct {
	e       *Engine
	session engine.SessionReader
}

func (v view) Session() engine.SessionReader { return v.session }

func (v view) Changes() ([]engine.FileChange, bool, error) { return v.e.Changed, true, nil }

func (v view) Graph() graph.Reader       { return v.e.Reader }
func (v view) Skipped() []engine.Skipped { return v.e.Skip }
func (v view) Status() engine.Status     { return v.e.State }
func (v view) Close() error              { return nil }
func (v view) Repository() engine.Repository {
	return engine.Repository{Name: "repo", Root: Root, Tracked: true, Current: true, State: "fresh"}
}
func (v view) Repositories() []engine.Repository {
	return []engine.Repository{v.Repository(), {Name: "other", Root: "/other", Tracked: true, State: "stale"}}
}

func (v view) Rel(p string) (string, error) {
	rel := strings.TrimPrefix(strings.TrimPrefix(p, Root+"/"), "./")
	if p == Root {
		rel = "."
	}
	rel = path.Clean(rel)
	if strings.HasPrefix(rel, "/") || rel == ".." || strings.HasPrefix(rel, "../") {
		return "", &engine.Failure{Code: "path_outside_root", Message: "path " + p + " leads out of the repository"}
	}
	return rel, nil
}

func (v view) ReadFile(_ context.Context, p string) (engine.Content, error) {
	for _, s := range v.e.Skip {
		if s.Path == p {
			return engine.Content{}, &engine.Failure{Code: "file_not_indexed", Message: p + " is not indexed: " + s.Reason, Data: map[string]any{"reason": s.Reason}}
		}
	}
	b, ok := v.e.Files[p]
	if !ok {
		return engine.Content{}, &engine.Failure{Code: "file_not_found", Message: "no file " + p, Data: map[string]any{"path": p}}
	}
	c := engine.Content{Path: p, Bytes: b}
	if id, ok := v.e.Reader.FileByPath(p); ok {
		f := v.e.Reader.File(id)
		c.Indexed, c.Language, c.Hash = true, f.Language, f.Hash
	}
	return c, nil
}

func (v view) Text(_ context.Context, q engine.TextQuery) (engine.TextResult, error) {
	pattern := q.Pattern
	if !q.Regexp {
		pattern = regexp.QuoteMeta(pattern)
	}
	if q.IgnoreCase {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return engine.TextResult{}, &engine.Failure{Code: "invalid_argument", Message: "pattern: " + err.Error()}
	}
	paths := make([]string, 0, len(v.e.Files))
	for p := range v.e.Files {
		if len(q.Paths) == 0 || slices.ContainsFunc(q.Paths, func(want string) bool { return under(p, want) }) {
			paths = append(paths, p)
		}
	}
	if q.MaxFiles > 0 && len(paths) > q.MaxFiles {
		return engine.TextResult{}, nil // as if each of them could match
	}
	slices.Sort(paths)
	res := engine.TextResult{Complete: true}
	for _, p := range paths {
		found := false
		for i, line := range strings.Split(string(v.e.Files[p]), "\n") {
			at := re.FindStringIndex(line)
			if at == nil {
				continue
			}
			found = true
			res.Total++
			if res.Total > q.Offset && (q.Limit == 0 || len(res.Matches) < q.Limit) {
				res.Matches = append(res.Matches, engine.TextMatch{Path: p, Line: i + 1, Col: at[0] + 1, Text: line})
			}
		}
		if found {
			res.Files++
		}
	}
	return res, nil
}

func under(p, want string) bool {
	if ok, _ := doublestar.Match(want, p); ok {
		return true
	}
	return strings.HasPrefix(p, want)
}

type control struct{ e *Engine }

func (c control) call(words ...string) { c.e.Calls = append(c.e.Calls, strings.Join(words, " ")) }

func (c control) Track(_ context.Context, p, name string, asWorktree bool) (engine.Repository, error) {
	mode := ""
	if asWorktree {
		mode = "worktree"
	}
	c.call("track", p, name, mode)
	return engine.Repository{Name: name, Root: p, Tracked: true}, nil
}

func (c control) Untrack(_ context.Context, repo string) (engine.Repository, error) {
	c.call("untrack", repo)
	if repo == "nobody" {
		return engine.Repository{}, &engine.Failure{Code: "repo_not_tracked", Message: "no tracked repository " + repo}
	}
	return engine.Repository{Name: repo}, nil
}

func (c control) Index(_ context.Context, repo string, paths []string, full bool) (engine.IndexReport, error) {
	mode := "update"
	if full {
		mode = "full"
	}
	c.call("index", repo, strings.Join(paths, ","), mode)
	return engine.IndexReport{Full: full, Files: len(c.e.Files), Reindexed: paths}, nil
}
