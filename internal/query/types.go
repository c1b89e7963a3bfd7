package query

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// Relative is a symbol that stands in a type relation to another.
type Relative struct {
	Node   graph.NodeID
	Of     graph.NodeID // the nearer symbol it was reached from
	Kind   graph.EdgeKind
	Tier   graph.Tier
	Depth  int
	Parent bool // towards the bases
}

// Implementations lists what implements or extends a type, transitively, or
// what overrides a method; nearest first.
func Implementations(r graph.Reader, ids []graph.NodeID, w Walk) []Relative {
	return walkTypes(r, ids, w, false)
}

// Bases lists what a type extends, implements or embeds, transitively, or
// which methods a method overrides.
func Bases(r graph.Reader, ids []graph.NodeID, w Walk) []Relative {
	return walkTypes(r, ids, w, true)
}

func walkTypes(r graph.Reader, ids []graph.NodeID, w Walk, up bool) []Relative {
	depth := w.Depth
	if depth <= 0 {
		depth = 64
	}
	seen := map[graph.NodeID]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	var rows []Relative
	frontier := slices.Clone(ids)
	for d := 1; d <= depth && len(frontier) > 0; d++ {
		var next []graph.NodeID
		for _, id := range frontier {
			edges := r.In(id)
			if up {
				edges = r.Out(id)
			}
			for e := range edges {
				to := e.Src
				if up {
					to = e.Dst
				}
				if !isTypeEdge(e.Kind, up) || seen[to] || !w.follows(e) || w.ExcludeTests && InTest(r, to) {
					continue
				}
				if k := r.Node(to).Kind; k == graph.KindUnresolved || k == graph.KindFile {
					continue
				}
				seen[to] = true
				rows = append(rows, Relative{Node: to, Of: id, Kind: e.Kind, Tier: e.Tier, Depth: d, Parent: up})
				next = append(next, to)
			}
		}
		frontier = next
	}
	slices.SortStableFunc(rows, func(a, b Relative) int {
		na, nb := r.Node(a.Node), r.Node(b.Node)
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(path(r, na), path(r, nb)), cmp.Compare(na.Span.Start, nb.Span.Start))
	})
	return rows
}

// isTypeEdge: embedding makes an ancestor, but what embeds a type does not
// implement it.
func isTypeEdge(k graph.EdgeKind, up bool) bool {
	switch k {
	case graph.EdgeExtends, graph.EdgeImplements, graph.EdgeOverrides:
		return true
	case graph.EdgeEmbeds:
		return up
	}
	return false
}

// Members lists what belongs to a type or container, in source order.
func Members(r graph.Reader, id graph.NodeID) []graph.NodeID {
	var out []graph.NodeID
	for e := range r.In(id) {
		if e.Kind == graph.EdgeMemberOf {
			out = append(out, e.Src)
		}
	}
	slices.SortFunc(out, func(a, b graph.NodeID) int {
		na, nb := r.Node(a), r.Node(b)
		return cmp.Or(cmp.Compare(path(r, na), path(r, nb)), cmp.Compare(na.Span.Start, nb.Span.Start))
	})
	return out
}
