package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// mapping is what a tsconfig.json says about bare specifiers.
type mapping struct {
	base  string // directory that every bare specifier is tried in; "" for none
	paths []pathPattern
}

// pathPattern is one entry of compilerOptions.paths. A key without a star
// matches exactly.
type pathPattern struct {
	prefix, suffix string
	star           bool
	targets        []string // paths of the tree, with the star
}

// tsconfig is the part of the file that matters here.
type tsconfig struct {
	Extends         json.RawMessage `json:"extends"`
	CompilerOptions struct {
		BaseURL *string                    `json:"baseUrl"`
		Paths   map[string]json.RawMessage `json:"paths"`
	} `json:"compilerOptions"`
	References []struct {
		Path string `json:"path"`
	} `json:"references"`
}

// longestExtends bounds a chain of extends.
const longestExtends = 16

// mappingFor is what the nearest tsconfig.json or jsconfig.json above a
// directory says. A solution file that only lists references speaks through
// the first of them that maps anything.
func (r *resolver) mappingFor(dir string) *mapping {
	return r.mappings.get(dir, func() *mapping {
		for _, name := range [...]string{"tsconfig.json", "jsconfig.json"} {
			if file := path.Join(dir, name); r.tree.Has(file) {
				return r.readMapping(file)
			}
		}
		if dir == "." {
			return &mapping{}
		}
		return r.mappingFor(path.Dir(dir))
	})
}

func (r *resolver) readMapping(file string) *mapping {
	m, config := r.loadMapping(file, path.Dir(file), 0)
	if m.base != "" || len(m.paths) > 0 {
		return m
	}
	for _, ref := range config.References {
		target := path.Join(path.Dir(file), ref.Path)
		if !strings.HasSuffix(target, ".json") {
			target = path.Join(target, "tsconfig.json")
		}
		if target == file || !r.tree.Has(target) {
			continue
		}
		if m, _ := r.loadMapping(target, path.Dir(target), 0); m.base != "" || len(m.paths) > 0 {
			return m
		}
	}
	return m
}

// loadMapping reads a configuration with what it extends; what it says itself
// wins. root is the directory that ${configDir} stands for.
func (r *resolver) loadMapping(file, root string, depth int) (*mapping, tsconfig) {
	var c tsconfig
	m := &mapping{}
	src, err := r.tree.Read(file)
	if err != nil || unmarshalJSONC(src, &c) != nil || depth > longestExtends {
		return m, tsconfig{}
	}
	for _, base := range stringOrList(c.Extends) {
		if parent := r.extended(file, base); parent != "" {
			if p, _ := r.loadMapping(parent, root, depth+1); p.base != "" || len(p.paths) > 0 {
				if p.base != "" {
					m.base = p.base
				}
				if len(p.paths) > 0 {
					m.paths = p.paths
				}
			}
		}
	}
	dir := path.Dir(file)
	at := func(p string) string { return path.Join(dir, p) }
	if c.CompilerOptions.BaseURL != nil {
		m.base = configPath(*c.CompilerOptions.BaseURL, root, at)
	}
	if c.CompilerOptions.Paths != nil {
		if m.base != "" {
			base := m.base
			at = func(p string) string { return path.Join(base, p) }
		}
		m.paths = patterns(c.CompilerOptions.Paths, root, at)
	}
	return m, c
}

// configPath places a path of a configuration in the tree.
func configPath(p, root string, at func(string) string) string {
	if rest, ok := strings.CutPrefix(p, "${configDir}"); ok {
		return path.Join(root, rest)
	}
	return at(p)
}

func patterns(paths map[string]json.RawMessage, root string, at func(string) string) []pathPattern {
	var out []pathPattern
	for key, raw := range paths {
		var targets []string
		if json.Unmarshal(raw, &targets) != nil {
			continue
		}
		p := pathPattern{}
		p.prefix, p.suffix, p.star = strings.Cut(key, "*")
		for _, t := range targets {
			p.targets = append(p.targets, configPath(t, root, at))
		}
		out = append(out, p)
	}
	// The longest prefix wins, an exact key over all: the order tsc gives them.
	slices.SortFunc(out, func(a, b pathPattern) int {
		switch {
		case a.star != b.star && !a.star:
			return -1
		case a.star != b.star:
			return 1
		case len(a.prefix) != len(b.prefix):
			return len(b.prefix) - len(a.prefix)
		}
		return strings.Compare(a.prefix+"*"+a.suffix, b.prefix+"*"+b.suffix)
	})
	return out
}

// match returns what the star stands for.
func (p *pathPattern) match(spec string) (star string, ok bool) {
	if !p.star {
		return "", spec == p.prefix
	}
	if len(spec) < len(p.prefix)+len(p.suffix) || !strings.HasPrefix(spec, p.prefix) || !strings.HasSuffix(spec, p.suffix) {
		return "", false
	}
	return spec[len(p.prefix) : len(spec)-len(p.suffix)], true
}

// extended is the file that "extends" names, "" if it is not in the tree.
func (r *resolver) extended(file, name string) string {
	p := path.Join(path.Dir(file), name)
	if !isRelative(name) {
		dir, rest, ok := r.workspacePackage(file, name)
		if !ok {
			return ""
		}
		p = path.Join(dir, rest)
	}
	for _, c := range [...]string{p, p + ".json", path.Join(p, "tsconfig.json")} {
		if r.tree.Has(c) && c != file {
			return c
		}
	}
	return ""
}

func stringOrList(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var list []string
	_ = json.Unmarshal(raw, &list) // neither: nothing is extended
	return list
}
