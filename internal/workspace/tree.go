package workspace

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/watch"
)

// recheck is how long a quiet watcher is believed: it does not see writes
// through memory maps and links from outside.
const recheck = 30 * time.Second

// tree is one working tree and the newest snapshot of it.
type tree struct {
	repo repo
	opts index.Options
	cfg  Config

	// turn holds one token: who has it may refresh. A channel, so that waiting
	// for it can be given up.
	turn    chan struct{}
	watcher *watch.Watcher
	looked  time.Time

	mu      sync.Mutex
	now     *snapshot
	warming *engine.Warming // of a first indexing under way
	started time.Time
}

func newTree(cfg Config, r repo, opts index.Options) *tree {
	t := &tree{repo: r, opts: opts, cfg: cfg, turn: make(chan struct{}, 1)}
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

// snapshot is one open generation, shared by the views of it.
type snapshot struct {
	*index.Index
	report index.Report
	opened time.Time
	refs   atomic.Int32
}

func (s *snapshot) release() {
	if s.refs.Add(-1) == 0 {
		s.Index.Close()
	}
}

// take returns the current snapshot, nil if there is none.
func (t *tree) take() *snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now != nil {
		t.now.refs.Add(1)
	}
	return t.now
}

// acquire returns a snapshot of the tree as it is now. It waits for another
// refresh; for a first indexing no longer than patience (0: until it is done).
func (t *tree) acquire(ctx context.Context, patience time.Duration) (*snapshot, error) {
	if patience > 0 && !t.has() {
		var cancel context.CancelFunc
		wait, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		select {
		case <-t.turn:
		case <-wait.Done():
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, t.tooEarly()
		}
	} else {
		select {
		case <-t.turn:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer func() { t.turn <- struct{}{} }()
	if t.quiet() {
		if s := t.take(); s != nil {
			return s, nil
		}
	}
	return t.refresh(ctx, false)
}

func (t *tree) has() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now != nil
}

// quiet reports whether the last snapshot must still be right.
func (t *tree) quiet() bool {
	if t.watcher == nil || !t.has() {
		return false
	}
	return !t.watcher.Changed() && t.watcher.Exact() && time.Since(t.looked) < recheck
}

// refresh makes the newest snapshot; the caller has the turn.
func (t *tree) refresh(ctx context.Context, full bool) (*snapshot, error) {
	t.mu.Lock()
	t.started = time.Now()
	t.mu.Unlock()
	ix, report, err := index.Refresh(ctx, t.opts, full)
	t.mu.Lock()
	t.warming = nil
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	s := &snapshot{Index: ix, report: report, opened: time.Now()}
	s.refs.Store(1)
	if !t.cfg.Watch {
		return s, nil
	}
	t.looked = time.Now()
	t.follow(ix)
	s.refs.Add(1)
	t.mu.Lock()
	old := t.now
	t.now = s
	t.mu.Unlock()
	if old != nil {
		old.release()
	}
	return s, nil
}

// follow watches the directories of the census. What happened in a directory
// before it was watched is not known, so the next call looks again.
func (t *tree) follow(ix *index.Index) {
	if t.watcher == nil {
		t.watcher = watch.New(t.repo.root)
	}
	var dirs []string
	for i := range ix.Census.Dirs {
		if ix.Census.Dirs[i].Skip == "" {
			dirs = append(dirs, ix.Census.Dirs[i].Path)
		}
	}
	dirs = append(dirs, gitDirs(ix.Census)...)
	if t.watcher.Set(dirs) {
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

func (t *tree) close() {
	t.mu.Lock()
	s := t.now
	t.now = nil
	t.mu.Unlock()
	if s != nil {
		s.release()
	}
	if t.watcher != nil {
		t.watcher.Close()
		t.watcher = nil
	}
}
