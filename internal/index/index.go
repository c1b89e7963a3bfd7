// Package index keeps the stored index of a working tree equal to the tree: it
// takes the census, reads what may have changed, has the analyzers resolve it
// and publishes a generation.
package index

import (
	"context"
	"errors"
	"fmt"
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

// Report says what a refresh did.
type Report struct {
	Full      bool     // everything was read and resolved
	Changed   []string // files that were new or had other content
	Removed   []string
	Rebuilt   string // why a stored index was not used, "" if it was or there was none
	Elapsed   time.Duration
	Published bool
}

// Refresh returns the index of the tree as it is now. Only what changed since
// the stored generation is read and resolved, unless full. Errors:
// *store.VersionError when a newer gortex wrote the index, *store.LockedError
// when another process kept the lock until ctx ended, and those of the file
// system. On error the stored generation is as it was.
func Refresh(ctx context.Context, o Options, full bool) (*Index, Report, error) {
	start := time.Now()
	ix, report, err := refresh(ctx, o, full)
	report.Elapsed = time.Since(start)
	return ix, report, err
}

func refresh(ctx context.Context, o Options, full bool) (*Index, Report, error) {
	var report Report
	if !full {
		ix, d, err := look(ctx, o, &report)
		if err != nil {
			return nil, report, err
		}
		if ix != nil && d.empty() {
			return ix, report, nil
		}
		if ix != nil {
			ix.Close()
		}
	}
	w, err := lock(ctx, o)
	if err != nil {
		return nil, report, err
	}
	defer w.Close()
	// Another process may have done the work while this one waited.
	ix, d, err := look(ctx, o, &report)
	if err != nil {
		return nil, report, err
	}
	if ix != nil && d.empty() && !full {
		return ix, report, nil
	}
	run := &run{o: o, w: w, report: &report}
	if ix == nil || full {
		if ix != nil {
			ix.Close()
		}
		return run.full(ctx, d)
	}
	return run.update(ctx, ix, d)
}

// look opens the stored index and compares it with the tree. A nil Index means
// that there is none to start from.
func look(ctx context.Context, o Options, report *Report) (*Index, delta, error) {
	r, err := store.Open(o.Dir)
	var corrupt *store.CorruptError
	var version *store.VersionError
	switch {
	case err == nil, errors.Is(err, store.ErrNoIndex):
	case errors.As(err, &corrupt):
		report.Rebuilt = corrupt.Error()
	case errors.As(err, &version) && !version.Newer():
		report.Rebuilt = version.Error()
	default:
		return nil, delta{}, err
	}
	var old *walk.Census
	if r != nil {
		old = readCensus(o.Dir, o.Root)
	}
	c, diff, err := walk.Refresh(ctx, o.Root, old, o.Walk)
	if err != nil {
		if r != nil {
			r.Close()
		}
		return nil, delta{}, err
	}
	if r == nil {
		return nil, delta{census: c}, nil
	}
	ix := &Index{Reader: r, Census: c}
	d, err := compare(ctx, o, ix, old, diff)
	if err != nil {
		r.Close()
		return nil, delta{}, err
	}
	if d.empty() && diff.Store {
		// Nothing but stamps differs. An older census beside a newer index
		// only costs hashing, so no lock is taken.
		_ = writeCensus(o.Dir, c)
	}
	return ix, d, nil
}

func lock(ctx context.Context, o Options) (*store.Writer, error) {
	short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	w, err := store.Lock(short, o.Dir)
	cancel()
	var locked *store.LockedError
	if errors.As(err, &locked) && ctx.Err() == nil {
		if o.Waiting != nil {
			o.Waiting(locked.PID)
		}
		w, err = store.Lock(ctx, o.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("lock the index: %w", err)
	}
	return w, nil
}
