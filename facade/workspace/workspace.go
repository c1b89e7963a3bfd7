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
).Planned(
	op.Later("active_project", "The active project and its repositories.", "get_active_project"),
	op.Later("project", "Symbols of a project by text.", "query_project"),
	op.Later("proxy", "The remote graphs of this session.", "proxy_status"),
	op.Later("scopes", "The saved scopes.", "list_scopes"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
