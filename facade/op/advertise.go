package op

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Description is what tools/list says of the tool: its summary, and that
// nothing of it can be called yet where that is so.
func (f *Facade) Description() string {
	if len(f.AvailableNames()) == 0 {
		return strings.TrimSuffix(f.Summary, ".") + " (not available in this version)."
	}
	return f.Summary
}

// Advertised is the input schema of the tool as tools/list shows it: the
// discriminator and the fields most used. Of a container it names the fields
// that the tool's operations declare there.
func (f *Facade) Advertised() *Schema {
	s := &Schema{Type: "object"}
	if f.Envelope != nil {
		s = SchemaOf(reflect.TypeOf(f.Envelope))
	}
	s.Open = true
	for i, p := range s.Properties {
		switch {
		case p.ExactlyOne:
			s.Properties[i].Schema = loose(p.Schema)
		case p.Type == "object" && slices.Contains(Containers, p.Name):
			p.Description = cmp.Or(f.fieldsIn(p.Name), p.Description)
		}
	}
	if f.By != "" {
		named := &Schema{Type: "string"}
		common := slices.DeleteFunc(slices.Clone(f.Common), func(name string) bool { return !f.Op(name).Available() })
		if len(common) > 0 {
			named.Description = "such as " + strings.Join(common, ", ")
		}
		if len(f.Common) > 0 {
			s.Properties = append([]Property{{f.By, named}}, s.Properties...)
		}
	}
	return s
}

// loose is a target without the rules that some clients cannot read.
func loose(target *Schema) *Schema {
	s := *target
	s.Open, s.ExactlyOne = true, false
	if s.Description == "" {
		s.Description = "one selector"
		if s.Property("symbol") != nil {
			s.Description += "; a symbol is an id (path::Type.Method) or a unique name"
		}
	}
	s.Properties = slices.Clone(s.Properties)
	for j, q := range s.Properties {
		plain := *q.Schema
		plain.Description = ""
		s.Properties[j].Schema = &plain
	}
	return &s
}

// mostFields is how many fields of a container are named; capabilities has
// them all.
const mostFields = 9

// fieldsIn names the fields of a container, those of most operations first.
func (f *Facade) fieldsIn(container string) string {
	if container == "output" {
		if len(f.AvailableNames()) == 0 {
			return ""
		}
		return "limit, cursor, fields, max_tokens"
	}
	var names []string
	count := map[string]int{}
	for _, o := range f.Public() {
		if !o.Available() {
			continue
		}
		in := o.Schema().Property(container)
		if in == nil {
			continue
		}
		for _, p := range in.Properties {
			if p.scope != "" && p.Name != "repo" {
				continue
			}
			if count[p.Name]++; count[p.Name] == 1 {
				names = append(names, p.Name)
			}
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return count[b] - count[a] })
	more := ""
	if len(names) > mostFields {
		names, more = names[:mostFields], ", ..."
	}
	return strings.Join(names, ", ") + more
}
