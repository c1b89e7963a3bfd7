package op

import "encoding/json"

// Shape is a request to copy: the operation's first example, or else a sample
// of every required field, with all defaults filled in. It is itself a valid
// request.
func (o *Op) Shape() map[string]any {
	s := o.Schema()
	shape := map[string]any{}
	if len(o.Examples) > 0 {
		if args, err := Parse(json.RawMessage(o.Examples[0].Request)); err == nil {
			shape = args
		}
	}
	s.sample(shape)
	s.fill(shape)
	if alone := o.Default && len(o.of.Ops) == 1; o.by != "" && !alone {
		shape[o.by] = o.Name
	}
	return shape
}

// sample sets what is required and missing.
func (s *Schema) sample(m map[string]any) {
	for _, name := range s.Required {
		p := s.Property(name)
		if inner, ok := m[name].(map[string]any); ok {
			if !p.ExactlyOne {
				p.sample(inner)
			}
			continue
		}
		if _, given := m[name]; !given {
			m[name] = p.value(name)
		}
	}
}

// samples are values that show what a field is for.
var samples = map[string]string{
	"file": "path/to/file.go", "path": "path/to/file.go", "symbol": "Type.Method",
	"symbols": "Type.Method", "query": "text to find", "repo": "name",
}

func (s *Schema) value(name string) any {
	switch {
	case s.ExactlyOne:
		first := s.Properties[0]
		return map[string]any{first.Name: first.value(first.Name)}
	case s.Default != nil:
		return s.defaultValue()
	case s.Const != "":
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[0]
	}
	switch s.Type {
	case "object":
		m := map[string]any{}
		s.sample(m)
		return m
	case "array":
		return []any{s.Items.value(name)}
	case "integer", "number":
		if s.Min != nil {
			return json.Number(encode(*s.Min))
		}
		return json.Number("1")
	case "boolean":
		return true
	}
	if v, ok := samples[name]; ok {
		return v
	}
	return "text"
}
