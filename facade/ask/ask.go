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
	op.Takes[researchRequest](op.Spec{
		Name: "research", Summary: "An answer to a question, researched in the graph by a language model.",
		Nearest: []string{"explore.task"},
		Default: true,
		Legacy:  []op.Legacy{{Name: "ask"}},
	}, op.Example{Text: "How something works", Request: `{"question":"how is a request authorized?"}`}),
)

type researchRequest struct {
	Question string          `json:"question" doc:"what to find out, in plain words"`
	Options  researchOptions `json:"options,omitzero"`
}

type researchOptions struct {
	Chain             bool `json:"chain,omitempty" doc:"follow the question from repository to repository"`
	IncludeTranscript bool `json:"include_transcript,omitempty" doc:"also the steps that led to the answer"`
	op.Scope
}

// envelope is what tools/list shows of a request.
type envelope struct {
	Question string  `json:"question"`
	Options  op.Open `json:"options,omitempty"`
	Output   op.Open `json:"output,omitempty"`
}
