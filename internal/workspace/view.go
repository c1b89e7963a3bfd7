package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/source"
)

// view is one snapshot of one repository, or of several, as an operation sees
// it.
type view struct {
	w       *Workspace
	dir     string // where the caller stands
	r       graph.Reader
	parts   []viewPart // sorted by prefix; never empty
	caveats []string
	session engine.SessionReader
}

// viewPart is the snapshot of one repository.
type viewPart struct {
	repo
	t    *tree
	snap *snapshot
	did  index.Report // what was done to hand it out
}

func (w *Workspace) newView(parts ...viewPart) *view {
	slices.SortFunc(parts, func(a, b viewPart) int { return strings.Compare(a.prefix, b.prefix) })
	v := &view{w: w, dir: w.cfg.Dir, parts: parts, r: parts[0].snap.Reader, session: engine.NoSession{}}
	if len(parts) > 1 || parts[0].prefix != "" {
		readers, prefixes := make([]graph.Reader, len(parts)), make([]string, len(parts))
		for i, p := range parts {
			readers[i], prefixes[i] = p.snap.Reader, p.prefix
		}
		v.r = newUnion(readers, prefixes)
	}
	return v
}

// Graph implements engine.View.
func (v *view) Graph() graph.Reader { return v.r }

// Close implements engine.View.
func (v *view) Close() error {
	for _, p := range v.parts {
		p.t.shelf.release(p.snap)
	}
	return nil
}

// ReadFile implements engine.View.
func (v *view) ReadFile(_ context.Context, path string) (engine.Content, error) {
	at, ok := v.indexed(path)
	if !ok {
		var err error
		if at, err = v.place(path); err != nil {
			return engine.Content{}, err
		}
	}
	p, rel := at.part, at.String()
	id, indexed := p.snap.FileByPath(at.path)
	if indexed {
		if c, ok := p.unchanged(at, id); ok {
			return c, nil
		}
	}
	raw, err := source.ReadFile(filepath.Join(p.root, filepath.FromSlash(at.path)))
	if indexed && (err != nil || source.Sum(raw) != p.snap.File(id).Hash) {
		return engine.Content{}, fail("unavailable", "%s changed while the question was answered; ask again", rel).with("path", rel).with("retriable", true)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return engine.Content{}, fail("file_not_found", "%s: no such file", rel).with("path", rel)
	case err != nil:
		return engine.Content{}, at.unreadable(err)
	case indexed:
		f := p.snap.File(id)
		return engine.Content{Path: rel, Language: f.Language, Bytes: raw, Hash: f.Hash, Indexed: true}, nil
	}
	if reason := p.reason(at.path); reason != "ignored" {
		return engine.Content{}, fail("file_not_indexed", "%s is not indexed: %s", rel, reason).with("path", rel).with("reason", reason)
	}
	return engine.Content{Path: rel, Language: v.w.cfg.LanguageOf(at.path), Bytes: raw, Hash: source.Sum(raw)}, nil
}

// unchanged reads a file of which its stamp says beyond doubt that it still has
// the indexed content. The stamp is looked at after the bytes.
func (p *viewPart) unchanged(at place, id graph.FileID) (engine.Content, bool) {
	f := p.snap.File(id)
	raw := p.t.contents.get(f.Hash)
	if raw == nil {
		var err error
		if raw, err = source.ReadFile(filepath.Join(p.root, filepath.FromSlash(at.path))); err != nil {
			return engine.Content{}, false
		}
	}
	if !p.snap.Census.Fresh(at.path) {
		return engine.Content{}, false
	}
	p.t.contents.put(f.Hash, raw)
	return engine.Content{Path: at.String(), Language: f.Language, Bytes: raw, Hash: f.Hash, Indexed: true}, true
}

// indexed finds a path that is written as answers write it, without asking the
// file system what else it may mean.
func (v *view) indexed(path string) (place, bool) {
	if len(v.parts) != 1 {
		return place{}, false
	}
	p := &v.parts[0]
	rel, ok := strings.CutPrefix(path, p.prefix)
	if !ok {
		return place{}, false
	}
	if _, ok = p.snap.FileByPath(rel); !ok {
		return place{}, false
	}
	return place{p, rel}, true
}

// unreadable says why the bytes at a place cannot be had.
func (at place) unreadable(err error) error {
	rel := at.String()
	if info, statErr := os.Stat(filepath.Join(at.part.root, filepath.FromSlash(at.path))); statErr == nil && info.IsDir() {
		return fail("file_not_found", "%s is a directory", rel).with("path", rel)
	}
	if errors.Is(err, source.ErrIrregular) {
		return fail("file_not_indexed", "%s is %v", rel, source.ErrIrregular).with("path", rel).with("reason", "special")
	}
	return fail("file_not_indexed", "%s cannot be read: %v", rel, errors.Unwrap(err)).with("path", rel).with("reason", "unreadable")
}

// reason is why a file that exists is not in the index.
func (p *viewPart) reason(path string) string {
	for _, s := range p.snap.Skipped() {
		if s.Path == path || strings.HasPrefix(path, s.Path+"/") {
			return s.Reason
		}
	}
	return "ignored"
}

// Skipped implements engine.View.
func (v *view) Skipped() []engine.Skipped {
	var out []engine.Skipped
	for _, p := range v.parts {
		for _, s := range p.snap.Skipped() {
			out = append(out, engine.Skipped{Path: p.prefix + s.Path, Reason: s.Reason})
		}
	}
	return out
}

// Repository implements engine.View. Of several it is the one the caller
// stands in, else the first.
func (v *view) Repository() engine.Repository {
	p := &v.parts[0]
	for i := range v.parts {
		if within(v.parts[i].root, v.dir) {
			p = &v.parts[i]
		}
	}
	return p.describe()
}

func (p *viewPart) describe() engine.Repository {
	r := engine.Repository{Name: p.name, Root: p.root, Prefix: p.prefix, Tracked: p.tracked, Current: true}
	r.Branch, r.Head = head(p.root)
	s := p.snap.Stats()
	r.State, r.Files, r.Symbols, r.Bytes = "fresh", s.Files, s.Symbols, p.snap.Size()
	r.Indexed = p.indexedAt()
	return r
}

// Status implements engine.View.
func (v *view) Status() engine.Status {
	s := engine.Status{Generation: v.r.Generation(), IndexedAt: v.parts[0].indexedAt(), Caveats: slices.Clone(v.caveats)}
	for _, p := range v.parts {
		s.Refreshed += len(p.did.Changed) + len(p.did.Removed)
		s.Caveats = append(s.Caveats, p.caveats()...)
	}
	return s
}

func (p *viewPart) caveats() []string {
	out := slices.Clone(p.snap.Notes())
	if p.did.Rebuilt != "" {
		out = append(out, "index_rebuilt: the stored index could not be used and was made anew: "+p.did.Rebuilt)
	}
	if why := p.t.notSaved(); why != "" {
		out = append(out, why)
	}
	return out
}

func (p *viewPart) indexedAt() string {
	if at := indexedAt(p.t.dir()); at != "" {
		return at
	}
	return p.snap.opened.UTC().Format(time.RFC3339) // a private index without a name
}

// indexedAt is when the newest generation of a directory was published.
func indexedAt(dir string) string {
	info, err := os.Stat(filepath.Join(dir, "MANIFEST"))
	if err != nil {
		return ""
	}
	at := info.ModTime()
	return at.UTC().Format(time.RFC3339)
}
