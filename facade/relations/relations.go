// Package relations answers fixed questions about how symbols relate.
package relations

import "github.com/gortexhq/gortex/facade/op"

// Facade is the relations tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "relations",
		Summary:  "How a symbol is related to others, each relation with its provenance.",
		Common:   []string{"usages", "callers", "dependencies", "dependents", "implementations", "overrides", "hierarchy", "references"},
		Budget:   2000,
		Envelope: envelope{},
	},
	callers, cluster, declaration, dependencies, dependents, hierarchy,
	implementations, importPath, overrides, references, usages,
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,file,query"`
	Options op.Open   `json:"options,omitempty"`
	Output  op.Open   `json:"output,omitempty"`
}
