// Package workspace_admin changes what is tracked and indexed.
package workspace_admin

import "github.com/gortexhq/gortex/facade/op"

// Facade is the workspace_admin tool.
var Facade = op.ControlWriteFacade(
	op.Tool{
		Name:     "workspace_admin",
		Summary:  "Track and index repositories.",
		Common:   []string{"track", "untrack", "index", "reindex"},
		Budget:   2000,
		Envelope: envelope{},
	},
	index, reindex, track, untrack,
).Planned(
	op.Later("delete_scope", "Delete a saved scope.", "delete_scope"),
	op.Later("enrich_churn", "Store how often symbols change.", "enrich_churn"),
	op.Later("enrich_releases", "Store the release in which files appeared.", "enrich_releases"),
	op.Later("feedback", "Record or query which symbols were of use.", "feedback"),
	op.Later("save_scope", "Save a set of repositories and paths under a name.", "save_scope"),
	op.Later("set_active_project", "Choose the project that calls are answered about.", "set_active_project"),
	op.Spec{
		Name: "blame", Summary: "Store the last author of each symbol.",
		Fixed:  op.Args{"kind": "blame"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "blame"}}},
	},
	op.Spec{
		Name: "coverage", Summary: "Store test coverage from a profile.",
		Fixed:  op.Args{"kind": "coverage"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "coverage"}}},
	},
	op.Spec{
		Name: "sql_rebuild", Summary: "Rebuild the tables and queries of the graph.",
		Fixed:  op.Args{"kind": "sql_rebuild"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "sql_rebuild"}}},
	},
	op.Spec{
		Name: "temporal_verify", Summary: "Verify workflow links with a language model and store the verdicts.",
		Fixed:  op.Args{"kind": "temporal_verify"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "temporal_verify"}}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
