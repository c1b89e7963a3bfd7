package golang

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/lang"
)

// schedule is the order in which nodes of a universe are checked.
type schedule struct {
	u       *universe
	nodes   []*node
	after   map[*node][]*node // who waits for a node
	waiting map[*node]int
	dirty   map[*node]bool          // checked anew
	differs map[*node]bool          // importers must be checked anew
	only    map[*node]map[*dir]bool // of those that differ: the importers for whom that is so, if not for all
	moved   map[*node]bool          // packages that may only now be what the default configuration sees
	mu      sync.Mutex
}

// everything lists the nodes of a full run: those of every directory that the
// configuration is for, and those they need.
func (u *universe) everything() []*node {
	var nodes []*node
	for _, d := range u.a.tree.order {
		if u.isRoot(d) {
			nodes = append(nodes, u.nodesOf(d)...)
		}
	}
	return u.closure(nodes, true)
}

// isRoot reports whether files of the directory get facts in this universe.
func (u *universe) isRoot(d *dir) bool {
	return u.config == u.a.def || slices.Contains(d.configs, u.config)
}

// closure adds what nodes need: packages of the tree, and if outside is set
// packages outside for which there is no export data.
func (u *universe) closure(nodes []*node, outside bool) []*node {
	seen := map[*node]bool{}
	var list []*node
	var add func(n *node)
	add = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		if n.kind == nodeOutside {
			if !outside || u.a.exports.has(u, n) {
				return
			}
			u.readOutside(n)
		}
		if outside && n.dir != nil && u.isShared(n) && !u.isRoot(n.dir) {
			return
		}
		for _, imp := range u.inOrder(n) {
			add(imp)
		}
		list = append(list, n)
	}
	for _, n := range nodes {
		add(n)
	}
	return list
}

// inOrder lists what a node needs before it: its imports, and of tests what
// they test.
func (u *universe) inOrder(n *node) []*node {
	imports := u.resolve(n)
	list := make([]*node, 0, len(imports)+2)
	for _, m := range imports {
		if m != nil {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b *node) int { return strings.Compare(a.path, b.path) })
	if n.base != nil {
		list = append(list, n.base)
	}
	if n.inTest != nil {
		list = append(list, n.inTest)
	}
	return slices.Compact(list)
}

// run checks nodes in the order of their imports, those that must be.
func (u *universe) run(ctx context.Context, nodes []*node, full bool) *schedule {
	s := &schedule{u: u, nodes: nodes, after: map[*node][]*node{}, waiting: map[*node]int{}, dirty: map[*node]bool{}, differs: map[*node]bool{}, only: map[*node]map[*dir]bool{}, moved: map[*node]bool{}}
	s.work(ctx, full)
	return s
}

func (s *schedule) work(ctx context.Context, full bool) {
	in := make(map[*node]bool, len(s.nodes))
	for _, n := range s.nodes {
		in[n] = true
	}
	for _, n := range s.nodes {
		for _, m := range s.u.inOrder(n) {
			if m.dir != n.dir {
				m.imported = true
			}
			if in[m] && m != n {
				s.after[m] = append(s.after[m], n)
				s.waiting[n]++
			}
		}
	}
	queue := newQueue(s)
	var wg sync.WaitGroup
	for range max(1, s.u.a.in.Workers) {
		wg.Go(func() {
			for n := queue.next(); n != nil; n = queue.next() {
				if ctx.Err() == nil {
					s.visit(ctx, n, full)
				}
				queue.done(n)
			}
		})
	}
	wg.Wait()
}

// queue hands out nodes all of whose imports are done. What is left when
// nothing is ready and nobody works is a cycle; it is broken at its first node.
type queue struct {
	s     *schedule
	mu    sync.Mutex
	cond  *sync.Cond
	ready []*node
	begun map[*node]bool
	left  int
	busy  int
}

func newQueue(s *schedule) *queue {
	q := &queue{s: s, left: len(s.nodes), begun: make(map[*node]bool, len(s.nodes))}
	q.cond = sync.NewCond(&q.mu)
	for _, n := range s.nodes {
		if s.waiting[n] == 0 {
			q.ready = append(q.ready, n)
		}
	}
	slices.Reverse(q.ready) // taken from the end: first come, first served
	return q
}

func (q *queue) next() *node {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.left == 0 {
			return nil
		}
		if k := len(q.ready); k > 0 {
			n := q.ready[k-1]
			q.ready = q.ready[:k-1]
			if q.begun[n] {
				continue
			}
			q.begun[n] = true
			q.left--
			q.busy++
			return n
		}
		if q.busy == 0 {
			for _, n := range q.s.nodes {
				if !q.begun[n] {
					q.ready = append(q.ready, n)
					break
				}
			}
			continue
		}
		q.cond.Wait()
	}
}

func (q *queue) done(n *node) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
	for _, m := range q.s.after[n] {
		if q.s.waiting[m]--; q.s.waiting[m] == 0 && !q.begun[m] {
			q.ready = append(q.ready, m)
		}
	}
	q.cond.Broadcast()
}

// visit checks a node if it or something it imports has changed.
func (s *schedule) visit(ctx context.Context, n *node, full bool) {
	u := s.u
	if n.dir != nil && u.isShared(n) && !u.isRoot(n.dir) {
		s.shared(n)
		return
	}
	dirty := full || s.isDirty(n)
	var w want
	switch {
	case n.dir == nil || !u.isRoot(n.dir):
	case dirty:
		w = all
	default:
		if ch := u.a.changed[n.dir]; ch != nil && len(ch.body) > 0 {
			w = func(h *header) bool { return ch.body[h.name] }
			if !slices.ContainsFunc(n.files, w) {
				return
			}
		}
	}
	if !dirty && w == nil {
		return
	}
	s.mu.Lock()
	s.dirty[n] = dirty
	s.mu.Unlock()
	if u.process(ctx, n, w, dirty) {
		s.mu.Lock()
		if s.functionsOnly(n) {
			s.only[n] = u.a.changed[n.dir].hearers
			if len(s.only[n]) == 0 {
				s.mu.Unlock()
				return
			}
		}
		s.differs[n] = true
		s.mu.Unlock()
		if u.config == u.a.def && n.dir != nil && n.primary {
			u.a.mu.Lock()
			u.a.differs[n.dir] = true
			u.a.mu.Unlock()
		}
	}
}

// functionsOnly reports whether all that changed in the API of a node are
// functions, see change.hearers. Callers hold mu.
func (s *schedule) functionsOnly(n *node) bool {
	ch := s.u.a.changed[n.dir]
	if n.dir == nil || ch == nil || ch.hearers == nil {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(maps.Values(n.imports)), func(m *node) bool { return m != nil && m.dir != n.dir && s.differs[m] })
}

// concerns reports whether what changed in m is of any concern to n, which
// imports it. Callers hold mu.
func (s *schedule) concerns(m, n *node) bool {
	if !s.differs[m] {
		return false
	}
	hearers, only := s.only[m]
	return !only || n.dir == nil || hearers[n.dir]
}

// isDifferent reports whether the API of a package changed under the default
// configuration.
func (a *analysis) isDifferent(d *dir) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.differs[d]
}

// shared says of a package that is what the default configuration sees whether
// it differs: as it does there, or from what it was here when files came or
// went, in it or in what it imports.
func (s *schedule) shared(n *node) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.u.a.changed[n.dir]
	moved := ch != nil && ch.structural
	for _, m := range n.imports {
		moved = moved || m != nil && s.moved[m]
	}
	s.moved[n] = moved
	s.differs[n] = moved || s.u.a.isDifferent(n.dir)
	if !moved && s.functionsOnly(n) {
		s.only[n] = ch.hearers
	}
}

func (s *schedule) isDirty(n *node) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range n.imports {
		if m != nil && s.concerns(m, n) {
			return true
		}
	}
	if n.base != nil && s.dirty[n.base] || n.inTest != nil && s.dirty[n.inTest] {
		return true
	}
	ch := s.u.a.changed[n.dir]
	if n.dir == nil || ch == nil {
		return false
	}
	if n.kind == nodeBase && n.primary && !s.u.isRoot(n.dir) && s.u.follows(n.dir, ch) {
		return s.u.a.differs[n.dir]
	}
	return ch.structural || slices.ContainsFunc(n.files, func(h *header) bool { return ch.decl[h.name] })
}

// process checks a node and delivers the facts of the files that are wanted.
// If the node is dirty it also keeps what others see of it, and reports whether
// that differs from before.
func (u *universe) process(ctx context.Context, n *node, w want, dirty bool) (differs bool) {
	asked := w
	if w != nil {
		w = u.narrow(n, w)
		if !dirty && !slices.ContainsFunc(n.files, w) {
			u.skipRest(n, asked, w)
			return false
		}
	}
	u.ready(ctx, n)
	if n.kind == nodeXTest && n.inTest != nil && needsInTest(n) && u.loaded(n.inTest) == nil {
		u.testVariant(ctx, n.inTest)
	}
	c := u.check(n, w)
	found := u.walk(n, c, w)
	if u.mentionsDiffer(found) && !dirty {
		// An interface that the tree did not name before may have
		// implementations: the records of the package are made anew.
		dirty, asked = true, all
		w = u.narrow(n, all)
		if c = u.check(n, w); c != nil {
			found = u.walk(n, c, w)
		}
	}
	for _, f := range found {
		u.a.deliver(u.config, n.dir, f.head, f.facts)
	}
	u.skipRest(n, asked, w)
	if !dirty {
		return false
	}
	if c == nil {
		u.failed(n)
		return true
	}
	if n.dir != nil && u.isRoot(n.dir) {
		u.keepTypes(c)
	}
	if n.kind == nodeBase && hasInTest(u.nodesOf(n.dir), n) {
		for _, s := range c.own {
			n.stripped = append(n.stripped, withoutBodies(s.syntax))
		}
	}
	old := u.a.exports.hash(u, n)
	if n.kind == nodeBase || n.kind == nodeOutside || n.kind == nodeInTest {
		u.publish(n, c.pkg)
	}
	if n.dir != nil && u.isShared(n) {
		return u.a.isDifferent(n.dir) // what is kept is the default configuration's
	}
	if u.a.exports.key(u, n) == "" {
		return true
	}
	return u.a.exports.put(u, c) != old
}

// narrow fixes which of the files that are asked for are to be walked.
func (u *universe) narrow(n *node, w want) want {
	f := u.wanted(w)
	chosen := map[*header]bool{}
	for _, h := range n.files {
		if f(h) {
			chosen[h] = true
		}
	}
	return func(h *header) bool { return chosen[h] }
}

// skipRest says of the files that were asked for but not walked that this
// configuration adds nothing.
func (u *universe) skipRest(n *node, asked, walked want) {
	if asked == nil {
		return
	}
	for _, h := range n.files {
		if asked(h) && !walked(h) {
			u.a.deliver(u.config, n.dir, h, nil)
		}
	}
}

func (u *universe) failed(n *node) {
	if key := u.a.exports.key(u, n); key != "" && n.kind != nodeOutside {
		u.a.in.Cache.Delete(key)
	}
}

func hasInTest(nodes []*node, base *node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool { return n.kind == nodeInTest && n.base == base })
}

// needsInTest reports whether an external test sees the tested package with
// its tests in it: only if those give it something.
func needsInTest(n *node) bool {
	return slices.ContainsFunc(n.inTest.files, func(h *header) bool { return h.exports })
}

// testVariant checks a package with its tests for the sake of external tests.
func (u *universe) testVariant(ctx context.Context, n *node) {
	u.ready(ctx, n)
	if c := u.check(n, nil); c != nil {
		u.publish(n, c.pkg)
	}
}

// found is what walking one file gave; facts is nil if it could not be walked.
type found struct {
	head     *header
	facts    *lang.Facts
	mentions []string
}

// walk walks the wanted files of a checked node. c is nil if checking failed.
func (u *universe) walk(n *node, c *checked, w want) []found {
	if w == nil {
		return nil
	}
	var list []found
	for _, h := range n.files {
		if !w(h) {
			continue
		}
		f := found{head: h}
		if c != nil {
			name := n.file(h)
			if i := slices.IndexFunc(c.sources, func(s *source) bool { return s.path == name }); i >= 0 {
				f.facts, f.mentions = u.facts(c, c.sources[i], h)
			}
		}
		list = append(list, f)
	}
	return list
}

// mentionsDiffer notes which interfaces outside the tree files name, each in
// the first configuration that the file is part of, and reports whether they
// differ from before.
func (u *universe) mentionsDiffer(list []found) (differ bool) {
	for _, f := range list {
		configs := u.a.configsOf(f.head.dir, f.head)
		if len(configs) > 0 && configs[0] == u.config && !slices.Equal(f.mentions, f.head.mentions) {
			f.head.mentions = f.mentions
			u.a.mu.Lock()
			f.head.dir.stale = true
			u.a.mu.Unlock()
			differ = true
		}
	}
	return differ
}
