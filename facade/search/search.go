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
	op.Later("ast", "Code by the shape of its syntax tree.", "search_ast").Near("search.text"),
	op.Later("completion", "Symbols that match a query, grown along the graph from the best of them.", "graph_completion_search").Near("search.symbols"),
	op.Later("winnow", "Symbols that meet every one of several constraints.", "winnow_symbols").Near("search.symbols"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Query   string  `json:"query,omitempty" doc:"name, words, literal or pattern"`
	Options op.Open `json:"options,omitempty"`
	Output  op.Open `json:"output,omitempty"`
}
