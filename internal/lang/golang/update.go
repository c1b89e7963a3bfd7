package golang

import (
	"context"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
)

// change is what differs in a directory from what the cache was made of.
type change struct {
	structural bool                // files came, went, or belong elsewhere now
	decl       map[string]bool     // files whose declarations differ
	body       map[string]bool     // files of which only function bodies differ
	local      map[string][]string // functions that came, went or changed, by file, see settle
	// hearers are the other directories whose files have the names of the exported
	// functions as words, where nothing but functions changed: no others need
	// be checked again for what the package shows. Nil: all must.
	hearers map[*dir]bool
}

func (c *change) deep() bool { return c.structural || len(c.decl) > 0 }

// update redoes what a change requires: the changed files, what is declared
// differently, and what depends on that.
func (a *analysis) update(ctx context.Context) error {
	deep, err := a.compare()
	if err != nil {
		return err
	}
	if len(a.changed) == 0 {
		a.loadNotes()
		return nil
	}
	universes, err := a.recheck(ctx, deep)
	if err != nil {
		return err
	}
	a.complete(ctx, universes)
	if err := ctx.Err(); err != nil {
		return err
	}
	a.untypedAgain(deep)
	a.storeHeaders()
	a.derive()
	a.loadNotes()
	a.storeNotes()
	return nil
}

// compare finds out what kind of change there was. Whatever changes the
// meaning of import paths in ways that are hard to follow starts over.
func (a *analysis) compare() (deep bool, err error) {
	dirs := map[string][]string{}
	for _, list := range [][]string{a.in.Changed, a.in.Removed} {
		for _, p := range list {
			switch base := path.Base(p); {
			case base == "go.mod" || base == "go.work" || base == "modules.txt":
				return false, errRestart
			case strings.HasSuffix(base, ".go"):
				dirs[dirOf(p)] = append(dirs[dirOf(p)], base)
			}
		}
	}
	for p, names := range dirs {
		d := a.tree.dirs[p]
		if d == nil {
			if a.in.Cache.Get("go/dir/"+p) == nil {
				continue // files nobody analyzed, such as too large ones
			}
			return false, errRestart
		}
		old, _ := decodeHeaders(a.in.Cache.Get("go/dir/" + p))
		ch := diff(old, a.headers(d), names)
		a.settle(d, ch)
		a.changed[d] = ch
		deep = deep || ch.deep()
	}
	return deep, nil
}

// diff compares the headers of a directory.
func diff(old map[string]header, now []header, names []string) *change {
	ch := &change{decl: map[string]bool{}, body: map[string]bool{}, local: map[string][]string{}}
	ch.structural = len(old) != len(now)
	for i := range now {
		h := &now[i]
		was, ok := old[h.name]
		switch {
		case !ok || was.pkg != h.pkg || was.constraint != h.constraint || slices.Contains(was.imports, "C") != slices.Contains(h.imports, "C"):
			ch.structural = true
		case was.hash == h.hash:
			if slices.Contains(names, h.name) {
				ch.body[h.name] = true // said to have changed: give its facts
			}
		case was.decl != h.decl || !slices.Equal(was.imports, h.imports):
			ch.decl[h.name] = true
		default:
			h.mentions, h.exports = was.mentions, was.exports
			if names := changedLocals(was.locals, h.locals); len(names) > 0 {
				ch.local[h.name] = names
			} else {
				ch.body[h.name] = true
			}
		}
	}
	return ch
}

// recheck runs the universes that the change is visible in.
func (a *analysis) recheck(ctx context.Context, deep bool) (map[config]*universe, error) {
	configs := []config{a.def}
	if deep {
		a.readHeaders()
		configs = a.allConfigs()
	} else {
		for d := range a.changed {
			configs = append(configs, d.configs...)
		}
		sort.Slice(configs[1:], func(i, j int) bool { return configs[i+1].key() < configs[j+1].key() })
		configs = slices.Compact(configs)
	}
	universes := map[config]*universe{}
	for _, c := range configs {
		universes[c] = newUniverse(a, c)
		if universes[c].lostPackage() {
			return nil, errRestart // before anything is emitted
		}
	}
	a.dropRecords()
	if !deep {
		// Nothing follows from what the other configurations say of a body, so
		// that they can be asked side by side, see complete.
		a.expect()
		configs = configs[:1]
	}
	for _, c := range configs {
		u := universes[c]
		nodes := u.changedNodes()
		if deep && u.concerned() {
			nodes = u.affected()
		}
		if len(nodes) > 0 {
			u.run(ctx, nodes, false)
		}
		if deep && c != a.def {
			// What it has loaded would add up over the configurations; the few
			// files that still lack facts are worth loading it again.
			delete(universes, c)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return universes, nil
}

// expect notes that facts of the changed bodies are to come.
func (a *analysis) expect() {
	for d, ch := range a.changed {
		headers := a.headers(d)
		for i := range headers {
			if h := &headers[i]; ch.body[h.name] && len(a.configsOf(d, h)) > 0 {
				a.pending[d.file(h.name)] = &pending{dir: d, head: h, got: map[config]*lang.Facts{}}
			}
		}
	}
}

// concerned reports whether a change of declarations can be seen in the
// universe. The default one has been run before the others.
func (u *universe) concerned() bool {
	for d, ch := range u.a.changed {
		if ch.deep() && (u.isRoot(d) || !u.follows(d, ch) || u.a.differs[d]) {
			return true
		}
	}
	return false
}

// follows reports whether a package under this configuration is made of the
// files that it has under the default one. Then a change that leaves its API
// what it was there is taken to leave it here.
func (u *universe) follows(d *dir, ch *change) bool {
	if u.config == u.a.def || ch.structural {
		return false
	}
	p := place{dir: d}
	n, twin := u.nodeAt(p), u.a.twins.nodeAt(p)
	return n != nil && twin != nil && slices.Equal(n.files, twin.files)
}

// changedNodes lists the nodes of the changed directories.
func (u *universe) changedNodes() []*node {
	var nodes []*node
	for d := range u.a.changed {
		if u.isRoot(d) {
			nodes = append(nodes, u.nodesOf(d)...)
		}
	}
	sort.Slice(nodes, func(i, j int) bool { return nodes[i].key() < nodes[j].key() })
	return nodes
}

// lostPackage reports whether a directory that could be imported no longer can.
func (u *universe) lostPackage() bool {
	for d, ch := range u.a.changed {
		if ch.structural && u.a.in.Cache.Get("go/api/"+u.config.key()+"/"+d.path) != nil &&
			!slices.ContainsFunc(u.nodesOf(d), func(n *node) bool { return n.primary }) {
			return true
		}
	}
	return false
}

// affected lists the nodes of changed directories and all that import them,
// directly or not.
func (u *universe) affected() []*node {
	var roots []*node
	for _, d := range u.a.tree.order {
		if u.isRoot(d) {
			roots = append(roots, u.nodesOf(d)...)
		}
	}
	all := u.closure(roots, false)
	hit := map[*node]bool{}
	for again := true; again; { // more than once only where imports form a cycle
		again = false
		for _, n := range all {
			if hit[n] {
				continue
			}
			ch := u.a.changed[n.dir]
			if n.dir != nil && ch != nil || slices.ContainsFunc(u.inOrder(n), func(m *node) bool { return hit[m] }) {
				hit[n] = true
				again = true
			}
		}
	}
	return slices.DeleteFunc(all, func(n *node) bool { return !hit[n] })
}

// dropRecords forgets the types of nodes that changed directories no longer have.
func (a *analysis) dropRecords() {
	valid := map[string]bool{}
	prefix := map[string]bool{}
	for d, ch := range a.changed {
		if !ch.structural {
			continue
		}
		prefix[d.path] = true
		for _, c := range append([]config{a.def}, d.configs...) {
			u := newUniverse(a, c)
			for _, n := range u.nodesOf(d) {
				valid[u.recordKey(n)] = true
			}
		}
	}
	if len(prefix) == 0 {
		return
	}
	var stale []string
	a.in.Cache.Keys("go/types/", func(key string) bool {
		if parts := strings.Split(key, "\x00"); len(parts) == 3 && prefix[parts[1]] && !valid[key] {
			stale = append(stale, key)
		}
		return true
	})
	for _, key := range stale {
		a.in.Cache.Delete(key)
		a.types = true
	}
}

// complete asks the configurations that had no reason to check a file for what
// they say about it, where another one gave facts: first the first of each
// file, which decides what the others are asked.
func (a *analysis) complete(ctx context.Context, universes map[config]*universe) {
	for _, first := range [...]bool{true, false} {
		groups := together(a.missingFacts(universes, first))
		a.parallel(len(groups), func(i int) {
			for _, j := range groups[i] {
				if ctx.Err() == nil {
					j.u.process(ctx, j.n, func(h *header) bool { return j.files[h] }, false)
				}
			}
		})
	}
}

// together groups jobs by directory and configuration: the tests of a package
// and what they test are not checked side by side.
func together(jobs []*job) (groups [][]*job) {
	type where struct {
		u *universe
		d *dir
	}
	index := map[where]int{}
	for _, j := range jobs {
		w := where{j.u, j.n.dir}
		i, ok := index[w]
		if !ok {
			i = len(groups)
			index[w] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], j)
	}
	return groups
}

// job is a node of which some files are still to be walked.
type job struct {
	u     *universe
	n     *node
	files map[*header]bool
}

func (a *analysis) missingFacts(universes map[config]*universe, first bool) []*job {
	var jobs []*job
	byNode := map[*node]*job{}
	for _, p := range a.pending {
		for i, c := range a.configsOf(p.dir, p.head) {
			if _, ok := p.got[c]; ok || first && i > 0 {
				continue
			}
			u := universes[c]
			if u == nil {
				u = newUniverse(a, c)
				universes[c] = u
			}
			for _, n := range u.nodesOf(p.dir) {
				if !slices.Contains(n.files, p.head) {
					continue
				}
				j := byNode[n]
				if j == nil {
					j = &job{u: u, n: n, files: map[*header]bool{}}
					byNode[n] = j
					jobs = append(jobs, j)
				}
				j.files[p.head] = true
			}
		}
	}
	return jobs
}

// untypedAgain emits the untyped files that the change may concern: the
// changed ones, and where declarations changed those that see them.
func (a *analysis) untypedAgain(deep bool) {
	for _, d := range a.tree.order {
		ch := a.changed[d]
		if ch == nil && !deep {
			continue
		}
		headers := a.headers(d)
		for i := range headers {
			h := &headers[i]
			if len(a.configsOf(d, h)) == 0 && (ch != nil && (ch.deep() || ch.body[h.name]) || deep && a.importsChanged(d, h)) {
				a.out.File(a.syntactic(d, h))
			}
		}
	}
}

// importsChanged reports whether a package that a file imports changed.
func (a *analysis) importsChanged(d *dir, h *header) bool {
	return slices.ContainsFunc(h.imports, func(imp string) bool {
		p, ok := a.loc.fromDir(d, imp)
		if !ok || p.dir == nil || a.changed[p.dir] == nil {
			return false
		}
		ch := a.changed[p.dir]
		// Of files that the default configuration sees the API has been compared.
		return ch.structural || a.differs[p.dir] || slices.ContainsFunc(a.headers(p.dir), func(h header) bool {
			return ch.decl[h.name] && !a.def.match(&h)
		})
	})
}
