package response

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/relevance"
)

var exportContext = op.Read(op.Spec{
	Name: "export_context", Summary: "A briefing on a task to share outside.",
	Legacy: []op.Legacy{{Name: "export_context"}},
	Budget: 9000,
	Examples: []op.Example{
		{Text: "A page for somebody without these tools", Request: `{"operation":"export_context","arguments":{"task":"retry requests with backoff"}}`},
		{Text: "Around one symbol, as data", Request: `{"operation":"export_context","arguments":{"task":"why does it retry twice","entry_point":"Client.Do","form":"json"}}`},
	},
}, runExportContext)

// ExportContextRequest says what the briefing is about, in plain words.
type ExportContextRequest struct {
	Arguments ExportContextArguments `json:"arguments"`
}

// ExportContextArguments are the fields of ExportContextRequest.
type ExportContextArguments struct {
	Task        string `json:"task" doc:"what is to be done or found, in plain words"`
	EntryPoint  string `json:"entry_point,omitempty" doc:"symbol or file that comes first, with what it uses"`
	MaxSymbols  int    `json:"max_symbols,omitempty" default:"8" min:"1" max:"50" doc:"most symbols"`
	TokenBudget int    `json:"token_budget,omitempty" default:"2000" min:"100" max:"8000" doc:"tokens of 4 bytes that the briefing may have; sources are left out for it, then symbols"`
	Form        string `json:"form,omitempty" default:"markdown" enum:"markdown,json" doc:"one page of Markdown, or its parts as data"`
	op.Scope
}

// Briefed is one symbol of a briefing.
type Briefed struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"`
	File      string   `json:"file"`
	Line      uint32   `json:"line"`
	EndLine   uint32   `json:"end_line"`
	Signature string   `json:"signature,omitempty"`
	Doc       string   `json:"doc,omitempty"` // first sentence
	Callers   []string `json:"callers,omitempty"`
	Callees   []string `json:"callees,omitempty"`
	Language  string   `json:"language,omitempty"`
	Source    string   `json:"source,omitempty"`
	Shortened bool     `json:"source_shortened,omitempty"`
}

// ExportContextResult is the briefing. Symbols are there with form json, the
// page with form markdown.
type ExportContextResult struct {
	Task       string    `json:"task"`
	Repository string    `json:"repository"`
	Branch     string    `json:"branch,omitempty"`
	Head       string    `json:"head,omitempty"`
	Confidence string    `json:"confidence"` // high, medium, low: how many of the words the best symbols have
	Count      int       `json:"symbol_count"`
	Omitted    int       `json:"sources_omitted,omitempty"`
	Tokens     int       `json:"tokens"` // of 4 bytes, of the page or of the symbols
	Markdown   string    `json:"markdown,omitempty"`
	Symbols    []Briefed `json:"symbols,omitempty"`
}

func runExportContext(ctx context.Context, v engine.View, req ExportContextRequest) (ExportContextResult, error) {
	a := req.Arguments
	if strings.TrimSpace(a.Task) == "" {
		return ExportContextResult{}, op.Invalid("arguments.task: want what the briefing is about, in plain words, got nothing").With("field", "arguments.task")
	}
	nodes, err := entry(ctx, v, a.EntryPoint)
	if err != nil {
		return ExportContextResult{}, err
	}
	found, err := relevance.Find(ctx, v, a.Task, nil)
	if err != nil {
		return ExportContextResult{}, err
	}
	for _, x := range found.Symbols {
		if len(nodes) >= a.MaxSymbols {
			break
		}
		if !slices.Contains(nodes, x.Node) {
			nodes = append(nodes, x.Node)
		}
	}
	r, repo := v.Graph(), v.Repository()
	res := ExportContextResult{Task: a.Task, Repository: repo.Name, Branch: repo.Branch, Head: repo.Head, Confidence: found.Confidence(r)}
	texts := excerpt.NewTexts(v)
	for _, id := range nodes[:min(len(nodes), a.MaxSymbols)] {
		res.Symbols = append(res.Symbols, briefed(ctx, r, texts, id))
	}
	size := func() int { return len(res.page()) }
	if a.Form == "json" {
		size = func() int { return encoded(res.Symbols) }
	}
	budget := a.TokenBudget * 4
	for size() > budget && len(res.Symbols) > 1 {
		res.Symbols = res.Symbols[:len(res.Symbols)-1]
	}
	for i := range res.Symbols {
		s := &res.Symbols[i]
		s.Source, s.Shortened = sourceOf(ctx, r, texts, nodes[i], max(budget/3, 400))
		if s.Source != "" && size() > budget {
			s.Source, s.Shortened = "", false
			res.Omitted++
		}
	}
	res.Count, res.Tokens = len(res.Symbols), (size()+3)/4
	if a.Form == "markdown" {
		res.Markdown, res.Symbols = res.page(), nil
	}
	return res, nil
}

// usedFirst is how many of what an entry point uses come with it.
const usedFirst = 3

// entry are the symbols that an entry point means: one and some of what it
// uses, or the first of a file.
func entry(ctx context.Context, v engine.View, name string) ([]graph.NodeID, error) {
	if name == "" {
		return nil, nil
	}
	r := v.Graph()
	found, err := locate.Symbol(ctx, v, name)
	var f *engine.Failure
	if errors.As(err, &f) && f.Code == "symbol_not_found" {
		if file, fileErr := locate.File(ctx, v, name); fileErr == nil {
			found, err = locate.Found{Node: file.Node}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	n := r.Node(found.Node)
	if n.Kind != graph.KindFile {
		nodes := []graph.NodeID{found.Node}
		for _, id := range used(r, found.Node) {
			if len(nodes) <= usedFirst {
				nodes = append(nodes, id)
			}
		}
		return nodes, nil
	}
	var nodes []graph.NodeID
	for id := range r.FileNodes(n.File) {
		if r.Node(id).Owner == graph.NoNode && len(nodes) <= usedFirst {
			nodes = append(nodes, id)
		}
	}
	return nodes, nil
}

// used are the symbols that one calls, in the order of their first calls.
func used(r graph.Reader, id graph.NodeID) (out []graph.NodeID) {
	for e := range r.Out(id) {
		if e.Kind == graph.EdgeCalls && e.Tier != graph.TierSpeculative && e.Dst != id && r.Node(e.Dst).Kind.IsDeclared() && !slices.Contains(out, e.Dst) {
			out = append(out, e.Dst)
		}
	}
	return out
}

// neighbours is how many callers and callees are named.
const neighbours = 4

func briefed(ctx context.Context, r graph.Reader, texts *excerpt.Texts, id graph.NodeID) Briefed {
	n := r.Node(id)
	d := locate.DescribeIn(ctx, r, texts, id)
	b := Briefed{ID: d.ID, Kind: d.Kind, File: d.File, Line: n.Span.StartLine, EndLine: n.Span.EndLine, Signature: d.Signature}
	if n.File != graph.NoFile {
		b.Language = r.File(n.File).Language
	}
	if text, err := texts.Get(ctx, d.File); err == nil {
		b.Doc = excerpt.Sentence(excerpt.Doc(text, excerpt.Implementation(text, n.Span)))
	}
	for _, c := range query.Callers(r, []graph.NodeID{id}, query.Walk{Depth: 1, ExcludeTests: true}) {
		if len(b.Callers) < neighbours {
			b.Callers = append(b.Callers, graph.ID(r, r.Node(c.Node)))
		}
	}
	for _, to := range used(r, id) {
		if len(b.Callees) < neighbours {
			b.Callees = append(b.Callees, graph.ID(r, r.Node(to)))
		}
	}
	return b
}

// sourceOf is a symbol's source in at most so many bytes, without secrets.
func sourceOf(ctx context.Context, r graph.Reader, texts *excerpt.Texts, id graph.NodeID, most int) (source string, short bool) {
	n := r.Node(id)
	if n.File == graph.NoFile {
		return "", false
	}
	text, err := texts.Get(ctx, r.File(n.File).Path)
	if err != nil || int(n.Span.End) > len(text) {
		return "", false
	}
	span := excerpt.Implementation(text, n.Span)
	shown, _ := excerpt.Shown(text[span.Start:span.End])
	if len(shown) > most {
		if skeleton, ok := excerpt.Skeleton(shown, 60); ok && len(skeleton) > most/4 {
			shown, short = skeleton, true
		}
		if fits := excerpt.Fit(shown, most); len(fits) < len(shown) {
			shown, short = fits, true
		}
	}
	shown, _ = excerpt.Redact(shown)
	return shown, short
}
