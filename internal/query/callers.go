package query

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// Walk bounds a walk over edges.
type Walk struct {
	Depth        int        // how many edges from the start; at least 1
	MinTier      graph.Tier // weaker edges are not followed
	Speculative  bool       // follow speculative edges too
	ExcludeTests bool       // leave out sites in test code
}

func (w Walk) follows(e graph.Edge) bool {
	if e.Tier == graph.TierSpeculative && !w.Speculative {
		return false
	}
	return e.Tier >= w.MinTier
}

// Site is one place in the source.
type Site struct {
	Line, Col uint32
	Tier      graph.Tier
	Return    graph.Return
}

// Caller is a symbol that calls another.
type Caller struct {
	Node  graph.NodeID
	Calls graph.NodeID // what it calls: the start, or a symbol of the row before
	Depth int
	Tier  graph.Tier   // the strongest of its sites
	Via   graph.NodeID // the interface or base method the call names, NoNode if direct
	Sites []Site
}

// Callers finds who calls the start symbols, nearest first. Instantiating a
// class counts as calling it, and so does calling what a variable or a field
// holds. A call of a method that the start overrides or implements reaches the
// start by dispatch; such rows carry Via.
func Callers(r graph.Reader, start []graph.NodeID, w Walk) []Caller {
	var rows []Caller
	var files []graph.FileID // of each row, of its first site
	var sites []Site         // what rows hold their first site in: most have no other
	seen := map[graph.NodeID]int{}
	frontier := slices.Clone(start)
	for depth := 1; depth <= max(1, w.Depth) && len(frontier) > 0; depth++ {
		var next []graph.NodeID
		for _, id := range frontier {
			for _, reach := range Reaches(r, id) {
				for e := range r.In(reach.Node) {
					if !isCall(e) || !w.follows(e) || w.ExcludeTests && InTest(r, e.Src) {
						continue
					}
					tier := min(e.Tier, reach.Tier)
					if tier < w.MinTier {
						continue
					}
					site := Site{e.Line, e.Col, tier, e.Return}
					if i, ok := seen[e.Src]; ok {
						if rows[i].Depth == depth {
							rows[i].Sites = append(rows[i].Sites, site)
							if tier > rows[i].Tier {
								rows[i].Tier, rows[i].Via = tier, reach.via()
							}
						}
						continue
					}
					seen[e.Src] = len(rows)
					sites = append(sites, site)
					n := len(sites)
					rows = append(rows, Caller{Node: e.Src, Calls: id, Depth: depth, Tier: tier, Via: reach.via(), Sites: sites[n-1 : n : n]})
					files = append(files, e.File)
					if !slices.Contains(start, e.Src) {
						next = append(next, e.Src)
					}
				}
			}
		}
		frontier = next
	}
	for i := range rows {
		if len(rows[i].Sites) == 1 {
			continue
		}
		slices.SortFunc(rows[i].Sites, func(a, b Site) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col)) })
	}
	return sortByPlace(r, rows, files)
}

// isCall reports whether an edge is a call of its destination, or of what its
// destination, a variable or a field, holds.
func isCall(e graph.Edge) bool {
	return e.Kind == graph.EdgeCalls || e.Kind == graph.EdgeInstantiates || e.Kind == graph.EdgeReferences && e.Context == graph.ContextCall
}

// sortByPlace orders rows by depth, path and line, and keeps the order of those
// that are at one place. An index yields sites in nearly that order.
func sortByPlace(r graph.Reader, rows []Caller, files []graph.FileID) []Caller {
	for i, f := range files {
		if f == graph.NoFile {
			files[i] = r.Node(rows[i].Node).File
		}
	}
	ranks := pathRanks(r, files)
	type keyed struct {
		file  uint64 // the depth and the place of the file among the paths
		place uint64 // the line and the row
	}
	keys := make([]keyed, len(rows))
	for i, row := range rows {
		keys[i] = keyed{uint64(row.Depth)<<32 | uint64(ranks[files[i]]), uint64(row.Sites[0].Line)<<32 | uint64(i)}
	}
	compare := func(a, b keyed) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.place, b.place)) }
	if slices.IsSortedFunc(keys, compare) {
		return rows
	}
	slices.SortFunc(keys, compare)
	sorted := make([]Caller, len(rows))
	for i, k := range keys {
		sorted[i] = rows[uint32(k.place)]
	}
	return sorted
}

// pathRanks numbers files in the order of their paths; NoFile comes first.
func pathRanks(r graph.Reader, files []graph.FileID) map[graph.FileID]uint32 {
	ranks := map[graph.FileID]uint32{}
	last := graph.NoFile
	for i, f := range files {
		if i == 0 || f != last {
			ranks[f], last = 0, f
		}
	}
	type named struct {
		path string
		id   graph.FileID
	}
	order := make([]named, 0, len(ranks))
	for f := range ranks {
		p := ""
		if f != graph.NoFile {
			p = r.File(f).Path
		}
		order = append(order, named{p, f})
	}
	slices.SortFunc(order, func(a, b named) int { return cmp.Compare(a.path, b.path) })
	for i, f := range order {
		ranks[f.id] = uint32(i)
	}
	return ranks
}

func path(r graph.Reader, n graph.Node) string {
	if n.File == graph.NoFile {
		return ""
	}
	return r.File(n.File).Path
}

// Reach is a symbol whose uses also mean another.
type Reach struct {
	Node graph.NodeID
	Tier graph.Tier // the most that can be said of a use through it
	base bool
}

func (x Reach) via() graph.NodeID {
	if x.base {
		return x.Node
	}
	return graph.NoNode
}

// Reaches lists the symbols whose call can run the given one: itself; for a
// class its constructors; for a method those it overrides or implements.
func Reaches(r graph.Reader, id graph.NodeID) []Reach {
	out := []Reach{{Node: id, Tier: graph.TierCompilerResolved}}
	if r.Node(id).Kind.IsType() {
		for e := range r.In(id) {
			if e.Kind == graph.EdgeMemberOf && r.Node(e.Src).Kind == graph.KindConstructor {
				out = append(out, Reach{Node: e.Src, Tier: graph.TierCompilerResolved})
			}
		}
		return out
	}
	seen := map[graph.NodeID]bool{id: true}
	todo := []graph.NodeID{id}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for e := range r.Out(at) {
			// A method from outside, such as error.Error, is called on values
			// of any type: those calls say nothing about this one.
			if e.Kind != graph.EdgeOverrides || seen[e.Dst] || !r.Node(e.Dst).Kind.IsDeclared() {
				continue
			}
			seen[e.Dst] = true
			todo = append(todo, e.Dst)
			tier := graph.TierASTInferred
			if e.Tier >= graph.TierCompilerDispatch {
				tier = graph.TierCompilerDispatch
			}
			out = append(out, Reach{Node: e.Dst, Tier: tier, base: true})
		}
	}
	return out
}

// InTest reports whether a node stands in test code.
func InTest(r graph.Reader, id graph.NodeID) bool {
	n := r.Node(id)
	if n.Flags&graph.FlagTest != 0 {
		return true
	}
	return n.File != graph.NoFile && r.File(n.File).Flags&graph.FileTest != 0
}
