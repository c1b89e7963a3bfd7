package refactor

import "github.com/gortexhq/gortex/facade/op"

// ofServers are the operations that a language server does.
var ofServers = []op.Spec{
	op.Takes[ApplyCodeActionRequest](op.Spec{
		Name: "apply_code_action", Summary: "Apply one code action of the language server.",
		Legacy: []op.Legacy{{Name: "apply_code_action", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "The first of those offered for line 12", Request: `{"operation":"apply_code_action","target":{"file":"a.go"},"options":{"index":0,"start_line":12}}`}),
	op.Takes[FixAllRequest](op.Spec{
		Name: "fix_all", Summary: "Apply fixes to a file until none is left.",
		Legacy: []op.Legacy{{Name: "fix_all_in_file", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "Imports only", Request: `{"operation":"fix_all","target":{"file":"a.go"},"options":{"kinds":["source.organizeImports"]}}`}),
}

// ApplyCodeActionRequest names one of the code actions offered at a place.
type ApplyCodeActionRequest struct {
	Target  op.Target              `json:"target" selectors:"file"`
	Options ApplyCodeActionOptions `json:"options"`
}

// ApplyCodeActionOptions are the place and the kinds that the list was asked
// with, and which of the list to apply.
type ApplyCodeActionOptions struct {
	Index     int      `json:"index" min:"0" doc:"index of the action in the list of code actions"`
	StartLine int      `json:"start_line,omitempty" min:"1" doc:"first line, from 1"`
	StartChar int      `json:"start_char,omitempty" min:"0" doc:"column of the start, from 0"`
	EndLine   int      `json:"end_line,omitempty" min:"1" doc:"last line; the first when left out"`
	EndChar   int      `json:"end_char,omitempty" min:"0" doc:"column of the end, from 0"`
	Only      []string `json:"only,omitempty" doc:"only these kinds of code action, such as quickfix"`
	op.OneRepo
}

// FixAllRequest names a file.
type FixAllRequest struct {
	Target  op.Target     `json:"target" selectors:"file"`
	Options FixAllOptions `json:"options,omitzero"`
}

// FixAllOptions say which fixes are applied, and when to give up.
type FixAllOptions struct {
	Kinds          []string `json:"kinds,omitempty" default:"[\"quickfix\",\"source.organizeImports\"]" doc:"kinds of code action to apply"`
	MaxIterations  int      `json:"max_iterations,omitempty" default:"5" min:"1" max:"50" doc:"how often to ask again"`
	MaxActions     int      `json:"max_actions_per_iter,omitempty" default:"50" min:"1" max:"1000" doc:"most actions each time"`
	DiagnosticWait int      `json:"diagnostic_timeout_ms,omitempty" default:"5000" min:"0" max:"60000" doc:"how long to wait for the server each time, in milliseconds"`
	op.OneRepo
}
