package trace

import "github.com/gortexhq/gortex/facade/op"

// What the operations that are not built yet will take.

// Tier is the field by which weak edges are left out.
type Tier struct {
	MinTier string `json:"min_tier,omitempty" enum:"speculative,text_matched,ast_inferred,ast_resolved,compiler_dispatch,compiler_resolved,lsp_dispatch,lsp_resolved" doc:"weakest provenance to keep"`
}

// CallChainRequest asks what one symbol calls.
type CallChainRequest struct {
	Target  op.Target        `json:"target" selectors:"symbol"`
	Options CallChainOptions `json:"options,omitzero"`
}

// CallChainOptions bound the walk.
type CallChainOptions struct {
	Depth int `json:"depth,omitempty" default:"3" min:"1" max:"32" doc:"how many calls to walk"`
	Limit int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Tier
	IncludeSpeculative bool `json:"include_speculative,omitempty" doc:"also edges that are guesses"`
	Compact            bool `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// CFGRequest asks about one function.
type CFGRequest struct {
	Target  op.Target  `json:"target" selectors:"symbol"`
	Options CFGOptions `json:"options,omitzero"`
}

// CFGOptions add to the answer.
type CFGOptions struct {
	Mermaid bool `json:"mermaid,omitempty" doc:"add the graph as a Mermaid flowchart"`
}

// FlowRequest asks how the data of target gets to to.
type FlowRequest struct {
	Target  op.Target   `json:"target" selectors:"symbol"`
	To      op.Target   `json:"to" selectors:"symbol"`
	Options FlowOptions `json:"options,omitzero"`
}

// FlowOptions bound the search.
type FlowOptions struct {
	MaxDepth int `json:"max_depth,omitempty" default:"8" min:"1" max:"64" doc:"most steps of a path"`
	MaxPaths int `json:"max_paths,omitempty" default:"10" min:"1" max:"1000" doc:"most paths"`
	Tier
}

// GraphRequest is a query of the graph.
type GraphRequest struct {
	Options GraphOptions `json:"options"`
}

// GraphOptions hold the query and bound what it gives.
type GraphOptions struct {
	Query string `json:"query" doc:"at most five stages joined by |: nodes, traverse and filter with kind=, name~, path= and lang="`
	Limit int    `json:"limit,omitempty" default:"100" min:"1" max:"1000" doc:"most rows"`
}

// PathRequest asks how target reaches to.
type PathRequest struct {
	Target  op.Target   `json:"target" selectors:"symbol"`
	To      op.Target   `json:"to" selectors:"symbol"`
	Options PathOptions `json:"options,omitzero"`
}

// PathOptions bound the search.
type PathOptions struct {
	MaxDepth          int  `json:"max_depth,omitempty" default:"24" min:"1" max:"64" doc:"most steps of a path"`
	K                 int  `json:"k,omitempty" default:"1" min:"1" max:"100" doc:"how many different paths, shortest first"`
	MaxFrontier       int  `json:"max_frontier,omitempty" default:"25" min:"1" max:"1000" doc:"most symbols to name on each side of a gap, when there is no path"`
	IncludeReferences bool `json:"include_references" default:"true" doc:"also through functions that are passed as values"`
	Tier
}

// TaintRequest asks for flows from sources to sinks. A pattern is a part of a
// symbol's name, or exact:name, path:prefix, kind:kind.
type TaintRequest struct {
	Target  op.Target    `json:"target" selectors:"query"`
	To      op.Target    `json:"to" selectors:"query"`
	Options TaintOptions `json:"options,omitzero"`
}

// TaintOptions bound the search.
type TaintOptions struct {
	MaxDepth int `json:"max_depth,omitempty" default:"8" min:"1" max:"64" doc:"most steps of a path"`
	Limit    int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Tier
}

// WalkRequest asks what can be reached from one symbol.
type WalkRequest struct {
	Target  op.Target   `json:"target" selectors:"symbol"`
	Options WalkOptions `json:"options,omitzero"`
}

// WalkOptions choose the edges and bound the walk.
type WalkOptions struct {
	EdgeKinds   []string `json:"edge_kinds,omitempty" doc:"follow only these kinds of edge, such as calls or implements"`
	Direction   string   `json:"direction,omitempty" default:"out" enum:"out,in,both" doc:"towards what is used, towards what uses it, or both"`
	Community   string   `json:"community,omitempty" doc:"stay in this community, by id or label"`
	MaxDepth    int      `json:"max_depth,omitempty" default:"3" min:"1" max:"32" doc:"how many steps to walk"`
	TokenBudget int      `json:"token_budget,omitempty" default:"2000" min:"100" max:"200000" doc:"tokens after which the walk stops"`
	op.Scope
}
