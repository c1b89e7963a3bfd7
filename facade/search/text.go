package search

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var text = op.Read(op.Spec{
	Name: "text", Summary: "Lines of text by literal or regular expression, each with the symbol it stands in.",
	Legacy: []op.Legacy{{Name: "search_text"}},
	Examples: []op.Example{
		{Text: "A literal", Request: `{"operation":"text","query":"TODO(perf)"}`},
		{Text: "A regular expression in one folder", Request: `{"operation":"text","query":"func \\(s \\*Server\\)","options":{"regexp":true,"path":"internal"}}`},
	},
}, runText)

// TextRequest asks for lines.
type TextRequest struct {
	Query   string      `json:"query" doc:"what the lines contain"`
	Options TextOptions `json:"options,omitzero"`
}

// TextOptions narrow the search.
type TextOptions struct {
	Regexp     bool   `json:"regexp,omitempty" doc:"the query is a regular expression (RE2)"`
	IgnoreCase bool   `json:"ignore_case,omitempty" doc:"in any case"`
	Limit      int    `json:"limit,omitempty" default:"100" min:"1" max:"1000" doc:"most rows; they are also bounded by output.max_tokens, 2000 by default"`
	Path       string `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	op.Scope
}

// Line is one matching line.
type Line struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Col    int    `json:"col"` // 1-based, in bytes
	Text   string `json:"text"`
	Symbol string `json:"symbol,omitempty"` // enclosing symbol; its id is file, "::" and this
}

// TextResult lists lines in order of path and line.
type TextResult struct {
	Matches []Line `json:"matches" op:"rows"`
	op.Page
	Files  int           `json:"files"` // files with a match
	Caveat *query.Caveat `json:"caveat,omitempty"`
}

func runText(ctx context.Context, v engine.View, req TextRequest) (TextResult, error) {
	if req.Query == "" {
		return TextResult{}, op.Invalid("query: want text, got nothing").With("field", "query")
	}
	if strings.Contains(req.Query, "\n") {
		return TextResult{}, op.Invalid("query: want one line, got several: lines are searched one by one").With("field", "query")
	}
	o := req.Options
	paths, err := locate.ParsePaths(v, o.Path)
	if err != nil {
		return TextResult{}, err
	}
	found, err := v.Text(ctx, engine.TextQuery{Pattern: req.Query, Regexp: o.Regexp, IgnoreCase: o.IgnoreCase, Paths: paths, Limit: op.Rows(ctx)})
	if err != nil {
		return TextResult{}, err
	}
	r := v.Graph()
	res := TextResult{Files: found.Files}
	if res.Total, res.AtLeast = found.Total, !found.Complete; res.AtLeast {
		res.Caveat = &query.Caveat{Class: query.CaveatIncomplete, Text: "the time for a search was over before every file was read; options.path narrows it, and so do three letters in a row that every match has"}
	}
	for _, m := range found.Matches {
		row := Line{File: m.Path, Line: m.Line, Col: m.Col, Text: strings.TrimSpace(around(m.Text, m.Col))}
		if f, ok := r.FileByPath(m.Path); ok {
			if n := r.Node(query.Innermost(r, f, uint32(m.Line))); n.Kind != graph.KindFile {
				row.Symbol = n.Qual
			}
		}
		res.Matches = append(res.Matches, row)
	}
	return res, nil
}
