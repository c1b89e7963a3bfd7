// Package publish_review publishes reviews to a forge.
package publish_review

import "github.com/gortexhq/gortex/facade/op"

// Facade is the publish_review tool.
var Facade = op.ExternalWriteFacade(
	op.Tool{
		Name:      "publish_review",
		Summary:   "Post a review to a pull request.",
		Common:    []string{"post"},
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Spec{
		Name: "post", Summary: "Post the findings of a review to a pull request.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "post_review"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
