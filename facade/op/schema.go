package op

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
	"slices"
	"strings"
)

// Schema is the part of JSON Schema that requests need: closed objects with
// ordered properties, lists, and scalars with bounds. It marshals to a
// standard schema.
type Schema struct {
	Type        string
	Description string
	Const       string
	Enum        []string
	Default     json.RawMessage
	Min, Max    *float64
	Items       *Schema
	Properties  []Property // of an object, in the order declared
	Required    []string
	ExactlyOne  bool // of an object: it must have one property, no more
	Open        bool // of an object: properties that are not listed are allowed

	scope  string // which part of the scope the field chooses
	shared bool   // the field is one of [Output], which every operation takes
}

// SharedField reports whether a field is one that many operations have alike:
// it shapes the answer or chooses a repository.
func SharedField(s *Schema) bool { return s.shared || s.scope != "" }

// Property is one member of an object.
type Property struct {
	Name string
	*Schema
}

// Property returns the named property, or nil.
func (s *Schema) Property(name string) *Schema {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// MarshalJSON writes the schema with its keywords in a fixed order, so that
// equal schemas have equal bytes.
func (s *Schema) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	s.write(&b)
	return b.Bytes(), nil
}

func (s *Schema) write(b *bytes.Buffer) {
	b.WriteByte('{')
	first := true
	key := func(k string) {
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString(`"` + k + `":`)
	}
	member := func(k string, v any) {
		key(k)
		b.Write(encode(v))
	}
	if s.Type != "" {
		member("type", s.Type)
	}
	if s.Description != "" {
		member("description", s.Description)
	}
	if s.Const != "" {
		member("const", s.Const)
	}
	if len(s.Enum) > 0 {
		member("enum", s.Enum)
	}
	if s.Default != nil {
		member("default", s.Default)
	}
	if s.Min != nil {
		member("minimum", *s.Min)
	}
	if s.Max != nil {
		member("maximum", *s.Max)
	}
	if s.Items != nil {
		key("items")
		s.Items.write(b)
	}
	if s.Type == "object" && len(s.Properties) > 0 {
		key("properties")
		for i, p := range s.Properties {
			b.WriteByte("{,"[min(i, 1)])
			b.Write(encode(p.Name))
			b.WriteByte(':')
			p.Schema.write(b)
		}
		b.WriteByte('}')
	}
	if len(s.Required) > 0 {
		member("required", s.Required)
	}
	if s.ExactlyOne {
		member("minProperties", 1)
		member("maxProperties", 1)
	}
	if s.Type == "object" && !s.Open {
		member("additionalProperties", false)
	}
	b.WriteByte('}')
}

// Hash is the SHA-256 of the published schema, in hexadecimal.
func (s *Schema) Hash() string {
	text, _ := s.MarshalJSON()
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Leaves yields every property that holds no further ones, by dotted path.
func (s *Schema) Leaves() iter.Seq2[string, *Schema] { return s.leaves() }

func (s *Schema) leaves() iter.Seq2[string, *Schema] {
	return func(yield func(string, *Schema) bool) { s.walk("", yield) }
}

func (s *Schema) walk(at string, yield func(string, *Schema) bool) bool {
	for _, p := range s.Properties {
		if len(p.Properties) > 0 {
			if !p.walk(at+p.Name+".", yield) {
				return false
			}
		} else if !yield(at+p.Name, p.Schema) {
			return false
		}
	}
	return true
}

// without is a copy that lacks the named path.
func (s *Schema) without(path string) *Schema {
	name, rest, deep := strings.Cut(path, ".")
	c := *s
	c.Properties = nil
	for _, p := range s.Properties {
		if p.Name == name {
			if !deep {
				continue
			}
			p.Schema = p.Schema.without(rest)
		}
		c.Properties = append(c.Properties, p)
	}
	if !deep {
		c.Required = slices.DeleteFunc(slices.Clone(s.Required), func(n string) bool { return n == name })
	}
	return &c
}

// encode is json.Marshal without HTML escapes, which would make code unreadable.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return encode(AsError(err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
