package repoconfig

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v4"

	"github.com/gortexhq/gortex/internal/query"
)

// reader walks the nodes of one file.
type reader struct {
	file     string
	warnings []string
}

// fields says what to do with the value of each key of a mapping.
type fields map[string]func(*yaml.Node) error

// keys reads a mapping; at is where it stands, for messages.
func (r *reader) keys(n *yaml.Node, at string, known fields) error {
	n = value(n)
	switch {
	case null(n):
		return nil
	case n.Kind != yaml.MappingNode:
		return r.errorf(n, "%swant a mapping, got %s", prefix(at), kindOf(n))
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := value(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			return r.errorf(key, "%swant a word as a key, got %s", prefix(at), kindOf(key))
		}
		name := key.Value
		if first, ok := seen[name]; ok {
			return r.errorf(key, "%skey %q stands on line %d already", prefix(at), clip(name), first)
		}
		seen[name] = key.Line
		read, ok := known[name]
		if !ok {
			r.unknown(key, at, known)
			continue
		}
		if err := read(n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// unknown warns of a key that has no effect.
func (r *reader) unknown(key *yaml.Node, at string, known fields) {
	const most = 20
	switch len(r.warnings) {
	case most:
		r.warnings = append(r.warnings, r.file+": more keys are unknown")
		return
	case most + 1:
		return
	}
	names := slices.Sorted(maps.Keys(known))
	text := fmt.Sprintf("%s:%d: %sunknown key %q has no effect", r.file, key.Line, prefix(at), clip(key.Value))
	if near := nearest(key.Value, names); near != "" {
		text += "; did you mean " + near + "?"
	} else {
		text += "; known are " + strings.Join(names, ", ")
	}
	r.warnings = append(r.warnings, text)
}

// nearest is the name that a key is most likely a slip of, "" if none is near.
func nearest(key string, names []string) (near string) {
	least := 100
	for _, name := range names {
		if d, ok := query.Near(strings.ToLower(key), name); ok && d < least {
			near, least = name, d
		}
	}
	return near
}

// inner reads a mapping within a mapping.
func (r *reader) inner(at string, known fields) func(*yaml.Node) error {
	return func(n *yaml.Node) error { return r.keys(n, at, known) }
}

// text reads a scalar; null leaves it empty.
func (r *reader) text(to *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		n = value(n)
		if n.Kind != yaml.ScalarNode {
			return r.errorf(n, "want a string, got %s", kindOf(n))
		}
		if !null(n) {
			*to = n.Value
		}
		return nil
	}
}

// list reads a list of scalars.
func (r *reader) list(to *[]string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.each(n, func(e *yaml.Node) error {
			s := ""
			err := r.text(&s)(e)
			*to = append(*to, s)
			return err
		})
	}
}

func (r *reader) each(n *yaml.Node, read func(*yaml.Node) error) error {
	n = value(n)
	switch {
	case null(n):
		return nil
	case n.Kind != yaml.SequenceNode:
		return r.errorf(n, "want a list, got %s", kindOf(n))
	}
	for _, e := range n.Content {
		if err := read(value(e)); err != nil {
			return err
		}
	}
	return nil
}

// artifacts reads a list of mappings, or of paths alone.
func (r *reader) artifacts(to *[]Artifact) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		return r.each(n, func(e *yaml.Node) error {
			a, err := r.artifact(e)
			*to = append(*to, a)
			return err
		})
	}
}

func (r *reader) artifact(n *yaml.Node) (Artifact, error) {
	a := Artifact{Line: n.Line}
	if n.Kind == yaml.ScalarNode && !null(n) {
		a.Path = n.Value
		return a, r.place(n, &a)
	}
	at := n
	read := fields{
		"path": func(v *yaml.Node) error { at = value(v); return r.text(&a.Path)(v) },
		"kind": func(v *yaml.Node) error {
			if err := r.text(&a.Kind)(v); err != nil {
				return err
			}
			return r.kind(value(v), a.Kind)
		},
		"name":        r.text(&a.Name),
		"description": r.text(&a.Description),
	}
	if err := r.keys(n, "artifacts", read); err != nil {
		return a, err
	}
	return a, r.place(at, &a)
}

func (r *reader) kind(n *yaml.Node, kind string) error {
	if kind == "" || slices.Contains(Kinds(), kind) {
		return nil
	}
	err := r.errorf(n, "artifacts: kind: want %s, got %q", strings.Join(Kinds(), " or "), clip(kind))
	err.Valid = Kinds()
	return err
}

// place checks the path of an artifact and writes it in its shortest form.
func (r *reader) place(n *yaml.Node, a *Artifact) error {
	if strings.TrimSpace(a.Path) == "" {
		return r.errorf(n, "artifacts: want a path or a glob, got none")
	}
	p := path.Clean(strings.ReplaceAll(a.Path, "\\", "/"))
	switch {
	case path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../"):
		return r.errorf(n, "artifacts: path: want one below the root of the repository, got %q", clip(a.Path))
	case !doublestar.ValidatePattern(p):
		return r.errorf(n, "artifacts: path: %q is no glob", clip(a.Path))
	}
	a.Path = p
	return nil
}

// value is what a node stands for: an alias for its anchor. An anchor is never
// itself an alias, so this ends; nor does the walk go deeper than it has keys.
func value(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func null(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
		return fmt.Sprintf("%q", clip(n.Value))
	}
	return "something else"
}

func (r *reader) errorf(n *yaml.Node, format string, a ...any) *Error {
	return &Error{File: r.file, Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, a...)}
}

func prefix(at string) string {
	if at == "" {
		return ""
	}
	return at + ": "
}

// clip keeps what is quoted in a message short.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
