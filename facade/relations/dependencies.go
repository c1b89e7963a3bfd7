package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var dependencies = op.Read(op.Spec{
	Name:    "dependencies",
	Summary: "What a symbol or a file uses, its members included.",
	Legacy:  []op.Legacy{{Name: "get_dependencies", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "What a function uses", Request: `{"operation":"dependencies","target":{"symbol":"Server.addTool"}}`},
		{Text: "What a file uses", Request: `{"operation":"dependencies","target":{"file":"cmd/main.go"}}`},
	},
}, runDependencies)

// DependRequest asks what one symbol uses, or what uses it.
type DependRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol,file"`
	Options DependOptions `json:"options,omitzero"`
}

// DependOptions bound the walk.
type DependOptions struct {
	Depth int `json:"depth,omitempty" default:"1" min:"1" max:"32" doc:"how many steps to walk"`
	Limit int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	ExcludeTests bool `json:"exclude_tests,omitempty" doc:"leave out what is declared in tests"`
	Compact      bool `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// DependenciesResult lists what is used, nearest first; names outside the
// index come last. A row's line is where it is declared, its lines are where
// the target uses it.
type DependenciesResult struct {
	Target       Target `json:"target"`
	Dependencies []Row  `json:"dependencies" op:"rows"`
	op.Page
}

func runDependencies(ctx context.Context, v engine.View, req DependRequest) (DependenciesResult, error) {
	ids, target, err := dependTarget(ctx, v, req)
	if err != nil {
		return DependenciesResult{}, err
	}
	r, o := v.Graph(), req.Options
	all := query.Dependencies(r, ids, o.walk(o.Depth, o.ExcludeTests))
	res := DependenciesResult{Target: target}
	res.Total = len(all)
	for _, d := range visible(ctx, all) {
		w := row(r, d.Node, o.Compact)
		w.deeper(r, d.Depth, d.Of)
		if !o.Compact {
			w.Relation, w.Tier, w.Lines = kindNames(d.Kinds), d.Tier.String(), d.Lines
		}
		res.Dependencies = append(res.Dependencies, w)
	}
	return res, nil
}

// dependTarget resolves a target: one symbol, or a file with all it declares.
func dependTarget(ctx context.Context, v engine.View, req DependRequest) ([]graph.NodeID, Target, error) {
	name := req.Target.Symbol
	if req.Target.File != "" {
		f, err := fileOf(ctx, v, req.Target.File)
		if err != nil {
			return nil, Target{}, err
		}
		name = f.Path
	}
	found, target, err := find(ctx, v, name)
	if err != nil {
		return nil, target, err
	}
	ids, r := found.All(), v.Graph()
	if n := r.Node(found.Node); n.Kind == graph.KindFile {
		for id := range r.FileNodes(n.File) {
			ids = append(ids, id)
		}
	}
	return ids, target, nil
}
