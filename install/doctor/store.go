package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/store"
)

// Store is what gortex keeps of repositories.
type Store struct {
	Path    string  `json:"path"`
	Bytes   int64   `json:"bytes"`                // of all indexes and caches
	Free    *int64  `json:"free_bytes,omitempty"` // on its file system; nil where that is not known
	Locked  bool    `json:"unwritable,omitempty"`
	Indexes []Index `json:"indexes"`
}

// Index is one index.
type Index struct {
	Path    string `json:"path"`
	Root    string `json:"root,omitempty"` // of the repository, "" if unknown
	Bytes   int64  `json:"bytes"`
	State   string `json:"state"` // one of the states below
	Why     string `json:"why,omitempty"`
	Files   int    `json:"files"`
	Symbols int    `json:"symbols"`
	Skipped int    `json:"skipped,omitempty"` // files that are not in it
	Summed  bool   `json:"summed"`            // its checksums were compared
	Writer  int    `json:"writer,omitempty"`  // the process that is writing it
	Locked  bool   `json:"unwritable,omitempty"`
	// Orphaned says that the repository is gone, and Tracked that it is known by
	// name.
	Orphaned bool      `json:"orphaned,omitempty"`
	Tracked  bool      `json:"tracked,omitempty"`
	Changed  time.Time `json:"changed"`
}

// The states of an index.
const (
	good    = "good"
	corrupt = "corrupt"
	older   = "older_version"
	newer   = "newer_version"
	empty   = "empty" // nothing was published yet
)

// Repository is the repository that the caller stands in.
type Repository struct {
	Root  string `json:"root"`
	Index *Index `json:"index,omitempty"` // nil: there is none
}

// Sessions is what is kept of sessions of the command line.
type Sessions struct {
	Path    string   `json:"path"`
	Count   int      `json:"count"`
	Bytes   int64    `json:"bytes"`
	Damaged []string `json:"damaged,omitempty"`
	Locked  bool     `json:"unwritable,omitempty"`
}

// To compare the checksums of an index is to read all of it, so it is not done
// for long, in time and in bytes.
const (
	sumTime    = time.Second
	mostSummed = 512 << 20
)

// store looks at all indexes and writes nothing.
func (d *Doctor) store(ctx context.Context) (s Store, repo *Repository) {
	dirs := d.Engine.Dirs
	s.Path, s.Indexes = dirs.Cache, []Index{}
	s.Bytes = sizeOf(dirs.Cache)
	there := nearest(dirs.Cache)
	s.Locked = !writable(there)
	if n, ok := free(there); ok {
		s.Free = &n
	}
	tracked, _ := dirs.ReadRepositories() // judgeConfiguration says why not
	var mine string
	if root := d.Engine.Env.Repo; root != "" {
		repo = &Repository{Root: root}
		mine = dirs.Index(root)
	}
	summing, stop := context.WithTimeout(ctx, sumTime)
	defer stop()
	entries, _ := os.ReadDir(filepath.Join(dirs.Cache, "index")) // none are none
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		ix := look(summing, filepath.Join(dirs.Cache, "index", e.Name()))
		ix.Tracked = slices.ContainsFunc(tracked, func(t config.Tracked) bool { return dirs.Index(t.Path) == ix.Path })
		s.Indexes = append(s.Indexes, ix)
		if ix.Path == mine && ix.State != empty {
			repo.Index = &ix
		}
	}
	return s, repo
}

// look looks at one index. Its checksums are compared while there is time.
func look(ctx context.Context, dir string) Index {
	ix := Index{Path: dir, Root: index.RootOf(dir), Bytes: sizeOf(dir), Writer: store.Holder(dir), Locked: !writable(dir), Changed: changed(dir)}
	if ix.Root != "" {
		_, err := os.Stat(ix.Root)
		ix.Orphaned = errors.Is(err, fs.ErrNotExist)
	}
	r, err := store.Peek(dir)
	if err == nil {
		defer r.Close()
		stats := r.Stats()
		ix.Files, ix.Symbols, ix.Skipped = stats.Files, stats.Symbols, len(r.Skipped())
		if ctx.Err() == nil && r.Size() < mostSummed {
			ix.Summed, err = true, r.Verify()
		}
	}
	var version *store.VersionError
	switch {
	case err == nil:
		ix.State = good
	case errors.Is(err, store.ErrNoIndex):
		ix.State = empty
	case errors.As(err, &version) && version.Newer():
		ix.State, ix.Why = newer, err.Error()
	case errors.As(err, &version):
		ix.State, ix.Why = older, err.Error()
	default:
		ix.State, ix.Why = corrupt, err.Error()
	}
	return ix
}

// sessions looks at the sessions of the command line.
func (d *Doctor) sessions() Sessions {
	s := Sessions{Path: d.Engine.Dirs.Sessions()}
	s.Bytes, s.Locked = sizeOf(s.Path), !writable(nearest(s.Path))
	entries, _ := os.ReadDir(s.Path) // none are none
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		s.Count++
		if text := readFile(filepath.Join(s.Path, e.Name(), "state.json")); text != nil && !json.Valid(text) {
			s.Damaged = append(s.Damaged, e.Name())
		}
	}
	return s
}

// nearest is the directory, or the nearest one above it, that is there.
func nearest(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// sizeOf is how much the regular files below a directory hold.
func sizeOf(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil // what cannot be seen is not counted
	})
	return n
}

// changed is when a file was last changed, the zero time if it is not there.
func changed(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
