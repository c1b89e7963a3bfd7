// Package response cuts earlier answers again.
package response

import "github.com/gortexhq/gortex/facade/op"

// Facade is the response tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "response",
		Summary:  "Look into earlier answers.",
		Common:   []string{"stats", "grep", "slice", "peek"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("export_context", "A briefing on a task to share outside.", "export_context"),
	op.Later("grep", "Lines of an earlier answer that match a pattern.", "ctx_grep"),
	op.Later("peek", "The beginning and end of an earlier answer.", "ctx_peek"),
	op.Later("slice", "A range of lines of an earlier answer.", "ctx_slice"),
	op.Spec{
		Name: "stats", Summary: "The earlier answers that are kept.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "ctx_stats"}},
	},
	op.Spec{
		Name: "grep_compat", Summary: "Lines of an earlier answer that match a pattern.",
		Hidden: true,
		Legacy: []op.Legacy{{Name: "grep_results"}},
	},
	op.Spec{
		Name: "head_compat", Summary: "The first lines of an earlier answer.",
		Hidden: true,
		Legacy: []op.Legacy{{Name: "head_results"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
