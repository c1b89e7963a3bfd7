package golang

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/lang"
)

// dir is a directory of the tree that holds Go files.
type dir struct {
	path    string
	mod     *mod
	imp     string // import path as other packages of the module write it
	unique  string // what the type checker calls it: imp, unless that is taken
	tree    []lang.TreeFile
	once    sync.Once
	headers []header // sorted by name; read through analysis.headers
	configs []config // besides the default, which its files ask for
	stale   bool     // headers are not what the cache holds
}

func (d *dir) file(name string) string { return path.Join(d.path, name) }

// tree is what is known of all directories before any file is read.
type tree struct {
	dirs  map[string]*dir
	order []*dir // sorted by path
}

// makeTree groups the Go files of the input by directory.
func makeTree(files []lang.TreeFile, ms *modules) *tree {
	t := &tree{dirs: map[string]*dir{}}
	var last *dir
	for _, f := range files {
		if f.Skipped || !strings.HasSuffix(f.Path, ".go") {
			continue
		}
		p := dirOf(f.Path)
		if last == nil || last.path != p {
			if last = t.dirs[p]; last == nil {
				last = &dir{path: p}
				t.dirs[p] = last
				t.order = append(t.order, last)
			}
		}
		last.tree = append(last.tree, f)
	}
	slices.SortFunc(t.order, func(a, b *dir) int { return strings.Compare(a.path, b.path) })
	for _, d := range t.order {
		d.place(ms)
	}
	return t
}

// place gives the directory its module and names.
func (d *dir) place(ms *modules) {
	d.mod = ms.of(d.path)
	if d.mod == nil {
		d.mod = noModule()
		d.imp = d.path
		d.unique = "./" + d.path
		return
	}
	rel, _ := isIn(d.path, d.mod.dir)
	d.imp = path.Join(d.mod.prefix, rel)
	d.unique = path.Join(d.mod.unique, rel)
	if d.mod.prefix == "" && d.mod.unique == d.mod.path {
		d.unique = rel
	}
	if d.unique == "" {
		d.unique = d.mod.path
	}
	// What a vendor directory holds is imported by the path below it.
	if i := strings.LastIndex("/"+rel, "/vendor/"); i >= 0 {
		d.imp = ("/" + rel)[i+len("/vendor/"):]
	}
}

// place is where an import leads: a directory of the tree, or one outside.
type place struct {
	dir     *dir
	outside string // absolute path
	imp     string // import path of what is outside
	path    string // what the type checker calls it
	version string // "std", or "path@version": what the content depends on; "" if it may change
}

// locator resolves import paths.
type locator struct {
	tree   *tree
	mods   *modules
	goroot string
	mu     sync.Mutex
	memo   map[[2]string]place
	exists map[string]bool
}

func newLocator(t *tree, ms *modules, goroot string) *locator {
	return &locator{tree: t, mods: ms, goroot: goroot, memo: map[[2]string]place{}, exists: map[string]bool{}}
}

// isDir reports whether a directory outside the tree holds a Go file.
func (l *locator) isDir(abs string) bool {
	if ok, seen := l.exists[abs]; seen {
		return ok
	}
	m, _ := filepath.Glob(filepath.Join(escapeGlob(abs), "*.go"))
	l.exists[abs] = len(m) > 0
	return len(m) > 0
}

func escapeGlob(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `*`, `\*`, `?`, `\?`).Replace(s)
}

// fromDir resolves an import of a package of the tree.
func (l *locator) fromDir(d *dir, imp string) (place, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := [2]string{d.mod.dir, imp}
	special := strings.Contains(d.path, "testdata") || strings.Contains(d.path, "vendor")
	if special || d.mod.path == "." {
		key[0] = "\x00" + d.path
	}
	if p, ok := l.memo[key]; ok {
		return p, p.path != ""
	}
	p, ok := l.locate(d, imp)
	if !ok {
		p = place{}
	}
	l.memo[key] = p
	return p, ok
}

// inTree returns the directory of the tree at a path.
func (l *locator) inTree(p string) (place, bool) {
	d := l.tree.dirs[p]
	if d == nil {
		return place{}, false
	}
	return place{dir: d, imp: d.imp, path: d.unique}, true
}

func (l *locator) locate(d *dir, imp string) (place, bool) {
	if !validImport(imp) {
		return place{}, false
	}
	if strings.HasPrefix(imp, "./") || strings.HasPrefix(imp, "../") {
		p := path.Join(d.path, imp)
		if p == "." {
			p = ""
		}
		return l.inTree(p)
	}
	m := d.mod
	// A GOPATH made for a test: testdata/src/a imports testdata/src/b as "b".
	if i := strings.LastIndex("/"+d.path, "/testdata/src/"); i >= 0 {
		if p, ok := l.inTree(path.Join(("/" + d.path)[1:i+1], "testdata/src", imp)); ok {
			return p, true
		}
	}
	if m.path == "." {
		if p, ok := l.std(imp); ok {
			return p, true
		}
		for at := d.path; ; at = dirOf(at) {
			if p, ok := l.inTree(path.Join(at, "vendor", imp)); ok {
				return p, true
			}
			if at == "" {
				break
			}
		}
		return l.inTree(imp)
	}
	if rest, ok := isIn(imp, m.prefix); ok {
		if p, ok := l.inTree(path.Join(m.dir, rest)); ok {
			return p, true
		}
	}
	if m.path == "std" || m.path == "cmd" {
		if p, ok := l.inTree(path.Join(m.dir, "vendor", imp)); ok {
			return p, true
		}
		return l.std(imp)
	}
	if p, ok := l.vendored(m, imp); ok {
		return p, true
	}
	return l.required(m, imp)
}

// vendored looks into the vendor directories of m and of the root.
func (l *locator) vendored(m *mod, imp string) (place, bool) {
	for _, at := range [...]string{m.dir, ""} {
		if p, ok := l.inTree(path.Join(at, "vendor", imp)); ok {
			return p, true
		}
		if m.vendored && at == m.dir {
			abs := filepath.Join(l.mods.root, at, "vendor", filepath.FromSlash(imp))
			if l.isDir(abs) {
				return place{outside: abs, imp: imp, path: imp}, true
			}
		}
	}
	return place{}, false
}

// required looks into the modules that m sees.
func (l *locator) required(m *mod, imp string) (place, bool) {
	if p, ok := l.ofTreeModules(m, imp); ok {
		return p, true
	}
	for _, r := range m.requires {
		if rest, ok := isIn(imp, r.path); ok && r.dir != "" {
			if p, ok := l.ofRequire(r, imp, rest); ok {
				return p, true
			}
		}
	}
	return l.std(imp)
}

// ofTreeModules looks into the other modules of the tree: those that m
// replaces, and those that have the path.
func (l *locator) ofTreeModules(m *mod, imp string) (place, bool) {
	var found place
	best := -1
	try := func(p string, in *mod) {
		if rest, ok := isIn(imp, p); ok && len(p) > best && p != "" {
			if q, ok := l.inTree(path.Join(in.dir, rest)); ok && q.dir.mod == in {
				found, best = q, len(p)
			}
		}
	}
	if m != nil {
		for p, in := range m.tree {
			try(p, in)
		}
	}
	if best < 0 {
		for _, in := range l.mods.list {
			if in.unique == in.path && in.path != "std" {
				try(in.path, in)
			}
		}
	}
	return found, best >= 0
}

func (l *locator) ofRequire(r require, imp, rest string) (place, bool) {
	abs := filepath.Join(r.dir, filepath.FromSlash(rest))
	if !l.isDir(abs) {
		return place{}, false
	}
	p := place{outside: abs, imp: imp, path: imp, version: r.version}
	for _, e := range l.mods.ext {
		if e.path == r.path && e.dir != r.dir {
			p.path = imp + "@" + r.version
		}
	}
	return p, true
}

// std looks into the standard library, the tree's own if it has one.
func (l *locator) std(imp string) (place, bool) {
	first, _, _ := strings.Cut(imp, "/")
	if strings.Contains(first, ".") {
		return place{}, false
	}
	if l.mods.std != nil {
		return l.inTree(path.Join(l.mods.std.dir, imp))
	}
	return l.goRoot(imp, imp)
}

func (l *locator) goRoot(imp, p string) (place, bool) {
	if l.goroot == "" {
		return place{}, false
	}
	abs := filepath.Join(l.goroot, "src", filepath.FromSlash(p))
	if !l.isDir(abs) {
		return place{}, false
	}
	return place{outside: abs, imp: imp, path: p, version: "std"}, true
}

// fromOutside resolves an import of a package outside the tree.
func (l *locator) fromOutside(from place, imp string) (place, bool) {
	if !validImport(imp) {
		return place{}, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if from.version == "std" {
		if p, ok := l.goRoot(imp, imp); ok {
			return p, true
		}
		return l.goRoot(imp, "vendor/"+imp)
	}
	if p, ok := l.ofTreeModules(nil, imp); ok {
		return p, true
	}
	for _, r := range l.mods.ext {
		if rest, ok := isIn(imp, r.path); ok {
			if p, ok := l.ofRequire(r, imp, rest); ok {
				return p, true
			}
		}
	}
	if abs := filepath.Join(l.mods.root, "vendor", filepath.FromSlash(imp)); from.version == "" && l.isDir(abs) {
		return place{outside: abs, imp: imp, path: imp}, true
	}
	return l.std(imp)
}

// validImport keeps what no file system should be asked.
func validImport(imp string) bool {
	return imp != "" && imp[0] != '/' && !strings.ContainsAny(imp, "\x00\\:*?\"<>|\n") && path.Clean(strings.TrimPrefix(imp, "./")) == strings.TrimSuffix(strings.TrimPrefix(imp, "./"), "/")
}
