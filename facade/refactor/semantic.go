package refactor

import "github.com/gortexhq/gortex/facade/op"

// ofSymbols are the operations on one symbol and all that refers to it.
var ofSymbols = []op.Spec{
	op.Takes[DeleteRequest](op.Spec{
		Name: "delete", Summary: "Delete a symbol that nothing needs.",
		Legacy: []op.Legacy{{Name: "safe_delete_symbol", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "Look at what would go", Request: `{"operation":"delete","target":{"symbol":"oldHelper"}}`},
		op.Example{Text: "With what is then unused as well", Request: `{"operation":"delete","target":{"symbol":"oldHelper"},"options":{"cascade":"apply"},"dry_run":false}`}),
	op.Takes[InlineRequest](op.Spec{
		Name: "inline", Summary: "Replace the calls of a function by its body.",
		Legacy: []op.Legacy{{Name: "inline_symbol", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "Look at it first", Request: `{"operation":"inline","target":{"symbol":"isEmpty"},"dry_run":true}`}),
	op.Takes[MoveRequest](op.Spec{
		Name: "move", Summary: "Move a symbol to another file and mend what refers to it.",
		Legacy: []op.Legacy{{Name: "move_symbol", Args: op.Renames{"id": "target.symbol", "target_file": "destination"}}},
	},
		op.Example{Text: "Look at it first", Request: `{"operation":"move","target":{"symbol":"parseFlags"},"destination":"cli/flags.go","dry_run":true}`}),
	op.Takes[RenameRequest](op.Spec{
		Name: "rename", Summary: "Rename a symbol and everything that refers to it.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "rename_symbol", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "Look at it first", Request: `{"operation":"rename","target":{"symbol":"oldName"},"new_name":"newName","dry_run":true}`}),
}

// DeleteRequest names a symbol that is not needed any more.
type DeleteRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol"`
	DryRun  bool          `json:"dry_run,omitempty" default:"true" doc:"show what would be deleted and write nothing"`
	Options DeleteOptions `json:"options,omitzero"`
}

// DeleteOptions say what to do about those that need it, and those that only it
// needs.
type DeleteOptions struct {
	Force            bool   `json:"force,omitempty" doc:"delete it although something refers to it"`
	Cascade          string `json:"cascade,omitempty" default:"off" enum:"off,preview,apply" doc:"list or delete what nothing needs once it is gone, and so on"`
	CascadeIntoTests bool   `json:"cascade_into_tests,omitempty" doc:"what only tests refer to is not needed"`
	Propagate        bool   `json:"propagate,omitempty" doc:"say how callers would have to be changed"`
}

// InlineRequest names a function.
type InlineRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol"`
	DryRun  bool          `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
	Options InlineOptions `json:"options,omitzero"`
}

// InlineOptions say what becomes of the function.
type InlineOptions struct {
	DeleteAfter bool `json:"delete_after,omitempty" default:"true" doc:"delete the function once nothing calls it"`
}

// MoveRequest names a symbol and the file it goes to.
type MoveRequest struct {
	Target      op.Target   `json:"target" selectors:"symbol"`
	Destination string      `json:"destination" doc:"file to move it to; made if there is none"`
	DryRun      bool        `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
	Options     MoveOptions `json:"options,omitzero"`
}

// MoveOptions are about a file that is made.
type MoveOptions struct {
	TargetPackage string `json:"target_package,omitempty" doc:"package clause of a file that is made; otherwise that of its directory"`
}

// RenameRequest names a symbol and what to call it.
type RenameRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol"`
	NewName string        `json:"new_name" doc:"the new identifier"`
	DryRun  bool          `json:"dry_run,omitempty" doc:"list the edits and write nothing"`
	Options RenameOptions `json:"options,omitzero"`
}

// RenameOptions say what may be written.
type RenameOptions struct {
	AllowParseErrors bool `json:"allow_parse_errors,omitempty" doc:"write even if a file then has more parse errors than before"`
}
