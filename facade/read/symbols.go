package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var symbols = op.Read(op.Spec{
	Name: "symbols", Summary: "Several symbols with their sources, callers and callees.",
	Selects: []string{"symbols"},
	Instead: op.Args{"symbol": "source"},
	Legacy:  []op.Legacy{{Name: "batch_symbols", Args: op.Renames{"ids": "target.symbols"}}},
	Examples: []op.Example{
		{Text: "Two symbols at once", Request: `{"target":{"symbols":["Server.addTool","Server.start"]}}`},
		{Text: "Only what they are", Request: `{"target":{"symbols":["Server.addTool","Server.start"]},"options":{"include_source":false}}`},
	},
}, runSymbols)

// SymbolsRequest asks for several symbols.
type SymbolsRequest struct {
	Target  op.Target      `json:"target" selectors:"symbols"`
	Context SymbolsContext `json:"context,omitzero"`
	Options SymbolsOptions `json:"options,omitzero"`
}

// SymbolsContext says how much of each source to show.
type SymbolsContext struct {
	ContextLines int `json:"context_lines,omitempty" min:"0" max:"1000" doc:"further lines before and after"`
}

// SymbolsOptions are the rest.
type SymbolsOptions struct {
	IncludeSource bool   `json:"include_source" default:"true" doc:"add the sources, as far as there is room"`
	IfNoneMatch   string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: the symbols are left out if they would be the same"`
	op.Scope
}

// SymbolRow is one symbol, or the error that its name is.
type SymbolRow struct {
	ID        string    `json:"id,omitempty"`
	Asked     string    `json:"asked,omitempty"` // the name as given, beside an error
	Kind      string    `json:"kind,omitempty"`
	Name      string    `json:"name,omitempty"`
	File      string    `json:"file,omitempty"`
	StartLine uint32    `json:"start_line,omitempty"`
	EndLine   uint32    `json:"end_line,omitempty"`
	Signature string    `json:"signature,omitempty"`
	Also      []string  `json:"also_declared,omitempty"` // ids of further declarations of the name in its file
	Callers   []string  `json:"callers,omitempty"`
	Callees   []string  `json:"callees,omitempty"`
	CallerN   int       `json:"caller_count,omitempty"` // when not all are listed
	FromLine  int       `json:"from_line,omitempty"`
	Source    string    `json:"source,omitempty"`
	Omitted   bool      `json:"source_omitted,omitempty"` // there was no room for it
	Redacted  int       `json:"secrets_redacted,omitempty"`
	Error     *op.Error `json:"error,omitempty"`
}

// SymbolsResult lists the symbols in the order asked for.
type SymbolsResult struct {
	Etag        string      `json:"etag"`
	NotModified bool        `json:"not_modified,omitempty"`
	Symbols     []SymbolRow `json:"symbols" op:"rows"`
	op.Page
}

// mostSymbols bounds one request.
const mostSymbols = 200

func runSymbols(ctx context.Context, v engine.View, req SymbolsRequest) (SymbolsResult, error) {
	if n := len(req.Target.Symbols); n > mostSymbols {
		return SymbolsResult{}, op.Invalid("target.symbols: want at most %d names, got %d", mostSymbols, n).With("field", "target.symbols")
	}
	var res SymbolsResult
	texts := excerpt.NewTexts(v)
	for _, name := range req.Target.Symbols {
		res.Symbols = append(res.Symbols, symbolRow(ctx, v, texts, name, req))
	}
	same := req
	same.Options.IfNoneMatch = ""
	res.Etag = etag(nil, []any{same, res.Symbols})
	if req.Options.IfNoneMatch == res.Etag {
		return SymbolsResult{Etag: res.Etag, NotModified: true}, nil
	}
	makeRoom(ctx, &res)
	return res, nil
}

func symbolRow(ctx context.Context, v engine.View, texts *excerpt.Texts, name string, req SymbolsRequest) SymbolRow {
	found, err := locate.Symbol(ctx, v, name)
	if err != nil {
		return SymbolRow{Asked: name, Error: op.AsError(err)}
	}
	r := v.Graph()
	n := r.Node(found.Node)
	row := SymbolRow{ID: graph.ID(r, n), Kind: n.Kind.String(), Name: n.Name, StartLine: n.Span.StartLine, EndLine: n.Span.EndLine}
	row.Callers, row.Callees, row.CallerN = neighbours(r, found.All())
	for _, id := range found.Also {
		row.Also = append(row.Also, graph.ID(r, r.Node(id)))
	}
	if n.File == graph.NoFile {
		return row
	}
	row.File = r.File(n.File).Path
	text, err := texts.Get(ctx, row.File)
	if err != nil {
		row.Error = op.AsError(err)
		return row
	}
	row.Signature = excerpt.Signature(text, n.Span)
	if !req.Options.IncludeSource {
		return row
	}
	start, end := extent(text, n.Span)
	row.FromLine = lineOf(text, start)
	part := text[start:end]
	if extra := req.Context.ContextLines; extra > 0 {
		part, row.FromLine, _ = excerpt.Lines(text, max(1, row.FromLine-extra), lineOf(text, max(start, end-1))+extra)
	}
	shown, _ := excerpt.Shown(part)
	row.Source, row.Redacted = excerpt.Redact(shown)
	return row
}

// listed is how many callers and callees a row names.
const listed = 5

func neighbours(r graph.Reader, ids []graph.NodeID) (callers, callees []string, more int) {
	all := query.Callers(r, ids, query.Walk{Depth: 1})
	for _, c := range all[:min(len(all), listed)] {
		callers = append(callers, graph.ID(r, r.Node(c.Node)))
	}
	if len(all) > listed {
		more = len(all)
	}
	for _, id := range ids {
		for e := range r.Out(id) {
			if e.Kind != graph.EdgeCalls && e.Kind != graph.EdgeInstantiates || !r.Node(e.Dst).Kind.IsDeclared() || e.Tier == graph.TierSpeculative {
				continue
			}
			if id := graph.ID(r, r.Node(e.Dst)); !slices.Contains(callees, id) && len(callees) < listed {
				callees = append(callees, id)
			}
		}
	}
	return callers, callees, more
}

// makeRoom leaves out the longest sources until the rest fits.
func makeRoom(ctx context.Context, res *SymbolsResult) {
	bare := *res
	bare.Symbols = slices.Clone(res.Symbols)
	order := make([]int, 0, len(bare.Symbols))
	for i := range bare.Symbols {
		bare.Symbols[i].Source = ""
		order = append(order, i)
	}
	left := roomFor(ctx, bare)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(res.Symbols[a].Source), len(res.Symbols[b].Source))
	})
	for _, i := range order {
		row := &res.Symbols[i]
		if row.Source == "" {
			continue
		}
		if excerpt.Fit(row.Source, left) != row.Source {
			row.Source, row.Omitted, left = "", true, 0
			continue
		}
		left -= excerpt.Encoded(row.Source) + len(`,"source":""`)
	}
}
