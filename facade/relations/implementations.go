package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var implementations = op.Read(op.Spec{
	Name:    "implementations",
	Summary: "Types that implement an interface or extend a class, or methods that implement one of its methods.",
	Legacy:  []op.Legacy{{Name: "find_implementations", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "What implements an interface", Request: `{"operation":"implementations","target":{"symbol":"Store"}}`},
	},
}, runImplementations)

// ImplementationsRequest asks what implements one symbol.
type ImplementationsRequest struct {
	Target  op.Target              `json:"target" selectors:"symbol"`
	Options ImplementationsOptions `json:"options,omitzero"`
}

// ImplementationsOptions bound the list.
type ImplementationsOptions struct {
	Limit int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	ExcludeTests bool `json:"exclude_tests,omitempty" doc:"leave out what is declared in tests"`
	Compact      bool `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// ImplementationsResult lists them, direct ones first. Where a row stands is
// where it is declared.
type ImplementationsResult struct {
	Target          Target `json:"target"`
	Implementations []Row  `json:"implementations" op:"rows"`
	op.Page
	Caveat *query.Caveat `json:"caveat,omitempty"`
}

func runImplementations(ctx context.Context, v engine.View, req ImplementationsRequest) (ImplementationsResult, error) {
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return ImplementationsResult{}, err
	}
	r := v.Graph()
	all := query.Implementations(r, found.All(), req.Options.walk(0, req.Options.ExcludeTests))
	res := ImplementationsResult{Target: target}
	res.Total = len(all)
	for _, x := range visible(ctx, all) {
		res.Implementations = append(res.Implementations, relativeRow(r, x, req.Options.Compact))
	}
	if len(all) == 0 {
		res.Caveat = notImplemented(r.Node(found.Node).Kind)
	}
	return res, nil
}

// notImplemented says what to ask instead about a symbol of a kind that nothing
// implements; nil for the other kinds.
func notImplemented(k graph.Kind) *query.Caveat {
	a, text := "a ", "name an interface, a class or one of its methods"
	if k == graph.KindEnum || k == graph.KindEnumMember {
		a = "an "
	}
	switch k {
	case graph.KindInterface, graph.KindClass, graph.KindMethod, graph.KindExternal:
		return nil
	case graph.KindStruct, graph.KindEnum, graph.KindType:
		text = "relations.hierarchy lists what it implements, relations.usages where it is used"
	}
	return &query.Caveat{Class: query.CaveatIncomplete, Text: a + k.String() + " has no implementations; " + text}
}

// relativeRow is a row of a type relation.
func relativeRow(r graph.Reader, x query.Relative, compact bool) Row {
	w := row(r, x.Node, compact)
	w.deeper(r, x.Depth, x.Of)
	if !compact {
		w.Relation, w.Tier = []string{x.Kind.String()}, x.Tier.String()
	}
	return w
}
