// Package refactor changes code by its meaning.
package refactor

import "github.com/gortexhq/gortex/facade/op"

// Facade is the refactor tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "refactor",
		Summary:  "Rename, move, inline or delete symbols with everything that refers to them.",
		Common:   []string{"rename", "move", "inline", "delete", "fix_all"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("apply_code_action", "Apply one code action of the language server.", "apply_code_action"),
	op.Later("delete", "Delete a symbol that nothing needs.", "safe_delete_symbol"),
	op.Later("fix_all", "Apply fixes to a file until none is left.", "fix_all_in_file"),
	op.Later("inline", "Replace the calls of a function by its body.", "inline_symbol"),
	op.Later("move", "Move a symbol to another file and mend what refers to it.", "move_symbol"),
	op.Spec{
		Name: "rename", Summary: "Rename a symbol and everything that refers to it.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "rename_symbol"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target      op.Target `json:"target,omitzero" selectors:"symbol,file"`
	NewName     string    `json:"new_name,omitempty"`
	Destination string    `json:"destination,omitempty"`
	DryRun      bool      `json:"dry_run,omitempty"`
	Options     op.Open   `json:"options,omitempty"`
	Output      op.Open   `json:"output,omitempty"`
}
