package change

import "github.com/gortexhq/gortex/facade/op"

// ofSymbols are the operations asked about symbols that are going to change.
var ofSymbols = []op.Spec{
	op.Takes[ImpactRequest](op.Spec{
		Name: "impact", Summary: "What a change of symbols affects, by distance and risk.",
		Legacy: []op.Legacy{{Name: "explain_change_impact", Args: op.Renames{"ids": "target.symbols"}}},
	}.Near("relations.dependents"),
		op.Example{Text: "One symbol", Request: `{"operation":"impact","target":{"symbol":"Server.addTool"}}`},
		op.Example{Text: "Several, numbers alone", Request: `{"operation":"impact","target":{"symbols":["Open","Close"]},"options":{"summary_only":true}}`},
		op.Example{Text: "All that a file declares", Request: `{"operation":"impact","target":{"file":"internal/mcp/server.go"}}`}),
	op.Takes[EditPlanRequest](op.Spec{
		Name: "edit_plan", Summary: "The order in which to edit several symbols.",
		Legacy: []op.Legacy{{Name: "get_edit_plan", Args: op.Renames{"ids": "target.symbols"}}},
	}.Near("relations.dependents"),
		op.Example{Text: "Two symbols", Request: `{"operation":"edit_plan","target":{"symbols":["Open","Close"]}}`}),
	op.Takes[GuardsRequest](op.Spec{
		Name: "guards", Summary: "Rules that a change would violate.",
		Legacy: []op.Legacy{{Name: "check_guards", Args: op.Renames{"ids": "target.symbols"}}},
	},
		op.Example{Text: "Rules about one symbol", Request: `{"operation":"guards","target":{"symbol":"Server.addTool"}}`}),
	op.Takes[TestsRequest](op.Spec{
		Name: "tests", Summary: "The tests to run for changed symbols, and how to run them.",
		Legacy: []op.Legacy{{Name: "get_test_targets", Args: op.Renames{"ids": "target.symbols"}}},
	}.Near("relations.callers"),
		op.Example{Text: "Tests of one symbol", Request: `{"operation":"tests","target":{"symbol":"Server.addTool"}}`}),
	op.Takes[PatternRequest](op.Spec{
		Name: "pattern", Summary: "The pattern of an example: its source, registration and tests.",
		Legacy: []op.Legacy{{Name: "suggest_pattern", Args: op.Renames{"id": "target.symbol"}}},
	}.Near("read.editing_context"),
		op.Example{Text: "How handlers are written here", Request: `{"operation":"pattern","target":{"symbol":"handleOrder"}}`}),
	op.Takes[APIImpactRequest](op.Later("api_impact", "Who consumes a route and what its change breaks.", "api_impact"),
		op.Example{Text: "Consumers of the routes below /orders", Request: `{"operation":"api_impact","options":{"route":"/orders"}}`}),
}

// ImpactRequest names what is going to change: a symbol, several, or all that
// a file declares.
type ImpactRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol,symbols,file"`
	Options ImpactOptions `json:"options,omitzero"`
}

// ImpactOptions choose how much is listed.
type ImpactOptions struct {
	SummaryOnly bool `json:"summary_only,omitempty" doc:"numbers only, no symbols"`
	Offset      int  `json:"offset,omitempty" min:"0" doc:"rows to leave out at the beginning"`
	Limit       int  `json:"limit,omitempty" min:"1" max:"10000" doc:"most rows"`
}

// EditPlanRequest names the symbols to edit.
type EditPlanRequest struct {
	Target  op.Target       `json:"target" selectors:"symbol,symbols"`
	Options EditPlanOptions `json:"options,omitzero"`
}

// EditPlanOptions bound the walk to what depends on them.
type EditPlanOptions struct {
	Depth int `json:"depth,omitempty" min:"1" max:"64" doc:"how far to follow what depends on them"`
}

// GuardsRequest names the changed symbols.
type GuardsRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol,symbols"`
	Options GuardsOptions `json:"options,omitzero"`
}

// GuardsOptions choose the form of the answer.
type GuardsOptions struct {
	Compact bool `json:"compact,omitempty" doc:"only the rule and the symbol of each violation"`
}

// TestsRequest names the changed symbols.
type TestsRequest struct {
	Target  op.Target    `json:"target" selectors:"symbol,symbols"`
	Options TestsOptions `json:"options,omitzero"`
}

// TestsOptions bound the walk to the tests.
type TestsOptions struct {
	Depth   int  `json:"depth,omitempty" min:"1" max:"64" doc:"how many calls a test may be away"`
	Compact bool `json:"compact,omitempty" doc:"only the files of tests and the commands that run them"`
}

// PatternRequest names the example to follow.
type PatternRequest struct {
	Target  op.Target      `json:"target" selectors:"symbol"`
	Options PatternOptions `json:"options,omitzero"`
}

// PatternOptions bound the source that is shown.
type PatternOptions struct {
	MaxSourceLines int `json:"max_source_lines,omitempty" default:"40" min:"0" doc:"most lines of the example's source; 0: none"`
}

// APIImpactRequest narrows the routes; without anything it is about all.
type APIImpactRequest struct {
	Source  APIImpactSource  `json:"source,omitzero"`
	Options APIImpactOptions `json:"options,omitzero"`
}

// APIImpactSource says where the handlers are.
type APIImpactSource struct {
	File string `json:"file,omitempty" doc:"part of the path of the file that declares the handler"`
}

// APIImpactOptions say which routes are meant.
type APIImpactOptions struct {
	Route string `json:"route,omitempty" doc:"part of the route"`
	op.Scope
}
