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

// Dependents lists what uses the symbols, nearest first.
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
		for _, id := range frontier {
			edges := r.In(id)
			if out {
				edges = r.Out(id)
			}
			for e := range edges {
				to := e.Src
				if out {
					to = e.Dst
				}
				if own[to] || !dependKind(e.Kind, out) || !w.follows(e) || w.ExcludeTests && InTest(r, to) {
					continue
				}
				if i, ok := index[to]; ok {
					if row := &rows[i]; row.Depth == d {
						row.add(e)
					}
					continue
				}
				index[to] = len(rows)
				row := Dependency{Node: to, Of: id, Depth: d, File: e.File}
				row.add(e)
				rows = append(rows, row)
				if r.Node(to).Kind.IsDeclared() && r.Node(to).Kind != graph.KindFile {
					next = append(next, to)
				}
			}
		}
		frontier = next
	}
	slices.SortStableFunc(rows, func(a, b Dependency) int {
		na, nb := r.Node(a.Node), r.Node(b.Node)
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), rank(na.Kind)-rank(nb.Kind), cmp.Compare(path(r, na), path(r, nb)), cmp.Compare(na.Span.Start, nb.Span.Start), cmp.Compare(na.Name, nb.Name))
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

func (d *Dependency) add(e graph.Edge) {
	if !slices.Contains(d.Kinds, e.Kind) {
		d.Kinds = append(d.Kinds, e.Kind)
	}
	d.Tier = max(d.Tier, e.Tier)
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
