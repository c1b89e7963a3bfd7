package store

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
)

// Reader is one generation, as it was when it was opened. It implements
// graph.Reader; all its methods are safe for concurrent use until Close.
type Reader struct {
	parts []*part // the base, then segments, oldest first
	maps  []mapping
	image []byte // the base
	name  string
	last  *part
	log   logState
	seq   uint64

	// Laid over the base; nil without segments.
	owner    []place           // by file: where it is described now
	added    []place           // by node number beyond the base's: where it is described now
	paths    map[string]uint32 // paths described by segments
	withFile []int             // segments that still describe a file
	derived  []derivedAt       // by analyzer
	pending  []graph.FileID

	scores sync.Pool
}

// place is a file or node of a part.
type place struct {
	part  uint32
	local uint32
}

var nowhere = place{none, none}

type derivedAt struct {
	analyzer string
	part     int
	lo, hi   int
	digest   digest
}

var _ graph.Reader = (*Reader)(nil)

// overlay finds out which part describes what. The parts are complete.
func (r *Reader) overlay() {
	r.last = r.parts[len(r.parts)-1]
	if len(r.parts) > 1 {
		r.overlayFiles()
		r.overlayNodes()
	}
	r.overlayDerived()
	r.pending = r.pendingText()
	r.name = r.generation()
}

func (r *Reader) overlayFiles() {
	base := r.parts[0]
	r.owner = make([]place, r.last.counts.Files)
	for i := range r.owner {
		r.owner[i] = nowhere
		if i < len(base.fileID) {
			r.owner[i] = place{0, uint32(i)}
		}
	}
	for k, p := range r.parts[1:] {
		for i, id := range p.fileID {
			if int(id) < len(r.owner) {
				r.owner[id] = place{uint32(k + 1), uint32(i)}
			}
		}
		for _, id := range view[uint32](p.cols[secRemoved]) {
			if int(id) < len(r.owner) {
				r.owner[id] = nowhere
			}
		}
	}
	r.paths = map[string]uint32{}
	seen := make([]bool, len(r.parts))
	for id, at := range r.owner {
		if at != nowhere && at.part > 0 {
			p := r.parts[at.part]
			r.paths[p.str(p.filePath[at.local])] = uint32(id)
			seen[at.part] = true
		}
	}
	for k, ok := range seen {
		if ok {
			r.withFile = append(r.withFile, k)
		}
	}
}

func (r *Reader) overlayNodes() {
	base := len(r.parts[0].kind)
	r.added = make([]place, max(int(r.last.counts.Nodes)-base, 0))
	for i := range r.added {
		r.added[i] = nowhere
	}
	set := func(k, local int) {
		if i := int(r.parts[k].id(local)) - base; i >= 0 && i < len(r.added) {
			r.added[i] = place{uint32(k), uint32(local)}
		}
	}
	for k, p := range r.parts[1:] {
		for local := range p.outsiders() {
			set(k+1, local)
		}
	}
	for _, at := range r.owner {
		if at != nowhere && at.part > 0 {
			lo, hi := r.parts[at.part].fileRange(int(at.local))
			for local := lo; local < hi; local++ {
				set(int(at.part), local)
			}
		}
	}
}

// outsiders yields the nodes of the part that stand in no file.
func (p *part) outsiders() iter.Seq[int] {
	return func(yield func(int) bool) {
		first := len(p.kind)
		if n := len(p.fileLo); n > 0 {
			first = int(p.fileLo[n-1])
		}
		for i := first; i < len(p.kind); i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// overlayDerived finds the newest part with derived edges of each analyzer.
func (r *Reader) overlayDerived() {
	seen := map[string]bool{}
	for k := len(r.parts) - 1; k >= 0; k-- {
		p := r.parts[k]
		for i, name := range p.derName {
			analyzer := p.str(name)
			if seen[analyzer] {
				continue
			}
			seen[analyzer] = true
			lo, hi := between(p.derOff, i, len(p.derSrc))
			r.derived = append(r.derived, derivedAt{analyzer, k, lo, hi, digest{p.derDigest[2*i], p.derDigest[2*i+1]}})
		}
	}
	slices.SortFunc(r.derived, func(a, b derivedAt) int { return cmp.Compare(a.analyzer, b.analyzer) })
}

// Generation implements graph.Reader: it is made of the digests of all files
// and of the derived edges, the notes and the format version.
func (r *Reader) Generation() string { return r.name }

// NumNodes implements graph.Reader.
func (r *Reader) NumNodes() int { return int(r.last.counts.Nodes) }

// NumFiles implements graph.Reader.
func (r *Reader) NumFiles() int { return int(r.last.counts.Files) }

// fileAt returns where a file is described.
func (r *Reader) fileAt(id graph.FileID) (place, bool) {
	if r.owner == nil {
		return place{0, uint32(id)}, int(id) < len(r.parts[0].fileID)
	}
	if int(id) >= len(r.owner) || r.owner[id] == nowhere {
		return nowhere, false
	}
	return r.owner[id], true
}

// owns reports whether a part's description of one of its files is in force.
func (r *Reader) owns(k int, file uint32) bool {
	p := r.parts[k]
	if int(file) >= len(p.fileID) {
		return false
	}
	if r.owner == nil {
		return true
	}
	id := p.fileID[file]
	return int(id) < len(r.owner) && r.owner[id] == place{uint32(k), file}
}

// nodeAt returns where a node is described. Outsiders count as described even
// when nothing refers to them any more.
func (r *Reader) nodeAt(id graph.NodeID) (place, bool) {
	base := r.parts[0]
	if int(id) >= len(base.kind) {
		i := int(id) - len(base.kind)
		if i >= len(r.added) || r.added[i] == nowhere {
			return nowhere, false
		}
		return r.added[i], true
	}
	if r.owner == nil {
		return place{0, uint32(id)}, true
	}
	file := base.file[id]
	if file == none {
		return place{0, uint32(id)}, true
	}
	if int(file) >= len(r.owner) || r.owner[file] == nowhere {
		return nowhere, false
	}
	k := r.owner[file].part
	local, ok := r.parts[k].local(id)
	return place{k, uint32(local)}, ok
}

// Node implements graph.Reader.
func (r *Reader) Node(id graph.NodeID) graph.Node {
	at, ok := r.nodeAt(id)
	if !ok {
		return gone(id)
	}
	p, i := r.parts[at.part], int(at.local)
	n := graph.Node{
		ID: id, Kind: graph.Kind(p.kind[i]), Flags: graph.Flags(p.flags[i]), Dup: p.dup[i],
		Name: p.str(p.name[i]), Qual: p.str(p.qual[i]), File: graph.NoFile, Owner: graph.NoNode,
	}
	if f := p.file[i]; int(f) < len(p.fileID) {
		n.File = graph.FileID(p.fileID[f])
	} else if !r.used(id) {
		return gone(id)
	}
	if o := p.owner[i]; int(o) < len(p.kind) {
		n.Owner = p.id(int(o))
	}
	n.Span = wordsSpan(p.span[8*i : 8*i+8])
	return n
}

func gone(id graph.NodeID) graph.Node {
	return graph.Node{ID: id, File: graph.NoFile, Owner: graph.NoNode}
}

// used reports whether anything refers to a node. An outsider that segments
// left without a reference is no longer there.
func (r *Reader) used(id graph.NodeID) bool {
	if r.owner == nil {
		return true
	}
	for range r.In(id) {
		return true
	}
	return false
}

// File implements graph.Reader.
func (r *Reader) File(id graph.FileID) graph.File {
	at, ok := r.fileAt(id)
	if !ok {
		return graph.File{ID: id, Node: graph.NoNode}
	}
	p, i := r.parts[at.part], int(at.local)
	f := graph.File{
		ID: id, Path: p.str(p.filePath[i]), Language: p.str(p.fileLang[i]), Size: p.fileSize[i], Lines: p.fileLines[i],
		Flags: graph.FileFlags(p.fileFlags[i]), ErrorBytes: p.fileErr[i], Node: graph.NoNode,
	}
	copy(f.Hash[:], p.fileHash[16*i:])
	if lo, hi := p.fileRange(i); lo < hi {
		f.Node = p.id(lo)
	}
	return f
}

// FileByPath implements graph.Reader.
func (r *Reader) FileByPath(path string) (graph.FileID, bool) {
	if path == "" {
		return graph.NoFile, false
	}
	if id, ok := r.paths[path]; ok {
		return graph.FileID(id), true
	}
	i, ok := r.parts[0].findPath(path)
	if !ok || !r.owns(0, uint32(i)) {
		return graph.NoFile, false
	}
	return graph.FileID(i), true
}

// FileNodes implements graph.Reader. The file's own node is not among them.
func (r *Reader) FileNodes(id graph.FileID) iter.Seq[graph.NodeID] {
	return func(yield func(graph.NodeID) bool) {
		at, ok := r.fileAt(id)
		if !ok {
			return
		}
		p := r.parts[at.part]
		lo, hi := p.fileRange(int(at.local))
		for i := lo + 1; i < hi; i++ {
			if !yield(p.id(i)) {
				return
			}
		}
	}
}

// findQual returns a declaration of a file by its qualified name.
func (r *Reader) findQual(id graph.FileID, qual string, dup uint16) graph.NodeID {
	at, ok := r.fileAt(id)
	if !ok {
		return graph.NoNode
	}
	p := r.parts[at.part]
	want, ok := p.findStr(qual)
	if !ok {
		return graph.NoNode
	}
	lo, hi := p.fileRange(int(at.local))
	for i := lo + 1; i < hi; i++ {
		if p.qual[i] == want && p.dup[i] == dup {
			return p.id(i)
		}
	}
	return graph.NoNode
}

// quals returns the nodes of a file by qualified name, in order.
func (r *Reader) quals(id graph.FileID) map[string][]graph.NodeID {
	m := map[string][]graph.NodeID{}
	at, ok := r.fileAt(id)
	if !ok {
		return m
	}
	p := r.parts[at.part]
	lo, hi := p.fileRange(int(at.local))
	for i := lo + 1; i < hi; i++ {
		q := p.str(p.qual[i])
		m[q] = append(m[q], p.id(i))
	}
	return m
}
