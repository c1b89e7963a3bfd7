package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var dependents = op.Read(op.Spec{
	Name:    "dependents",
	Summary: "What uses a symbol or a file, its members included: what a change of it can break.",
	Legacy:  []op.Legacy{{Name: "get_dependents", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "What a change of a type can reach", Request: `{"operation":"dependents","target":{"symbol":"Config"},"options":{"depth":2}}`},
	},
}, runDependents)

// DependentsResult lists what uses the target, nearest first. A row's line is
// its first use.
type DependentsResult struct {
	Target     Target `json:"target"`
	Dependents []Row  `json:"dependents" op:"rows"`
	op.Page
	NameOnly int           `json:"name_only_candidates,omitempty"` // sites of the name that are bound to nothing
	Caveat   *query.Caveat `json:"caveat,omitempty"`
}

func runDependents(ctx context.Context, v engine.View, req DependRequest) (DependentsResult, error) {
	ids, target, err := dependTarget(ctx, v, req)
	if err != nil {
		return DependentsResult{}, err
	}
	r, o := v.Graph(), req.Options
	all := query.Dependents(r, ids, o.walk(o.Depth, o.ExcludeTests))
	res := DependentsResult{Target: target}
	res.Total = len(all)
	for _, d := range visible(ctx, all) {
		w := row(r, d.Node, o.Compact)
		w.deeper(r, d.Depth, d.Of)
		w.at(d.Lines)
		if o.Compact {
			w.Lines = nil
		} else {
			w.Relation, w.Tier, w.Via = kindNames(d.Kinds), d.Tier.String(), called(r, d.Via)
		}
		res.Dependents = append(res.Dependents, w)
	}
	known := query.Weigh(r, ids[:1])
	known.Bases = 0 // their uses are among the rows
	res.NameOnly, res.Caveat = known.Unbound, known.UsagesCaveat(len(all))
	return res, nil
}

// fileOf finds an indexed file.
func fileOf(ctx context.Context, v engine.View, path string) (graph.File, error) {
	return locate.File(ctx, v, path)
}
