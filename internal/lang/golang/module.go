package golang

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// mod is a module of the tree.
type mod struct {
	path     string
	dir      string // relative to the root, "" for the root itself
	prefix   string // what import paths of its packages start with; "" for std
	unique   string // path made unique among the modules of the tree
	requires []require
	tree     map[string]*mod // modules of the tree that a replace directive names
	vendored bool            // has a vendor directory on disk
}

// require is where a required module is found.
type require struct {
	path    string
	dir     string // absolute, "" if not in the module cache
	version string // "path@version", "" when replaced by a directory
}

// modules are the modules of a tree.
type modules struct {
	root  string
	list  []*mod          // sorted by dir
	byDir map[string]*mod // of the directory that holds the go.mod
	std   *mod            // the standard library, if the tree holds it
	ext   []require       // what packages outside the tree see
}

// noModule is the stand-in for a tree or part of it without go.mod.
func noModule() *mod { return &mod{path: ".", unique: ".", prefix: "."} }

// readModules parses every go.mod and go.work among files.
func readModules(root, modcache string, files []string, read func(string) ([]byte, error), note func(string)) *modules {
	ms := &modules{root: root, byDir: map[string]*mod{}}
	var works []string
	parsed := map[*mod]*modfile.File{}
	for _, name := range files {
		switch path.Base(name) {
		case "go.work":
			works = append(works, name)
			continue
		case "go.mod":
		default:
			continue
		}
		src, err := read(name)
		if err != nil {
			continue
		}
		m := &mod{dir: dirOf(name)}
		f := parseMod(name, src, note)
		m.path = modfile.ModulePath(src)
		if f != nil && f.Module != nil {
			m.path = f.Module.Mod.Path
		}
		if m.path == "" {
			m.path = "." + m.dir
		}
		m.prefix = m.path
		if m.path == "std" {
			m.prefix = ""
			if ms.std == nil {
				ms.std = m
			}
		}
		parsed[m] = f
		ms.list = append(ms.list, m)
		ms.byDir[m.dir] = m
	}
	slices.SortFunc(ms.list, func(a, b *mod) int { return strings.Compare(a.dir, b.dir) })
	taken := map[string]bool{}
	for _, m := range ms.list {
		m.unique = m.path
		if taken[m.path] {
			m.unique = m.path + "@" + m.dir
		}
		taken[m.path] = true
	}
	for _, m := range ms.list {
		fi, err := os.Stat(filepath.Join(root, m.dir, "vendor"))
		m.vendored = err == nil && fi.IsDir() && m.path != "std" && m.path != "cmd"
		if f := parsed[m]; f != nil {
			ms.readRequires(m, f.Require, f.Replace, modcache)
		}
	}
	for _, name := range works {
		ms.readWork(name, modcache, read, note)
	}
	ms.mergeRequires()
	return ms
}

func parseMod(name string, src []byte, note func(string)) (f *modfile.File) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	f, err := modfile.ParseLax(name, bytes.TrimPrefix(src, []byte("\ufeff")), nil)
	if err != nil {
		note("go: " + name + " does not parse: " + firstLine(err.Error()))
		return nil
	}
	// ParseLax skips replace: what does not parse strictly still gives the rest.
	if strict, err := modfile.Parse(name, bytes.TrimPrefix(src, []byte("\ufeff")), func(_, v string) (string, error) { return v, nil }); err == nil {
		return strict
	}
	return f
}

func firstLine(s string) string { s, _, _ = strings.Cut(s, "\n"); return s }

// readRequires fills in where the requirements of m are.
func (ms *modules) readRequires(m *mod, reqs []*modfile.Require, reps []*modfile.Replace, modcache string) {
	m.tree = map[string]*mod{}
	replaced := map[string]bool{}
	for _, r := range reps {
		if r.New.Version == "" {
			dir := filepath.FromSlash(r.New.Path)
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(ms.root, m.dir, dir)
			}
			replaced[r.Old.Path] = true
			if in := ms.inTree(dir); in != nil {
				m.tree[r.Old.Path] = in
			} else {
				m.requires = append(m.requires, require{path: r.Old.Path, dir: existing(dir)})
			}
			continue
		}
		replaced[r.Old.Path] = true
		m.requires = append(m.requires, cached(modcache, r.Old.Path, r.New))
	}
	for _, r := range reqs {
		if !replaced[r.Mod.Path] {
			m.requires = append(m.requires, cached(modcache, r.Mod.Path, r.Mod))
		}
	}
	sortRequires(m.requires)
}

func sortRequires(rs []require) {
	slices.SortStableFunc(rs, func(a, b require) int {
		if len(a.path) != len(b.path) {
			return len(b.path) - len(a.path)
		}
		return strings.Compare(a.path, b.path)
	})
}

func existing(dir string) string {
	if fi, err := os.Stat(dir); err == nil && fi.IsDir() {
		return dir
	}
	return ""
}

// cached finds a module version in the module cache.
func cached(modcache, as string, v module.Version) require {
	r := require{path: as, version: v.String()}
	p, err1 := module.EscapePath(v.Path)
	ver, err2 := module.EscapeVersion(v.Version)
	if modcache != "" && err1 == nil && err2 == nil {
		r.dir = existing(filepath.Join(modcache, filepath.FromSlash(p)+"@"+ver))
	}
	return r
}

// inTree returns the module of the tree that lives in an absolute directory.
func (ms *modules) inTree(dir string) *mod {
	rel, err := filepath.Rel(ms.root, dir)
	if err != nil {
		return nil
	}
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	return ms.byDir[rel]
}

// readWork lets the modules of a workspace see each other and their
// requirements.
func (ms *modules) readWork(name, modcache string, read func(string) ([]byte, error), note func(string)) {
	src, err := read(name)
	if err != nil {
		return
	}
	f := parseWork(name, src, note)
	if f == nil {
		return
	}
	var used []*mod
	for _, u := range f.Use {
		dir := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(ms.root, dirOf(name), dir)
		}
		if m := ms.inTree(dir); m != nil {
			used = append(used, m)
		}
	}
	work := &mod{dir: dirOf(name)}
	ms.readRequires(work, nil, f.Replace, modcache)
	var all []require
	for _, m := range used {
		all = append(all, m.requires...)
	}
	for _, m := range used {
		if m.tree == nil {
			m.tree = map[string]*mod{}
		}
		for _, other := range used {
			m.tree[other.path] = other
		}
		for p, in := range work.tree {
			m.tree[p] = in
		}
		m.requires = slices.Concat(work.requires, m.requires, all)
		sortRequires(m.requires)
		fi, err := os.Stat(filepath.Join(ms.root, work.dir, "vendor"))
		m.vendored = m.vendored || err == nil && fi.IsDir() && work.dir == m.dir
	}
}

func parseWork(name string, src []byte, note func(string)) (f *modfile.WorkFile) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	f, err := modfile.ParseWork(name, bytes.TrimPrefix(src, []byte("\ufeff")), nil)
	if err != nil {
		note("go: " + name + " does not parse: " + firstLine(err.Error()))
		return nil
	}
	return f
}

// mergeRequires makes the one view that packages outside the tree have: the
// first requirement of each module path, in order of the modules of the tree.
func (ms *modules) mergeRequires() {
	seen := map[string]bool{}
	for _, m := range ms.list {
		for _, r := range m.requires {
			if !seen[r.path] && r.dir != "" {
				seen[r.path] = true
				ms.ext = append(ms.ext, r)
			}
		}
	}
	sortRequires(ms.ext)
}

// of returns the module a directory of the tree belongs to.
func (ms *modules) of(dir string) *mod {
	for {
		if m := ms.byDir[dir]; m != nil {
			return m
		}
		if dir == "" {
			return nil
		}
		dir = dirOf(dir)
	}
}

// dirOf is path.Dir with "" for the root.
func dirOf(name string) string {
	if d := path.Dir(name); d != "." && d != "/" {
		return d
	}
	return ""
}

// isIn reports whether the import path is p or below it, and what follows p.
func isIn(importPath, p string) (rest string, ok bool) {
	if p == "" {
		return importPath, true
	}
	rest, ok = strings.CutPrefix(importPath, p)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}
