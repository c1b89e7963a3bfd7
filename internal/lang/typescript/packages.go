package typescript

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// packageJSON is the part of a package.json that says where modules are. A
// value of the wrong type counts as missing.
type packageJSON struct {
	name         string
	entries      []string // source, types, module, main: in this order
	exports      json.RawMessage
	imports      json.RawMessage
	workspaces   []string
	dependencies map[string]string
}

func (r *resolver) packageAt(dir string) *packageJSON {
	return r.packages.get(dir, func() *packageJSON {
		src, err := r.tree.Read(path.Join(dir, "package.json"))
		if err != nil {
			return &packageJSON{}
		}
		return parsePackage(src)
	})
}

func parsePackage(src []byte) *packageJSON {
	var fields map[string]json.RawMessage
	p := &packageJSON{}
	if unmarshalJSONC(src, &fields) != nil {
		return p
	}
	text := func(key string) (s string) {
		_ = json.Unmarshal(fields[key], &s)
		return s
	}
	p.name = text("name")
	for _, key := range [...]string{"source", "types", "typings", "module", "main"} {
		if s := text(key); s != "" {
			p.entries = append(p.entries, s)
		}
	}
	p.exports, p.imports = fields["exports"], fields["imports"]
	if json.Unmarshal(fields["workspaces"], &p.workspaces) != nil {
		var nested struct {
			Packages []string `json:"packages"`
		}
		_ = json.Unmarshal(fields["workspaces"], &nested)
		p.workspaces = nested.Packages
	}
	p.dependencies = map[string]string{}
	for _, key := range [...]string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		var list map[string]string
		if json.Unmarshal(fields[key], &list) == nil {
			for name, version := range list {
				p.dependencies[name] = version
			}
		}
	}
	return p
}

// packageDirAbove is the nearest directory with a package.json, false if there
// is none.
func (r *resolver) packageDirAbove(dir string) (string, bool) {
	for {
		if r.tree.Has(path.Join(dir, "package.json")) {
			return dir, true
		}
		if dir == "." {
			return "", false
		}
		dir = path.Dir(dir)
	}
}

func (r *resolver) packagesByName() map[string][]string {
	byName := map[string][]string{}
	r.tree.Each(func(p string) bool {
		if path.Base(p) == "package.json" && !strings.Contains("/"+p, "/node_modules/") {
			if name := r.packageAt(path.Dir(p)).name; name != "" {
				byName[name] = append(byName[name], path.Dir(p))
			}
		}
		return true
	})
	for _, dirs := range byName {
		slices.SortFunc(dirs, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return strings.Compare(a, b)
		})
	}
	return byName
}

// workspace is a directory that declares packages below it.
type workspace struct {
	dir      string
	patterns []string
}

func (r *resolver) workspaces() []workspace {
	var out []workspace
	r.tree.Each(func(p string) bool {
		var list []string
		switch path.Base(p) {
		case "package.json":
			list = r.packageAt(path.Dir(p)).workspaces
		case "pnpm-workspace.yaml":
			if src, err := r.tree.Read(p); err == nil {
				list = pnpmPackages(src)
			}
		case "lerna.json":
			if src, err := r.tree.Read(p); err == nil {
				var l struct {
					Packages []string `json:"packages"`
				}
				_ = unmarshalJSONC(src, &l)
				list = l.Packages
			}
		}
		if len(list) > 0 {
			out = append(out, workspace{path.Dir(p), list})
		}
		return true
	})
	return out
}

// pnpmPackages reads the list "packages" of a pnpm-workspace.yaml in block style.
func pnpmPackages(src []byte) []string {
	var out []string
	inside := false
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if item, ok := bytes.CutPrefix(text, []byte("-")); ok && inside {
			out = append(out, strings.Trim(strings.TrimSpace(string(item)), `'"`))
			continue
		}
		inside = bytes.Equal(text, []byte("packages:"))
	}
	return out
}

// has reports whether a package directory belongs to the workspace.
func (w workspace) has(dir string) bool {
	rel, ok := below(w.dir, dir)
	if !ok {
		return false
	}
	if rel == "." {
		return true
	}
	member := false
	for _, p := range w.patterns {
		p, excluded := strings.CutPrefix(p, "!")
		p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		if ok, err := doublestar.Match(p, rel); ok && err == nil {
			member = !excluded
		}
	}
	return member
}

// below is a path relative to a directory above it or to itself.
func below(dir, p string) (string, bool) {
	switch {
	case dir == p:
		return ".", true
	case dir == ".":
		return p, true
	}
	return strings.CutPrefix(p, dir+"/")
}

// splitPackage takes "@scope/name/sub/path" apart.
func splitPackage(spec string) (name, rest string) {
	n := 1
	if spec[0] == '@' {
		n = 2
	}
	parts := strings.SplitN(spec, "/", n+1)
	if len(parts) <= n {
		return spec, ""
	}
	return strings.Join(parts[:n], "/"), parts[n]
}

// workspacePackage finds the package of the tree that a bare specifier names.
// A package that merely has the name of a library is not meant: the importer
// has to be that package itself, to share a workspace with it, or to depend on
// it by a local path.
func (r *resolver) workspacePackage(from, spec string) (dir, rest string, ok bool) {
	if spec == "" {
		return "", "", false
	}
	name, rest := splitPackage(spec)
	own, ok := r.packageDirAbove(path.Dir(from))
	if ok && r.packageAt(own).name == name {
		return own, rest, true
	}
	if !ok {
		own = "."
	}
	version := r.packageAt(own).dependencies[name]
	local := strings.HasPrefix(version, "workspace:") || strings.HasPrefix(version, "file:") ||
		strings.HasPrefix(version, "link:") || strings.HasPrefix(version, "portal:")
	for _, d := range r.named()[name] {
		if local || r.shareWorkspace(own, d) {
			return d, rest, true
		}
	}
	return "", "", false
}

func (r *resolver) shareWorkspace(a, b string) bool {
	for _, w := range r.workspace() {
		if _, inside := below(w.dir, a); inside && w.has(b) {
			return true
		}
	}
	return false
}
