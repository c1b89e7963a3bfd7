package typescript

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// entry finds the source of a package's module: rest is the path behind the
// package's name, "" for its main module.
func (r *resolver) entry(dir, rest string, js bool) string {
	p := r.packageAt(dir)
	key := "."
	if rest != "" {
		key = "./" + rest
	}
	for _, t := range exportTargets(p.exports, key) {
		if f := r.source(dir, t, js); f != "" {
			return f
		}
	}
	if rest != "" {
		for _, base := range [...]string{dir, path.Join(dir, "src")} {
			if f := r.file(path.Join(base, rest), js); f != "" {
				return f
			}
			if f := r.file(path.Join(base, rest, "index"), js); f != "" {
				return f
			}
		}
		return ""
	}
	for _, t := range p.entries {
		if f := r.source(dir, t, js); f != "" {
			return f
		}
	}
	for _, base := range [...]string{path.Join(dir, "src"), dir} {
		if f := r.file(path.Join(base, "index"), js); f != "" {
			return f
		}
	}
	return ""
}

// imported resolves "#x" by the nearest package.json.
func (r *resolver) imported(dir, spec string, js bool) string {
	own, ok := r.packageDirAbove(dir)
	if !ok {
		return ""
	}
	for _, t := range exportTargets(r.packageAt(own).imports, spec) {
		if f := r.source(own, t, js); f != "" {
			return f
		}
	}
	return ""
}

// built are directories that compilers write to; their sources are in src.
var built = []string{"dist", "lib", "build", "out", "es", "esm", "cjs", "module", "types", "typings", "umd", "_esm", "_cjs", "_types"}

// source finds a target of a package.json in the tree, or the source it is
// compiled from.
func (r *resolver) source(dir, target string, js bool) string {
	p := path.Join(dir, target)
	if _, inside := below(dir, p); !inside && dir != "." {
		return ""
	}
	if f := r.file(p, js); f != "" {
		return f
	}
	if f := r.file(path.Join(p, "index"), js); f != "" {
		return f
	}
	rel := strings.TrimPrefix(path.Clean(target), "/")
	for {
		first, rest, ok := strings.Cut(rel, "/")
		if !ok || !slices.Contains(built, first) {
			return ""
		}
		rel = rest
		for _, base := range [...]string{path.Join(dir, "src"), dir} {
			if f := r.file(path.Join(base, stem(rel)), js); f != "" {
				return f
			}
		}
	}
}

// stem is a compiled file's path without its extension.
func stem(p string) string {
	for _, ext := range [...]string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"} {
		if s, ok := strings.CutSuffix(p, ext); ok {
			return s
		}
	}
	return p
}

// exportTargets lists the targets of a key of "exports" or "imports", of all
// conditions in the order they are written, those for sources first.
func exportTargets(raw json.RawMessage, key string) []string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil
	}
	var keys map[string]json.RawMessage
	if raw[0] != '{' || json.Unmarshal(raw, &keys) != nil || !hasSubpaths(keys) {
		if key != "." {
			return nil
		}
		return targets(raw, 0)
	}
	if exact, ok := keys[key]; ok {
		return targets(exact, 0)
	}
	best, star := "", ""
	for k := range keys {
		p := pathPattern{}
		p.prefix, p.suffix, p.star = strings.Cut(k, "*")
		if !p.star {
			continue
		}
		if s, ok := p.match(key); ok && (best == "" || len(k) > len(best) || len(k) == len(best) && k < best) {
			best, star = k, s
		}
	}
	if best == "" {
		return nil
	}
	out := targets(keys[best], 0)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "*", star)
	}
	return out
}

func hasSubpaths(keys map[string]json.RawMessage) bool {
	for k := range keys {
		if strings.HasPrefix(k, ".") || strings.HasPrefix(k, "#") {
			return true
		}
	}
	return false
}

// deepestConditions bounds the nesting of conditions.
const deepestConditions = 8

// conditions are tried in this order, others after them by name.
var conditions = []string{"source", "development", "typescript", "types", "import", "module", "node", "require", "browser", "default"}

// targets are the paths that a value of "exports" names.
func targets(raw json.RawMessage, depth int) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		if one == "" {
			return nil
		}
		return []string{one}
	}
	if depth > deepestConditions {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var out []string
		for _, r := range list {
			out = append(out, targets(r, depth+1)...)
		}
		return out
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(raw, &keys) != nil {
		return nil
	}
	names := make([]string, 0, len(keys))
	for k := range keys {
		names = append(names, k)
	}
	rank := func(k string) int {
		if i := slices.Index(conditions, k); i >= 0 {
			return i
		}
		return len(conditions)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, k := range names {
		out = append(out, targets(keys[k], depth+1)...)
	}
	return out
}
