package query

import (
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// Neighbour is a symbol near another one, in either direction.
type Neighbour struct {
	Node    graph.NodeID
	Of      graph.NodeID // the nearer symbol it was reached from
	Depth   int
	In, Out bool // it uses the nearer symbol; the nearer symbol uses it
	Kinds   []graph.EdgeKind
	Tier    graph.Tier
}

// Cluster lists what lies at most w.Depth edges from a symbol, nearest first,
// and within one distance the ones with most edges first. Names outside the
// index are left out: everything uses them. It stops taking in new symbols at
// most of them.
func Cluster(r graph.Reader, ids []graph.NodeID, w Walk, most int) []Neighbour {
	index := map[graph.NodeID]int{}
	own := map[graph.NodeID]bool{}
	for _, id := range ids {
		own[id] = true
	}
	var rows []Neighbour
	frontier := slices.Clone(ids)
	for d := 1; d <= max(1, w.Depth) && len(frontier) > 0; d++ {
		var next []graph.NodeID
		meet := func(from, to graph.NodeID, e graph.Edge, in bool) {
			n := r.Node(to)
			if own[to] || !n.Kind.IsDeclared() || n.Kind == graph.KindFile || !w.follows(e) || w.ExcludeTests && InTest(r, to) {
				return
			}
			i, ok := index[to]
			if !ok {
				if len(rows) >= most {
					return
				}
				i = len(rows)
				index[to] = i
				rows = append(rows, Neighbour{Node: to, Of: from, Depth: d})
				next = append(next, to)
			}
			if row := &rows[i]; row.Of == from {
				row.In, row.Out = row.In || in, row.Out || !in
				row.Tier = max(row.Tier, e.Tier)
				if !slices.Contains(row.Kinds, e.Kind) {
					row.Kinds = append(row.Kinds, e.Kind)
				}
			}
		}
		for _, id := range frontier {
			for e := range r.Out(id) {
				meet(id, e.Dst, e, false)
			}
			for e := range r.In(id) {
				meet(id, e.Src, e, true)
			}
		}
		frontier = next
	}
	return rows
}
