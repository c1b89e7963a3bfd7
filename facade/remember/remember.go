// Package remember stores what is worth remembering.
package remember

import "github.com/gortexhq/gortex/facade/op"

// Facade is the remember tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "remember",
		Summary:  "Store or change notes, memories and notebooks.",
		Common:   []string{"memory", "note", "notebook", "risk_ack"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("edit_memory", "Change the text of a memory.", "edit_memory"),
	op.Spec{
		Name: "memory", Summary: "Store a memory.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "store_memory"}},
	},
	op.Later("note", "Store a note.", "save_note"),
	op.Later("notebook", "Store a notebook entry.", "notebook_save"),
	op.Later("notebook_used", "Record that a notebook entry was of use.", "notebook_used"),
	op.Later("rename_memory", "Give a memory another id or scope.", "rename_memory"),
	op.Spec{
		Name: "risk_ack", Summary: "Acknowledge the risk of a change.",
		Fixed:  op.Args{"ack": true},
		Legacy: []op.Legacy{{Name: "change_contract", When: op.Args{"ack": true}}},
	},
	op.Later("suppress_finding", "Suppress, restore or list findings.", "suppress_finding"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
