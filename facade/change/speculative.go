package change

import "github.com/gortexhq/gortex/facade/op"

// ofEdits are the operations asked about edits that are not made.
var ofEdits = []op.Spec{
	op.Takes[PreviewRequest](op.Later("preview", "What a workspace edit would do, without doing it.", "preview_edit"),
		op.Example{Text: "One line replaced", Request: `{"operation":"preview","source":{"workspace_edit":{"changes":{"file:///src/shop/a.go":[{"range":{"start":{"line":2,"character":0},"end":{"line":3,"character":0}},"newText":"func Open() {}\n"}]}}}}`}),
	op.Takes[SimulateRequest](op.Spec{
		Name: "simulate", Summary: "What a chain of edits would do, without keeping it.",
		Fixed:  op.Args{"options.keep": false},
		Legacy: []op.Legacy{{Name: "simulate_chain"}},
	},
		op.Example{Text: "A new file, then a line in another", Request: `{"operation":"simulate","source":{"steps":[{"documentChanges":[{"kind":"create","uri":"file:///src/shop/b.go"}]},{"changes":{"file:///src/shop/a.go":[]}}]}}`}),
	op.Takes[VerifyRequest](op.Later("verify", "Whether callers and implementations fit a new signature.", "verify_change").
		Near("relations.callers", "relations.implementations"),
		op.Example{Text: "One more parameter", Request: `{"operation":"verify","source":{"changes":[{"symbol_id":"internal/mcp/server.go::Server.addTool","new_signature":"func (s *Server) addTool(ctx context.Context, t Tool) error"}]}}`}),
}

// PreviewRequest holds the edit to look at.
type PreviewRequest struct {
	Source  PreviewSource  `json:"source"`
	Options PreviewOptions `json:"options,omitzero"`
}

// PreviewSource is an edit in the form of the language server protocol.
type PreviewSource struct {
	WorkspaceEdit op.Open `json:"workspace_edit" doc:"an LSP WorkspaceEdit: changes or documentChanges"`
}

// PreviewOptions say what the edit is applied to and who checks it.
type PreviewOptions struct {
	InheritOverlay bool `json:"inherit_overlay,omitempty" doc:"apply the edit to the session's overlay instead of the files on disk"`
	Diagnostics    bool `json:"diagnostics,omitempty" default:"true" doc:"ask a language server about the files touched, where there is one"`
	DiagnosticsMS  int  `json:"diagnostics_timeout_ms,omitempty" default:"1500" min:"0" max:"60000" doc:"how long to wait for it, in milliseconds"`
}

// SimulateRequest holds the edits to look at, in order.
type SimulateRequest struct {
	Source  SimulateSource  `json:"source"`
	Options SimulateOptions `json:"options,omitzero"`
}

// SimulateSource is a chain of edits, each made on the result of the one before.
type SimulateSource struct {
	Steps []op.Open `json:"steps" doc:"LSP WorkspaceEdits in the order in which they are applied"`
}

// SimulateOptions say how the chain is applied.
type SimulateOptions struct {
	PreviewOptions
	StopOnError bool `json:"stop_on_error,omitempty" default:"true" doc:"stop at the first step that brings a new error"`
	Keep        bool `json:"keep,omitempty" doc:"keep the result as an overlay of the session"`
}

// VerifyRequest holds proposed signatures.
type VerifyRequest struct {
	Source  VerifySource  `json:"source"`
	Options VerifyOptions `json:"options,omitzero"`
}

// VerifySource lists what each symbol would become.
type VerifySource struct {
	Changes []SignatureChange `json:"changes" doc:"symbols with their new signatures"`
}

// SignatureChange is one symbol's new signature.
type SignatureChange struct {
	Symbol    string `json:"symbol_id" doc:"symbol id or name"`
	Signature string `json:"new_signature" doc:"the declaration as it would be written, without a body"`
}

// VerifyOptions choose the form of the answer.
type VerifyOptions struct {
	Compact bool `json:"compact,omitempty" doc:"only where it does not fit, without the source"`
}
