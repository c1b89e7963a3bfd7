// Package edit changes text and files of the workspace.
package edit

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the edit tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "edit",
		Summary:  "Change text and files.",
		Common:   []string{"file", "symbol", "write", "batch"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofText, ofGenerators)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target      op.Target `json:"target,omitzero" selectors:"file,symbol"`
	Match       string    `json:"match,omitempty" doc:"exact text to replace"`
	Replacement string    `json:"replacement,omitempty"`
	Content     string    `json:"content,omitempty" doc:"whole new content"`
	Guard       op.Open   `json:"guard,omitempty" doc:"base_sha, expected_occurrences"`
	Changes     []op.Open `json:"changes,omitempty"`
	DryRun      bool      `json:"dry_run,omitempty"`
	Options     op.Open   `json:"options,omitempty" doc:"replace_all, transaction_id"`
	Output      op.Open   `json:"output,omitempty"`
}
