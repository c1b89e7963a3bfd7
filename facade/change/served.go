package change

import "github.com/gortexhq/gortex/facade/op"

// ofServers are the operations that a language server answers.
var ofServers = []op.Spec{
	op.Takes[CodeActionsRequest](op.Spec{
		Name: "code_actions", Summary: "Code actions that the language server offers at a place.",
		Legacy: []op.Legacy{{Name: "get_code_actions", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "What can be done about line 12", Request: `{"operation":"code_actions","target":{"file":"a.go"},"options":{"start_line":12}}`},
		op.Example{Text: "Imports only", Request: `{"operation":"code_actions","target":{"file":"a.go"},"options":{"only":["source.organizeImports"]}}`}),
	op.Takes[DiagnosticsRequest](op.Spec{
		Name: "diagnostics", Summary: "The latest diagnostics of a file.",
		Legacy: []op.Legacy{{Name: "get_diagnostics", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "After an edit, waiting for the server", Request: `{"operation":"diagnostics","target":{"file":"a.go"},"options":{"wait":true}}`}),
}

// CodeActionsRequest names a place in a file; without one, the whole file.
type CodeActionsRequest struct {
	Target  op.Target          `json:"target" selectors:"file"`
	Options CodeActionsOptions `json:"options,omitzero"`
}

// CodeActionsOptions are the place, and the kinds wanted.
type CodeActionsOptions struct {
	StartLine int      `json:"start_line,omitempty" min:"1" doc:"first line, from 1"`
	StartChar int      `json:"start_char,omitempty" min:"0" doc:"column of the start, from 0"`
	EndLine   int      `json:"end_line,omitempty" min:"1" doc:"last line; the first when left out"`
	EndChar   int      `json:"end_char,omitempty" min:"0" doc:"column of the end, from 0"`
	Only      []string `json:"only,omitempty" doc:"only these kinds of code action, such as quickfix or source.organizeImports"`
	op.Scope
}

// DiagnosticsRequest names a file.
type DiagnosticsRequest struct {
	Target  op.Target          `json:"target" selectors:"file"`
	Options DiagnosticsOptions `json:"options,omitzero"`
}

// DiagnosticsOptions say whether to wait for the server.
type DiagnosticsOptions struct {
	Wait      bool `json:"wait,omitempty" doc:"wait until the server has looked at the file as it is now"`
	TimeoutMS int  `json:"timeout_ms,omitempty" min:"0" max:"60000" doc:"how long to wait, in milliseconds"`
	op.Scope
}
