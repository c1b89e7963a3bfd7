package workspace

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/source"
)

// place is a path of one of the trees of a view.
type place struct {
	part *viewPart
	path string // slash-separated, relative to the root of the part
}

// String is the path as answers write it.
func (at place) String() string { return at.part.prefix + at.path }

// Rel implements engine.View.
func (v *view) Rel(path string) (string, error) {
	at, err := v.place(path)
	if err != nil {
		return "", err
	}
	return at.String(), nil
}

// place finds what a path means. Of the ways to read it that lead to something
// that is there the first one counts, and without such a one the first way
// that stays inside.
func (v *view) place(path string) (place, error) {
	var inside place
	var outside error
	for _, way := range v.ways(path) {
		at := place{part: way.part}
		rel, err := source.Rel(way.part.root, way.path)
		if err != nil {
			if outside == nil {
				outside = err
			}
			continue
		}
		at.path = rel
		if inside.part == nil {
			inside = at
		}
		if _, err := os.Lstat(filepath.Join(at.part.root, filepath.FromSlash(rel))); err == nil {
			return at, nil
		}
	}
	if inside.part != nil {
		return inside, nil
	}
	return place{}, failure(v.parts[0].t.dir(), outside)
}

// ways lists how a path may be meant, the likelier first: as answers write it,
// relative to a root, relative to where the caller stands, with the name of the
// repository before it although there is only one. What begins with a dot for
// a directory is relative to where the caller stands first.
func (v *view) ways(path string) []place {
	var ways []place
	for _, p := range []string{path, strings.TrimSpace(path)} {
		slashed := filepath.ToSlash(p)
		if first, _, _ := strings.Cut(slashed, "/"); first == "." || first == ".." {
			for i := range v.parts {
				ways = append(ways, place{&v.parts[i], abs(v.dir, filepath.FromSlash(p))})
			}
		}
		if !filepath.IsAbs(p) {
			ways = append(ways, v.named(slashed, func(part *viewPart) string { return part.prefix })...)
		}
		for i := range v.parts {
			part := &v.parts[i]
			ways = append(ways, place{part, abs(part.root, filepath.FromSlash(p))})
		}
		if !filepath.IsAbs(p) {
			for i := range v.parts {
				ways = append(ways, place{&v.parts[i], abs(v.dir, filepath.FromSlash(p))})
			}
			ways = append(ways, v.named(slashed, func(part *viewPart) string { return part.name + "/" })...)
		}
		if p == strings.TrimSpace(path) {
			break
		}
	}
	return ways
}

// named takes the name of a repository off a path.
func (v *view) named(path string, name func(*viewPart) string) []place {
	var ways []place
	for i := range v.parts {
		part := &v.parts[i]
		if rest, ok := strings.CutPrefix(path+"/", name(part)); ok && name(part) != "" {
			ways = append(ways, place{part, filepath.Join(part.root, filepath.FromSlash(rest))})
		}
	}
	return ways
}
