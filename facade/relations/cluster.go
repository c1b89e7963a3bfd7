package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/query"
)

var cluster = op.Read(op.Spec{
	Name:    "cluster",
	Summary: "The neighbourhood of a symbol: what it uses and what uses it, some steps far.",
	Legacy:  []op.Legacy{{Name: "get_cluster", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "All within one step", Request: `{"operation":"cluster","target":{"symbol":"Server"},"options":{"radius":1}}`},
	},
}, runCluster)

// ClusterRequest asks what lies around one symbol.
type ClusterRequest struct {
	Target  op.Target      `json:"target" selectors:"symbol"`
	Options ClusterOptions `json:"options,omitzero"`
}

// ClusterOptions bound the neighbourhood.
type ClusterOptions struct {
	Radius int `json:"radius,omitempty" default:"2" min:"1" max:"8" doc:"how many steps in both directions"`
	Limit  int `json:"limit,omitempty" default:"60" min:"1" max:"5000" doc:"most rows"`
	Trust
	ExcludeTests bool `json:"exclude_tests,omitempty" doc:"leave out what is declared in tests"`
	Compact      bool `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// ClusterResult lists neighbours, nearest first; names outside the index are
// left out. Direction says who uses whom: "in" uses the nearer symbol, "out" is
// used by it.
type ClusterResult struct {
	Target     Target `json:"target"`
	Neighbours []Row  `json:"neighbours" op:"rows"`
	op.Page
}

// widest bounds a neighbourhood: two steps from a central symbol can be most of
// a repository.
const widest = 5000

func runCluster(ctx context.Context, v engine.View, req ClusterRequest) (ClusterResult, error) {
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return ClusterResult{}, err
	}
	r := v.Graph()
	all := query.Cluster(r, found.All(), req.Options.walk(req.Options.Radius, req.Options.ExcludeTests), widest)
	res := ClusterResult{Target: target}
	res.Total, res.AtLeast = len(all), len(all) == widest
	for _, x := range visible(ctx, all) {
		w := row(r, x.Node, req.Options.Compact)
		w.deeper(r, x.Depth, x.Of)
		switch {
		case x.In && x.Out:
			w.Direction = "both"
		case x.In:
			w.Direction = "in"
		default:
			w.Direction = "out"
		}
		if !req.Options.Compact {
			w.Relation, w.Tier = kindNames(x.Kinds), x.Tier.String()
		}
		res.Neighbours = append(res.Neighbours, w)
	}
	return res, nil
}
