// Package workspace shows repositories and the state of their indexes.
package workspace

import "github.com/gortexhq/gortex/facade/op"

// Facade is the workspace tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "workspace",
		Summary:  "Repositories and the state of their index.",
		Common:   []string{"info", "index", "graph", "repos"},
		Budget:   2000,
		Envelope: envelope{},
	},
	graphOp, index, info, repos,
).Planned(ofProjects...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
