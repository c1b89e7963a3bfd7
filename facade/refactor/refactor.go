// Package refactor changes code by its meaning.
package refactor

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the refactor tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "refactor",
		Summary:  "Rename, move, inline or delete symbols with everything that refers to them.",
		Common:   []string{"rename", "move", "inline", "delete", "fix_all"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofSymbols, ofServers)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target      op.Target `json:"target,omitzero" selectors:"symbol,file"`
	NewName     string    `json:"new_name,omitempty"`
	Destination string    `json:"destination,omitempty"`
	DryRun      bool      `json:"dry_run,omitempty"`
	Options     op.Open   `json:"options,omitempty" doc:"cascade"`
	Output      op.Open   `json:"output,omitempty"`
}
