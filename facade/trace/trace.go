// Package trace follows calls, control and data further than one relation.
package trace

import "github.com/gortexhq/gortex/facade/op"

// Facade is the trace tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "trace",
		Summary:  "Follow calls, control flow and data flow.",
		Common:   []string{"call_chain", "path", "flow", "taint", "cfg"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Takes[CallChainRequest](
		op.Spec{
			Name: "call_chain", Summary: "What a symbol calls, transitively.",
			Nearest: []string{"relations.callers", "relations.dependencies"},
			Default: true,
			Legacy:  []op.Legacy{{Name: "get_call_chain", Args: op.Renames{"id": "target.symbol"}}},
		},
		op.Example{Text: "What a method leads to", Request: `{"operation":"call_chain","target":{"symbol":"Server.start"},"options":{"depth":4}}`},
	),
	op.Takes[CFGRequest](
		op.Spec{
			Name: "cfg", Summary: "The control-flow graph of a function.",
			Legacy: []op.Legacy{{Name: "get_cfg", Args: op.Renames{"id": "target.symbol"}}},
		},
		op.Example{Text: "The branches of a function, as a flowchart too", Request: `{"operation":"cfg","target":{"symbol":"parseHeader"},"options":{"mermaid":true}}`},
	),
	op.Takes[FlowRequest](
		op.Spec{
			Name: "flow", Summary: "How data flows from one symbol to another.",
			Legacy: []op.Legacy{{Name: "flow_between", Args: op.Renames{"source_id": "target.symbol", "sink_id": "to.symbol"}}},
		},
		op.Example{Text: "From a request to a query", Request: `{"operation":"flow","target":{"symbol":"readForm"},"to":{"symbol":"Store.Query"}}`},
	),
	op.Takes[GraphRequest](
		op.Later("graph", "A query of the graph in a small pipeline language.", "graph_query"),
		op.Example{Text: "What implements the interfaces called Handler", Request: `{"operation":"graph","options":{"query":"nodes kind=interface name~Handler | traverse implements in"}}`},
	),
	op.Takes[PathRequest](
		op.Spec{
			Name: "path", Summary: "How one symbol reaches another, or how far the search came.",
			Nearest: []string{"relations.callers", "relations.dependencies"},
			Legacy:  []op.Legacy{{Name: "trace_path", Args: op.Renames{"source_id": "target.symbol", "sink_id": "to.symbol"}}},
		},
		op.Example{Text: "Three ways from main to a function", Request: `{"operation":"path","target":{"symbol":"main"},"to":{"symbol":"Store.Query"},"options":{"k":3}}`},
	),
	op.Takes[TaintRequest](
		op.Spec{
			Name: "taint", Summary: "Data flows from sources to sinks given by pattern.",
			Legacy: []op.Legacy{{Name: "taint_paths", Args: op.Renames{"source_pattern": "target.query", "sink_pattern": "to.query"}}},
		},
		op.Example{Text: "From requests to commands", Request: `{"operation":"taint","target":{"query":"path:internal/http"},"to":{"query":"exact:exec.Command"}}`},
	),
	op.Takes[WalkRequest](
		op.Spec{
			Name: "walk", Summary: "A walk over chosen kinds of edges within a token budget.",
			Nearest: []string{"relations.cluster"},
			Legacy:  []op.Legacy{{Name: "walk_graph", Args: op.Renames{"id": "target.symbol"}}},
		},
		op.Example{Text: "Who calls it, and who calls them", Request: `{"operation":"walk","target":{"symbol":"Store.Query"},"options":{"edge_kinds":["calls"],"direction":"in"}}`},
	),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,query"`
	To      op.Target `json:"to,omitzero" selectors:"symbol,query"`
	Options op.Open   `json:"options,omitempty" doc:"depth, max_depth"`
	Output  op.Open   `json:"output,omitempty"`
}
