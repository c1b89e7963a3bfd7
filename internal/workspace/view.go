package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/source"
)

// view is one snapshot as an operation sees it.
type view struct {
	w    *Workspace
	t    *tree
	snap *snapshot
	dir  string // where the caller stands
	r    graph.Reader
}

func newView(w *Workspace, t *tree, s *snapshot, dir string) *view {
	v := &view{w: w, t: t, snap: s, dir: dir, r: s.Reader}
	if t.repo.prefix != "" {
		v.r = newUnion([]graph.Reader{s.Reader}, []string{t.repo.prefix})
	}
	return v
}

// Graph implements engine.View.
func (v *view) Graph() graph.Reader { return v.r }

// Close implements engine.View.
func (v *view) Close() error {
	v.snap.release()
	return nil
}

// Rel implements engine.View.
func (v *view) Rel(path string) (string, error) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, v.t.repo.prefix); ok && v.t.repo.prefix != "" {
		path = filepath.Join(v.t.repo.root, filepath.FromSlash(rest))
	}
	try := []string{path}
	if !filepath.IsAbs(path) {
		// A path is first one of the tree: that is how answers write it.
		try = []string{filepath.Join(v.t.repo.root, filepath.FromSlash(path)), abs(v.dir, filepath.FromSlash(path))}
	}
	var first error
	for i, p := range try {
		rel, err := source.Rel(v.t.repo.root, p)
		if err == nil {
			if _, statErr := os.Lstat(p); statErr == nil || i == len(try)-1 || v.dir == v.t.repo.root {
				return v.t.repo.prefix + rel, nil
			}
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		return v.t.repo.prefix + filepath.ToSlash(path), nil
	}
	return "", failure(v.t.opts.Dir, first)
}

// ReadFile implements engine.View.
func (v *view) ReadFile(_ context.Context, path string) (engine.Content, error) {
	rel, err := v.Rel(path)
	if err != nil {
		return engine.Content{}, err
	}
	inTree := strings.TrimPrefix(rel, v.t.repo.prefix)
	raw, err := os.ReadFile(filepath.Join(v.t.repo.root, filepath.FromSlash(inTree)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return engine.Content{}, fail("file_not_found", "%s: no such file", rel).with("path", rel)
	case err != nil:
		return engine.Content{}, v.unreadable(rel, inTree, err)
	}
	c := engine.Content{Path: rel, Bytes: raw, Hash: source.Sum(raw)}
	id, ok := v.snap.FileByPath(inTree)
	if !ok {
		c.Language = v.w.cfg.LanguageOf(inTree)
		if reason := v.reason(inTree); reason != "" && reason != "ignored" {
			return engine.Content{}, fail("file_not_indexed", "%s is not indexed: %s", rel, reason).with("path", rel).with("reason", reason)
		}
		return c, nil
	}
	f := v.snap.File(id)
	c.Language, c.Indexed = f.Language, true
	if f.Hash != c.Hash {
		return engine.Content{}, fail("unavailable", "%s changed while the question was answered; ask again", rel).with("path", rel).with("retriable", true)
	}
	return c, nil
}

func (v *view) unreadable(rel, inTree string, err error) error {
	if info, statErr := os.Stat(filepath.Join(v.t.repo.root, filepath.FromSlash(inTree))); statErr == nil && info.IsDir() {
		return fail("file_not_found", "%s is a directory", rel).with("path", rel)
	}
	return fail("file_not_indexed", "%s cannot be read: %v", rel, errors.Unwrap(err)).with("path", rel).with("reason", "unreadable")
}

func (v *view) reason(path string) string {
	for _, s := range v.snap.Skipped() {
		if s.Path == path || strings.HasPrefix(path, s.Path+"/") {
			return s.Reason
		}
	}
	return "ignored"
}

// Skipped implements engine.View.
func (v *view) Skipped() []engine.Skipped {
	var out []engine.Skipped
	for _, s := range v.snap.Skipped() {
		out = append(out, engine.Skipped{Path: v.t.repo.prefix + s.Path, Reason: s.Reason})
	}
	return out
}

// Repository implements engine.View.
func (v *view) Repository() engine.Repository {
	r := v.w.describe(v.t.repo)
	r.Current = true
	s := v.snap.Stats()
	r.State, r.Files, r.Symbols, r.Bytes = "fresh", s.Files, s.Symbols, v.snap.Size()
	r.Indexed = indexedAt(v.t.opts.Dir)
	return r
}

// Status implements engine.View.
func (v *view) Status() engine.Status {
	s := engine.Status{
		Generation: v.snap.Generation(), IndexedAt: indexedAt(v.t.opts.Dir),
		Refreshed: len(v.snap.report.Changed) + len(v.snap.report.Removed), Caveats: v.snap.Notes(),
	}
	if v.snap.report.Rebuilt != "" {
		s.Caveats = append(s.Caveats, "the stored index was made anew: "+v.snap.report.Rebuilt)
	}
	return s
}

// indexedAt is when the newest generation was published.
func indexedAt(dir string) string {
	info, err := os.Stat(filepath.Join(dir, "MANIFEST"))
	if err != nil {
		return ""
	}
	at := info.ModTime()
	return at.UTC().Format(time.RFC3339)
}
