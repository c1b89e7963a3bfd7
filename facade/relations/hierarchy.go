package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var hierarchy = op.Read(op.Spec{
	Name:    "hierarchy",
	Summary: "Supertypes and subtypes of a type, or what a method overrides and is overridden by.",
	Legacy:  []op.Legacy{{Name: "get_class_hierarchy", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "What a class extends, with members", Request: `{"operation":"hierarchy","target":{"symbol":"Button"},"options":{"direction":"up","include_methods":true}}`},
	},
}, runHierarchy)

// HierarchyRequest asks about one type or method.
type HierarchyRequest struct {
	Target  op.Target        `json:"target" selectors:"symbol"`
	Options HierarchyOptions `json:"options,omitzero"`
}

// HierarchyOptions bound the walk.
type HierarchyOptions struct {
	Direction      string `json:"direction,omitempty" default:"both" enum:"up,down,both" doc:"towards the bases, away from them, or both"`
	Depth          int    `json:"depth,omitempty" default:"5" min:"1" max:"64" doc:"how many steps to walk"`
	IncludeMethods bool   `json:"include_methods,omitempty" doc:"add the members of each type and what they override"`
	Limit          int    `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	op.Scope
}

// HierarchyResult lists relatives: first upwards, then downwards, each nearest
// first.
type HierarchyResult struct {
	Target    Target   `json:"target"`
	Members   []Member `json:"members,omitempty"` // of the target
	Relatives []Row    `json:"relatives" op:"rows"`
	op.Page
}

func runHierarchy(ctx context.Context, v engine.View, req HierarchyRequest) (HierarchyResult, error) {
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return HierarchyResult{}, err
	}
	r, o := v.Graph(), req.Options
	res := HierarchyResult{Target: target}
	var all []query.Relative
	if o.Direction != "down" {
		all = query.Bases(r, found.All(), o.walk(o.Depth, false))
	}
	if o.Direction != "up" {
		all = append(all, query.Implementations(r, found.All(), o.walk(o.Depth, false))...)
	}
	res.Total = len(all)
	for _, x := range visible(ctx, all) {
		w := relativeRow(r, x, false)
		w.Direction = "down"
		if x.Parent {
			w.Direction = "up"
		}
		if o.IncludeMethods {
			w.Members = members(r, x.Node)
		}
		res.Relatives = append(res.Relatives, w)
	}
	if o.IncludeMethods {
		res.Members = members(r, found.Node)
	}
	return res, nil
}

func members(r graph.Reader, id graph.NodeID) []Member {
	var out []Member
	for _, m := range query.Members(r, id) {
		n := r.Node(m)
		row := Member{Name: n.Name, Kind: n.Kind.String(), Line: n.Span.NameLine}
		for e := range r.Out(m) {
			if e.Kind == graph.EdgeOverrides {
				row.Overrides = append(row.Overrides, called(r, e.Dst))
			}
		}
		out = append(out, row)
	}
	return out
}
