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
	paths := map[graph.FileID]string{}
	for _, e := range out {
		if _, ok := paths[e.File]; !ok {
			paths[e.File] = r.File(e.File).Path
		}
	}
	slices.SortStableFunc(out, func(a, b graph.Edge) int {
		if a.File != b.File {
			return cmp.Compare(paths[a.File], paths[b.File])
		}
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return slices.CompactFunc(out, func(a, b graph.Edge) bool {
		return a.File == b.File && a.Line == b.Line && a.Col == b.Col && a.Kind == b.Kind
	})
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
