// Package explore finds what a task is about before anything else is known.
package explore

import "github.com/gortexhq/gortex/facade/op"

// Facade is the explore tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "explore",
		Summary:  "Find the code a task is about. Start here with the task in plain words.",
		Common:   []string{"task", "outline", "context", "plan"},
		Budget:   9000,
		Envelope: envelope{},
	},
	outline, prefetch, task, wakeup,
).Planned(
	op.Takes[ClosureRequest](
		op.Later("closure", "Everything that given files and symbols depend on, ranked and packed into a token budget.", "context_closure").Near("explore.task"),
		op.Example{Text: "What a file needs", Request: `{"operation":"closure","options":{"files":["internal/server.go"],"max_depth":2}}`},
	),
	op.Takes[ContextRequest](
		op.Later("context", "The smallest set of symbols and sources that a task needs.", "smart_context").Near("explore.task"),
		op.Example{Text: "What a change needs", Request: `{"operation":"context","task":"retry requests with backoff","options":{"fidelity":"graded"}}`},
	),
	op.Takes[PlanRequest](
		op.Later("plan", "The calls to make next for a task, with their arguments.", "plan_turn").Near("explore.task"),
		op.Example{Text: "Where to begin", Request: `{"operation":"plan","task":"rename the config loader"}`},
	),
	op.Takes[SuggestRequest](
		op.Later("suggest", "Questions that are worth asking about this repository.", "suggest_queries"),
		op.Example{Text: "A few questions", Request: `{"operation":"suggest","options":{"limit":5}}`},
	),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Task    string  `json:"task,omitempty" doc:"what is to be done, in plain words"`
	Path    string  `json:"path,omitempty" doc:"part of the tree"`
	Options op.Open `json:"options,omitempty" doc:"token_budget, max_symbols, repo"`
	Output  op.Open `json:"output,omitempty" doc:"limit, cursor, fields, max_bytes"`
}
