// Package remember stores what is worth remembering.
package remember

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the remember tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "remember",
		Summary:  "Store or change notes, memories and notebooks.",
		Common:   []string{"memory", "note", "notebook", "risk_ack"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofMemories, ofNotebooks, ofJudgements)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"body, title, tags, symbol_id"`
	Output    op.Open `json:"output,omitempty"`
}
