// Package trace follows calls, control and data further than one relation.
package trace

import "github.com/gortexhq/gortex/facade/op"

// Facade is the trace tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "trace",
		Summary:  "Follow calls, control flow and data flow.",
		Common:   []string{"call_chain", "path", "flow", "taint", "cfg", "walk"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Spec{
		Name: "call_chain", Summary: "What a symbol calls, transitively.",
		Nearest: []string{"relations.callers", "relations.dependencies"},
		Default: true,
		Legacy:  []op.Legacy{{Name: "get_call_chain"}},
	},
	op.Later("cfg", "The control-flow graph of a function.", "get_cfg"),
	op.Later("flow", "How data flows from one symbol to another.", "flow_between"),
	op.Later("graph", "A query of the graph in a small pipeline language.", "graph_query"),
	op.Later("path", "How one symbol reaches another, or how far the search came.", "trace_path").Near("relations.callers", "relations.dependencies"),
	op.Later("taint", "Data flows from sources to sinks given by pattern.", "taint_paths"),
	op.Later("walk", "A walk over chosen kinds of edges within a token budget.", "walk_graph").Near("relations.cluster"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,query"`
	To      op.Target `json:"to,omitzero" selectors:"symbol,query"`
	Options op.Open   `json:"options,omitempty"`
	Output  op.Open   `json:"output,omitempty"`
}
