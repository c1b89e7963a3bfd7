package store

import (
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// keep numbers the nodes of a record: those the file had before keep their
// numbers, the others get new ones from next on.
func (r *record) keep(old *Reader, had bool, strs *interner, next graph.NodeID) graph.NodeID {
	r.ids = make([]graph.NodeID, 1+len(r.syms))
	var quals map[string][]graph.NodeID
	file := graph.NoNode
	if had {
		quals = old.quals(r.file.ID)
		file = old.File(r.file.ID).Node
	}
	for i := range r.ids {
		id := file
		if i > 0 {
			s := r.syms[i-1]
			id = graph.NoNode
			if ids := quals[strs.str(s.qual)]; int(s.dup) < len(ids) {
				id = ids[s.dup]
			}
		}
		if id == graph.NoNode {
			id = next
			next++
		}
		r.ids[i] = id
	}
	return next
}

// subtract takes a file out of the figures of a generation.
func (r *Reader) subtract(id graph.FileID, c *counts) {
	at, ok := r.fileAt(id)
	if !ok {
		return
	}
	p := r.parts[at.part]
	c.Digest.sub(digest{p.fileDigest[2*at.local], p.fileDigest[2*at.local+1]})
	lo, hi := p.fileRange(int(at.local))
	for i := lo; i < hi; i++ {
		if p.length[i] > 0 {
			c.Searched--
			c.Words -= uint64(p.length[i])
		}
	}
}

// carry adds to a change the files that are not part of it but whose edges must
// be resolved anew: something they refer to goes away, or something they missed
// comes.
func (b *Builder) carry(old *Reader) {
	affected := map[graph.FileID]bool{}
	b.carryLost(old, affected)
	b.carryFound(old, affected)
	for id := range affected {
		path := old.File(id).Path
		if b.records[path] == nil && !b.removed[path] {
			r := old.record(id, b.strs)
			b.records[path] = r
		}
	}
}

// carryLost finds the files with edges to nodes that go away.
func (b *Builder) carryLost(old *Reader, affected map[graph.FileID]bool) {
	lose := func(id graph.NodeID) {
		old.sitesIn(id, func(e graph.Edge) bool {
			affected[old.Node(e.Src).File] = true
			return true
		})
	}
	for path, r := range b.records {
		id, ok := old.FileByPath(path)
		if !ok {
			continue
		}
		now := make(map[string]int, len(r.syms))
		for _, s := range r.syms {
			now[b.strs.str(s.qual)]++
		}
		for qual, ids := range old.quals(id) {
			for _, node := range ids[min(now[qual], len(ids)):] {
				lose(node)
			}
		}
	}
	for path := range b.removed {
		if b.records[path] != nil {
			continue
		}
		if id, ok := old.FileByPath(path); ok {
			lose(old.File(id).Node)
			for node := range old.FileNodes(id) {
				lose(node)
			}
		}
	}
}

// carryFound finds the files that missed what the change brings.
func (b *Builder) carryFound(old *Reader, affected map[graph.FileID]bool) {
	counts := map[string]map[string]int{} // by path, how often a name is declared
	for k, p := range old.parts {
		for i := range p.dangEdge {
			r := b.records[p.str(p.dangFile[i])]
			if r == nil {
				continue
			}
			path := p.str(p.dangFile[i])
			now := counts[path]
			if now == nil {
				now = map[string]int{"": 1}
				for _, s := range r.syms {
					now[b.strs.str(s.qual)]++
				}
				counts[path] = now
			}
			if int(p.dangDup[i]) >= now[p.str(p.dangName[i])] {
				continue
			}
			if f, ok := p.sourceFile(int(p.dangEdge[i])); ok && old.owns(k, f) {
				affected[graph.FileID(p.fileID[f])] = true
			}
		}
	}
}

// sourceFile returns the file an out edge of the part comes from.
func (p *part) sourceFile(edge int) (uint32, bool) {
	n, _ := slices.BinarySearchFunc(p.outOff, uint32(edge)+1, func(off, want uint32) int {
		if off < want {
			return -1
		}
		return 1
	})
	if n == 0 || n > len(p.file) {
		return 0, false
	}
	return p.file[n-1], true
}

// record is the inverse of newRecord: the facts of a file as the generation has
// them, targets by name.
func (r *Reader) record(id graph.FileID, strs *interner) *record {
	at, _ := r.fileAt(id)
	p := r.parts[at.part]
	f := r.File(id)
	rec := &record{
		path: strs.id(f.Path), lang: strs.id(f.Language),
		digest: digest{p.fileDigest[2*at.local], p.fileDigest[2*at.local+1]},
	}
	f.Path, f.Language = "", ""
	rec.file = f
	lo, hi := p.fileRange(int(at.local))
	targets := map[target]uint32{}
	for i := lo; i < hi; i++ {
		if i > lo {
			s := symbol{
				name: strs.id(p.str(p.name[i])), qual: strs.id(p.str(p.qual[i])), owner: -1,
				kind: graph.Kind(p.kind[i]), flags: graph.Flags(p.flags[i]), dup: p.dup[i],
				span: wordsSpan(p.span[8*i : 8*i+8]),
			}
			if o := int(p.owner[i]); o > lo && o < i {
				s.owner = int32(o - lo - 1)
			}
			rec.syms = append(rec.syms, s)
		}
		from, to := between(p.outOff, i, len(p.outDst))
		for e := from; e < to; e++ {
			t := r.target(p, e, strs)
			n, ok := targets[t]
			if !ok {
				n = uint32(len(rec.targets))
				targets[t] = n
				rec.targets = append(rec.targets, t)
			}
			rec.refs = append(rec.refs, ref{int32(i - lo - 1), n, attr(p.outAttr[e]) &^ attrDangling, p.outLine[e], p.outCol[e]})
		}
	}
	return rec
}

// target names what an out edge of a part points to.
func (r *Reader) target(p *part, e int, strs *interner) target {
	if attr(p.outAttr[e])&attrDangling != 0 {
		if i, ok := find(p.dangEdge, uint32(e)); ok {
			t := target{lang.TargetSymbol, p.dangDup[i], strs.id(p.str(p.dangFile[i])), strs.id(p.str(p.dangName[i]))}
			if p.str(p.dangName[i]) == "" {
				t.kind = lang.TargetFile
			}
			return t
		}
	}
	t := r.named(graph.NodeID(p.outDst[e]))
	return target{t.Kind, t.Dup, strs.id(t.File), strs.id(t.Name)}
}

// named is the target that means a node.
func (r *Reader) named(id graph.NodeID) lang.Target {
	at, ok := r.nodeAt(id)
	if !ok {
		return lang.Target{}
	}
	p, i := r.parts[at.part], int(at.local)
	switch graph.Kind(p.kind[i]) {
	case graph.KindExternal:
		return lang.Target{Kind: lang.TargetExternal, Name: p.str(p.name[i])}
	case graph.KindUnresolved:
		return lang.Target{Kind: lang.TargetUnresolved, Name: p.str(p.name[i])}
	}
	f := int(p.file[i])
	if f >= len(p.filePath) {
		return lang.Target{}
	}
	t := lang.Target{Kind: lang.TargetSymbol, Dup: p.dup[i], File: p.str(p.filePath[f]), Name: p.str(p.qual[i])}
	if lo, _ := p.fileRange(f); lo == i {
		t.Kind, t.Name = lang.TargetFile, ""
	}
	return t
}

// builder takes a generation apart again, for a new base without a log.
func (r *Reader) builder() *Builder {
	b := NewBuilder()
	b.digests = map[string]digest{}
	for id := range r.NumFiles() {
		if _, ok := r.fileAt(graph.FileID(id)); ok {
			f := r.File(graph.FileID(id))
			b.records[f.Path] = r.record(graph.FileID(id), b.strs)
		}
	}
	for _, d := range r.derived {
		p := r.parts[d.part]
		edges := []lang.DerivedEdge{}
		for e := d.lo; e < d.hi; e++ {
			if edge, ok := r.derivedEdge(p, e); ok {
				edges = append(edges, lang.DerivedEdge{Src: r.named(edge.Src), Dst: r.named(edge.Dst), Kind: edge.Kind, Tier: edge.Tier})
			}
		}
		b.derived[d.analyzer], b.digests[d.analyzer] = edges, d.digest
	}
	r.BlobKeys("", func(key string) bool {
		if packed := r.packed(key); packed != nil {
			b.blobs[key] = packed
		}
		return true
	})
	if r.has(hasCensus) {
		b.SetCensus(r.Census())
	}
	if r.has(hasNotes) {
		b.SetNotes(r.Notes())
	}
	if r.has(hasSkipped) {
		b.SetSkipped(r.Skipped())
	}
	section, docs := r.Text()
	paths := make([]string, len(docs))
	for i, id := range docs {
		if id != graph.NoFile {
			paths[i] = r.File(id).Path
		}
	}
	b.SetText(section, paths)
	return b
}

// has reports whether any part sets census, notes or skipped.
func (r *Reader) has(bit uint64) bool {
	return slices.ContainsFunc(r.parts, func(p *part) bool { return p.counts.Has&bit != 0 })
}
