// Package analyze runs deterministic analyses of the graph.
package analyze

import "github.com/gortexhq/gortex/facade/op"

// Facade is the analyze tool.
var Facade = declare()

func declare() *op.Facade {
	var f *op.Facade
	f = op.ReadFacade(
		op.Tool{
			Name:     "analyze",
			Summary:  "Analyses of the graph.",
			By:       "kind",
			Common:   []string{"help", "hotspots", "dead_code", "cycles", "impact", "architecture", "todos"},
			Budget:   2000,
			Envelope: envelope{},
		},
		help(func() []*op.Op { return f.Public() }),
	)
	return f.Planned(structure...).Planned(quality...).Planned(history...).Planned(rules...).
		Planned(flow...).Planned(frameworks...).Planned(indexing...)
}

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,file"`
	Options op.Open   `json:"options,omitempty" doc:"path_prefix, limit, repo"`
	Output  op.Open   `json:"output,omitempty"`
}
