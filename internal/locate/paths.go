package locate

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/internal/engine"
)

// Paths says which part of the tree is meant: directories, files or globs; a
// glob without a slash is about names, as in a .gitignore. The empty list means
// all of it.
type Paths []string

// ParsePaths reads a comma-separated list of paths and globs as callers write
// them. Failures: path_outside_root, invalid_argument for a broken glob.
func ParsePaths(v engine.View, csv string) (Paths, error) {
	var paths Paths
	for _, p := range Split(csv) {
		if strings.ContainsAny(p, "*?[{") {
			if !doublestar.ValidatePattern(p) {
				return nil, &engine.Failure{Code: "invalid_argument", Message: "path: " + quote(p) + " is no glob", Data: map[string]any{"field": "path"}}
			}
			paths = append(paths, p)
			continue
		}
		rel, err := v.Rel(p)
		if err != nil {
			return nil, err
		}
		if rel == "." || rel == "" {
			return nil, nil
		}
		paths = append(paths, rel)
	}
	return paths, nil
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
		if !strings.ContainsAny(want, "*?[{") {
			continue
		}
		if doublestar.MatchUnvalidated(want, file) || !strings.Contains(want, "/") && doublestar.MatchUnvalidated(want, path.Base(file)) {
			return true
		}
	}
	return false
}
