package artifact

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/query"
)

// Find lists the artifacts that a caller's words mean: the one of an id or a
// path, else all of a name. When there is none, near are those whose name or
// path is a slip away or has a part of it. Errors: path_outside_root for an
// absolute path that leads out.
func (s Set) Find(v engine.View, asked string) (found, near []Artifact, err error) {
	asked = strings.TrimSpace(asked)
	p, isID := strings.CutPrefix(asked, Prefix)
	rel, err := v.Rel(p)
	if err != nil && (isID || path.IsAbs(p)) {
		return nil, nil, err
	}
	for _, a := range s.List {
		if a.Path == p {
			return []Artifact{a}, nil, nil
		}
	}
	for _, a := range s.List {
		if err == nil && a.Path == rel {
			return []Artifact{a}, nil, nil
		}
		if !isID && a.Name == asked {
			found = append(found, a)
		}
	}
	if len(found) > 0 {
		return found, nil, nil
	}
	return nil, s.near(p), nil
}

func (s Set) near(asked string) []Artifact {
	type ranked struct {
		Artifact
		d int
	}
	var list []ranked
	low := strings.ToLower(asked)
	base := path.Base(low)
	for _, a := range s.List {
		best := 100
		for _, have := range []string{strings.ToLower(a.Name), strings.ToLower(path.Base(a.Path)), stem(a.Path)} {
			d, ok := query.Near(base, have)
			switch {
			case ok:
				best = min(best, d)
			case len(base) > 2 && strings.Contains(have, base):
				best = min(best, 5+len(have)-len(base))
			}
		}
		if strings.Contains(strings.ToLower(a.Path), low) {
			best = min(best, 50)
		}
		if best < 100 {
			list = append(list, ranked{a, best})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.d, b.d) })
	var out []Artifact
	for _, x := range list {
		out = append(out, x.Artifact)
	}
	return out
}

// stem is the name of a file without its ending.
func stem(p string) string {
	base := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(base, path.Ext(base))
}
