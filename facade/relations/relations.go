// Package relations answers fixed questions about how symbols relate.
package relations

import "github.com/gortexhq/gortex/facade/op"

// Facade is the relations tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "relations",
		Summary:  "How a symbol is related to others, with provenance.",
		Common:   []string{"usages", "callers", "dependencies", "dependents", "implementations", "hierarchy"},
		Budget:   2000,
		Envelope: envelope{},
	},
	callers, cluster, declaration, dependencies, dependents, hierarchy,
	implementations, importPath, overrides, references, usages,
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,file,query"`
	Options op.Open   `json:"options,omitempty" doc:"depth, direction, exclude_tests, min_tier, limit, repo"`
	Output  op.Open   `json:"output,omitempty"`
}
