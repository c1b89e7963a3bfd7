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
).Planned(
	op.Later("callers", "Who calls a symbol, nearest first.", "get_callers"),
	op.Later("cluster", "The neighbourhood of a symbol in both directions.", "get_cluster"),
	op.Later("declaration", "The declaration behind a piece of text at a place of use.", "find_declaration"),
	op.Later("dependencies", "What a symbol depends on.", "get_dependencies"),
	op.Later("dependents", "What depends on a symbol.", "get_dependents"),
	op.Later("hierarchy", "Supertypes and subtypes of a type, or the overrides of a method.", "get_class_hierarchy"),
	op.Later("implementations", "Types that implement an interface, or methods that implement one of its methods.", "find_implementations"),
	op.Later("import_path", "How a file imports a symbol.", "find_import_path"),
	op.Later("overrides", "Methods that override a method, or that it overrides.", "find_overrides"),
	op.Later("references", "Whether a symbol is referenced at all, and the evidence.", "check_references"),
	op.Spec{
		Name: "usages", Summary: "Every place where a symbol is used.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "find_usages"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,query"`
	Options op.Open   `json:"options,omitempty"`
	Output  op.Open   `json:"output,omitempty"`
}
