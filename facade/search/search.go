// Package search finds symbols, text and files.
package search

import "github.com/gortexhq/gortex/facade/op"

// Facade is the search tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "search",
		Summary:  "Search symbols, text or files.",
		Common:   []string{"symbols", "text", "files", "ast"},
		Budget:   2000,
		Envelope: envelope{},
	},
	artifacts, files, symbols, text,
).Planned(
	op.Takes[ASTRequest](
		op.Spec{
			Name: "ast", Summary: "Code by the shape of its syntax tree.",
			Nearest: []string{"search.text"},
			Legacy:  []op.Legacy{{Name: "search_ast", Args: op.Renames{"pattern": "query"}}},
		},
		op.Example{Text: "Calls of panic in Go", Request: `{"operation":"ast","query":"(call_expression function: (identifier) @f (#eq? @f \"panic\")) @match","options":{"language":"go"}}`},
	),
	op.Takes[CompletionRequest](
		op.Later("completion", "Symbols that match a query, grown along the graph from the best of them.", "graph_completion_search").Near("search.symbols"),
		op.Example{Text: "Around what has a name", Request: `{"operation":"completion","query":"session token"}`},
	),
	op.Takes[WinnowRequest](
		op.Spec{
			Name: "winnow", Summary: "Symbols that meet every one of several constraints.",
			Nearest: []string{"search.symbols"},
			Legacy:  []op.Legacy{{Name: "winnow_symbols", Args: op.Renames{"text_match": "query"}}},
		},
		op.Example{Text: "Functions that much depends on", Request: `{"operation":"winnow","query":"parse","options":{"kind":["function"],"min_fan_in":10}}`},
	),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Query   string  `json:"query,omitempty" doc:"name, words, literal or pattern"`
	Options op.Open `json:"options,omitempty" doc:"kind, path, glob, regexp, limit, repo"`
	Output  op.Open `json:"output,omitempty"`
}
