// Package workspace_admin changes what is tracked and indexed.
package workspace_admin

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the workspace_admin tool.
var Facade = op.ControlWriteFacade(
	op.Tool{
		Name:     "workspace_admin",
		Summary:  "Track and index repositories.",
		Common:   []string{"track", "untrack", "index", "reindex"},
		Budget:   2000,
		Envelope: envelope{},
	},
	index, reindex, track, untrack,
).Planned(slices.Concat(ofScopes, ofHistory)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"path, name"`
	Output    op.Open `json:"output,omitempty"`
}
