// Package overlay holds unsaved buffers of a session.
package overlay

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the overlay tool.
var Facade = op.SessionWriteFacade(
	op.Tool{
		Name:     "overlay",
		Summary:  "Unsaved buffers and speculative edits of this session.",
		Common:   []string{"register", "push", "simulate", "fork", "merge", "drop"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofBuffers, ofBranches)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"path, content, name, steps"`
	Output    op.Open `json:"output,omitempty"`
}
