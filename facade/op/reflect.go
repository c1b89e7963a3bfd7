package op

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// SchemaOf derives the closed schema of a struct type from its fields and
// their tags; see the package comment. A wrong declaration panics, in the test
// that visits every operation.
func SchemaOf(t reflect.Type) *Schema {
	s := &Schema{}
	if t == reflect.TypeFor[json.RawMessage]() {
		return s // any value
	}
	switch t.Kind() {
	case reflect.Pointer:
		return SchemaOf(t.Elem())
	case reflect.String:
		s.Type = "string"
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.Type = "integer"
	case reflect.Float32, reflect.Float64:
		s.Type = "number"
	case reflect.Slice:
		s.Type, s.Items = "array", SchemaOf(t.Elem())
	case reflect.Map:
		s.Type, s.Open = "object", true
	case reflect.Interface:
		// any value
	case reflect.Struct:
		s.Type = "object"
		addFields(s, t)
	default:
		panic("no schema for " + t.String())
	}
	return s
}

func addFields(s *Schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			addFields(s, f.Type)
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			panic(t.String() + "." + f.Name + " has no json name")
		}
		p := fieldSchema(f)
		p.shared = t == reflect.TypeFor[Output]()
		s.Properties = append(s.Properties, Property{name, p})
		if !strings.Contains(rest, "omit") && p.Default == nil {
			s.Required = append(s.Required, name)
		}
	}
}

func fieldSchema(f reflect.StructField) *Schema {
	p := SchemaOf(f.Type)
	p.Description = f.Tag.Get("doc")
	p.scope = f.Tag.Get("scope")
	if v, ok := f.Tag.Lookup("default"); ok {
		p.Default = literal(v, p.Type)
	}
	if v, ok := f.Tag.Lookup("enum"); ok {
		e := p
		if p.Items != nil {
			e = p.Items
		}
		e.Enum = strings.Split(v, ",")
	}
	p.Min, p.Max = bound(f, "min"), bound(f, "max")
	if v, ok := f.Tag.Lookup("selectors"); ok {
		keep := strings.Split(v, ",")
		p.Properties = slices.DeleteFunc(p.Properties, func(q Property) bool { return !slices.Contains(keep, q.Name) })
		p.ExactlyOne = true
	}
	return p
}

func bound(f reflect.StructField, tag string) *float64 {
	v, ok := f.Tag.Lookup(tag)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil {
		panic(f.Name + ": " + tag + " is no number: " + v)
	}
	return &n
}

func literal(text, kind string) json.RawMessage {
	if kind == "string" {
		return encode(text)
	}
	if !json.Valid([]byte(text)) {
		panic("default is not JSON: " + text)
	}
	return json.RawMessage(text)
}
