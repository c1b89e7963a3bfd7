package query

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// UsageFilter narrows usages. Zero fields filter nothing.
type UsageFilter struct {
	Walk
	Contexts []graph.Context
	Returns  []graph.Return
	Kinds    []graph.EdgeKind
}

// Usages lists every site that means one of the symbols, in order of path,
// line and column: calls, values, types, writes, imports, base lists. Members
// belong to themselves, not to their owner. Overriding declarations are not
// uses; a use of the base method is listed with the base.
func Usages(r graph.Reader, ids []graph.NodeID, f UsageFilter) []graph.Edge {
	var out []graph.Edge
	for _, id := range ids {
		for e := range r.In(id) {
			if IsUse(e.Kind) && e.File != graph.NoFile && f.keeps(r, e) {
				out = append(out, e)
			}
		}
	}
	sortSites(r, out)
	return slices.CompactFunc(out, func(a, b graph.Edge) bool {
		return a.File == b.File && a.Line == b.Line && a.Col == b.Col && a.Kind == b.Kind
	})
}

// sortSites orders sites by path, line and column, and keeps the order of those
// that are at one place.
func sortSites(r graph.Reader, sites []graph.Edge) {
	files := make([]graph.FileID, len(sites))
	for i, e := range sites {
		files[i] = e.File
	}
	ranks := pathRanks(r, files)
	type keyed struct {
		place uint64 // of the file in the order of paths, and the line
		col   uint64 // and the place in sites
	}
	keys := make([]keyed, len(sites))
	for i, e := range sites {
		keys[i] = keyed{uint64(ranks[e.File])<<32 | uint64(e.Line), uint64(e.Col)<<32 | uint64(i)}
	}
	compare := func(a, b keyed) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.col, b.col)) }
	if slices.IsSortedFunc(keys, compare) {
		return
	}
	slices.SortFunc(keys, compare)
	sorted := make([]graph.Edge, len(sites))
	for i, k := range keys {
		sorted[i] = sites[uint32(k.col)]
	}
	copy(sites, sorted)
}

// IsUse reports whether an edge is a site that names its destination.
func IsUse(k graph.EdgeKind) bool {
	return k != graph.EdgeMemberOf && k != graph.EdgeOverrides
}

func (f UsageFilter) keeps(r graph.Reader, e graph.Edge) bool {
	if !f.follows(e) || f.ExcludeTests && (InTest(r, e.Src) || r.File(e.File).Flags&graph.FileTest != 0) {
		return false
	}
	if len(f.Contexts) > 0 && !slices.Contains(f.Contexts, ContextOf(e)) {
		return false
	}
	if len(f.Returns) > 0 && !slices.Contains(f.Returns, e.Return) {
		return false
	}
	return len(f.Kinds) == 0 || slices.Contains(f.Kinds, e.Kind)
}

// ContextOf is an edge's context, from its kind where the analyzer said none.
func ContextOf(e graph.Edge) graph.Context {
	if e.Context != graph.ContextNone {
		return e.Context
	}
	switch e.Kind {
	case graph.EdgeCalls, graph.EdgeInstantiates:
		return graph.ContextCall
	case graph.EdgeUsesType:
		return graph.ContextType
	case graph.EdgeImports, graph.EdgeReExports:
		return graph.ContextImport
	case graph.EdgeExtends, graph.EdgeImplements, graph.EdgeEmbeds:
		return graph.ContextHeritage
	}
	return graph.ContextValue
}
