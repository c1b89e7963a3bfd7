// Package pr reads pull requests of a forge.
package pr

import "github.com/gortexhq/gortex/facade/op"

// Facade is the pr tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:      "pr",
		Summary:   "Read and analyse pull requests.",
		Common:    []string{"list", "impact", "risk", "triage"},
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Later("conflicts", "Pull requests that touch the same parts.", "conflicts_prs"),
	op.Later("impact", "What a pull request affects.", "get_pr_impact"),
	op.Spec{
		Name: "list", Summary: "Pull requests with their state.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "list_prs"}},
	},
	op.Later("reviewers", "Who should review a change, and why.", "suggest_reviewers"),
	op.Later("risk", "The risk of a change by factors.", "pr_risk"),
	op.Later("triage", "Pull requests in the order in which to review them.", "triage_prs"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
