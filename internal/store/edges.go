package store

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// edges writes the out edges in the order of their sites, the index of the
// edges into nodes, and the list of targets that were not there.
func (l *layout) edges() {
	off := l.column(l.nodes + 1)
	total := 0
	for i, r := range l.records {
		for _, f := range r.refs {
			off[l.first[i]+1+uint32(f.from)+1]++
		}
		total += len(r.refs)
	}
	for i := range l.nodes {
		off[i+1] += off[i]
	}
	dst, src, line, col := l.column(total), l.column(total), l.column(total), l.column(total)
	attrs := make([]uint16, total)
	var missing []missingTarget
	next := slices.Clone(off)
	for i, r := range l.records {
		for _, f := range r.refs {
			from := l.first[i] + 1 + uint32(f.from)
			at := next[from]
			next[from]++
			d := r.dst[f.target]
			if d&dangling != 0 && d&outsider != 0 {
				f.attr |= attrDangling
				missing = append(missing, missingTarget{at, r.targets[f.target]})
			}
			dst[at], src[at], attrs[at] = uint32(l.rs.id(d)), from, uint16(f.attr)
			line[at], col[at] = f.line, f.col
		}
	}
	c := &l.cols
	put(c, secOutOff, off)
	put(c, secOutDst, dst)
	put(c, secOutLine, line)
	put(c, secOutCol, col)
	c[secOutAttr] = raw(attrs)
	if l.base {
		l.inDense(dst, src)
	} else {
		l.inSparse(dst, src)
	}
	l.missing(missing)
}

// inDense indexes edges by destination with a place for every node.
func (l *layout) inDense(dst, src []uint32) {
	off := l.column(int(l.next) + 1)
	for _, d := range dst {
		off[d+1]++
	}
	for i := range int(l.next) {
		off[i+1] += off[i]
	}
	next := slices.Clone(off)
	edge, from := l.column(len(dst)), l.column(len(dst))
	for e, d := range dst {
		at := next[d]
		next[d]++
		edge[at], from[at] = uint32(e), src[e]
	}
	put(&l.cols, secInOff, off)
	put(&l.cols, secInEdge, edge)
	put(&l.cols, secInSrc, from)
}

// inSparse indexes edges by the destinations there are.
func (l *layout) inSparse(dst, src []uint32) {
	sorted, edge := sortedPairs(dst)
	from := l.column(len(dst))
	var key, off []uint32
	for i, e := range edge {
		from[i] = src[e]
		if i == 0 || sorted[i-1] != sorted[i] {
			key = append(key, sorted[i])
			off = append(off, uint32(i))
		}
	}
	off = append(off, uint32(len(dst)))
	put(&l.cols, secInKey, key)
	put(&l.cols, secInOff, off)
	put(&l.cols, secInEdge, edge)
	put(&l.cols, secInSrc, from)
}

type missingTarget struct {
	edge   uint32
	target target
}

func (l *layout) missing(m []missingTarget) {
	slices.SortFunc(m, func(a, b missingTarget) int { return cmp.Compare(a.edge, b.edge) })
	edge, file, name := l.column(len(m)), l.column(len(m)), l.column(len(m))
	dup := make([]uint16, len(m))
	empty := l.rankString("")
	for i, t := range m {
		edge[i], file[i], name[i], dup[i] = t.edge, l.rank(t.target.file), l.rank(t.target.name), t.target.dup
		if t.target.kind == lang.TargetFile {
			name[i], dup[i] = empty, 0
		}
	}
	c := &l.cols
	put(c, secDangEdge, edge)
	put(c, secDangFile, file)
	put(c, secDangName, name)
	c[secDangDup] = raw(dup)
}

// derivedSet is the derived edges of one analyzer with their ends resolved.
type derivedSet struct {
	analyzer string
	digest   digest
	edges    []derivedEdge
}

type derivedEdge struct {
	src, dst uint32 // resolved, see resolver
	attr     attr
}

// resolveDerived resolves the edges of an analyzer. It may add outsiders.
func (rs *resolver) resolveDerived(analyzer string, edges []lang.DerivedEdge) derivedSet {
	set := derivedSet{analyzer: analyzer}
	for _, e := range edges {
		d := digest{uint64(e.Kind), uint64(e.Tier)}
		d.target(e.Src)
		d.target(e.Dst)
		set.digest.add(d)
		if e.Src.Kind != lang.TargetSymbol && e.Src.Kind != lang.TargetFile {
			continue
		}
		// Only the destination of an edge that stays may make an outsider.
		src, ok := rs.findTarget(e.Src)
		if !ok {
			continue
		}
		if dst, ok := rs.findTarget(e.Dst); ok {
			set.edges = append(set.edges, derivedEdge{src, dst, newAttr(e.Kind, e.Tier, graph.ContextNone, graph.ReturnNone)})
		}
	}
	return set
}

// distinct drops repetitions.
func distinct(edges []derivedEdge) []derivedEdge {
	seen := make(map[derivedEdge]bool, len(edges))
	return slices.DeleteFunc(edges, func(e derivedEdge) bool {
		again := seen[e]
		seen[e] = true
		return again
	})
}

// derive writes the derived edges, sorted by analyzer and source.
func (l *layout) derive(sets []derivedSet) {
	slices.SortFunc(sets, func(a, b derivedSet) int { return cmp.Compare(a.analyzer, b.analyzer) })
	var name, src, dst, in []uint32
	var attrs []uint16
	off := []uint32{0}
	var digests []uint64
	for _, s := range sets {
		name = append(name, l.rankString(s.analyzer))
		digests = append(digests, s.digest[0], s.digest[1])
		for i := range s.edges {
			s.edges[i].dst = uint32(l.rs.id(s.edges[i].dst))
		}
		// Of one source they stay in the order given, which does not depend on
		// numbers.
		slices.SortStableFunc(s.edges, func(a, b derivedEdge) int { return cmp.Compare(a.src, b.src) })
		s.edges = distinct(s.edges)
		lo := uint32(len(src))
		var byDst []uint32
		for _, e := range s.edges {
			src, dst, attrs = append(src, e.src), append(dst, e.dst), append(attrs, uint16(e.attr))
			byDst = append(byDst, e.dst)
		}
		_, index := sortedPairs(byDst)
		for _, i := range index {
			in = append(in, lo+i)
		}
		off = append(off, uint32(len(src)))
	}
	c := &l.cols
	put(c, secDerName, name)
	put(c, secDerOff, off)
	put(c, secDerSrc, src)
	put(c, secDerDst, dst)
	put(c, secDerIn, in)
	c[secDerDigest], c[secDerAttr] = raw(digests), raw(attrs)
}
