package locate

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// Paths says which part of the tree is meant: directories, files or globs; a
// glob without a slash is about names, as in a .gitignore. The empty list means
// all of it.
type Paths []string

// ParsePaths reads a comma-separated list of paths and globs as callers write
// them: relative to the root, or to where the caller stands. Failures:
// path_outside_root, invalid_argument for a broken glob, file_not_found with
// data.candidates when no indexed file lies there, file_not_indexed with
// data.reason when the only file that does was skipped.
func ParsePaths(v engine.View, csv string) (Paths, error) {
	var paths Paths
	for _, p := range Split(csv) {
		if isGlob(p) && !doublestar.ValidatePattern(p) {
			return nil, &engine.Failure{Code: "invalid_argument", Message: "path: " + quote(p) + " is no glob", Data: map[string]any{"field": "path"}}
		}
		fixed, glob := "", p
		if strings.Contains(p, "/") {
			fixed, glob = doublestar.SplitPattern(filepath.ToSlash(p))
		}
		if !isGlob(p) {
			fixed, glob = p, ""
		}
		if fixed != "" && (fixed != "." || glob == "" || strings.HasPrefix(p, "./")) {
			rel, err := v.Rel(fixed)
			if err != nil {
				return nil, err
			}
			glob = path.Join(rel, glob)
		}
		if glob == "." || glob == "" {
			return nil, nil
		}
		if err := reaches(v, glob); err != nil {
			return nil, err
		}
		paths = append(paths, glob)
	}
	return paths, nil
}

func isGlob(p string) bool { return strings.ContainsAny(p, "*?[{") }

// reaches fails for a path or glob under which no indexed file lies.
func reaches(v engine.View, p string) error {
	r := v.Graph()
	if _, ok := r.FileByPath(p); ok {
		return nil
	}
	one := Paths{p}
	for id := range graph.FileID(r.NumFiles()) {
		if have := r.File(id).Path; have != "" && one.Match(have) {
			return nil
		}
	}
	for _, s := range v.Skipped() {
		if s.Path == p {
			return notIndexed(p, s.Reason)
		}
	}
	f := &engine.Failure{Code: "file_not_found", Message: "no indexed file is at or under " + quote(p)}
	near := Nearest(r, p, true)
	if isGlob(p) {
		near = beside(r, p[:strings.IndexAny(p, "*?[{")]+"x")
	}
	f.Data = map[string]any{"path": p, "candidates": near}
	return f
}

// Match reports whether a file lies in the part.
func (p Paths) Match(file string) bool {
	if len(p) == 0 {
		return true
	}
	for _, want := range p {
		if want == file || strings.HasPrefix(file, want+"/") {
			return true
		}
		if !isGlob(want) {
			continue
		}
		if doublestar.MatchUnvalidated(want, file) || !strings.Contains(want, "/") && doublestar.MatchUnvalidated(want, path.Base(file)) {
			return true
		}
	}
	return false
}
