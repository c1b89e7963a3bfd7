package surface

import (
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// mostBrief is how many bytes the description of a parameter keeps where a
// surface is brief.
const mostBrief = 48

// brief cuts the descriptions of a tool's parameters to their first clause.
func brief(t Tool) Tool {
	s := *t.InputSchema
	s.Properties = make([]op.Property, len(t.InputSchema.Properties))
	for i, p := range t.InputSchema.Properties {
		short := *p.Schema
		short.Description = clause(p.Description)
		if short.Items != nil && len(short.Items.Properties) > 0 {
			short.Items = &op.Schema{Type: "object", Open: true}
		}
		s.Properties[i] = op.Property{Name: p.Name, Schema: &short}
	}
	t.InputSchema = &s
	return t
}

// clause is the beginning of a text up to where it could end, at most
// [mostBrief] bytes of whole words.
func clause(text string) string {
	for _, end := range []string{"; ", ". ", " (", ": ", ", "} {
		if head, _, cut := strings.Cut(text, end); cut {
			text = head
		}
	}
	if len(text) > mostBrief {
		text = text[:strings.LastIndexByte(text[:mostBrief+1], ' ')+1]
	}
	return strings.TrimSpace(strings.TrimSuffix(text, "."))
}
