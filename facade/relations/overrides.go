package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var overrides = op.Read(op.Spec{
	Name:    "overrides",
	Summary: "Methods that override or implement a method, or that it overrides or implements.",
	Legacy:  []op.Legacy{{Name: "find_overrides", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "Which methods this one stands for", Request: `{"operation":"overrides","target":{"symbol":"Redis.Get"},"options":{"direction":"parents"}}`},
	},
}, runOverrides)

// OverridesRequest asks about one method.
type OverridesRequest struct {
	Target  op.Target        `json:"target" selectors:"symbol"`
	Options OverridesOptions `json:"options,omitzero"`
}

// OverridesOptions choose the direction.
type OverridesOptions struct {
	Direction string `json:"direction,omitempty" default:"children" enum:"children,parents" doc:"children override the method, parents are overridden by it"`
	Limit     int    `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	op.Scope
}

// OverridesResult lists methods, nearest first.
type OverridesResult struct {
	Target    Target `json:"target"`
	Direction string `json:"direction"`
	Overrides []Row  `json:"overrides" op:"rows"`
	op.Page
	Caveat *query.Caveat `json:"caveat,omitempty"`
}

func runOverrides(ctx context.Context, v engine.View, req OverridesRequest) (OverridesResult, error) {
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return OverridesResult{}, err
	}
	r := v.Graph()
	walk := req.Options.walk(0, false)
	walkFrom := query.Implementations
	if req.Options.Direction == "parents" {
		walkFrom = query.Bases
	}
	res := OverridesResult{Target: target, Direction: req.Options.Direction}
	for _, x := range walkFrom(r, found.All(), walk) {
		if x.Kind == graph.EdgeOverrides {
			res.Overrides = append(res.Overrides, relativeRow(r, x, false))
		}
	}
	switch k := r.Node(found.Node).Kind; k {
	case graph.KindMethod, graph.KindConstructor, graph.KindProperty, graph.KindField, graph.KindExternal:
	default:
		res.Caveat = &query.Caveat{Class: query.CaveatIncomplete, Text: "a " + k.String() + " overrides nothing; name a method"}
	}
	return res, nil
}
