package workspace

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/walk"
	"github.com/gortexhq/gortex/internal/watch"
)

// recheck is how long a quiet watcher is believed: it does not see writes
// through memory maps and links from outside.
const recheck = 30 * time.Second

// tree is one working tree and the newest snapshot of it.
type tree struct {
	root  string
	opts  index.Options
	cfg   Config
	shelf shelf
	// contents is nil in a process that answers once.
	contents *contents

	// turn holds one token: who has it may refresh. A channel, so that waiting
	// for it can be given up. What follows belongs to who has the turn.
	turn    chan struct{}
	watcher *watch.Watcher
	looked  time.Time
	private string // directory of an index that cannot be kept, see usePrivate

	verified bool // see verify

	mu      sync.Mutex
	now     *snapshot
	suspect bool            // the stored generation is damaged
	unsaved string          // why the index is not kept, "" if it is
	warming *engine.Warming // of a first indexing under way
	started time.Time
}

func newTree(cfg Config, root string, opts index.Options) *tree {
	t := &tree{root: root, opts: opts, cfg: cfg, turn: make(chan struct{}, 1)}
	if cfg.Watch {
		t.shelf.linger = linger
		t.contents = &contents{}
	}
	t.turn <- struct{}{}
	t.opts.Progress = func(phase string, done, total int) {
		t.mu.Lock()
		t.warming = &engine.Warming{Phase: phase, Done: done, Total: total}
		t.mu.Unlock()
		if cfg.Progress != nil {
			cfg.Progress(phase, done, total)
		}
	}
	return t
}

// take returns the current snapshot, nil if there is none.
func (t *tree) take() *snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now != nil {
		t.shelf.use(t.now)
	}
	return t.now
}

// acquire returns a snapshot of the tree as it is now, and what was done to have
// it. It waits for another refresh; for a first indexing no longer than
// patience (0: until it is done).
func (t *tree) acquire(ctx context.Context, patience time.Duration) (*snapshot, index.Report, error) {
	if err := t.wait(ctx, patience); err != nil {
		return nil, index.Report{}, err
	}
	defer func() { t.turn <- struct{}{} }()
	if t.quiet() {
		if s := t.take(); s != nil {
			return s, index.Report{}, nil
		}
	}
	s, err := t.refresh(ctx, false, t.suspected())
	if err != nil {
		return nil, index.Report{}, err
	}
	return s, s.report, nil
}

// wait takes the turn.
func (t *tree) wait(ctx context.Context, patience time.Duration) error {
	var early <-chan time.Time
	if patience > 0 && !t.has() {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		early = timer.C
	}
	select {
	case <-t.turn:
		return nil
	case <-early:
		return t.tooEarly()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tree) has() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now != nil
}

// quiet reports whether the last snapshot must still be right.
func (t *tree) quiet() bool {
	if t.watcher == nil || !t.has() || t.suspected() {
		return false
	}
	return !t.watcher.Changed() && t.watcher.Exact() && time.Since(t.looked) < recheck
}

// refresh makes the newest snapshot, of a stored index that is read as a whole
// before if verify; the caller has the turn.
func (t *tree) refresh(ctx context.Context, full, verify bool) (*snapshot, error) {
	t.mu.Lock()
	t.started = time.Now()
	t.mu.Unlock()
	t.looked = time.Time{} // what the watcher told is used up if this fails
	ix, report, err := t.index(ctx, full, verify)
	t.mu.Lock()
	t.warming = nil
	t.mu.Unlock()
	if !t.cfg.Watch {
		// A private index is as good without a name, and nothing is left
		// behind however the process ends.
		t.dropPrivate()
	}
	if err != nil {
		return nil, err
	}
	s := &snapshot{Index: ix, report: report, opened: time.Now(), refs: 1}
	if !t.cfg.Watch {
		return s, nil
	}
	t.looked = time.Now()
	t.follow(ix)
	t.verify(s)
	t.shelf.use(s)
	t.mu.Lock()
	old := t.now
	t.now, t.suspect = s, t.suspect && !verify
	t.mu.Unlock()
	if old != nil {
		t.shelf.release(old)
	}
	return s, nil
}

// index refreshes the stored index, or a private one where it cannot be kept.
func (t *tree) index(ctx context.Context, full, verify bool) (*index.Index, index.Report, error) {
	opts := t.opts
	opts.Verify = verify
	ix, report, err := index.Refresh(ctx, opts, full)
	var unwritable *index.UnwritableError
	if !errors.As(err, &unwritable) {
		return ix, report, err
	}
	if err := t.usePrivate(unwritable); err != nil {
		return nil, report, err
	}
	return index.Refresh(ctx, t.opts, full)
}

// dir is where the index is.
func (t *tree) dir() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opts.Dir
}

// notSaved is why the index is not kept, "" if it is.
func (t *tree) notSaved() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unsaved
}

// follow watches the directories of the census. What happened in a directory
// before it was watched is not known, so the next call looks again.
func (t *tree) follow(ix *index.Index) {
	if t.watcher == nil {
		t.watcher = watch.New(t.root)
	}
	var dirs []string
	for i := range ix.Census.Dirs {
		// Of what is left out the directory alone counts: it may become
		// something else. What cannot be listed cannot be watched either.
		if d := &ix.Census.Dirs[i]; d.Skip != walk.SkipUnreadable {
			dirs = append(dirs, d.Path)
		}
	}
	var files []string
	if t.opts.Walk.GlobalIgnore != "" {
		files = append(files, t.opts.Walk.GlobalIgnore)
	}
	if t.watcher.Set(append(dirs, gitDirs(ix.Census)...), files) {
		t.looked = time.Time{}
	}
}

func (t *tree) tooEarly() error {
	t.mu.Lock()
	w := engine.Warming{Phase: "waiting"}
	if t.warming != nil {
		w = *t.warming
	}
	w.Seconds = int(time.Since(t.started).Seconds())
	t.mu.Unlock()
	return fail("index_warming", "the repository is being indexed: %s, %d of %d files; ask again in a moment", w.Phase, w.Done, w.Total).with("warming", w)
}

// closing is how long close waits for a refresh under way.
const closing = 2 * time.Second

// close lets go of everything. The tree is not used afterwards.
func (t *tree) close() {
	defer t.dropPrivate()
	select {
	case <-t.turn:
	case <-time.After(closing):
		return
	}
	t.mu.Lock()
	s := t.now
	t.now = nil
	t.mu.Unlock()
	if s != nil {
		t.shelf.release(s)
	}
	t.shelf.clear()
	if t.watcher != nil {
		t.watcher.Close()
		t.watcher = nil
	}
}
