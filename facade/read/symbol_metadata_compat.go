package read

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

// Callers of the public surface have read.source, which says all of this too.
var symbolMetadataCompat = op.Read(op.Spec{
	Name: "symbol_metadata_compat", Summary: "Where one symbol stands, what it is, and its edges.",
	Hidden: true,
	Legacy: []op.Legacy{{Name: "get_symbol", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "With every edge", Request: `{"operation":"symbol_metadata_compat","target":{"symbol":"Server.addTool"},"options":{"detail":"full"}}`},
	},
}, runMetadata)

// MetadataRequest asks about one symbol.
type MetadataRequest struct {
	Target  op.Target       `json:"target" selectors:"symbol"`
	Options MetadataOptions `json:"options,omitzero"`
}

// MetadataOptions say how much to tell.
type MetadataOptions struct {
	Detail string `json:"detail,omitempty" default:"brief" enum:"brief,full" doc:"brief counts the edges of each kind; full lists them and adds the doc comment"`
	op.Scope
}

// Metadata is what is known of a symbol without its source. A name outside the
// index has no location.
type Metadata struct {
	ID           string   `json:"id"`
	Kind         string   `json:"kind"`
	Name         string   `json:"name"`
	Qualified    string   `json:"qualified_name,omitempty"`
	File         string   `json:"file,omitempty"`
	Language     string   `json:"language,omitempty"`
	Line         uint32   `json:"line,omitempty"` // of the name
	StartLine    uint32   `json:"start_line,omitempty"`
	EndLine      uint32   `json:"end_line,omitempty"`
	Signature    string   `json:"signature,omitempty"`
	Visibility   string   `json:"visibility,omitempty"` // exported, unexported, protected, private
	Owner        string   `json:"owner,omitempty"`      // id of the enclosing declaration
	Test         bool     `json:"test,omitempty"`
	Generated    bool     `json:"generated,omitempty"`
	AlsoDeclared []string `json:"also_declared,omitempty"` // ids of further declarations of the name in its file
	Doc          string   `json:"doc,omitempty"`
}

// MetadataEdge is one site with the symbol at its other end, or the number of
// all sites of a kind.
type MetadataEdge struct {
	Kind  string `json:"kind"`
	Count int    `json:"count,omitempty"`
	ID    string `json:"id,omitempty"`
	File  string `json:"file,omitempty"`
	Line  uint32 `json:"line,omitempty"`
	Tier  string `json:"tier,omitempty"`
}

// MetadataResult is a symbol and its edges: what it uses and what uses it, each
// in order of path and line. Guesses are left out.
type MetadataResult struct {
	Node      Metadata       `json:"node"`
	OutN      int            `json:"out_edges_total"`
	OutEdges  []MetadataEdge `json:"out_edges"`
	InN       int            `json:"in_edges_total"`
	InEdges   []MetadataEdge `json:"in_edges"`
	Truncated bool           `json:"truncated,omitempty"`
}

func runMetadata(ctx context.Context, v engine.View, req MetadataRequest) (MetadataResult, error) {
	found, err := locate.Symbol(ctx, v, req.Target.Symbol)
	if err != nil {
		return MetadataResult{}, err
	}
	r, full := v.Graph(), req.Options.Detail == "full"
	res := MetadataResult{Node: metadata(ctx, v, found, full)}
	var out, in []graph.Edge
	for _, id := range found.All() {
		out = slices.AppendSeq(out, r.Out(id))
		in = slices.AppendSeq(in, r.In(id))
	}
	out, in = sites(r, out), sites(r, in)
	res.OutN, res.InN = len(out), len(in)
	if !full {
		res.OutEdges, res.InEdges = countKinds(out), countKinds(in)
		return res, nil
	}
	res.list(ctx, r, out, in)
	return res, nil
}

func metadata(ctx context.Context, v engine.View, found locate.Found, full bool) Metadata {
	r := v.Graph()
	n := r.Node(found.Node)
	m := Metadata{ID: graph.ID(r, n), Kind: n.Kind.String(), Name: n.Name}
	for _, id := range found.Also {
		m.AlsoDeclared = append(m.AlsoDeclared, graph.ID(r, r.Node(id)))
	}
	if n.File == graph.NoFile {
		return m
	}
	f := r.File(n.File)
	m.File, m.Language = f.Path, f.Language
	m.StartLine, m.EndLine = n.Span.StartLine, n.Span.EndLine
	m.Test, m.Generated = query.InTest(r, found.Node), f.Flags&graph.FileGenerated != 0 || n.Flags&graph.FlagGenerated != 0
	if n.Kind == graph.KindFile {
		return m
	}
	m.Qualified, m.Line, m.Visibility = n.Qual, n.Span.NameLine, visibility(n.Flags)
	if n.Owner != graph.NoNode {
		m.Owner = graph.ID(r, r.Node(n.Owner))
	}
	// A file that cannot be read costs no more than what is read from it.
	if c, err := v.ReadFile(ctx, f.Path); err == nil {
		m.Signature = excerpt.Signature(c.Bytes, n.Span)
		if full {
			m.Doc = excerpt.Doc(c.Bytes, excerpt.Implementation(c.Bytes, n.Span))
		}
	}
	return m
}

// visibility is the narrowest that the declaration says.
func visibility(f graph.Flags) string {
	switch {
	case f&graph.FlagPrivate != 0:
		return "private"
	case f&graph.FlagProtected != 0:
		return "protected"
	case f&graph.FlagExported != 0:
		return "exported"
	}
	return "unexported"
}

// sites are the edges that are no guesses, in order.
func sites(r graph.Reader, edges []graph.Edge) []graph.Edge {
	edges = slices.DeleteFunc(edges, func(e graph.Edge) bool { return e.Tier == graph.TierSpeculative })
	slices.SortStableFunc(edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(pathOf(r, a.File), pathOf(r, b.File)), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return edges
}

// pathOf is "" for the file of a derived edge.
func pathOf(r graph.Reader, f graph.FileID) string {
	if f == graph.NoFile {
		return ""
	}
	return r.File(f).Path
}

func countKinds(edges []graph.Edge) []MetadataEdge {
	count := map[graph.EdgeKind]int{}
	for _, e := range edges {
		count[e.Kind]++
	}
	list := []MetadataEdge{}
	for k, n := range count {
		list = append(list, MetadataEdge{Kind: k.String(), Count: n})
	}
	slices.SortFunc(list, func(a, b MetadataEdge) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// list fills in the edges for which there is room. Either list may have half of
// it, and what the other leaves.
func (res *MetadataResult) list(ctx context.Context, r graph.Reader, out, in []graph.Edge) {
	res.OutEdges, res.InEdges = []MetadataEdge{}, []MetadataEdge{}
	room := roomFor(ctx, *res)
	_, used := edgeRows(r, in, false, room/2)
	res.OutEdges, used = edgeRows(r, out, true, room-used)
	res.InEdges, _ = edgeRows(r, in, false, room-used)
	res.Truncated = len(res.OutEdges) < len(out) || len(res.InEdges) < len(in)
}

// edgeRows are the first edges whose rows fit in room bytes, and the bytes they
// take.
func edgeRows(r graph.Reader, edges []graph.Edge, out bool, room int) (rows []MetadataEdge, used int) {
	rows = []MetadataEdge{}
	for _, e := range edges {
		other := e.Src
		if out {
			other = e.Dst
		}
		row := MetadataEdge{Kind: e.Kind.String(), ID: graph.ID(r, r.Node(other)), File: pathOf(r, e.File), Line: e.Line, Tier: e.Tier.String()}
		text, err := json.Marshal(row)
		if err != nil || used+len(text)+1 > room {
			break
		}
		rows, used = append(rows, row), used+len(text)+1
	}
	return rows, used
}
