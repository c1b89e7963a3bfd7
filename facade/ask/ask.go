// Package ask answers questions with a language model.
package ask

import "github.com/gortexhq/gortex/facade/op"

// Facade is the ask tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:      "ask",
		Summary:   "Ask a language model that researches the graph.",
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Spec{
		Name: "research", Summary: "An answer to a question, researched in the graph by a language model.",
		Nearest: []string{"explore.task"},
		Default: true,
		Legacy:  []op.Legacy{{Name: "ask"}},
	},
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Question string  `json:"question"`
	Options  op.Open `json:"options,omitempty"`
	Output   op.Open `json:"output,omitempty"`
}
