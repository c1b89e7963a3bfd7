// Package review reviews changes.
package review

import "github.com/gortexhq/gortex/facade/op"

// Facade is the review tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:      "review",
		Summary:   "Review a change, or gather what its review needs.",
		Common:    []string{"run", "pack", "diff_context"},
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Takes[critiqueRequest](op.Spec{
		Name: "critique", Summary: "A second opinion on the findings of a review.",
		Legacy: []op.Legacy{{Name: "critique_review", Args: op.Renames{"findings": "options.findings", "prior_review": "options.findings"}}},
	}, op.Example{Text: "On one finding", Request: `{"operation":"critique","source":{"base":"main"},"options":{"findings":[{"file":"main.go","line":7,"message":"err is not checked"}]}}`}),
	op.Takes[diffContextRequest](op.Later("diff_context", "The changed symbols with their callers and callees.", "diff_context"),
		op.Example{Text: "Of what is staged", Request: `{"operation":"diff_context","source":{"scope":"staged"}}`}),
	op.Takes[packRequest](op.Later("pack", "Everything that a reviewer of a change needs.", "review_pack"),
		op.Example{Text: "Of what differs from main", Request: `{"operation":"pack","source":{"base":"main"}}`}),
	op.Takes[prContextRequest](op.Later("pr_context", "The context of a pull request.", "pr_review_context"),
		op.Example{Text: "Of what differs from main", Request: `{"operation":"pr_context","source":{"base":"main"}}`}),
	op.Takes[questionsRequest](op.Later("questions", "Questions to ask about a change.", "suggested_review_questions"),
		op.Example{Text: "About hubs that it touches", Request: `{"operation":"questions","source":{"base":"main"},"options":{"categories":["hub_risk"]}}`}),
	op.Takes[runRequest](op.Spec{
		Name: "run", Summary: "Findings of a review of a change.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "review"}},
	}, op.Example{Text: "Of all that is not committed", Request: `{"operation":"run","source":{"scope":"all"}}`}),
	op.Takes[siblingRequest](op.Later("sibling_context", "How code beside a change solves the same problem.", "sibling_diff_context"),
		op.Example{Text: "The rest of the change around a file", Request: `{"operation":"sibling_context","source":{"scope":"all"},"options":{"focus_file":"main.go"}}`}),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Source  op.Open `json:"source,omitempty" doc:"base, scope, diff"`
	Options op.Open `json:"options,omitempty" doc:"use_llm, repo"`
	Output  op.Open `json:"output,omitempty"`
}
