package read

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

var summary = op.Read(op.Spec{
	Name: "summary", Summary: "The symbols and imports of a file.",
	Legacy: []op.Legacy{{Name: "get_file_summary", Args: op.Renames{"path": "target.file"}}},
	Examples: []op.Example{
		{Text: "What a file declares", Request: `{"operation":"summary","target":{"file":"internal/server.go"}}`},
	},
}, runSummary, withoutSignatures)

// SummaryRequest asks about one file.
type SummaryRequest struct {
	Target  op.Target      `json:"target" selectors:"file"`
	Options SummaryOptions `json:"options,omitzero"`
}

// SummaryOptions are the rest.
type SummaryOptions struct {
	IfNoneMatch string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: the symbols are left out if they would be the same"`
	Compact     bool   `json:"compact,omitempty" doc:"only name, kind and lines of each symbol"`
	op.Scope
}

// Outlined is one declaration of a file; its id is the file's path, "::" and
// the name.
type Outlined struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Line      uint32 `json:"line"`
	EndLine   uint32 `json:"end_line,omitempty"`
	Signature string `json:"signature,omitempty"`
	Exported  bool   `json:"exported,omitempty"`
}

// SummaryResult is the outline of a file, in source order.
type SummaryResult struct {
	Path        string     `json:"path"`
	Language    string     `json:"language,omitempty"`
	Lines       uint32     `json:"lines"`
	Bytes       uint32     `json:"bytes"`
	Test        bool       `json:"test,omitempty"`
	Generated   bool       `json:"generated,omitempty"`
	ParseErrors uint32     `json:"parse_error_bytes,omitempty"` // bytes the parser could not make sense of
	Etag        string     `json:"etag"`
	NotModified bool       `json:"not_modified,omitempty"`
	Imports     []string   `json:"imports,omitempty"`
	Symbols     []Outlined `json:"symbols" op:"rows"`
	op.Page
	Note string `json:"note,omitempty"`
}

func runSummary(ctx context.Context, v engine.View, req SummaryRequest) (SummaryResult, error) {
	f, err := locate.File(ctx, v, req.Target.File)
	if err != nil {
		return SummaryResult{}, err
	}
	r := v.Graph()
	res := SummaryResult{
		Path: f.Path, Language: f.Language, Lines: f.Lines, Bytes: f.Size, ParseErrors: f.ErrorBytes,
		Test: f.Flags&graph.FileTest != 0, Generated: f.Flags&graph.FileGenerated != 0,
	}
	same := req
	same.Target.File, same.Options.IfNoneMatch = f.Path, ""
	res.Etag = etag(f.Hash[:], same)
	if req.Options.IfNoneMatch == res.Etag {
		res.NotModified = true
		return res, nil
	}
	if f.Language == "" {
		res.Note = "only the text of this file is indexed"
	}
	res.Imports = imports(r, f)
	res.Symbols = outline(ctx, v, f, req.Options.Compact)
	return res, nil
}

// outline lists a file's declarations.
func outline(ctx context.Context, v engine.View, f graph.File, compact bool) []Outlined {
	r := v.Graph()
	c, err := v.ReadFile(ctx, f.Path)
	var rows []Outlined
	for id := range r.FileNodes(f.ID) {
		n := r.Node(id)
		row := Outlined{Name: n.Qual, Kind: n.Kind.String(), Line: n.Span.NameLine}
		if n.Span.EndLine > n.Span.NameLine {
			row.EndLine = n.Span.EndLine
		}
		if !compact {
			row.Exported = n.Flags&graph.FlagExported != 0
			if err == nil && n.Kind != graph.KindHeading {
				row.Signature = excerpt.Signature(c.Bytes, n.Span)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// withoutSignatures leaves out the signatures.
func withoutSignatures(res SummaryResult) SummaryResult {
	rows := make([]Outlined, len(res.Symbols))
	for i, s := range res.Symbols {
		s.Signature = ""
		rows[i] = s
	}
	res.Symbols = rows
	return res
}
