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
	op.Takes[conflictsRequest](op.Later("conflicts", "Pull requests that touch the same parts.", "conflicts_prs"),
		op.Example{Text: "Of the twenty latest", Request: `{"operation":"conflicts","arguments":{"limit":20}}`}),
	op.Takes[impactRequest](op.Later("impact", "What a pull request affects.", "get_pr_impact"),
		op.Example{Text: "Of one pull request", Request: `{"operation":"impact","arguments":{"number":12}}`},
		op.Example{Text: "Of files that are known, without asking the forge", Request: `{"operation":"impact","arguments":{"number":12,"files":["main.go"]}}`}),
	op.Takes[listRequest](op.Spec{
		Name: "list", Summary: "Pull requests with their state.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "list_prs"}},
	}, op.Example{Text: "Those that are open", Request: `{"operation":"list"}`}),
	op.Takes[reviewersRequest](op.Later("reviewers", "Who should review a change, and why.", "suggest_reviewers"),
		op.Example{Text: "Of a pull request", Request: `{"operation":"reviewers","arguments":{"number":12}}`}),
	op.Takes[riskRequest](op.Later("risk", "The risk of a change by factors.", "pr_risk"),
		op.Example{Text: "Of what differs from main", Request: `{"operation":"risk","arguments":{"base":"main"}}`}),
	op.Takes[triageRequest](op.Later("triage", "Pull requests in the order in which to review them.", "triage_prs"),
		op.Example{Text: "The ten most urgent", Request: `{"operation":"triage","arguments":{"limit":10}}`}),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"number, state, base, repo"`
	Output    op.Open `json:"output,omitempty"`
}
