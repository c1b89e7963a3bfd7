package surface

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// entry is one flat tool: a name and the operations that stand behind it.
type entry struct {
	name   string
	behind []standing
	tool   func() Tool
	brief  func() Tool
}

// standing is an operation and how it came by the flat name.
type standing struct {
	*op.Op
	legacy op.Legacy
}

// whole is the tool with all that there is to say. What its operations take is
// put together: a caller tells them apart by an argument.
func (e *entry) whole() Tool {
	return Tool{e.name, e.description(), e.schema(), e.hints()}
}

// base is the operation that a call means which chooses none.
func (e *entry) base() standing {
	for _, s := range e.behind {
		if len(s.legacy.When) == 0 {
			return s
		}
	}
	return e.behind[0]
}

// description is a sentence made of the summaries.
func (e *entry) description() string {
	base := e.base()
	text := base.Summary
	chosen := e.chosen()
	switch {
	case len(e.chosenValues(chosen)) > 3:
		text = strings.TrimSuffix(base.Of().Summary, ".") + "; " + chosen[0] + " says which."
	case len(e.behind) > 1:
		for _, s := range e.behind {
			if len(s.legacy.When) > 0 {
				text += " With " + pairs(s.legacy.When) + ": " + lower(s.Summary)
			}
		}
	case len(base.legacy.Set) > 0:
		text = strings.TrimSuffix(text, ".") + ": " + pairs(base.legacy.Set) + "."
	}
	if !slices.ContainsFunc(e.behind, func(s standing) bool { return s.Available() }) {
		text = strings.TrimSuffix(text, ".") + " (not available in this version)."
	}
	return text
}

// chosen lists the arguments that tell the operations apart.
func (e *entry) chosen() (names []string) {
	for _, s := range e.behind {
		for _, name := range slices.Sorted(maps.Keys(s.legacy.When)) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// chosenValues are the words by which the first of those arguments chooses.
func (e *entry) chosenValues(chosen []string) (values []string) {
	if len(chosen) == 0 {
		return nil
	}
	for _, s := range e.behind {
		if v, ok := s.legacy.When[chosen[0]]; ok {
			values = append(values, fmt.Sprint(v))
		}
	}
	return values
}

// schema is the union of what the operations take. Where two have an argument
// of one name the first describes it.
func (e *entry) schema() *op.Schema {
	all := &op.Schema{Type: "object", Open: true}
	for _, name := range e.chosen() {
		all.Properties = append(all.Properties, op.Property{Name: name, Schema: e.chooser(name)})
	}
	base := e.base()
	ordered := append([]standing{base}, e.behind...)
	for i, s := range ordered {
		if i > 0 && s.Op == base.Op {
			continue
		}
		takes := s.LegacySchema(s.legacy)
		if takes == nil {
			continue
		}
		for _, p := range takes.Properties {
			if all.Property(p.Name) == nil {
				all.Properties = append(all.Properties, op.Property{Name: p.Name, Schema: undescribed(p)})
			}
		}
		if len(e.behind) == 1 {
			all.Required = takes.Required
		}
	}
	return all
}

// chooser is the argument that tells operations apart.
func (e *entry) chooser(name string) *op.Schema {
	var words []string
	kind := "string"
	for _, s := range e.behind {
		switch v := s.legacy.When[name].(type) {
		case bool:
			kind = "boolean"
		case string:
			words = append(words, v)
		}
	}
	s := &op.Schema{Type: kind}
	if len(words) > 0 {
		slices.Sort(words)
		s.Description = "one of " + strings.Join(words, ", ")
	}
	for _, one := range e.behind {
		if v, ok := one.legacy.When[name]; ok && kind == "boolean" {
			s.Description = fmt.Sprintf("%v: %s", v, lower(strings.TrimSuffix(one.Summary, ".")))
		}
	}
	return s
}

// undescribed leaves out what every tool would say again: the shape of the
// answer and the choice of a repository are explained once, by tool_profile's
// neighbours in the documentation, and their names speak for themselves.
func undescribed(p op.Property) *op.Schema {
	if !op.SharedField(p.Schema) {
		return p.Schema
	}
	s := &op.Schema{Type: p.Type}
	if p.Items != nil {
		s.Items = &op.Schema{Type: p.Items.Type}
	}
	return s
}

// hints are those of the strongest effect.
func (e *entry) hints() Annotations {
	effect, open := op.EffectRead, false
	for _, s := range e.behind {
		if strength(s.Effect) > strength(effect) {
			effect = s.Effect
		}
		open = open || s.Of().OpenWorld
	}
	return hints(effect, open)
}

// strength orders effects by how far they reach.
func strength(e op.Effect) int {
	return slices.Index([]op.Effect{op.EffectRead, op.EffectSessionWrite, op.EffectLocalWrite, op.EffectControlWrite, op.EffectExternalWrite}, e)
}

// lasting reports whether an effect outlives the connection.
func lasting(e op.Effect) bool { return strength(e) > strength(op.EffectSessionWrite) }

// mayOnlyRead reports whether the tool can be used without a lasting effect.
func (e *entry) mayOnlyRead() bool {
	return slices.ContainsFunc(e.behind, func(s standing) bool { return !lasting(s.Effect) })
}

// kept reports whether the tool is part of every legacy surface, because it
// finds or describes the others.
func (e *entry) kept() bool {
	return slices.ContainsFunc(e.behind, func(s standing) bool { return s.Facade == "capabilities" })
}

// effects lists the effects that a call may have, in order of strength.
func (e *entry) effects() (list []op.Effect) {
	for _, s := range e.behind {
		if !slices.Contains(list, s.Effect) {
			list = append(list, s.Effect)
		}
	}
	slices.SortFunc(list, func(a, b op.Effect) int { return strength(a) - strength(b) })
	return list
}

// instead lists the public operations that answer in place of a flat tool, the
// one that is meant without further arguments first; of a hidden operation its
// tool, where another one does what it did.
func (e *entry) instead() (paths []string) {
	base := e.base()
	for _, s := range append([]standing{base}, e.behind...) {
		path := s.Path()
		if s.Hidden {
			path = s.Facade
		}
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// pairs writes arguments as a caller would say them.
func pairs(a op.Args) string {
	var list []string
	for _, path := range slices.Sorted(maps.Keys(a)) {
		list = append(list, fmt.Sprintf("%s=%v", path[strings.LastIndexByte(path, '.')+1:], a[path]))
	}
	return strings.Join(list, ", ")
}

// lower begins a sentence in the middle of another.
func lower(text string) string {
	if text == "" {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}
