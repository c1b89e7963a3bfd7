// Package review reviews changes.
package review

import "github.com/gortexhq/gortex/facade/op"

// Facade is the review tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:      "review",
		Summary:   "Review a change, or gather what its review needs.",
		Common:    []string{"run", "pack", "diff_context", "questions"},
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Later("critique", "A second opinion on the findings of a review.", "critique_review"),
	op.Later("diff_context", "The changed symbols with their callers and callees.", "diff_context"),
	op.Later("pack", "Everything that a reviewer of a change needs.", "review_pack"),
	op.Later("pr_context", "The context of a pull request.", "pr_review_context"),
	op.Later("questions", "Questions to ask about a change.", "suggested_review_questions"),
	op.Spec{
		Name: "run", Summary: "Findings of a review of a change.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "review"}},
	},
	op.Later("sibling_context", "How code beside a change solves the same problem.", "sibling_diff_context"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Source  op.Open `json:"source,omitempty" doc:"base, scope, diff"`
	Options op.Open `json:"options,omitempty"`
	Output  op.Open `json:"output,omitempty"`
}
