package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/textindex"
)

// textTime bounds a text search; what it has not counted by then it says.
const textTime = 2 * time.Second

// Text implements engine.View. Candidates come from the trigram index, and all
// files that changed since it was made; each is then read and searched.
func (v *view) Text(ctx context.Context, q engine.TextQuery) (engine.TextResult, error) {
	p, err := textindex.Compile(q.Pattern, q.Regexp, q.IgnoreCase)
	if err != nil {
		return engine.TextResult{}, fail("invalid_argument", "the pattern cannot be used: %v", err).with("field", "query")
	}
	for _, g := range q.Paths {
		if !doublestar.ValidatePattern(g) {
			return engine.TextResult{}, fail("invalid_argument", "%q is not a valid glob", g).with("field", "path")
		}
	}
	ctx, cancel := context.WithTimeout(ctx, textTime)
	defer cancel()
	out := engine.TextResult{Complete: true}
	for i := range v.parts {
		part := &v.parts[i]
		paths, err := part.candidates(p, q.Paths)
		if err != nil {
			return engine.TextResult{}, err
		}
		if q.MaxFiles > 0 && len(paths) > q.MaxFiles {
			return engine.TextResult{}, nil
		}
		read := func(path string) ([]byte, error) {
			return source.ReadFile(filepath.Join(part.root, filepath.FromSlash(path)))
		}
		// The parts are in order of their paths, so a page goes on in the next.
		found := p.Search(ctx, paths, read, max(0, q.Offset-out.Total), q.Limit-len(out.Matches), max(1, v.w.cfg.Workers))
		out.Total, out.Files, out.Complete = out.Total+found.Total, out.Files+found.Files, out.Complete && found.Complete
		for _, m := range found.Matches {
			out.Matches = append(out.Matches, engine.TextMatch{Path: part.prefix + m.Path, Line: m.Line, Col: m.Col, Text: m.Text})
		}
	}
	return out, nil
}

// candidates lists, sorted, the files that can match.
func (v *viewPart) candidates(p *textindex.Pattern, under []string) ([]string, error) {
	section, docs := v.snap.Text()
	ids := slices.Clone(v.snap.TextPending())
	if len(section) > 0 {
		x, err := textindex.Open(section)
		if err != nil {
			return nil, fail("index_corrupt", "the text index: %v", err)
		}
		for _, d := range x.Candidates(p.Query()) {
			if int(d) < len(docs) && docs[d] != graph.NoFile {
				ids = append(ids, docs[d])
			}
		}
	}
	var paths []string
	for _, id := range ids {
		f := v.snap.File(id)
		if f.Path != "" && v.under(f.Path, under) {
			paths = append(paths, f.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// under reports whether a path lies below one of the prefixes or matches one
// of the globs. No filters take everything.
func (v *viewPart) under(path string, filters []string) bool {
	if len(filters) == 0 {
		return true
	}
	for _, f := range filters {
		f = strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(f), v.prefix), "./")
		f = strings.TrimSuffix(f, "/")
		if f == "" || f == "." || path == f || strings.HasPrefix(path, f+"/") {
			return true
		}
		if ok, err := doublestar.Match(f, path); err == nil && ok {
			return true
		}
		// A glob without a slash is about names, as in a .gitignore.
		if !strings.Contains(f, "/") {
			if ok, err := doublestar.Match(f, path[strings.LastIndexByte(path, '/')+1:]); err == nil && ok {
				return true
			}
		}
	}
	return false
}
