package locate

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// NearFiles adds to a file_not_found failure the indexed files whose paths are
// near.
func NearFiles(v engine.View, p string, err error) error {
	var f *engine.Failure
	if !errors.As(err, &f) || f.Code != "file_not_found" {
		return err
	}
	near := Nearest(v.Graph(), p, false)
	if p == "." {
		near = beside(v.Graph(), "x")
	} else if reaches(v, p) == nil { // a directory
		near = beside(v.Graph(), p+"/x")
	}
	data := map[string]any{"path": p, "candidates": near}
	for k, v := range f.Data {
		data[k] = v
	}
	return &engine.Failure{Code: f.Code, Message: f.Message, Data: data}
}

// Nearest lists the paths of indexed files, and of their directories if asked
// for, that someone who wrote p may have meant: those of the same base name,
// then of the same name with another ending, then those a slip away. When there
// are none and directories count, it lists what there is where p was looked for.
func Nearest(r graph.Reader, p string, dirs bool) []string {
	type near struct {
		path      string
		d, common int
	}
	base, segments := strings.ToLower(path.Base(p)), strings.Split(strings.ToLower(p), "/")
	found := []near{}
	eachPath(r, dirs, func(have string) {
		d, ok := baseDistance(base, strings.ToLower(path.Base(have)))
		if !ok {
			return
		}
		common := 0
		for part := range strings.SplitSeq(strings.ToLower(have), "/") {
			if slices.Contains(segments, part) {
				common++
			}
		}
		found = append(found, near{have, d, common})
	})
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(b.common, a.common), cmp.Compare(len(a.path), len(b.path)), cmp.Compare(a.path, b.path))
	})
	out := []string{}
	for _, x := range found[:min(len(found), candidates)] {
		out = append(out, x.path)
	}
	if len(out) == 0 && dirs {
		return beside(r, p)
	}
	return out
}

// baseDistance tells how near two lower-cased base names are.
func baseDistance(want, have string) (d int, ok bool) {
	if want == have {
		return 0, true
	}
	wantStem, haveStem := strings.TrimSuffix(want, path.Ext(want)), strings.TrimSuffix(have, path.Ext(have))
	if wantStem == haveStem && wantStem != "" {
		return 1, true
	}
	if d, ok = query.Near(want, have); ok {
		return 1 + d, true
	}
	if d, ok = query.Near(wantStem, haveStem); ok {
		return 2 + d, true
	}
	return 6, len(wantStem) >= 4 && strings.Contains(have, wantStem)
}

// eachPath visits the indexed files and, if asked for, their directories, each
// once.
func eachPath(r graph.Reader, dirs bool, visit func(string)) {
	seen := map[string]bool{}
	for id := range graph.FileID(r.NumFiles()) {
		p := r.File(id).Path
		if p == "" {
			continue
		}
		visit(p)
		for dir := path.Dir(p); dirs && dir != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			visit(dir)
		}
	}
}

// beside lists what lies in the innermost directory of p that is there.
func beside(r graph.Reader, p string) []string {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		prefix := dir + "/"
		if dir == "." || dir == "/" {
			prefix = ""
		}
		out := []string{}
		eachPath(r, true, func(have string) {
			if rest, ok := strings.CutPrefix(have, prefix); ok && !strings.Contains(rest, "/") {
				out = append(out, have)
			}
		})
		if len(out) > 0 || prefix == "" {
			slices.Sort(out)
			return out[:min(len(out), candidates)]
		}
	}
}
