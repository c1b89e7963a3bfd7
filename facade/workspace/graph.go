package workspace

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

var graphOp = op.Read(op.Spec{
	Name: "graph", Summary: "How many symbols and edges there are, by kind, language and provenance.",
	Legacy: []op.Legacy{{Name: "graph_stats"}},
	Examples: []op.Example{
		{Text: "The graph in numbers", Request: `{"operation":"graph"}`},
	},
}, runGraph)

// GraphRequest asks about the whole graph.
type GraphRequest struct{}

// LanguageNodes counts what is declared in one language.
type LanguageNodes struct {
	Files   int `json:"files"`
	Symbols int `json:"symbols"`
}

// GraphResult counts nodes and edges. Nodes include files, names outside the
// index and names that are bound to nothing.
type GraphResult struct {
	Generation string                    `json:"generation"`
	Nodes      int                       `json:"total_nodes"`
	Edges      int                       `json:"total_edges"`
	ByKind     map[string]int            `json:"by_kind"`
	EdgeKinds  map[string]int            `json:"edges_by_kind"`
	Tiers      map[string]int            `json:"edges_by_tier"`
	ByLanguage map[string]*LanguageNodes `json:"by_language"`
	Unbound    int                       `json:"unbound_sites"` // sites of names that are bound to nothing
	Repos      map[string]RepoNumbers    `json:"per_repo"`
}

// RepoNumbers are what is in the index of one repository. One that is not part
// of the graph counts as it was when it was indexed last; of one without an
// index there are no numbers.
type RepoNumbers struct {
	State   string `json:"state"`
	Current bool   `json:"current,omitempty"` // it is part of the graph
	Files   int    `json:"files,omitempty"`
	Symbols int    `json:"symbols,omitempty"`
}

func runGraph(ctx context.Context, v engine.View, _ GraphRequest) (GraphResult, error) {
	r := v.Graph()
	var kinds, edges, tiers [256]int
	res := GraphResult{Generation: r.Generation(), ByLanguage: map[string]*LanguageNodes{}}
	languages := make([]*LanguageNodes, r.NumFiles())
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if f.Path == "" {
			continue
		}
		name := f.Language
		if name == "" {
			name = "text"
		}
		l := res.ByLanguage[name]
		if l == nil {
			l = &LanguageNodes{}
			res.ByLanguage[name] = l
		}
		l.Files++
		languages[id] = l
	}
	for id := range graph.NodeID(r.NumNodes()) {
		n := r.Node(id)
		if n.Kind == graph.KindNone {
			continue
		}
		if id%4096 == 0 && ctx.Err() != nil {
			return res, ctx.Err()
		}
		res.Nodes++
		kinds[n.Kind]++
		if n.File != graph.NoFile && n.Kind != graph.KindFile && languages[n.File] != nil {
			languages[n.File].Symbols++
		}
		for e := range r.In(id) {
			edges[e.Kind]++
			tiers[e.Tier]++
			if n.Kind == graph.KindUnresolved {
				res.Unbound++
			}
		}
	}
	res.ByKind, _ = counts(kinds[:], func(i int) string { return graph.Kind(i).String() })
	res.EdgeKinds, res.Edges = counts(edges[:], func(i int) string { return graph.EdgeKind(i).String() })
	res.Tiers, _ = counts(tiers[:], func(i int) string { return graph.Tier(i).String() })
	res.Repos = map[string]RepoNumbers{}
	for _, repo := range v.Repositories() {
		res.Repos[repo.Name] = RepoNumbers{repo.State, repo.Current, repo.Files, repo.Symbols}
	}
	return res, nil
}

// counts names what is not zero.
func counts(n []int, name func(int) string) (map[string]int, int) {
	m, total := map[string]int{}, 0
	for i, c := range n {
		if c > 0 {
			m[name(i)] += c
			total += c
		}
	}
	return m, total
}
