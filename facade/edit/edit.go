// Package edit changes text and files of the workspace.
package edit

import "github.com/gortexhq/gortex/facade/op"

// Facade is the edit tool.
var Facade = op.LocalWriteFacade(
	op.Tool{
		Name:     "edit",
		Summary:  "Change text and files.",
		Common:   []string{"file", "symbol", "write", "batch"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Spec{
		Name: "apply_overlay", Summary: "Write a branch of the overlay to disk.",
		Fixed:  op.Args{"to_disk": true},
		Legacy: []op.Legacy{{Name: "overlay_merge", When: op.Args{"to_disk": true}}},
	},
	op.Spec{
		Name: "batch", Summary: "Apply several edits, moves and deletions as one.",
		Selects: []string{"changes"},
		Legacy:  []op.Legacy{{Name: "batch_edit"}},
	},
	op.Later("docs", "Write documentation made from the graph.", "generate_docs"),
	op.Later("export_graph", "Write the graph to a file in another format.", "export_graph"),
	op.Spec{
		Name: "file", Summary: "Replace text in a file.",
		Default: true,
		Selects: []string{"file", "file+match", "file+match+content"},
		Legacy:  []op.Legacy{{Name: "edit_file"}},
	},
	op.Later("scaffold", "Make new code on the pattern of an example.", "scaffold"),
	op.Later("skill", "Write a skill for an agent from a directory.", "generate_skill"),
	op.Spec{
		Name: "symbol", Summary: "Replace text within the source of one symbol.",
		Selects: []string{"symbol"},
		Legacy:  []op.Legacy{{Name: "edit_symbol"}},
	},
	op.Spec{
		Name: "wiki", Summary: "Write a wiki of the repository.",
		Fixed:  op.Args{"enhance": false},
		Legacy: []op.Legacy{{Name: "generate_wiki"}},
	},
	op.Spec{
		Name: "write", Summary: "Create a file or replace all of it.",
		Selects: []string{"file+content"},
		Legacy:  []op.Legacy{{Name: "write_file"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target      op.Target `json:"target,omitzero" selectors:"file,symbol"`
	Match       string    `json:"match,omitempty" doc:"exact text to replace"`
	Replacement string    `json:"replacement,omitempty"`
	Content     string    `json:"content,omitempty" doc:"whole new content"`
	Guard       op.Open   `json:"guard,omitempty" doc:"base_sha"`
	Changes     []op.Open `json:"changes,omitempty"`
	DryRun      bool      `json:"dry_run,omitempty"`
	Options     op.Open   `json:"options,omitempty"`
	Output      op.Open   `json:"output,omitempty"`
}
