package python

import (
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/bind"
)

// modules says where imports are found. An absolute name is looked for in the
// import root of the importing file (the first directory above it that is not
// a package), in the root of the tree and in src, and, unless the standard
// library has it, in the other directories above the file. What is in none of
// them is outside.
func modules(t *bind.Tree) bind.Modules {
	r := finder{t}
	return bind.Modules{Find: r.find, Member: r.member}
}

type finder struct{ t *bind.Tree }

func (r finder) find(from, spec string) bind.Module {
	dots := len(spec) - len(strings.TrimLeft(spec, "."))
	if dots > 0 {
		dir := path.Dir(from)
		for range dots - 1 {
			if dir == "." {
				return bind.Module{}
			}
			dir = path.Dir(dir)
		}
		return r.under(dir, spec[dots:])
	}
	top, _, _ := strings.Cut(spec, ".")
	roots, sure := r.roots(path.Dir(from), stdlib[top])
	var namespace bind.Module
	for i, dir := range roots {
		if r.first(dir, top) == (bind.Module{}) {
			continue
		}
		m := r.under(dir, spec)
		if m.File != "" {
			return m
		}
		// A directory without an __init__ is the last choice, and only where
		// modules surely are looked for.
		if m.Dir != "" && namespace.Dir == "" && !stdlib[top] && i < sure {
			namespace = m
		}
	}
	if namespace.Dir != "" {
		return namespace
	}
	return bind.Module{External: spec}
}

// roots are the directories absolute names are looked for in, nearest first;
// the first so many are surely on the path.
func (r finder) roots(dir string, strict bool) (out []string, sure int) {
	for dir != "." && r.isPackage(dir) {
		dir = path.Dir(dir)
	}
	out = []string{dir, ".", "src"}
	if !strict {
		for up := dir; up != "."; {
			up = path.Dir(up)
			out = append(out, up, path.Join(up, "src"))
		}
	}
	return out, 3
}

func (r finder) isPackage(dir string) bool {
	return r.t.IsSource(path.Join(dir, "__init__.py")) || r.t.IsSource(path.Join(dir, "__init__.pyi"))
}

// under finds a dotted name below a directory; "" is the directory itself.
func (r finder) under(dir, name string) bind.Module {
	m := r.directory(dir)
	for part := range strings.SplitSeq(name, ".") {
		if part == "" {
			break
		}
		if dir == "" {
			return bind.Module{}
		}
		if m = r.first(dir, part); m == (bind.Module{}) {
			return m
		}
		dir = r.inside(m)
	}
	return m
}

// inside is the directory whose files are a module's submodules, "" if none.
func (r finder) inside(m bind.Module) string {
	switch {
	case m.Dir != "":
		return m.Dir
	case strings.HasPrefix(path.Base(m.File), "__init__.py"):
		return path.Dir(m.File)
	}
	return ""
}

// first is the module of one name in a directory: a package before a module
// before a stub, and a directory without an __init__ last.
func (r finder) first(dir, name string) bind.Module {
	base := path.Join(dir, name)
	for _, suffix := range [...]string{"/__init__.py", ".py", "/__init__.pyi", ".pyi"} {
		if r.t.IsSource(base + suffix) {
			return bind.Module{File: base + suffix}
		}
	}
	if r.t.IsDir(base) {
		return bind.Module{Dir: base}
	}
	return bind.Module{}
}

func (r finder) directory(dir string) bind.Module {
	for _, suffix := range [...]string{"/__init__.py", "/__init__.pyi"} {
		if p := path.Join(dir, suffix); r.t.IsSource(p) {
			return bind.Module{File: p}
		}
	}
	if r.t.IsDir(dir) {
		return bind.Module{Dir: dir}
	}
	return bind.Module{}
}

// member is a package's submodule.
func (r finder) member(of bind.Module, name string) bind.Module {
	if dir := r.inside(of); dir != "" && name != "" {
		return r.first(dir, name)
	}
	return bind.Module{}
}
