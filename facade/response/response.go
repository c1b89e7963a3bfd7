// Package response cuts earlier answers again.
package response

import "github.com/gortexhq/gortex/facade/op"

// Facade is the response tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "response",
		Summary:  "Look into earlier answers.",
		Common:   []string{"stats", "grep", "slice", "peek"},
		Fleeting: true,
		Budget:   2000,
		Envelope: envelope{},
	},
	exportContext, grep, grepCompat, headCompat, peek, slice, stats,
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}
