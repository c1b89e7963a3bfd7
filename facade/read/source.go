package read

import (
	"bytes"
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

var sourceOp = op.Read(op.Spec{
	Name: "source", Summary: "The source of one symbol, from its doc comment to its end.",
	Default: true,
	Selects: []string{"symbol"},
	Aliases: []string{"symbol", "symbol_source"},
	Instead: op.Args{"symbols": "symbols", "file": "file"},
	Legacy:  []op.Legacy{{Name: "get_symbol_source", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "One method", Request: `{"target":{"symbol":"Server.addTool"},"context":{"context_lines":3}}`},
		{Text: "What a line is part of", Request: `{"operation":"source","target":{"symbol":"internal/server.go:120"}}`},
	},
}, runSource)

// SourceRequest asks for one symbol.
type SourceRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol"`
	Context SourceContext `json:"context,omitzero"`
	Options SourceOptions `json:"options,omitzero"`
}

// SourceContext says how much to show.
type SourceContext struct {
	ContextLines   int  `json:"context_lines,omitempty" min:"0" max:"1000" doc:"further lines before and after"`
	MaxLines       int  `json:"max_lines,omitempty" min:"3" doc:"above this many lines keep only those that steer control"`
	CompressBodies bool `json:"compress_bodies,omitempty" doc:"put a mark in place of bodies"`
}

// SourceOptions are the rest.
type SourceOptions struct {
	AllowSecrets bool   `json:"allow_secrets,omitempty" doc:"show values that look like secrets"`
	IfNoneMatch  string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: the source is left out if it would be the same"`
	op.Scope
}

// SourceResult is one symbol. Source starts at FromLine; StartLine and EndLine
// are those of the declaration without its doc comment.
type SourceResult struct {
	ID           string   `json:"id"`
	Kind         string   `json:"kind"`
	Name         string   `json:"name"`
	File         string   `json:"file"`
	StartLine    uint32   `json:"start_line"`
	EndLine      uint32   `json:"end_line"`
	Signature    string   `json:"signature,omitempty"`
	AlsoDeclared []string `json:"also_declared,omitempty"`
	Etag         string   `json:"etag"`
	NotModified  bool     `json:"not_modified,omitempty"`
	FromLine     int      `json:"from_line,omitempty"`
	Source       string   `json:"source,omitempty"`
	Encoding     string   `json:"encoding,omitempty"`
	Truncated    bool     `json:"truncated,omitempty"`
	NextLine     int      `json:"next_line,omitempty"` // where read.file goes on
	Elided       int      `json:"bodies_elided,omitempty"`
	Skeleton     bool     `json:"salience_truncated,omitempty"`
	Redacted     int      `json:"secrets_redacted,omitempty"`
}

func runSource(ctx context.Context, v engine.View, req SourceRequest) (SourceResult, error) {
	found, err := locate.Symbol(ctx, v, req.Target.Symbol)
	if err != nil {
		return SourceResult{}, err
	}
	r := v.Graph()
	n := r.Node(found.Node)
	if n.File == graph.NoFile {
		return SourceResult{}, outside(n)
	}
	c, err := v.ReadFile(ctx, r.File(n.File).Path)
	if err != nil {
		return SourceResult{}, err
	}
	res := SourceResult{ID: graph.ID(r, n), Kind: n.Kind.String(), Name: n.Name, File: c.Path, StartLine: n.Span.StartLine, EndLine: n.Span.EndLine}
	for _, id := range found.Also {
		res.AlsoDeclared = append(res.AlsoDeclared, graph.ID(r, r.Node(id)))
	}
	if n.Kind != graph.KindFile {
		res.Signature = excerpt.Signature(c.Bytes, n.Span)
	}
	start, end := extent(c.Bytes, n.Span)
	if extra := req.Context.ContextLines; extra > 0 {
		from, to := lineOf(c.Bytes, start), lineOf(c.Bytes, max(end-1, start))
		part, first, _ := excerpt.Lines(c.Bytes, max(1, from-extra), to+extra)
		if first > 0 {
			start = excerpt.Starts(c.Bytes)[first-1]
			end = start + len(part)
		}
	}
	same := req
	same.Target.Symbol, same.Options.IfNoneMatch = "", ""
	res.FromLine = lineOf(c.Bytes, start)
	res.Etag = etag(c.Bytes[start:end], []any{res.ID, res.FromLine, same})
	if req.Options.IfNoneMatch == res.Etag {
		res.NotModified, res.FromLine = true, 0
		return res, nil
	}
	res.show(ctx, r, n, req, c.Bytes, start, end)
	return res, nil
}

// show fills in the source, in the longest form that fits: whole, without the
// bodies of members, cut.
func (res *SourceResult) show(ctx context.Context, r graph.Reader, n graph.Node, req SourceRequest, text []byte, start, end int) {
	part := text[start:end]
	if req.Context.CompressBodies {
		part, res.Elided = excerpt.Elide(text, uint32(start), uint32(end), within(r, n, true))
	}
	shown := res.dress(part, req)
	room := roomFor(ctx, *res)
	if fits := excerpt.Fit(shown, room); len(fits) == len(shown) {
		res.Source = shown
		return
	}
	if members := within(r, n, false); len(members) > 0 && res.Elided == 0 && !res.Skeleton {
		part, res.Elided = excerpt.Elide(text, uint32(start), uint32(end), members)
		shown = res.dress(part, req)
	}
	res.Source = excerpt.Fit(shown, room)
	if len(res.Source) < len(shown) || res.Elided > 0 {
		res.Truncated = true
	}
	if res.Elided == 0 && !res.Skeleton && len(res.Source) < len(shown) {
		res.NextLine = res.FromLine + excerpt.Count([]byte(res.Source))
	}
}

func (res *SourceResult) dress(part []byte, req SourceRequest) string {
	shown, encoding := excerpt.Shown(part)
	res.Encoding = encoding
	if req.Context.MaxLines > 0 {
		shown, res.Skeleton = excerpt.Skeleton(shown, req.Context.MaxLines)
	}
	if !req.Options.AllowSecrets {
		shown, res.Redacted = excerpt.Redact(shown)
	}
	return shown
}

// extent is where a declaration's source lies: from its doc comment, and from
// the start of the line if only space stands before it.
func extent(text []byte, s graph.Span) (start, end int) {
	start, end = int(s.Start), min(int(s.End), len(text))
	if s.Doc < s.Start {
		start = int(s.Doc)
	}
	start = min(start, end)
	line := bytes.LastIndexByte(text[:start], '\n') + 1
	if len(bytes.TrimSpace(text[line:start])) == 0 {
		start = line
	}
	return start, end
}

// lineOf is the 1-based line of an offset.
func lineOf(text []byte, at int) int { return 1 + bytes.Count(text[:min(at, len(text))], []byte("\n")) }

// within lists the bodies of the callables inside a declaration, its own only
// if asked for.
func within(r graph.Reader, n graph.Node, own bool) []excerpt.Body {
	var out []excerpt.Body
	for id := range r.FileNodes(n.File) {
		m := r.Node(id)
		if m.Kind.IsCallable() && m.Span.Body > m.Span.Start && n.Span.Start <= m.Span.Start && m.Span.End <= n.Span.End && (own || id != n.ID) {
			out = append(out, excerpt.Body{Start: m.Span.Body, End: m.Span.End})
		}
	}
	return out
}

// outside is the error for a name that has no source here.
func outside(n graph.Node) error {
	return op.Errorf(op.CodeSymbolNotFound, "%s is declared outside the index: only its uses are known", n.Name).
		With("symbol", n.Kind.String()+"::"+n.Name).With("reason", "declared_outside_index").With("candidates", []string{})
}
