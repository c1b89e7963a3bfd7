package golang

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"sync"
)

// nodeKind says which part of a directory a node is.
type nodeKind uint8

const (
	nodeBase    nodeKind = iota // the files of one package without its tests
	nodeInTest                  // the package with its tests, as its tests see it
	nodeXTest                   // foo_test
	nodeSingle                  // one program that is run by the name of its file
	nodeOutside                 // a package outside the tree
)

// node is one package as the type checker sees it.
type node struct {
	kind    nodeKind
	dir     *dir  // nil outside
	place   place // outside
	path    string
	name    string // package name
	primary bool   // what an import of the directory means
	files   []*header
	base    *node // of tests: what is tested
	inTest  *node // of external tests: what they import instead of base

	once    sync.Once
	imports map[string]*node // nil values: not found

	mu       sync.Mutex
	pkg      *types.Package // what importers see
	failed   bool
	unshared bool // depends on what may change
	imported bool // by another directory; known in full runs only
	fakes    map[string]*types.Package
	stripped []*ast.File // of a base with in-package tests: its syntax without bodies
}

// key orders nodes of a universe and names them in caches.
func (n *node) key() string {
	if n.dir == nil {
		return n.path
	}
	suffix := [...]string{"", " test", " xtest", "", ""}[n.kind]
	return n.path + suffix
}

// file is the path of one of the node's files.
func (n *node) file(h *header) string {
	if n.dir != nil {
		return n.dir.file(h.name)
	}
	return n.place.outside + "/" + h.name
}

// nodesOf groups the files of a directory into packages.
func (u *universe) nodesOf(d *dir) []*node {
	u.mu.Lock()
	nodes, ok := u.byDir[d]
	u.mu.Unlock()
	if ok {
		return nodes
	}
	nodes = group(d, u.a.headers(d), u.config, u.config == u.a.def)
	for _, n := range nodes {
		n.path = d.unique
		switch {
		case n.kind == nodeSingle:
			n.path += "#" + n.files[0].name
		case n.kind == nodeBase && !n.primary:
			n.path += "#" + n.name
		case n.kind == nodeInTest && n.base != nil:
			n.path = n.base.path
			if !n.base.primary {
				n.path = d.unique + "#" + n.name
			}
		case n.kind == nodeXTest:
			n.path += "_test"
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if have, ok := u.byDir[d]; ok {
		return have
	}
	u.byDir[d] = nodes
	return nodes
}

// group makes the nodes of a directory under a configuration: a base node for
// each package name, its tests, and the programs run by file name.
func group(d *dir, headers []header, c config, singles bool) []*node {
	groups := map[string]*node{}
	var bases, rest []*node
	var inTests, xTests []*header
	for i := range headers {
		h := &headers[i]
		if isSingle(h) {
			if singles && h.pkg != "" {
				rest = append(rest, &node{kind: nodeSingle, dir: d, name: h.pkg, files: []*header{h}})
			}
			continue
		}
		switch {
		case !c.match(h):
		case h.isExternalTest():
			xTests = append(xTests, h)
		case h.isTest():
			inTests = append(inTests, h)
		default:
			g := groups[h.pkg]
			if g == nil {
				g = &node{kind: nodeBase, dir: d, name: h.pkg}
				groups[h.pkg] = g
				bases = append(bases, g)
			}
			g.files = append(g.files, h)
		}
	}
	primary := primaryOf(d, bases)
	tests := map[string]*node{}
	for _, h := range inTests {
		t := tests[h.pkg]
		if t == nil {
			t = &node{kind: nodeInTest, dir: d, name: h.pkg, base: groups[h.pkg]}
			tests[h.pkg] = t
			rest = append(rest, t)
		}
		t.files = append(t.files, h)
	}
	for _, h := range xTests {
		x := tests["\x00"+h.pkg]
		if x == nil {
			name := strings.TrimSuffix(h.pkg, "_test")
			x = &node{kind: nodeXTest, dir: d, name: h.pkg, base: groups[name], inTest: tests[name]}
			if x.base == nil && primary != nil {
				x.base = primary
			}
			tests["\x00"+h.pkg] = x
			rest = append(rest, x)
		}
		x.files = append(x.files, h)
	}
	return append(bases, rest...)
}

// primaryOf chooses the package that an import of the directory means: the one
// with the most files, of equals the one that is called like the directory.
func primaryOf(d *dir, bases []*node) *node {
	if len(bases) == 0 {
		return nil
	}
	best := slices.MaxFunc(bases, func(a, b *node) int {
		if len(a.files) != len(b.files) {
			return len(a.files) - len(b.files)
		}
		score := func(n *node) int {
			switch n.name {
			case path.Base(d.imp):
				return 2
			case "main", "documentation":
				return 0
			}
			return 1
		}
		if s := score(a) - score(b); s != 0 {
			return s
		}
		return strings.Compare(b.name, a.name)
	})
	best.primary = true
	return best
}

// importNames lists what the files of the node import, sorted.
func (n *node) importNames() []string {
	var list []string
	add := func(hs []*header) {
		for _, h := range hs {
			list = append(list, h.imports...)
		}
	}
	add(n.files)
	if n.kind == nodeInTest && n.base != nil {
		add(n.base.files)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// resolve binds the imports of a node.
func (u *universe) resolve(n *node) map[string]*node {
	n.once.Do(func() {
		n.imports = map[string]*node{}
		for _, imp := range n.importNames() {
			if imp == "C" || imp == "unsafe" {
				continue
			}
			var p place
			var ok bool
			if n.dir != nil {
				p, ok = u.a.loc.fromDir(n.dir, imp)
			} else {
				p, ok = u.a.loc.fromOutside(n.place, imp)
			}
			if !ok {
				n.imports[imp] = nil
				continue
			}
			m := u.nodeAt(p)
			if m == n || n.kind == nodeInTest && m != nil && m == n.base {
				m = nil
			}
			n.imports[imp] = m
		}
	})
	return n.imports
}

// nodeAt is the importable node of a place, nil if there is none under the
// configuration.
func (u *universe) nodeAt(p place) *node {
	if p.dir != nil {
		for _, n := range u.nodesOf(p.dir) {
			if n.primary {
				return n
			}
		}
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	n := u.outside[p.outside]
	if n == nil {
		n = &node{kind: nodeOutside, place: p, path: p.path}
		u.outside[p.outside] = n
	}
	return n
}

// isShared reports whether a package of the tree is the same as under the
// default configuration, with all it imports: then its export data is used.
func (u *universe) isShared(n *node) bool {
	if u.config == u.a.def || u.config.goarch != u.a.def.goarch {
		return false
	}
	if n.kind == nodeOutside {
		return u.config.base() == u.a.def.base()
	}
	u.shareMu.Lock()
	defer u.shareMu.Unlock()
	return u.share(n)
}

// share does the work of isShared. Callers hold shareMu.
func (u *universe) share(n *node) bool {
	if n.kind == nodeOutside {
		return u.config.base() == u.a.def.base()
	}
	if n.kind != nodeBase || !n.primary {
		return false
	}
	if same, ok := u.shared[n]; ok {
		return same
	}
	u.shared[n] = false // while this is being found out: a cycle is not shared
	twin := u.a.twins.nodeAt(place{dir: n.dir})
	same := twin != nil && slices.Equal(twin.files, n.files)
	for _, m := range u.resolve(n) {
		same = same && (m == nil || u.share(m))
	}
	u.shared[n] = same
	return same
}
