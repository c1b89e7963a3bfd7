// Package capabilities describes the other tools: the one place where a caller
// learns what an operation takes.
package capabilities

import "github.com/gortexhq/gortex/facade/op"

// New is the capabilities tool over a set of facades, of which it is one.
func New(all func() []*op.Facade) *op.Facade {
	return op.ReadFacade(
		op.Tool{
			Name:     "capabilities",
			Summary:  "List the operations of a tool, or give the exact schema of one.",
			By:       op.NoDiscriminator, // its operation is a thing to describe, not a thing to do
			Envelope: envelope{},
		},
		describe(all),
	).Planned(
		op.Spec{
			Name: "legacy_profile", Summary: "The state of the flat tools.",
			Hidden: true,
			Legacy: []op.Legacy{{Name: "tool_profile"}},
		},
		op.Spec{
			Name: "legacy_search", Summary: "Flat tools by name or keyword.",
			Hidden: true,
			Legacy: []op.Legacy{{Name: "tools_search"}},
		},
	)
}

// envelope is what tools/list shows of a request.
type envelope struct {
	Domain    string  `json:"domain,omitempty"`
	Operation string  `json:"operation,omitempty"`
	Detail    string  `json:"detail,omitempty" enum:"summary,schema"`
	Output    op.Open `json:"output,omitempty"`
}
