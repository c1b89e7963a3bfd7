// Package recall reads what was remembered.
package recall

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the recall tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "recall",
		Summary:  "Read notes, memories and notebooks.",
		Common:   []string{"surface", "memories", "notes"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofMemories, ofNotebooks)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"task, text, tag, limit"`
	Output    op.Open `json:"output,omitempty"`
}
