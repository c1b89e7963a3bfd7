package op

import (
	"slices"
	"strconv"
)

// Containers are the objects that group a request's fields, in the order in
// which they are read: a later one wins over an earlier one, and the top level
// over them all.
var Containers = []string{"arguments", "options", "source", "context", "guard", "output"}

// lowering moves a caller's fields to where the operation declares them.
type lowering struct {
	op      *Op
	schema  *Schema
	out     map[string]any
	ignored []string
	implied []implied
}

// lower returns the arguments with every field at its declared path, and the
// paths of those that nothing reads. It does not change args.
func (o *Op) lower(s *Schema, args map[string]any) (map[string]any, []string, error) {
	l := &lowering{op: o, schema: s, out: map[string]any{}}
	for _, c := range Containers {
		v, given := args[c]
		if !given {
			continue
		}
		fields, ok := v.(map[string]any)
		if !ok {
			return nil, l.ignored, Invalid("%s: want object, got %s", c, describe(v)).With("field", c)
		}
		for _, name := range sortedKeys(fields) {
			if err := l.place(c, name, fields[name]); err != nil {
				return nil, l.ignored, err
			}
		}
	}
	for _, name := range sortedKeys(args) {
		if slices.Contains(Containers, name) {
			continue
		}
		if name == "target" || name == "to" {
			if _, p := l.find("", name); p == nil {
				return nil, l.ignored, o.inertTarget(args, name)
			}
		}
		if err := l.place("", name, args[name]); err != nil {
			return nil, l.ignored, err
		}
	}
	return l.out, l.ignored, l.settleTarget()
}

// place finds the declared path of one field and sets it.
func (l *lowering) place(container, name string, v any) error {
	given := join(container, name)
	path, p := l.find(container, name)
	if p == nil && l.impliesTarget(given, name, v) {
		return nil
	}
	if p == nil {
		if word := repositoryWord(given, name, v); word != "" {
			return l.op.refuseRepository(l.schema, word)
		}
		l.ignored = append(l.ignored, given)
		return nil
	}
	v, err := l.prune(p, v, given)
	if err != nil {
		return err
	}
	set(l.out, path, v)
	return nil
}

// find returns the path at which the operation declares a field: where the
// caller put it, else by its name alone.
func (l *lowering) find(container, name string) (string, *Schema) {
	if container == "" {
		if p := l.schema.Property(name); p != nil {
			return name, p
		}
	} else if c := l.schema.Property(container); c != nil {
		if p := c.Property(name); p != nil {
			return join(container, name), p
		}
	}
	var path string
	var found *Schema
	if p := l.schema.Property(name); p != nil && !p.ExactlyOne && !slices.Contains(Containers, name) {
		path, found = name, p
	}
	for _, c := range Containers {
		in := l.schema.Property(c)
		if in == nil || in.Property(name) == nil || c == "output" && found != nil {
			continue
		}
		if found != nil {
			return "", nil // two of the operation's own fields have the name
		}
		path, found = join(c, name), in.Property(name)
	}
	return path, found
}

// prune drops what a nested object does not declare. It copies what it changes.
func (l *lowering) prune(s *Schema, v any, at string) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" || s.Open || s.ExactlyOne {
			return v, nil
		}
		kept := make(map[string]any, len(v))
		for _, name := range sortedKeys(v) {
			p := s.Property(name)
			if p == nil {
				if word := repositoryWord(join(at, name), name, v[name]); word != "" {
					return nil, l.op.refuseRepository(l.schema, word)
				}
				l.ignored = append(l.ignored, join(at, name))
				continue
			}
			inner, err := l.prune(p, v[name], join(at, name))
			if err != nil {
				return nil, err
			}
			kept[name] = inner
		}
		return kept, nil
	case []any:
		if s.Items == nil {
			return v, nil
		}
		kept := make([]any, len(v))
		for i := range v {
			inner, err := l.prune(s.Items, v[i], at+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return nil, err
			}
			kept[i] = inner
		}
		return kept, nil
	}
	return v, nil
}

// inertTarget refuses a target that the operation has no use for: to answer
// without it would be to answer about everything.
func (o *Op) inertTarget(args map[string]any, key string) error {
	sel, err := selector(copyTarget(args, key), key, Selectors)
	if err != nil {
		return err
	}
	e := Invalid("%s does not read %s.%s", o.Path(), key, sel).
		With("field", key+"."+sel).With("valid_selectors", []string{}).With("reason", "unsupported_target")
	if sel == "repo" {
		e.With("reason", noRepositorySelector)
	}
	return e
}

func join(container, name string) string {
	if container == "" {
		return name
	}
	return container + "." + name
}
