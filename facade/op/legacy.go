package op

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Legacy names a flat tool that an operation stands behind. The tool's schema
// and handler are derived from the operation: each leaf of the request becomes
// one flat argument under its own name, unless Args says otherwise.
type Legacy struct {
	Name string  // the flat tool
	Args Renames // legacy argument -> path in the request, where the names differ
	When Args    // arguments that choose this operation, for a tool that several share
	Set  Args    // what the tool's name implies, by path
}

// Renames maps a legacy argument to a path in the request. Several may have the
// same path.
type Renames map[string]string

// Matches reports whether a call of the tool with these arguments means the
// operation.
func (l Legacy) Matches(flat map[string]any) bool {
	for name, want := range l.When {
		if fmt.Sprint(flat[name]) != fmt.Sprint(want) {
			return false
		}
	}
	return true
}

// LegacySchema is the flat input schema of a legacy tool; nil if nothing says
// what the operation takes.
func (o *Op) LegacySchema(l Legacy) *Schema {
	if o.full == nil {
		return nil
	}
	flat := &Schema{Type: "object"}
	for path, leaf := range o.full().leaves() {
		if _, implied := l.Set[path]; implied {
			continue
		}
		names := l.flatNames(path)
		for _, name := range names {
			if flat.Property(name) == nil {
				flat.Properties = append(flat.Properties, Property{name, leaf})
			}
		}
		if len(names) == 1 && o.full().requires(path) {
			flat.Required = append(flat.Required, names[0])
		}
	}
	return flat
}

// requires reports whether a request is incomplete without the field at a path.
func (s *Schema) requires(path string) bool {
	name, rest, deep := strings.Cut(path, ".")
	p := s.Property(name)
	if !s.onlyOne() && !slices.Contains(s.Required, name) || p.Default != nil {
		return false
	}
	return !deep || p.requires(rest)
}

// Lift turns a legacy tool's flat arguments into a request. What it does not
// know stays where it was, to be refused or reported like any other field.
func (o *Op) Lift(l Legacy, flat map[string]any) map[string]any {
	args, used := map[string]any{}, map[string]bool{}
	for path, leaf := range o.full().leaves() {
		for _, name := range l.flatNames(path) {
			if v, given := flat[name]; given && !used[name] {
				used[name] = true
				set(args, path, split(leaf, v))
			}
		}
	}
	for name, v := range flat {
		if _, chose := l.When[name]; !used[name] && !chose {
			args[name] = beside(args[name], v)
		}
	}
	for path, v := range l.Set {
		set(args, path, v)
	}
	return args
}

// beside is an object that a caller gave with what was lifted into it, which
// wins like everything at the top level. What is given in place of an object is
// kept, to be refused.
func beside(lifted, given any) any {
	l, ok := lifted.(map[string]any)
	g, both := given.(map[string]any)
	if !ok || !both {
		return given
	}
	merged := maps.Clone(g)
	for name, v := range l {
		if _, object := v.(map[string]any); object && g[name] != nil {
			v = beside(v, g[name])
		}
		merged[name] = v
	}
	return merged
}

// split makes a list or an object of a string where the request wants one: flat
// tools took comma-separated values, or JSON in a string.
func split(leaf *Schema, v any) any {
	text, ok := v.(string)
	if !ok || leaf.Type != "array" && leaf.Type != "object" {
		return v
	}
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		if m, err := parseObject([]byte(`{"value":` + text + `}`)); err == nil {
			return m["value"]
		}
	}
	if leaf.Type == "object" || leaf.Items.Type == "object" {
		return v // no such value is a plain word: the caller is told what is wanted
	}
	list := []any{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// flatNames are the flat arguments that mean the field at a path, in
// alphabetical order: those of Args, or else the field's own name.
func (l Legacy) flatNames(path string) (names []string) {
	for name, p := range l.Args {
		if p == path {
			names = append(names, name)
		}
	}
	if names == nil {
		return []string{path[strings.LastIndexByte(path, '.')+1:]}
	}
	slices.Sort(names)
	return names
}

func (l Legacy) flatName(path string) string { return l.flatNames(path)[0] }

// flatPath is the path of a field, or of a part of its value, as a flat caller
// gives it. A field that the operation does not have stays where it was found.
func (o *Op) flatPath(l Legacy, at string) string {
	for path := range o.full().leaves() {
		if rest, ok := strings.CutPrefix(at, path); ok && (rest == "" || rest[0] == '[' || rest[0] == '.') {
			return l.flatName(path) + rest
		}
	}
	return at
}

// Rename speaks of a fault in a legacy caller's words: the flat argument's
// name in place of its path in the request.
func (o *Op) Rename(l Legacy, e *Error) *Error {
	renamed := &Error{Code: e.Code, Message: e.Message}
	for k, v := range e.Data {
		renamed.With(k, v)
	}
	if field, ok := e.Data["field"].(string); ok {
		flat := o.flatPath(l, field)
		renamed.Message = strings.Replace(renamed.Message, field+":", flat+":", 1)
		renamed.With("field", flat)
	}
	if field, ok := e.Data["suggested_field"].(string); ok {
		flat := o.flatPath(l, field)
		renamed.Message = strings.Replace(renamed.Message, "with "+field, "with "+flat, 1)
		renamed.With("suggested_field", flat)
	}
	if list, ok := e.Data["errors"].([]fault); ok {
		flat := slices.Clone(list)
		for i, f := range list {
			flat[i].Path = o.flatPath(l, f.Path)
		}
		renamed.With("errors", flat)
	}
	if list, ok := e.Data["unread_fields"].([]Unread); ok {
		flat := slices.Clone(list)
		for i, u := range list {
			if u.DidYouMean != "" {
				flat[i].DidYouMean = l.flatName(u.DidYouMean)
				renamed.Message = strings.Replace(renamed.Message, "mean "+u.DidYouMean+"?", "mean "+flat[i].DidYouMean+"?", 1)
			}
		}
		renamed.With("unread_fields", flat)
	}
	return renamed
}
