// Package overlay holds unsaved buffers of a session.
package overlay

import "github.com/gortexhq/gortex/facade/op"

// Facade is the overlay tool.
var Facade = op.SessionWriteFacade(
	op.Tool{
		Name:     "overlay",
		Summary:  "Unsaved buffers and speculative edits of this session.",
		Common:   []string{"register", "push", "simulate", "fork", "merge", "drop"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("delete", "Mark a file of the overlay as deleted.", "overlay_delete"),
	op.Later("drop", "Drop the overlay.", "overlay_drop"),
	op.Later("drop_branch", "Drop a branch of the overlay.", "overlay_drop_branch"),
	op.Later("fork", "Fork a branch of the overlay.", "overlay_fork"),
	op.Later("keepalive", "Keep the overlay from expiring.", "overlay_keepalive"),
	op.Spec{
		Name: "merge", Summary: "Merge a branch of the overlay into another.",
		Fixed:  op.Args{"to_disk": false},
		Legacy: []op.Legacy{{Name: "overlay_merge"}},
	},
	op.Later("push", "Put an unsaved buffer into the overlay.", "overlay_push"),
	op.Later("register", "Open an overlay.", "overlay_register"),
	op.Spec{
		Name: "simulate", Summary: "Apply a chain of edits to the overlay and keep it.",
		Fixed:  op.Args{"keep": true},
		Legacy: []op.Legacy{{Name: "simulate_chain", When: op.Args{"keep": true}}},
	},
	op.Later("switch", "Switch to a branch of the overlay.", "overlay_switch"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
