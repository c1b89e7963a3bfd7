package query

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// Dependency is a symbol another one uses, or that uses it.
type Dependency struct {
	Node  graph.NodeID
	Of    graph.NodeID // the nearer symbol
	Via   graph.NodeID // the base method that is called and can run it, NoNode if it is named directly
	Kinds []graph.EdgeKind
	Tier  graph.Tier
	Depth int
	Lines []uint32 // of the first edge between the two, in the using file
	File  graph.FileID
}

// Dependencies lists what the symbols use, their members' bodies included,
// nearest first. External and unresolved names are leaves.
func Dependencies(r graph.Reader, ids []graph.NodeID, w Walk) []Dependency {
	return depend(r, ids, w, true)
}

// Dependents lists what uses the symbols, nearest first. A call of a method
// that one of them overrides counts as a use; such rows carry Via.
func Dependents(r graph.Reader, ids []graph.NodeID, w Walk) []Dependency {
	return depend(r, ids, w, false)
}

func depend(r graph.Reader, ids []graph.NodeID, w Walk, out bool) []Dependency {
	own := map[graph.NodeID]bool{}
	frontier := withMembers(r, ids, own)
	index := map[graph.NodeID]int{}
	var rows []Dependency
	for d := 1; d <= max(1, w.Depth) && len(frontier) > 0; d++ {
		var next []graph.NodeID
		meet := func(id, to, via graph.NodeID, e graph.Edge, tier graph.Tier) {
			if own[to] || to == id || !dependKind(e.Kind, out) || !w.follows(e) || tier < w.MinTier || w.ExcludeTests && InTest(r, to) {
				return
			}
			i, ok := index[to]
			if !ok {
				i = len(rows)
				index[to] = i
				rows = append(rows, Dependency{Node: to, Of: id, Via: via, Depth: d, File: e.File})
				if r.Node(to).Kind.IsDeclared() && r.Node(to).Kind != graph.KindFile {
					next = append(next, to)
				}
			}
			if rows[i].Depth == d {
				rows[i].add(e, tier, via)
			}
		}
		for _, id := range frontier {
			if out {
				for e := range r.Out(id) {
					meet(id, e.Dst, graph.NoNode, e, e.Tier)
				}
				continue
			}
			for e := range r.In(id) {
				meet(id, e.Src, graph.NoNode, e, e.Tier)
			}
			for _, reach := range Reaches(r, id) {
				if !reach.base {
					continue
				}
				for e := range r.In(reach.Node) {
					if isCall(e) {
						meet(id, e.Src, reach.Node, e, min(e.Tier, reach.Tier))
					}
				}
			}
		}
		frontier = next
	}
	type place struct {
		graph.Node
		path string
	}
	places := make(map[graph.NodeID]place, len(rows))
	for _, row := range rows {
		n := r.Node(row.Node)
		places[row.Node] = place{n, path(r, n)}
	}
	slices.SortStableFunc(rows, func(a, b Dependency) int {
		x, y := places[a.Node], places[b.Node]
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), rank(x.Kind)-rank(y.Kind), cmp.Compare(x.path, y.path), cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Name, y.Name))
	})
	return rows
}

// rank puts what the tree declares before what it only names.
func rank(k graph.Kind) int {
	switch k {
	case graph.KindExternal:
		return 1
	case graph.KindUnresolved:
		return 2
	}
	return 0
}

func (d *Dependency) add(e graph.Edge, tier graph.Tier, via graph.NodeID) {
	if via == graph.NoNode {
		d.Via = via
	}
	if !slices.Contains(d.Kinds, e.Kind) {
		d.Kinds = append(d.Kinds, e.Kind)
	}
	d.Tier = max(d.Tier, tier)
	if e.Line > 0 && e.File == d.File && !slices.Contains(d.Lines, e.Line) {
		d.Lines = append(d.Lines, e.Line)
	}
}

func dependKind(k graph.EdgeKind, out bool) bool {
	return k != graph.EdgeMemberOf && (out || k != graph.EdgeReExports)
}

// withMembers adds to the symbols all they contain, and marks them as own.
func withMembers(r graph.Reader, ids []graph.NodeID, own map[graph.NodeID]bool) []graph.NodeID {
	all := slices.Clone(ids)
	for i := 0; i < len(all); i++ {
		own[all[i]] = true
		for e := range r.In(all[i]) {
			if e.Kind == graph.EdgeMemberOf && !own[e.Src] {
				own[e.Src] = true
				all = append(all, e.Src)
			}
		}
	}
	return all
}
