package install

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Leftover is a directory of gortex's own that a purge removes.
type Leftover struct {
	Path  string `json:"path"`
	What  string `json:"what"`
	Bytes int64  `json:"bytes"`
}

// Leftovers are the directories that a purge removes and that are there.
func (e *Engine) Leftovers() (list []Leftover) {
	for _, l := range []Leftover{
		{Path: e.Dirs.Cache, What: "indexes and caches"},
		{Path: e.Dirs.Data, What: "the list of tracked repositories"},
		{Path: e.Dirs.State, What: "sessions and receipts"},
		{Path: e.Dirs.Config, What: "the configuration of gortex"},
	} {
		i := slices.IndexFunc(list, func(have Leftover) bool { return have.Path == l.Path })
		switch {
		case !strings.HasPrefix(filepath.Base(l.Path), "gortex") || !present(l.Path):
			// Only what bears our name is ours to remove.
		case i >= 0: // some systems have one directory for several
			list[i].What += ", " + l.What
		default:
			l.Bytes = size(l.Path)
			list = append(list, l)
		}
	}
	return list
}

// Repositories are those that files were written into by gortex init and not
// taken out again.
func (p *Plan) Repositories() (roots []string) {
	for _, f := range p.receipt.Files {
		if f.Repo != "" && !slices.Contains(roots, f.Repo) {
			roots = append(roots, f.Repo)
		}
	}
	return roots
}

// size is how much the regular files below a directory hold, as far as they
// can be seen.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// Purge removes directories with all that is in them; one that is a symbolic
// link is emptied of nothing, the link alone goes.
func Purge(list []Leftover) error {
	for _, l := range list {
		if err := os.RemoveAll(l.Path); err != nil {
			return asProblem(err)
		}
	}
	return nil
}
