package explore

import (
	"context"
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

var task = op.Read(op.Spec{
	Name: "task", Summary: "The code a task is about: ranked symbols with source, callers, callees and a map of files.",
	Default: true,
	Legacy:  []op.Legacy{{Name: "explore"}},
	Examples: []op.Example{
		{Text: "Where is something done?", Request: `{"task":"where are requests retried with backoff"}`},
		{Text: "In one part of the tree, briefly", Request: `{"operation":"task","task":"parse ignore files","path":"internal","options":{"max_symbols":5,"token_budget":1500}}`},
	},
}, runTask)

// TaskRequest says what is to be done, in plain words.
type TaskRequest struct {
	Task    string      `json:"task" doc:"what is to be done or found, in plain words"`
	Path    string      `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	Options TaskOptions `json:"options,omitzero"`
}

// TaskOptions bound the answer.
type TaskOptions struct {
	MaxSymbols  int `json:"max_symbols,omitempty" default:"10" min:"1" max:"100" doc:"most symbols"`
	TokenBudget int `json:"token_budget,omitempty" default:"9000" min:"100" max:"200000" doc:"tokens the answer may have, a bound rather than an aim; sources are left out for it, then doc comments"`
	op.Scope
}

// TaskSymbol is one symbol that the task is likely about.
type TaskSymbol struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind,omitempty"`
	File      string   `json:"file,omitempty"`
	Line      uint32   `json:"line,omitempty"`
	EndLine   uint32   `json:"end_line,omitempty"`
	Test      bool     `json:"test,omitempty"`
	Matched   []string `json:"matched,omitempty"` // words of the task it has
	Signature string   `json:"signature,omitempty"`
	Doc       string   `json:"doc,omitempty"`
	Callers   []string `json:"callers,omitempty"`
	Callees   []string `json:"callees,omitempty"`
	Source    string   `json:"source,omitempty"`
	Shortened bool     `json:"source_shortened,omitempty"` // only the lines that steer control
}

// FileCount says how many of the symbols that fit the task a file has.
type FileCount struct {
	File    string `json:"file"`
	Symbols int    `json:"symbols"`
}

// TaskResult is where to begin.
type TaskResult struct {
	Words      []string     `json:"words"`      // what was looked for
	Confidence string       `json:"confidence"` // high, medium, low: how many of the words the best symbols have
	Symbols    []TaskSymbol `json:"symbols" op:"rows"`
	op.Page
	More    []string    `json:"more,omitempty"` // ids of the next best
	Files   []FileCount `json:"files,omitempty"`
	Docs    []string    `json:"docs,omitempty"` // ids of headings in documents
	Omitted int         `json:"sources_omitted,omitempty"`
	Advice  string      `json:"advice,omitempty"`
}

const (
	nextBest   = 10 // ids after the symbols
	mapped     = 40 // symbols the map of files is made of
	connected  = 5  // symbols with callers and callees
	neighbours = 4  // of each
)

func runTask(ctx context.Context, v engine.View, req TaskRequest) (TaskResult, error) {
	if strings.TrimSpace(req.Task) == "" {
		return TaskResult{}, op.Invalid("task: want what is to be done, in plain words, got nothing").With("field", "task")
	}
	paths, err := locate.ParsePaths(v, req.Path)
	if err != nil {
		return TaskResult{}, err
	}
	wanted := paths.Match
	if len(paths) == 0 {
		wanted = nil
	}
	found, err := relevance.Find(ctx, v, req.Task, wanted)
	if err != nil {
		return TaskResult{}, err
	}
	r, texts := v.Graph(), excerpt.NewTexts(v)
	res := TaskResult{Words: found.Words, Confidence: found.Confidence(r)}
	ranked := found.Symbols
	for i, x := range ranked[:min(len(ranked), req.Options.MaxSymbols)] {
		s := taskSymbol(ctx, r, texts, x)
		s.Matched = found.Matched(r, x.Node)
		if i < connected {
			s.Callers, s.Callees = around(r, x.Node)
		}
		res.Symbols = append(res.Symbols, s)
	}
	rest := ranked[len(res.Symbols):]
	for _, x := range rest[:min(len(rest), nextBest)] {
		res.More = append(res.More, graph.ID(r, r.Node(x.Node)))
	}
	for _, id := range found.Docs {
		res.Docs = append(res.Docs, graph.ID(r, r.Node(id)))
	}
	res.Files = fileMap(r, ranked[:min(len(ranked), mapped)])
	switch {
	case len(ranked) == 0:
		res.Advice = "nothing has these words; try other words, or search.text"
	case res.Confidence == "low":
		res.Advice = "few of the words were found; other words, or search.text, may find more"
	}
	pack(ctx, r, texts, &res, ranked, req.Options.TokenBudget)
	return res, nil
}

func taskSymbol(ctx context.Context, r graph.Reader, texts *excerpt.Texts, x query.Ranked) TaskSymbol {
	n := r.Node(x.Node)
	s := TaskSymbol{
		ID: graph.ID(r, n), Kind: n.Kind.String(), File: r.File(n.File).Path,
		Line: n.Span.NameLine, EndLine: n.Span.EndLine, Test: query.InTest(r, x.Node),
	}
	if text, err := texts.Get(ctx, s.File); err == nil {
		s.Signature = excerpt.Signature(text, n.Span)
		s.Doc = excerpt.Sentence(excerpt.Doc(text, excerpt.Implementation(text, n.Span)))
	}
	return s
}

// around names who calls a symbol and whom it calls.
func around(r graph.Reader, id graph.NodeID) (callers, callees []string) {
	for _, c := range query.Callers(r, []graph.NodeID{id}, query.Walk{Depth: 1, ExcludeTests: true}) {
		if len(callers) == neighbours {
			break
		}
		callers = append(callers, graph.ID(r, r.Node(c.Node)))
	}
	for e := range r.Out(id) {
		n := r.Node(e.Dst)
		if e.Kind != graph.EdgeCalls || !n.Kind.IsDeclared() || e.Tier == graph.TierSpeculative {
			continue
		}
		if name := graph.ID(r, n); !slices.Contains(callees, name) && len(callees) < neighbours {
			callees = append(callees, name)
		}
	}
	return callers, callees
}

// fileMap counts symbols by file, in the order of the best of each.
func fileMap(r graph.Reader, ranked []query.Ranked) []FileCount {
	var list []FileCount
	for _, x := range ranked {
		path := r.File(r.Node(x.Node).File).Path
		i := slices.IndexFunc(list, func(f FileCount) bool { return f.File == path })
		if i < 0 {
			if len(list) == nextBest {
				continue
			}
			i = len(list)
			list = append(list, FileCount{File: path})
		}
		list[i].Symbols++
	}
	return list
}
