package index

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/walk"
)

// delta is how the tree differs from a stored generation, by content.
type delta struct {
	census  *walk.Census
	changed []string // new files and files of other content, sorted
	removed []string
}

func (d delta) empty() bool { return len(d.changed) == 0 && len(d.removed) == 0 }

// compare reads the files whose stamps leave doubt and keeps those that differ.
func compare(ctx context.Context, o Options, ix *Index, old *walk.Census, diff walk.Diff) (delta, error) {
	d := delta{census: ix.Census}
	skipped := map[string]string{}
	if len(diff.Added)+len(diff.Changed)+len(diff.Removed) > 0 || old == nil {
		for _, s := range ix.Skipped() {
			skipped[s.Path] = s.Reason
		}
	}
	for _, paths := range [][]string{diff.Added, diff.Changed} {
		for _, p := range paths {
			if err := ctx.Err(); err != nil {
				return delta{}, err
			}
			if differs(o.Root, p, ix, skipped) {
				d.changed = append(d.changed, p)
			}
		}
	}
	if old == nil {
		// Without a census to compare with, what the index has and the tree
		// has not was removed.
		for id := range ix.NumFiles() {
			f := ix.File(fileID(id))
			if f.Path == "" {
				continue
			}
			if _, ok := ix.Census.File(f.Path); !ok {
				d.removed = append(d.removed, strings.Clone(f.Path)) // outlives the map
			}
		}
	}
	for _, p := range diff.Removed {
		if _, ok := ix.FileByPath(p); ok || skipped[p] != "" {
			d.removed = append(d.removed, p)
		}
	}
	slices.Sort(d.changed)
	slices.Sort(d.removed)
	d.removed = slices.Compact(d.removed)
	return d, nil
}

func differs(root, path string, ix *Index, skipped map[string]string) bool {
	raw, err := source.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		_, ok := ix.FileByPath(path)
		return ok
	}
	if err != nil {
		return skipped[path] != string(walk.SkipUnreadable)
	}
	id, ok := ix.FileByPath(path)
	if !ok {
		return skipped[path] == "" || skipped[path] != string(source.Classify(path, raw).Skip)
	}
	return ix.File(id).Hash != [16]byte(source.Sum(raw))
}
