package typescript

import (
	"path"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/bind"
)

// resolver finds the file a specifier means, as tsc does with the module
// resolutions "bundler" and "nodenext", within the tree. What is in
// node_modules is outside.
type resolver struct {
	tree      *bind.Tree
	mappings  memo[*mapping]
	packages  memo[*packageJSON]
	named     func() map[string][]string // directories of packages by name
	workspace func() []workspace
}

// memo remembers one value for each path.
type memo[V any] struct {
	mu sync.Mutex
	m  map[string]V
}

// get returns the value, computed if it is asked for the first time. compute
// may ask for others.
func (c *memo[V]) get(key string, compute func() V) V {
	c.mu.Lock()
	v, ok := c.m[key]
	c.mu.Unlock()
	if ok {
		return v
	}
	v = compute()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[string]V{}
	}
	c.m[key] = v
	return v
}

func modules(t *bind.Tree) bind.Modules {
	r := &resolver{tree: t}
	r.named = sync.OnceValue(r.packagesByName)
	r.workspace = sync.OnceValue(r.workspaces)
	return bind.Modules{Find: r.find}
}

func isRelative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../")
}

// find says what a specifier means in a file.
func (r *resolver) find(from, spec string) bind.Module {
	if i := strings.IndexAny(spec, "?"); i > 0 { // a bundler's "./x.svg?raw"
		spec = spec[:i]
	}
	dir := path.Dir(from)
	if isRelative(spec) {
		p := path.Join(dir, spec)
		if p == ".." || strings.HasPrefix(p, "../") {
			return bind.Module{}
		}
		file := ""
		if !strings.HasSuffix(spec, "/") && spec != "." && spec != ".." && !strings.HasSuffix(spec, "/..") && !strings.HasSuffix(spec, "/.") {
			file = r.file(p, isJavaScript(from))
		}
		if file == "" {
			file = r.directory(p, isJavaScript(from))
		}
		return bind.Module{File: file}
	}
	if spec == "" || spec[0] == '/' {
		return bind.Module{External: spec}
	}
	if file := r.bare(from, dir, spec); file != "" {
		return bind.Module{File: file}
	}
	return bind.Module{External: strings.TrimPrefix(spec, "node:")}
}

// bare resolves what does not begin with a dot: through the configuration,
// through package.json "imports", or to a package of the workspace.
func (r *resolver) bare(from, dir, spec string) string {
	js := isJavaScript(from)
	m := r.mappingFor(dir)
	for i := range m.paths {
		star, ok := m.paths[i].match(spec)
		if !ok {
			continue
		}
		for _, t := range m.paths[i].targets {
			if f := r.fileOrDirectory(strings.Replace(t, "*", star, 1), js); f != "" {
				return f
			}
		}
		break
	}
	if spec[0] == '#' {
		return r.imported(dir, spec, js)
	}
	if m.base != "" {
		if f := r.fileOrDirectory(path.Join(m.base, spec), js); f != "" {
			return f
		}
	}
	if pkg, rest, ok := r.workspacePackage(from, spec); ok {
		return r.entry(pkg, rest, js)
	}
	return ""
}

func (r *resolver) fileOrDirectory(p string, js bool) string {
	if f := r.file(p, js); f != "" {
		return f
	}
	return r.directory(p, js)
}

// instead says which sources an import of a compiled file means.
var instead = map[string][]string{
	".js":  {".ts", ".tsx", ".d.ts", ".js", ".jsx"},
	".jsx": {".tsx", ".d.ts", ".jsx"},
	".mjs": {".mts", ".d.mts", ".mjs"},
	".cjs": {".cts", ".d.cts", ".cjs"},
}

var (
	typeScriptOrder = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs"}
	javaScriptOrder = []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts"}
)

// file finds the file of a path that may lack its extension or have that of
// the compiled file, "" if there is none.
func (r *resolver) file(p string, js bool) string {
	ext := path.Ext(p)
	if js && r.tree.IsSource(p) {
		return p
	}
	if exts := instead[ext]; exts != nil {
		stem := strings.TrimSuffix(p, ext)
		for _, e := range exts {
			if r.tree.IsSource(stem + e) {
				return stem + e
			}
		}
	}
	if ext != "" && r.tree.Has(p) {
		return p
	}
	order := typeScriptOrder
	if js {
		order = javaScriptOrder
	}
	for _, e := range order {
		if r.tree.IsSource(p + e) {
			return p + e
		}
	}
	if r.tree.Has(p + ".json") {
		return p + ".json"
	}
	return ""
}

// directory finds the file a directory stands for: its package's entry or its
// index.
func (r *resolver) directory(p string, js bool) string {
	if r.tree.Has(path.Join(p, "package.json")) {
		if f := r.entry(p, "", js); f != "" {
			return f
		}
	}
	return r.file(path.Join(p, "index"), js)
}
