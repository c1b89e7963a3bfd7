package search

import "github.com/gortexhq/gortex/facade/op"

// What the operations that are not built yet will take.

// ASTRequest asks for syntax nodes by a pattern or a bundled detector; one of
// them is needed.
type ASTRequest struct {
	Query   string     `json:"query,omitempty" doc:"a tree-sitter query; @match marks the node to report"`
	Options ASTOptions `json:"options,omitzero"`
}

// ASTOptions narrow the search.
type ASTOptions struct {
	Detector     string `json:"detector,omitempty" doc:"name of a bundled detector, in place of a query"`
	Language     string `json:"language,omitempty" doc:"only files of this language"`
	PathPrefix   string `json:"path_prefix,omitempty" doc:"only under these paths, comma-separated"`
	ExcludeTests *bool  `json:"exclude_tests,omitempty" doc:"leave out tests; true for detectors unless said otherwise"`
	MinFanIn     int    `json:"min_fan_in_of_enclosing_func,omitempty" min:"0" doc:"only inside functions that at least so many symbols call"`
	Limit        int    `json:"limit,omitempty" default:"50" min:"1" max:"10000" doc:"most rows"`
	op.Scope
}

// CompletionRequest asks for symbols near those that match a query.
type CompletionRequest struct {
	Query   string            `json:"query" doc:"a name or words"`
	Options CompletionOptions `json:"options,omitzero"`
}

// CompletionOptions bound the growth.
type CompletionOptions struct {
	SeedLimit        int      `json:"seed_limit,omitempty" default:"5" min:"1" max:"100" doc:"how many of the best matches to start from"`
	MaxSeedExpansion int      `json:"max_seed_expansion,omitempty" default:"8" min:"0" max:"1000" doc:"most neighbours of each of them"`
	EdgeKinds        []string `json:"edge_kinds,omitempty" doc:"follow only these kinds of edge, such as calls or implements"`
	Limit            int      `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
}

// WinnowRequest asks for the symbols that meet all constraints given.
type WinnowRequest struct {
	Query   string        `json:"query,omitempty" doc:"words that the symbol should have; they also rank it"`
	Options WinnowOptions `json:"options,omitzero"`
}

// WinnowOptions are the constraints.
type WinnowOptions struct {
	Kind       []string `json:"kind,omitempty" doc:"only these kinds"`
	Language   string   `json:"language,omitempty" doc:"only files of this language"`
	PathPrefix string   `json:"path_prefix,omitempty" doc:"only under these paths, comma-separated"`
	Community  string   `json:"community,omitempty" doc:"only this community, by id or label"`
	MinFanIn   int      `json:"min_fan_in,omitempty" min:"0" doc:"only what at least so many symbols use"`
	MinFanOut  int      `json:"min_fan_out,omitempty" min:"0" doc:"only what uses at least so many symbols"`
	MinChurn   int      `json:"min_churn,omitempty" min:"0" doc:"only what was changed at least so often in this session"`
	IsTest     *bool    `json:"is_test,omitempty" doc:"only tests, or none; both when left out"`
	TestRole   []string `json:"test_role,omitempty" enum:"test,benchmark,fuzz,example" doc:"only tests of these roles"`
	Limit      int      `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
	Paginate   bool     `json:"paginate" default:"true" doc:"offer the rest by a cursor"`
	Compact    bool     `json:"compact,omitempty" doc:"only id, kind and line of each row"`
	op.Scope
}
