// Package change says what a change touches, before and after it is made.
package change

import "github.com/gortexhq/gortex/facade/op"

// Facade is the change tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "change",
		Summary:  "What a change affects and must satisfy. Detect after every edit.",
		Common:   []string{"impact", "detect", "verify", "tests", "guards", "contract", "diagnostics", "preview"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("api_impact", "Who consumes a route and what its change breaks.", "api_impact"),
	op.Later("code_actions", "Code actions that the language server offers at a place.", "get_code_actions"),
	op.Later("compare_branches", "How an answer differs between two overlay branches.", "compare_branches"),
	op.Later("compare_overlay", "How an answer differs between disk and overlay.", "compare_with_overlay"),
	op.Spec{
		Name: "contract", Summary: "What a change must satisfy: its impact, tests, guards and risk.",
		Nearest: []string{"relations.dependents"},
		Default: true,
		Fixed:   op.Args{"ack": false},
		Legacy:  []op.Legacy{{Name: "change_contract"}},
	},
	op.Later("detect", "Symbols touched by the changes of the working tree or of a branch.", "detect_changes"),
	op.Later("diagnostics", "The latest diagnostics of a file.", "get_diagnostics"),
	op.Later("edit_plan", "The order in which to edit several symbols.", "get_edit_plan").Near("relations.dependents"),
	op.Later("guards", "Rules that a change would violate.", "check_guards"),
	op.Later("impact", "What a change of symbols affects, by distance and risk.", "explain_change_impact").Near("relations.dependents"),
	op.Later("overlay_branches", "The branches of the overlay.", "overlay_branches"),
	op.Later("overlay_state", "The files of the overlay.", "overlay_list"),
	op.Later("pattern", "The pattern of an example: its source, registration and tests.", "suggest_pattern").Near("read.editing_context"),
	op.Later("preview", "What a workspace edit would do, without doing it.", "preview_edit"),
	op.Later("ranges", "The symbols that cover ranges of lines.", "symbols_for_ranges").Near("read.summary"),
	op.Later("receipt", "The record of an earlier mutation.", "mutation_status"),
	op.Spec{
		Name: "simulate", Summary: "What a chain of edits would do, without keeping it.",
		Fixed:  op.Args{"keep": false},
		Legacy: []op.Legacy{{Name: "simulate_chain"}},
	},
	op.Later("tests", "The tests to run for changed symbols, and how to run them.", "get_test_targets").Near("relations.callers"),
	op.Later("verify", "Whether callers and implementations fit a new signature.", "verify_change").Near("relations.callers", "relations.implementations"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,symbols,file"`
	Source  op.Open   `json:"source,omitempty" doc:"base, changes, ranges, workspace_edit"`
	Options op.Open   `json:"options,omitempty"`
	Output  op.Open   `json:"output,omitempty"`
}
