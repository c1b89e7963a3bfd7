package explore

import "github.com/gortexhq/gortex/facade/op"

// What the operations that are not built yet will take.

// ClosureRequest names files and symbols to start from; at least one of them is
// needed.
type ClosureRequest struct {
	Options ClosureOptions `json:"options,omitzero"`
}

// ClosureOptions are the seeds and the bounds of the walk from them.
type ClosureOptions struct {
	Files       []string `json:"files,omitempty" doc:"files to start from"`
	Symbols     []string `json:"symbols,omitempty" doc:"ids or names of symbols to start from"`
	EdgeKinds   []string `json:"edge_kinds,omitempty" doc:"follow only these kinds of edge, such as calls or imports"`
	MaxDepth    int      `json:"max_depth,omitempty" default:"6" min:"1" max:"64" doc:"how many steps to walk"`
	MaxNodes    int      `json:"max_nodes,omitempty" default:"400" min:"1" max:"100000" doc:"most symbols and files to reach"`
	Rank        string   `json:"rank,omitempty" default:"distance" enum:"distance,proximity" doc:"nearest to a seed first, or by a random walk from the seeds"`
	TokenBudget int      `json:"token_budget,omitempty" default:"9000" min:"100" max:"200000" doc:"tokens the answer may have"`
	op.Scope
}

// ContextRequest says what is to be done, in plain words.
type ContextRequest struct {
	Task    string         `json:"task" doc:"what is to be done, in plain words"`
	Path    string         `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	Options ContextOptions `json:"options,omitzero"`
}

// ContextOptions bound the set and choose its sections.
type ContextOptions struct {
	EntryPoint        string `json:"entry_point,omitempty" doc:"symbol or file to start from"`
	MaxSymbols        int    `json:"max_symbols,omitempty" default:"10" min:"1" max:"100" doc:"most symbols"`
	Fidelity          string `json:"fidelity,omitempty" default:"flat" enum:"flat,graded" doc:"all symbols alike, or the less of each the farther it is from the task"`
	TokenBudget       int    `json:"token_budget,omitempty" default:"9000" min:"100" max:"200000" doc:"tokens the answer may have"`
	Estimate          bool   `json:"estimate,omitempty" doc:"only how many tokens the answer would have"`
	IfNoneMatch       string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: everything is left out if it would be the same"`
	DeltaFrom         string `json:"delta_from,omitempty" doc:"etag of an earlier answer: only what is new or changed since"`
	IncludeCallPaths  bool   `json:"include_call_paths,omitempty" doc:"add how the symbols call each other"`
	IncludeFlows      bool   `json:"include_flows,omitempty" doc:"add the execution flows they are part of"`
	IncludeConfidence bool   `json:"include_confidence,omitempty" doc:"add how sure the choice is"`
	op.Scope
}

// PlanRequest says what is to be done, in plain words.
type PlanRequest struct {
	Task    string      `json:"task" doc:"what is to be done, in plain words"`
	Options PlanOptions `json:"options,omitzero"`
}

// PlanOptions bound the plan.
type PlanOptions struct {
	MaxCalls int `json:"max_calls,omitempty" default:"4" min:"1" max:"20" doc:"most calls to recommend"`
}

// SuggestRequest asks what is worth asking.
type SuggestRequest struct {
	Options SuggestOptions `json:"options,omitzero"`
}

// SuggestOptions bound the list.
type SuggestOptions struct {
	Limit int `json:"limit,omitempty" default:"10" min:"1" max:"100" doc:"most rows"`
}
