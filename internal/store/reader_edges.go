package store

import (
	"iter"
	"sort"

	"github.com/gortexhq/gortex/internal/graph"
)

// Out implements graph.Reader: sites in source order, then derived edges.
func (r *Reader) Out(id graph.NodeID) iter.Seq[graph.Edge] {
	return func(yield func(graph.Edge) bool) {
		at, ok := r.nodeAt(id)
		if !ok {
			return
		}
		p := r.parts[at.part]
		file := graph.NoFile
		if f := p.file[at.local]; int(f) < len(p.fileID) {
			file = graph.FileID(p.fileID[f])
		}
		lo, hi := between(p.outOff, int(at.local), len(p.outDst))
		for e := lo; e < hi; e++ {
			if !yield(p.edge(e, id, file)) {
				return
			}
		}
		r.derivedOut(id, yield)
	}
}

// In implements graph.Reader.
func (r *Reader) In(id graph.NodeID) iter.Seq[graph.Edge] {
	return func(yield func(graph.Edge) bool) {
		if r.sitesIn(id, yield) {
			r.derivedIn(id, yield)
		}
	}
}

// sitesIn yields the edges into a node that are of files.
func (r *Reader) sitesIn(id graph.NodeID, yield func(graph.Edge) bool) bool {
	if !r.partIn(0, id, yield) {
		return false
	}
	for _, k := range r.withFile {
		if !r.partIn(k, id, yield) {
			return false
		}
	}
	return true
}

// partIn yields the edges into a node whose sources a part describes.
func (r *Reader) partIn(k int, id graph.NodeID, yield func(graph.Edge) bool) bool {
	p := r.parts[k]
	lo, hi := p.inRange(id)
	for i := lo; i < hi; i++ {
		src, e := int(p.inSrc[i]), int(p.inEdge[i])
		if src >= len(p.kind) || e >= len(p.outDst) {
			continue
		}
		f := p.file[src]
		if !r.owns(k, f) {
			continue
		}
		if !yield(p.edge(e, p.id(src), graph.FileID(p.fileID[f]))) {
			return false
		}
	}
	return true
}

func (r *Reader) derivedEdge(p *part, e int) (graph.Edge, bool) {
	a := attr(p.derAttr[e])
	edge := graph.Edge{
		Src: graph.NodeID(p.derSrc[e]), Dst: graph.NodeID(p.derDst[e]), Kind: a.kind(), Tier: a.tier(), File: graph.NoFile,
	}
	if _, ok := r.nodeAt(edge.Src); !ok {
		return edge, false
	}
	_, ok := r.nodeAt(edge.Dst)
	return edge, ok
}

func (r *Reader) derivedOut(id graph.NodeID, yield func(graph.Edge) bool) bool {
	for _, d := range r.derived {
		p := r.parts[d.part]
		n := d.hi - d.lo
		i := sort.Search(n, func(i int) bool { return p.derSrc[d.lo+i] >= uint32(id) })
		for e := d.lo + i; e < d.hi && p.derSrc[e] == uint32(id); e++ {
			if edge, ok := r.derivedEdge(p, e); ok && !yield(edge) {
				return false
			}
		}
	}
	return true
}

func (r *Reader) derivedIn(id graph.NodeID, yield func(graph.Edge) bool) bool {
	for _, d := range r.derived {
		p := r.parts[d.part]
		n := d.hi - d.lo
		dst := func(i int) uint32 { // damaged indices sort last
			if e := p.derIn[d.lo+i]; int(e) < len(p.derDst) {
				return p.derDst[e]
			}
			return none
		}
		i := sort.Search(n, func(i int) bool { return dst(i) >= uint32(id) })
		for ; i < n && dst(i) == uint32(id); i++ {
			e := int(p.derIn[d.lo+i])
			if e >= len(p.derDst) {
				break
			}
			if edge, ok := r.derivedEdge(p, e); ok && !yield(edge) {
				return false
			}
		}
	}
	return true
}
