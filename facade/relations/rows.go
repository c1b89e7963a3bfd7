package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

// Row is one symbol that stands in a relation to the target. Which of the
// fields are there depends on the relation.
type Row struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind,omitempty"`
	File      string   `json:"file,omitempty"`
	Line      uint32   `json:"line,omitempty"`      // first site, or where the symbol is declared
	Lines     []uint32 `json:"lines,omitempty"`     // all sites, when there are several
	Relation  []string `json:"relation,omitempty"`  // kinds of edge
	Direction string   `json:"direction,omitempty"` // in, out, both; up, down
	Of        string   `json:"of,omitempty"`        // the nearer symbol it is related to, when that is not the target
	Via       string   `json:"via,omitempty"`       // the base method through which it is reached
	Depth     int      `json:"depth,omitempty"`     // edges from the target, when more than one
	Tier      string   `json:"tier,omitempty"`      // how the relation is known
	Test      bool     `json:"test,omitempty"`
	Members   []Member `json:"members,omitempty"`
}

// Member is a method or field of a type.
type Member struct {
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Line      uint32   `json:"line"`
	Overrides []string `json:"overrides,omitempty"`
}

// Target is the symbol a question was about.
type Target struct {
	locate.Described
	AlsoDeclared []string `json:"also_declared,omitempty"` // ids of further declarations of the name in its file
}

// Trust are the fields by which weak edges are left out or let in.
type Trust struct {
	MinTier            string `json:"min_tier,omitempty" enum:"speculative,text_matched,ast_inferred,ast_resolved,compiler_dispatch,compiler_resolved,lsp_dispatch,lsp_resolved" doc:"weakest provenance to keep"`
	IncludeSpeculative bool   `json:"include_speculative,omitempty" doc:"also edges that are guesses"`
}

func (t Trust) walk(depth int, excludeTests bool) query.Walk {
	tier, _ := graph.ParseTier(t.MinTier)
	return query.Walk{
		Depth: depth, MinTier: tier, ExcludeTests: excludeTests,
		Speculative: t.IncludeSpeculative || tier == graph.TierSpeculative,
	}
}

// find resolves the target of a request.
func find(ctx context.Context, v engine.View, name string) (locate.Found, Target, error) {
	f, err := locate.Symbol(ctx, v, name)
	if err != nil {
		return f, Target{}, err
	}
	t := Target{Described: locate.Describe(ctx, v, []graph.NodeID{f.Node})[0]}
	for _, id := range f.Also {
		t.AlsoDeclared = append(t.AlsoDeclared, graph.ID(v.Graph(), v.Graph().Node(id)))
	}
	return f, t, nil
}

// visible is the part of a list of which the answer can show something.
func visible[T any](ctx context.Context, all []T) []T {
	if n := op.Rows(ctx); n > 0 && n < len(all) {
		return all[:n]
	}
	return all
}

// row describes a symbol where it is declared.
func row(r graph.Reader, id graph.NodeID, compact bool) Row {
	d := locate.Brief(r, id)
	if compact {
		return Row{ID: d.ID, Line: d.Line}
	}
	return Row{ID: d.ID, Kind: d.Kind, File: d.File, Line: d.Line, Test: d.Test}
}

// deeper says how a row that is not next to the target is connected to it.
func (w *Row) deeper(r graph.Reader, depth int, of graph.NodeID) {
	if depth > 1 {
		w.Depth, w.Of = depth, called(r, of)
	}
}

// called is a symbol's name without its path: what it is called in the row of
// another symbol.
func called(r graph.Reader, id graph.NodeID) string {
	if id == graph.NoNode {
		return ""
	}
	n := r.Node(id)
	if n.Qual != "" {
		return n.Qual
	}
	return n.Name
}

// at puts the sites of a row: the first as its line, all when they are several.
func (w *Row) at(lines []uint32) {
	if len(lines) > 0 {
		w.Line = lines[0]
	}
	if len(lines) > 1 {
		w.Lines = lines
	}
}

func kindNames(kinds []graph.EdgeKind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return names
}
