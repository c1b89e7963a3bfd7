package walk

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

const (
	gitIgnore = ".gitignore"
	ownIgnore = ".gortexignore"
	ownState  = ".gortex" // a directory of gortex's own, never part of a census
)

// Walk takes the census of the working tree at root. It fails when root is not a directory that
// can be listed or ctx is done; whatever else cannot be looked at is listed as skipped.
func Walk(ctx context.Context, root string, opts Options) (*Census, error) {
	root, err := resolve(root)
	if err != nil {
		return nil, err
	}
	w := newWalker(ctx, root, opts)
	top := &node{dirty: true, old: -1}
	w.enter(top)
	return w.run(top)
}

// resolve makes a root absolute and follows its symbolic links, so that one tree has one name.
func resolve(root string) (string, error) {
	real, err := filepath.EvalSymlinks(root)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", fmt.Errorf("census of %s: %w", root, err)
	}
	return real, nil
}

// walker is one walk at work. Its goroutines take directories from a common stack.
type walker struct {
	ctx    context.Context
	root   string
	opts   Options // with defaults
	given  Options // as they were asked for
	time   int64
	full   string // full path of the root: its place below the repository's top, with a final slash
	inputs []Input
	was    *survey // what a refresh found out about the census before; nil in a walk

	mu    sync.Mutex
	wake  *sync.Cond
	stack []*node
	busy  int
	err   error
}

// node is a directory of the new census while it is made.
type node struct {
	dir      Dir
	files    []File
	subs     []*node
	scope    *scope
	git, own *frame
	forced   bool // nothing but tracked files is taken from it
	gone     bool // it vanished between its parent's listing and its own
	old      int  // its index in the census before, -1 for none
	dirty    bool // what governs it changed: the census before tells nothing about it
}

func newWalker(ctx context.Context, root string, opts Options) *walker {
	w := &walker{ctx: ctx, root: root, given: opts, opts: opts.withDefaults(runtime.GOMAXPROCS(0)), time: time.Now().UnixNano()}
	w.wake = sync.NewCond(&w.mu)
	return w
}

// enter opens the repository that holds the root and gives top, the root's node, its rules.
func (w *walker) enter(top *node) {
	global := w.opts.GlobalIgnore
	if global != "" {
		w.inputs = append(w.inputs, Input{global, stampFollow(global)})
	}
	repo := discover(w.root)
	s := open(repo, "", global)
	git, own, inputs, ignored := outer(w.root, s)
	w.inputs = append(w.inputs, inputs...)
	top.scope, top.git, top.own, w.full = s, git, own, s.Prefix
	if ignored {
		repo.Detached = true
		top.scope, top.git, top.own, w.full = open(repo, "", ""), nil, nil, ""
	}
}

// run walks the tree below top, which has been entered, and makes the census.
func (w *walker) run(top *node) (*Census, error) {
	w.stack = []*node{top}
	var wg sync.WaitGroup
	for range w.opts.Workers {
		wg.Go(w.work)
	}
	wg.Wait()
	if w.err != nil {
		return nil, fmt.Errorf("census of %s: %w", w.root, w.err)
	}
	return w.census(top), nil
}

func (w *walker) work() {
	var l lister
	for {
		n := w.take()
		if n == nil {
			return
		}
		err := w.visit(n, &l)
		w.give(n.subs, err)
	}
}

// take waits for a directory; nil means that none will come.
func (w *walker) take() *node {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.stack) == 0 && w.busy > 0 && w.err == nil {
		w.wake.Wait()
	}
	if len(w.stack) == 0 || w.err != nil {
		return nil
	}
	n := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	w.busy++
	return n
}

func (w *walker) give(subs []*node, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy--
	w.stack = append(w.stack, subs...)
	if w.err == nil {
		w.err = err
	}
	if len(subs) > 1 || w.busy == 0 || w.err != nil {
		w.wake.Broadcast()
	}
}

func (w *walker) visit(n *node, l *lister) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if w.was != nil && n.old >= 0 && w.was.changed[n.old] == rulesChanged {
		n.dirty = true
	}
	if w.was != nil && n.old >= 0 && !n.dirty && w.was.changed[n.old] == unchanged {
		w.reuse(n)
		return nil
	}
	return w.read(n, l)
}

func (w *walker) abs(path string) string {
	if path == "" {
		return w.root
	}
	if w.root == "/" {
		return "/" + path
	}
	return w.root + "/" + path
}

// read lists a directory. Only the root's failure is an error.
func (w *walker) read(n *node, l *lister) error {
	abs := w.abs(n.dir.Path)
	st, entries, err := l.list(abs, n.dir.Path)
	if err != nil && n.dir.Path == "" {
		return err
	}
	if err != nil {
		n.dir.Skip = SkipUnreadable
		n.dir.Stamp, err = lstat(abs)
		n.gone = err != nil || n.dir.Stamp.Mode&modeType != modeDir
		return nil
	}
	n.dir.Stamp = st
	w.readEntries(n, abs, entries)
	return nil
}

// census puts the nodes into the order of a Census.
func (w *walker) census(top *node) *Census {
	c := &Census{Root: w.root, Time: w.time, opts: w.given, inputs: w.inputs}
	dirs, files := count(top)
	c.Dirs, c.Files = make([]Dir, 0, dirs), make([]File, 0, files)
	repos := map[*scope]int{}
	var place func(n *node)
	place = func(n *node) {
		if n.gone {
			return
		}
		id, ok := repos[n.scope]
		if !ok {
			id = len(c.Repos)
			repos[n.scope] = id
			c.Repos = append(c.Repos, n.scope.Repo)
		}
		d := n.dir
		d.repo, d.First, d.Count = id, len(c.Files), len(n.files)
		at := len(c.Dirs)
		c.Dirs = append(c.Dirs, d)
		c.Files = append(c.Files, n.files...)
		for _, sub := range n.subs {
			place(sub)
		}
		c.Dirs[at].End = len(c.Dirs)
	}
	place(top)
	return c
}

func count(n *node) (dirs, files int) {
	dirs, files = 1, len(n.files)
	for _, sub := range n.subs {
		d, f := count(sub)
		dirs, files = dirs+d, files+f
	}
	return dirs, files
}
