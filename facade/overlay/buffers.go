package overlay

import "github.com/gortexhq/gortex/facade/op"

// ofBuffers are the operations on the overlay and its files.
var ofBuffers = []op.Spec{
	op.Takes[DeleteRequest](op.Later("delete", "Mark a file of the overlay as deleted.", "overlay_delete"),
		op.Example{Text: "One file", Request: `{"operation":"delete","arguments":{"path":"a.go"}}`}),
	op.Takes[DropRequest](op.Later("drop", "Drop the overlay.", "overlay_drop"),
		op.Example{Text: "All of it", Request: `{"operation":"drop"}`}),
	op.Takes[KeepaliveRequest](op.Later("keepalive", "Keep the overlay from expiring.", "overlay_keepalive"),
		op.Example{Text: "A while longer", Request: `{"operation":"keepalive"}`}),
	op.Takes[PushRequest](op.Later("push", "Put an unsaved buffer into the overlay.", "overlay_push"),
		op.Example{Text: "A buffer", Request: `{"operation":"push","arguments":{"path":"a.go","content":"package a\n"}}`}),
	op.Takes[RegisterRequest](op.Later("register", "Open an overlay.", "overlay_register"),
		op.Example{Text: "For this session", Request: `{"operation":"register"}`}),
	op.Takes[SimulateRequest](op.Spec{
		Name: "simulate", Summary: "Apply a chain of edits to the overlay and keep it.",
		Fixed:  op.Args{"arguments.keep": true},
		Legacy: []op.Legacy{{Name: "simulate_chain", When: op.Args{"keep": true}}},
	},
		op.Example{Text: "A new file", Request: `{"operation":"simulate","arguments":{"steps":[{"documentChanges":[{"kind":"create","uri":"file:///src/shop/b.go"}]}]}}`}),
}

// DeleteRequest names a file.
type DeleteRequest struct {
	Arguments DeleteArguments `json:"arguments"`
}

// DeleteArguments say which.
type DeleteArguments struct {
	Path string `json:"path" doc:"file of the overlay"`
}

// DropRequest drops all there is.
type DropRequest struct{}

// KeepaliveRequest keeps all there is.
type KeepaliveRequest struct{}

// PushRequest holds one buffer.
type PushRequest struct {
	Arguments PushArguments `json:"arguments"`
}

// PushArguments are a file as the overlay shall have it.
type PushArguments struct {
	Path    string `json:"path" doc:"path of the file"`
	Content string `json:"content,omitempty" doc:"the whole content"`
	BaseSHA string `json:"base_sha,omitempty" doc:"git blob id of the file on disk that the buffer was made from"`
	Deleted bool   `json:"deleted,omitempty" doc:"the file is gone in the overlay"`
}

// RegisterRequest opens an overlay for the session.
type RegisterRequest struct {
	Arguments RegisterArguments `json:"arguments,omitzero"`
}

// RegisterArguments say what the overlay lies on.
type RegisterArguments struct {
	WorkspaceID string `json:"workspace_id,omitempty" doc:"the workspace; that of the session when left out"`
}

// SimulateRequest holds the edits to apply, in order.
type SimulateRequest struct {
	Arguments SimulateArguments `json:"arguments"`
}

// SimulateArguments are a chain of edits, each made on the result of the one
// before, and how it is applied.
type SimulateArguments struct {
	Steps          []op.Open `json:"steps" doc:"LSP WorkspaceEdits in the order in which they are applied"`
	InheritOverlay bool      `json:"inherit_overlay,omitempty" doc:"begin with the session's overlay instead of the files on disk"`
	Diagnostics    bool      `json:"diagnostics,omitempty" default:"true" doc:"ask a language server about the files touched, where there is one"`
	DiagnosticsMS  int       `json:"diagnostics_timeout_ms,omitempty" default:"1500" min:"0" max:"60000" doc:"how long to wait for it, in milliseconds"`
	StopOnError    bool      `json:"stop_on_error,omitempty" default:"true" doc:"stop at the first step that brings a new error"`
	Keep           bool      `json:"keep,omitempty" doc:"keep the result as an overlay of the session"`
}
