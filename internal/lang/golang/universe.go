package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// universe is the world of packages under one build configuration: the types
// of one universe fit together.
type universe struct {
	a      *analysis
	config config
	fset   *token.FileSet
	sizes  types.Sizes

	mu      sync.Mutex
	byDir   map[*dir][]*node
	outside map[string]*node

	shareMu sync.Mutex
	shared  map[*node]bool // see isShared

	declMu  sync.RWMutex
	decls   map[*token.File]*decls
	unnamed []*source // of importable packages, see namePositions; without their syntax
	nameMu  sync.Mutex

	importMu sync.Mutex                // held while export data is read
	packages map[string]*types.Package // by path, complete or not: for reading export data
	loadMu   sync.Mutex                // held while packages are loaded on demand
}

func newUniverse(a *analysis, c config) *universe {
	sizes := types.SizesFor("gc", c.goarch)
	if sizes == nil {
		sizes = types.SizesFor("gc", "amd64")
	}
	return &universe{a: a, config: c, fset: token.NewFileSet(), sizes: sizes,
		shared: map[*node]bool{}, byDir: map[*dir][]*node{}, outside: map[string]*node{},
		decls: map[*token.File]*decls{}, packages: map[string]*types.Package{}}
}

func (u *universe) declsOf(tf *token.File) (*decls, bool) {
	u.declMu.RLock()
	defer u.declMu.RUnlock()
	d, ok := u.decls[tf]
	return d, ok
}

// load reads and parses one file of a node. It returns nil for a file that
// cannot be read or holds nothing to check.
func (u *universe) load(n *node, h *header, full bool) *source {
	name := n.file(h)
	var src []byte
	var err error
	if n.dir != nil {
		src, err = u.a.in.Read(name)
	} else if src, h.src = h.src, nil; src == nil {
		src, err = os.ReadFile(name)
	}
	if err != nil {
		return nil
	}
	s := parse(u.fset, name, src, full)
	if s == nil {
		return nil
	}
	where := name
	if n.dir == nil {
		where = n.place.imp
	}
	s.decls = collect(s.syntax, s.file, s.src, where, n.dir == nil, h.generated)
	s.src = nil
	if n.kind == nodeInTest {
		if e := s.decls.exports(); e != h.exports { // when nothing changed others may be reading it
			h.exports = e
		}
	}
	u.declMu.Lock()
	u.decls[s.file] = s.decls
	if n.kind == nodeBase || n.kind == nodeOutside {
		u.unnamed = append(u.unnamed, &source{file: s.file, decls: s.decls})
	}
	u.declMu.Unlock()
	return s
}

// want says which files of a node are to give facts: nil means none.
type want func(*header) bool

func all(*header) bool { return true }

// checked is a node after type checking.
type checked struct {
	node      *node
	pkg       *types.Package
	sources   []*source // that facts are wanted of
	own       []*source // every file of the node
	uses      map[*ast.Ident]types.Object
	mentioned map[string]*types.TypeName // interfaces outside the tree that its files name
}

// bytesPerUse is a guess at how much text there is for each identifier in use:
// a map that grows from nothing costs as much as filling it.
const bytesPerUse = 16

// check parses and type-checks a node. Its imports must be loaded. It returns
// nil if the checker broke down.
func (u *universe) check(n *node, w want) *checked {
	c := &checked{node: n}
	var files []*ast.File
	size := 0
	for _, h := range n.files {
		facts := w != nil && w(h)
		s := u.load(n, h, facts)
		if s == nil {
			continue
		}
		c.own = append(c.own, s)
		if facts {
			c.sources = append(c.sources, s)
			size += s.file.Size()
			files = append(files, s.syntax)
		} else {
			files = append(files, withoutBodies(s.syntax))
		}
	}
	if n.kind == nodeInTest && n.base != nil {
		files = append(files, u.strippedBase(n.base)...)
	}
	info := &types.Info{}
	if len(c.sources) > 0 {
		info.Uses = make(map[*ast.Ident]types.Object, size/bytesPerUse)
		c.uses = info.Uses
	}
	c.pkg = u.checkFiles(n, files, info, len(c.sources) == 0)
	if c.pkg == nil {
		return nil
	}
	return c
}

// strippedBase is the syntax of a base node without bodies, for its tests.
func (u *universe) strippedBase(base *node) []*ast.File {
	base.mu.Lock()
	files := base.stripped
	base.stripped = nil
	base.mu.Unlock()
	if files != nil {
		return files
	}
	for _, h := range base.files {
		if s := u.load(base, h, false); s != nil {
			files = append(files, withoutBodies(s.syntax))
		}
	}
	return files
}

func (u *universe) checkFiles(n *node, files []*ast.File, info *types.Info, noBodies bool) (pkg *types.Package) {
	defer func() {
		if r := recover(); r != nil {
			pkg = nil
			u.a.checkerFailed(n, r)
		}
	}()
	conf := types.Config{
		Importer:                 importer{u, n},
		IgnoreFuncBodies:         noBodies,
		FakeImportC:              true,
		Sizes:                    u.sizes,
		Error:                    func(error) {},
		DisableUnusedImportCheck: true,
	}
	// One package name for all: a stray name must not hide a file.
	for _, f := range files {
		if f.Name.Name != n.name && n.name != "" {
			g := *f.Name
			g.Name = n.name
			f.Name = &g
		}
	}
	pkg, _ = conf.Check(n.path, u.fset, files, info)
	return pkg
}

// importer gives a node the packages it imports.
type importer struct {
	u *universe
	n *node
}

func (i importer) Import(imp string) (*types.Package, error) {
	if imp == "unsafe" {
		return types.Unsafe, nil
	}
	m := i.n.imports[imp]
	if i.n.kind == nodeXTest && m != nil && m == i.n.base && i.n.inTest != nil && i.n.inTest.pkg != nil {
		m = i.n.inTest
	}
	if m != nil {
		if pkg := i.u.loaded(m); pkg != nil {
			return pkg, nil
		}
	}
	if p := i.n.fakes[imp]; p != nil {
		return p, fmt.Errorf("not found")
	}
	if i.n.fakes == nil {
		i.n.fakes = map[string]*types.Package{}
	}
	p := types.NewPackage(imp, guessName(imp))
	i.n.fakes[imp] = p
	return p, fmt.Errorf("not found")
}

func (u *universe) loaded(n *node) *types.Package {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.pkg
}

// publish makes pkg what importers of n see.
func (u *universe) publish(n *node, pkg *types.Package) {
	u.importMu.Lock()
	if n.kind == nodeBase || n.kind == nodeOutside {
		u.packages[n.path] = pkg
	}
	u.importMu.Unlock()
	n.mu.Lock()
	n.pkg = pkg
	n.mu.Unlock()
}

// guessName is the likely name of a package that was not found.
func guessName(imp string) string {
	base := path.Base(imp)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(imp))
	}
	base, _, _ = strings.Cut(base, ".")
	base = strings.TrimPrefix(base, "go-")
	base = strings.TrimSuffix(base, "-go")
	if i := strings.LastIndexByte(base, '-'); i >= 0 {
		base = base[i+1:]
	}
	if !token.IsIdentifier(base) {
		return "_missing"
	}
	return base
}

// readOutside lists the files of a package outside the tree.
func (u *universe) readOutside(n *node) {
	if n.files != nil {
		return
	}
	entries, err := os.ReadDir(n.place.outside)
	if err != nil {
		return
	}
	c := u.config.base()
	count := map[string]int{}
	var files []*header
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || !c.matchName(name) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(n.place.outside, name))
		if err != nil {
			continue
		}
		if h := readHeader(name, src, false); c.match(&h) && !isSingle(&h) && h.pkg != "documentation" {
			h.src = src
			files = append(files, &h)
			count[h.pkg]++
		}
	}
	for _, h := range files {
		if count[h.pkg] > count[n.name] {
			n.name = h.pkg
		}
	}
	for _, h := range files {
		if h.pkg == n.name {
			n.files = append(n.files, h)
		}
	}
}
