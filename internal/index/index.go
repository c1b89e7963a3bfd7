// Package index keeps the stored index of a working tree equal to the tree: it
// takes the census, reads what may have changed, has the analyzers resolve it
// and publishes a generation.
package index

import (
	"context"
	"errors"
	"io/fs"
	"runtime/debug"
	"time"

	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/walk"
)

// Options say which tree is indexed, where to and by what. Root and Dir are
// absolute paths.
type Options struct {
	Root, Dir string
	// Shared is a directory for derived data of no repository; "" for none.
	Shared string
	Env    lang.Env
	// LanguageOf names the language of a path, "" for none.
	LanguageOf func(path string) string
	// Analyzers returns fresh analyzers; it is called only when there is work.
	Analyzers func() []lang.Analyzer
	Walk      walk.Options
	Workers   int
	// Verify reads the whole stored index and compares its checksums before it
	// is used. Without it only headers, and what is read, are checked.
	Verify bool
	// Progress is told how far a long run has come; nil for nobody.
	Progress func(phase string, done, total int)
	// Waiting is told which process holds the writer's lock; nil for nobody.
	Waiting func(pid int)
}

// Index is a tree and the generation that describes it.
type Index struct {
	*store.Reader
	Census *walk.Census
}

// Skipped lists what was left out, sorted by path: for what the tree says now,
// and for what the bytes of files said when they were read.
func (ix *Index) Skipped() []store.Skipped {
	out := skippedList(ix.Census.Skipped(), nil)
	for _, s := range ix.Reader.Skipped() {
		if f, ok := ix.Census.File(s.Path); ok && f.Skip == "" {
			out = append(out, s)
		}
	}
	return sortSkipped(out)
}

// Report says what a refresh did.
type Report struct {
	Full      bool     // everything was read and resolved
	Changed   []string // files that were new or had other content
	Removed   []string
	Rebuilt   string // why a stored index was not used, "" if it was or there was none
	Elapsed   time.Duration
	Published bool
}

// again is how often a run is repeated at once because of files that were
// written while it ran. What changes all the time is left to the next call.
const again = 2

// Refresh returns the index of the tree as it is now. Only what changed since
// the stored generation is read and resolved, unless full. Errors:
// *store.VersionError when a newer gortex wrote the index, *store.LockedError
// when another process kept the lock until ctx ended, *UnwritableError when
// the index cannot be kept in Dir, and those of the file system. On error the
// stored generation is as it was.
func Refresh(ctx context.Context, o Options, full bool) (*Index, Report, error) {
	start := time.Now()
	r := refresher{o: o}
	ix, err := r.refresh(ctx, full)
	if errors.Is(err, errVanished) {
		// Someone deleted the directory under the writer: once more.
		ix, err = r.refresh(ctx, full)
	}
	for n := range again {
		if err != nil || !r.moved {
			break
		}
		ix.Close()
		r.moved, r.last = false, n == again-1
		ix, err = r.refresh(ctx, false)
	}
	r.report.Elapsed = time.Since(start)
	return ix, r.report, err
}

// refresher is one call of Refresh.
type refresher struct {
	o      Options
	report Report
	moved  bool // some file was written between the readings of it
	last   bool // it does not matter any more
}

func (r *refresher) refresh(ctx context.Context, full bool) (ix *Index, err error) {
	var d delta
	if !full {
		if ix, d, err = r.look(ctx); err != nil || ix != nil && d.empty() {
			return ix, err
		}
	}
	w, err := lock(ctx, r.o)
	if err != nil {
		ix.close()
		return nil, err
	}
	defer w.Close()
	if full || !r.same(ix) {
		// Another process did the work, or some, while this one waited.
		ix.close()
		if ix, d, err = r.look(ctx); err != nil || ix != nil && d.empty() && !full {
			return ix, err
		}
	}
	if ix == nil || full {
		ix.close()
		// A whole tree is the one thing that fills memory: what a process
		// collects lazily otherwise is collected as usual now.
		defer debug.SetGCPercent(debug.SetGCPercent(100))
		return r.run(w).full(ctx, d)
	}
	ix, err = r.run(w).update(ctx, ix, d)
	var corrupt *store.CorruptError
	if errors.As(err, &corrupt) {
		r.report.Rebuilt = corrupt.Error()
		return r.run(w).full(ctx, d)
	}
	return ix, err
}

// same reports whether what is stored is what was looked at.
func (r *refresher) same(ix *Index) bool {
	now, err := r.open()
	if err != nil || now == nil {
		return err == nil && ix == nil
	}
	defer now.Close()
	return ix != nil && now.Generation() == ix.Generation() && now.Size() == ix.Size()
}

func (ix *Index) close() {
	if ix != nil {
		ix.Reader.Close()
	}
}

func (r *refresher) run(w *store.Writer) *run {
	return &run{o: r.o, w: w, report: &r.report, moved: &r.moved, last: r.last}
}

// look opens the stored index and compares it with the tree. A nil Index means
// that there is none to start from.
func (r *refresher) look(ctx context.Context) (*Index, delta, error) {
	o := r.o
	stored, err := r.open()
	if err != nil {
		return nil, delta{}, err
	}
	var old *walk.Census
	if stored != nil {
		old = readCensus(o, stored)
	}
	c, diff, err := walk.Refresh(ctx, o.Root, old, o.Walk)
	if err != nil {
		if stored != nil {
			stored.Close()
		}
		return nil, delta{}, &TreeError{Root: o.Root, Err: err}
	}
	if stored == nil {
		return nil, delta{census: c}, nil
	}
	ix := &Index{Reader: stored, Census: c}
	d, err := compare(ctx, o, ix, old, diff)
	if err != nil {
		stored.Close()
		return nil, delta{}, err
	}
	if d.empty() && diff.Store {
		// Nothing but stamps differs. A census beside another generation only
		// costs hashing, so no lock is taken.
		_ = writeCensus(o, stored, c)
	}
	return ix, d, nil
}

// factsVersion is raised whenever the analyzers come to say something else of
// the same bytes: an index with other facts is made anew.
const (
	factsVersion = "3"
	factsKey     = "index:facts"
)

// open opens the stored index; nil if there is none that can be used.
func (r *refresher) open() (*store.Reader, error) {
	stored, err := store.Open(r.o.Dir)
	if err == nil && r.o.Verify {
		if err = stored.Verify(); err != nil {
			stored.Close()
		}
	}
	var corrupt *store.CorruptError
	var version *store.VersionError
	switch {
	case err == nil && string(stored.Blob(factsKey)) != factsVersion:
		r.report.Rebuilt = "it holds the facts of another version"
		return nil, stored.Close()
	case err == nil:
		return stored, nil
	case errors.Is(err, store.ErrNoIndex):
		return nil, nil
	case errors.As(err, &corrupt):
		r.report.Rebuilt = corrupt.Error()
		return nil, nil
	case errors.As(err, &version) && !version.Newer():
		r.report.Rebuilt = version.Error()
		return nil, nil
	case errors.Is(err, fs.ErrPermission), isNotDir(err):
		return nil, &UnwritableError{Dir: r.o.Dir, Err: err}
	}
	return nil, err
}
