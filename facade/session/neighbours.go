package session

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// callers are the symbols that call one, in order of path and line.
func callers(r graph.Reader, id graph.NodeID) (out []graph.NodeID) {
	for _, c := range query.Callers(r, []graph.NodeID{id}, query.Walk{Depth: 1}) {
		out = append(out, c.Node)
	}
	return out
}

// callees are the symbols that one calls, in the order of their first calls.
func callees(r graph.Reader, id graph.NodeID) (out []graph.NodeID) {
	seen := map[graph.NodeID]bool{id: true}
	for e := range r.Out(id) {
		calls := e.Kind == graph.EdgeCalls || e.Kind == graph.EdgeInstantiates || e.Kind == graph.EdgeReferences && e.Context == graph.ContextCall
		if calls && e.Tier != graph.TierSpeculative && !seen[e.Dst] && r.Node(e.Dst).Kind.IsDeclared() {
			seen[e.Dst] = true
			out = append(out, e.Dst)
		}
	}
	return out
}

// siblings are the symbols declared beside one: of the same type or container,
// or at the top of the same file.
func siblings(r graph.Reader, id graph.NodeID) (out []graph.NodeID) {
	n := r.Node(id)
	if n.File == graph.NoFile {
		return nil
	}
	for other := range r.FileNodes(n.File) {
		if other != id && r.Node(other).Owner == n.Owner {
			out = append(out, other)
		}
	}
	return out
}

func preview(r graph.Reader, list []graph.NodeID) *Neighbours {
	return &Neighbours{len(list), numbered(r, list, previewed)}
}

// numbered are the first of a list, each with the number that chooses it.
func numbered(r graph.Reader, list []graph.NodeID, most int) []Neighbour {
	out := make([]Neighbour, 0, min(len(list), most))
	for i, id := range list[:min(len(list), most)] {
		out = append(out, Neighbour{i + 1, graph.ID(r, r.Node(id))})
	}
	return out
}

// offered is how many neighbours an error offers.
const offered = 20

// choose picks the neighbour that is meant.
func choose(r graph.Reader, list []graph.NodeID, a CursorArguments, from string) (graph.NodeID, error) {
	what := map[string]string{"into": "callee", "up": "caller", "sibling": "sibling"}[a.Action]
	match := list
	if n, err := strconv.Atoi(a.Select); err == nil {
		if n < 1 || n > len(list) {
			return graph.NoNode, op.Invalid("arguments.select: want a number from 1 to %d, got %d", len(list), n).
				With("field", "arguments.select").With("candidates", numbered(r, list, offered)).With("total", len(list))
		}
		return list[n-1], nil
	}
	if a.Select != "" {
		match = named(r, list, a.Select)
	}
	switch {
	case len(match) == 1:
		return match[0], nil
	case len(match) > 1:
		e := op.Errorf(op.CodeAmbiguousSymbol, "%s has %d symbols to go to as %s; choose one with arguments.select", from, len(match), what)
		candidates := []Neighbour{} // numbered as in the whole list
		for _, c := range numbered(r, list, len(list)) {
			if slices.Contains(match, list[c.Index-1]) && len(candidates) < offered {
				candidates = append(candidates, c)
			}
		}
		return graph.NoNode, e.With("candidates", candidates).With("total", len(match))
	case a.Select != "" && len(list) > 0:
		return graph.NoNode, op.Errorf(op.CodeSymbolNotFound, "%s has no %s %q", from, what, a.Select).
			With("candidates", numbered(r, list, offered)).With("total", len(list))
	}
	return graph.NoNode, op.Errorf(op.CodeSymbolNotFound, "%s has no %s in the index", from, what).With("candidates", []Neighbour{}).With("total", 0)
}

// named are those of a list that have a name: an id, else a qualified name or
// the end of one, else a name whatever its case.
func named(r graph.Reader, list []graph.NodeID, name string) []graph.NodeID {
	for _, is := range []func(graph.Node) bool{
		func(n graph.Node) bool { return graph.ID(r, n) == name },
		func(n graph.Node) bool {
			return n.Qual == name || n.Name == name || strings.HasSuffix(n.Qual, "."+name)
		},
		func(n graph.Node) bool { return strings.EqualFold(n.Name, name) },
	} {
		var out []graph.NodeID
		for _, id := range list {
			if is(r.Node(id)) {
				out = append(out, id)
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}
