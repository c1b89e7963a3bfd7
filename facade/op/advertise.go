package op

import (
	"reflect"
	"slices"
	"strings"
)

// Description is what tools/list says of the tool: its summary, and that
// nothing of it can be called yet where that is so.
func (f *Facade) Description() string {
	if len(f.offered()) == 0 {
		return strings.TrimSuffix(f.Summary, ".") + " (not available in this version)."
	}
	return f.Summary
}

// offered are the operations for which the tool is advertised, as far as they
// are built: the common ones, or of a tool without any the first. What
// tools/list says depends on no other, so that a rare operation does not
// change it.
func (f *Facade) offered() (names []string) {
	for _, name := range f.Common {
		if f.Op(name).Available() {
			names = append(names, name)
		}
	}
	if len(f.Common) == 0 && len(f.Ops) > 0 && f.Ops[0].Available() {
		names = append(names, f.Ops[0].Name)
	}
	return names
}

// Advertised is the input schema of the tool as tools/list shows it: the
// discriminator and the fields most used, described by the tool's envelope.
func (f *Facade) Advertised() *Schema {
	s := &Schema{Type: "object"}
	if f.Envelope != nil {
		s = SchemaOf(reflect.TypeOf(f.Envelope))
	}
	s.Open = true
	for i, p := range s.Properties {
		if p.ExactlyOne {
			s.Properties[i].Schema = loose(p.Schema)
		}
	}
	if f.By != "" && len(f.Common) > 0 {
		named := &Schema{Type: "string"}
		if common := f.offered(); len(common) > 0 {
			named.Description = "e.g. " + strings.Join(common, ", ")
		}
		s.Properties = append([]Property{{f.By, named}}, s.Properties...)
	}
	return s
}

// loose is a target without the rules that some clients cannot read. What a
// selector is, one tool says for all: see the envelope of read.
func loose(target *Schema) *Schema {
	s := *target
	s.Open, s.ExactlyOne = true, false
	s.Properties = slices.Clone(s.Properties)
	for j, q := range s.Properties {
		plain := *q.Schema
		plain.Description = ""
		s.Properties[j].Schema = &plain
	}
	return &s
}
