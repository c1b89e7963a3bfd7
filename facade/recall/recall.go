// Package recall reads what was remembered.
package recall

import "github.com/gortexhq/gortex/facade/op"

// Facade is the recall tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "recall",
		Summary:  "Read notes, memories and notebooks.",
		Common:   []string{"surface", "memories", "notes", "notebook_find"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("distill", "What a session was about.", "distill_session"),
	op.Later("memories", "Stored memories by anchor, tag, kind or text.", "query_memories"),
	op.Later("notebook_find", "Notebook entries by text.", "notebook_find"),
	op.Later("notebook_list", "All notebook entries.", "notebook_list"),
	op.Later("notebook_show", "One notebook entry.", "notebook_show"),
	op.Later("notes", "Notes by symbol, file, tag or text.", "query_notes"),
	op.Later("onboarding", "Whether the essential memories of this repository exist.", "check_onboarding_performed"),
	op.Spec{
		Name: "surface", Summary: "Memories that bear on a task.",
		Default: true,
		Fixed:   op.Args{"mark_accessed": false},
		Legacy:  []op.Legacy{{Name: "surface_memories"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
