package store

import (
	"iter"
	"slices"
	"sort"

	"github.com/gortexhq/gortex/internal/graph"
)

// ByName implements graph.Reader. It yields declarations; files have
// FileByPath, names outside the index External and Unresolved.
func (r *Reader) ByName(name string) iter.Seq[graph.NodeID] {
	return func(yield func(graph.NodeID) bool) {
		for k, p := range r.parts {
			lo, hi := p.nameRange(name)
			for _, local := range p.nameNode[lo:hi] {
				if int(local) < len(p.kind) && r.owns(k, p.file[local]) && !yield(p.id(int(local))) {
					return
				}
			}
		}
	}
}

// Names implements graph.Reader.
func (r *Reader) Names() iter.Seq[string] { return r.NamesFrom("") }

// NamesFrom yields the names of Names that are not before first, without
// reading those that are.
func (r *Reader) NamesFrom(first string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var more []string // names the segments declare
		for k := 1; k < len(r.parts); k++ {
			for s := range r.partNames(k, first) {
				more = append(more, s)
			}
		}
		slices.Sort(more)
		more = slices.Compact(more)
		for s := range r.partNames(0, first) {
			for len(more) > 0 && more[0] < s {
				if !yield(more[0]) {
					return
				}
				more = more[1:]
			}
			if len(more) > 0 && more[0] == s {
				more = more[1:]
			}
			if !yield(s) {
				return
			}
		}
		for _, s := range more {
			if !yield(s) {
				return
			}
		}
	}
}

// partNames yields the names, from first on, that a part declares in files it
// describes.
func (r *Reader) partNames(k int, first string) iter.Seq[string] {
	p := r.parts[k]
	return func(yield func(string) bool) {
		from := sort.Search(len(p.nameStr), func(i int) bool { return p.str(p.nameStr[i]) >= first })
		for i := from; i < len(p.nameStr); i++ {
			s := p.nameStr[i]
			lo, hi := between(p.nameOff, i, len(p.nameNode))
			for _, local := range p.nameNode[lo:hi] {
				if int(local) >= len(p.kind) || !r.owns(k, p.file[local]) {
					continue
				}
				if !yield(p.str(s)) {
					return
				}
				break
			}
		}
	}
}

// External implements graph.Reader.
func (r *Reader) External(name string) (graph.NodeID, bool) {
	return r.findUsed(graph.KindExternal, name)
}

// Unresolved implements graph.Reader.
func (r *Reader) Unresolved(name string) (graph.NodeID, bool) {
	return r.findUsed(graph.KindUnresolved, name)
}

func (r *Reader) findUsed(kind graph.Kind, name string) (graph.NodeID, bool) {
	id, ok := r.findOut(kind, name)
	if !ok || !r.used(id) {
		return graph.NoNode, false
	}
	return id, true
}

// findOut returns the node of an outsider, used or not.
func (r *Reader) findOut(kind graph.Kind, name string) (graph.NodeID, bool) {
	for _, p := range r.parts {
		if id, ok := p.findOut(kind, name); ok {
			return id, true
		}
	}
	return graph.NoNode, false
}
