package relations

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var callers = op.Read(op.Spec{
	Name:    "callers",
	Summary: "Who calls a symbol, nearest first, and what is known when nobody does.",
	Legacy:  []op.Legacy{{Name: "get_callers", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "Direct callers of a method", Request: `{"operation":"callers","target":{"symbol":"Server.addTool"}}`},
		{Text: "Callers of callers, without tests", Request: `{"operation":"callers","target":{"symbol":"fmt.Fprintf"},"options":{"depth":2,"exclude_tests":true}}`},
	},
}, runCallers)

// CallersRequest asks who calls one symbol.
type CallersRequest struct {
	Target  op.Target      `json:"target" selectors:"symbol"`
	Options CallersOptions `json:"options,omitzero"`
}

// CallersOptions bound the walk.
type CallersOptions struct {
	Depth int `json:"depth,omitempty" default:"1" min:"1" max:"32" doc:"how many calls to walk back"`
	Limit int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	ExcludeTests bool `json:"exclude_tests,omitempty" doc:"leave out callers in tests"`
	Compact      bool `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// CallersResult lists one row a caller, at its first call. A row's via is the
// interface or base method that the call names.
type CallersResult struct {
	Target  Target `json:"target"`
	Callers []Row  `json:"callers" op:"rows"`
	op.Page
	ValueUses int           `json:"value_uses,omitempty"`           // sites that use the symbol as a value
	NameOnly  int           `json:"name_only_candidates,omitempty"` // sites of the name that are bound to nothing
	Caveat    *query.Caveat `json:"caveat,omitempty"`
}

func runCallers(ctx context.Context, v engine.View, req CallersRequest) (CallersResult, error) {
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return CallersResult{}, err
	}
	r := v.Graph()
	all := query.Callers(r, found.All(), req.Options.walk(req.Options.Depth, req.Options.ExcludeTests))
	res := CallersResult{Target: target}
	res.Total = len(all)
	for _, c := range visible(ctx, all) {
		res.Callers = append(res.Callers, callerRow(r, c, req.Options.Compact))
	}
	known := query.Weigh(r, found.All())
	res.ValueUses, res.NameOnly, res.Caveat = known.Values, known.Unbound, known.CallersCaveat(len(all))
	return res, nil
}

func callerRow(r graph.Reader, c query.Caller, compact bool) Row {
	w := row(r, c.Node, compact)
	lines := make([]uint32, 0, len(c.Sites))
	for _, s := range c.Sites {
		if !slices.Contains(lines, s.Line) {
			lines = append(lines, s.Line)
		}
	}
	w.at(lines)
	w.deeper(r, c.Depth, c.Calls)
	if compact {
		w.Lines = nil
		return w
	}
	w.Tier, w.Via = c.Tier.String(), called(r, c.Via)
	return w
}
