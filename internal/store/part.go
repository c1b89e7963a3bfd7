package store

import (
	"sort"
	"unsafe"

	"github.com/gortexhq/gortex/internal/graph"
)

// part is one mapped image: a base or a segment. Lengths of columns agree with
// each other once it is open; the numbers in them are checked where they are
// used, so that damage yields less, never a panic.
type part struct {
	cols   *columns
	counts counts
	base   bool

	strOff   []uint32
	strBytes []byte

	fileID, filePath, fileLang, fileSize, fileLines, fileErr, fileLo []uint32
	fileDigest                                                       []uint64
	fileHash, fileFlags                                              []byte

	gid, name, qual, file, owner, span []uint32
	gidKey, gidNode                    []uint32
	flags, dup                         []uint16
	kind, length                       []byte

	outOff, outDst, outLine, outCol []uint32
	outAttr                         []uint16
	inKey, inOff, inEdge, inSrc     []uint32

	dangEdge, dangFile, dangName []uint32
	dangDup                      []uint16

	nameStr, nameOff, nameNode []uint32
	termOff, termPostOff       []uint32
	termBytes, termPost        []byte

	derName, derOff, derSrc, derDst, derIn []uint32
	derDigest                              []uint64
	derAttr                                []uint16

	blobKey, blobOff, blobLen, blobCRC []uint32
}

// newPart binds the columns and checks that their lengths fit together.
func newPart(cols *columns, base bool) (*part, error) {
	u := func(s sectionID) []uint32 { return view[uint32](cols[s]) }
	c := view[uint64](cols[secCounts])
	if len(c) != countWords {
		return nil, corrupt("counts have another length")
	}
	p := &part{
		cols: cols, base: base,
		counts: counts{c[0], c[1], c[2], c[3], digest{c[4], c[5]}, c[6]},
		strOff: u(secStrOff), strBytes: cols[secStrBytes],
		fileID: u(secFileID), filePath: u(secFilePath), fileLang: u(secFileLang), fileSize: u(secFileSize),
		fileLines: u(secFileLines), fileErr: u(secFileErr), fileLo: u(secFileLo),
		fileDigest: view[uint64](cols[secFileDigest]), fileHash: cols[secFileHash], fileFlags: cols[secFileFlags],
		gid: u(secNodeGID), name: u(secNodeName), qual: u(secNodeQual), file: u(secNodeFile),
		owner: u(secNodeOwner), span: u(secNodeSpan), gidKey: u(secGIDKey), gidNode: u(secGIDNode),
		flags: view[uint16](cols[secNodeFlags]), dup: view[uint16](cols[secNodeDup]),
		kind: cols[secNodeKind], length: cols[secNodeLen],
		outOff: u(secOutOff), outDst: u(secOutDst), outLine: u(secOutLine), outCol: u(secOutCol),
		outAttr: view[uint16](cols[secOutAttr]),
		inKey:   u(secInKey), inOff: u(secInOff), inEdge: u(secInEdge), inSrc: u(secInSrc),
		dangEdge: u(secDangEdge), dangFile: u(secDangFile), dangName: u(secDangName), dangDup: view[uint16](cols[secDangDup]),
		nameStr: u(secNameStr), nameOff: u(secNameOff), nameNode: u(secNameNode),
		termOff: u(secTermOff), termPostOff: u(secTermPostOff), termBytes: cols[secTermBytes], termPost: cols[secTermPost],
		derName: u(secDerName), derOff: u(secDerOff), derSrc: u(secDerSrc), derDst: u(secDerDst), derIn: u(secDerIn),
		derDigest: view[uint64](cols[secDerDigest]), derAttr: view[uint16](cols[secDerAttr]),
		blobKey: u(secBlobKey), blobOff: u(secBlobOff), blobLen: u(secBlobLen), blobCRC: u(secBlobCRC),
	}
	if !p.consistent() {
		return nil, corrupt("columns do not fit together")
	}
	return p, nil
}

func (p *part) consistent() bool {
	n, f, e := len(p.kind), len(p.fileID), len(p.outDst)
	same := func(n int, lens ...int) bool {
		for _, l := range lens {
			if l != n {
				return false
			}
		}
		return true
	}
	ok := len(p.strOff) > 0 && p.counts.Nodes < maxNodes && p.counts.Files < maxNodes &&
		same(f, len(p.filePath), len(p.fileLang), len(p.fileSize), len(p.fileLines), len(p.fileErr),
			len(p.fileFlags), len(p.fileLo)-1, len(p.fileHash)/16, len(p.fileDigest)/2) &&
		same(n, len(p.name), len(p.qual), len(p.file), len(p.owner), len(p.flags), len(p.dup), len(p.length),
			len(p.span)/8, len(p.outOff)-1) &&
		same(e, len(p.outLine), len(p.outCol), len(p.outAttr), len(p.inEdge), len(p.inSrc)) &&
		same(len(p.dangEdge), len(p.dangFile), len(p.dangName), len(p.dangDup)) &&
		same(len(p.nameStr), len(p.nameOff)-1) &&
		same(len(p.termOff), len(p.termPostOff)) && len(p.termOff) > 0 &&
		same(len(p.derName), len(p.derOff)-1, len(p.derDigest)/2) &&
		same(len(p.derSrc), len(p.derDst), len(p.derAttr), len(p.derIn)) &&
		same(len(p.blobKey), len(p.blobLen), len(p.blobCRC), len(p.blobOff)-1)
	if !ok {
		return false
	}
	if p.base {
		return len(p.gid) == 0 && uint64(n) == p.counts.Nodes && uint64(f) == p.counts.Files &&
			len(p.inKey) == 0 && len(p.inOff) == n+1
	}
	return same(n, len(p.gid), len(p.gidKey), len(p.gidNode)) && same(len(p.inKey), len(p.inOff)-1)
}

// between clamps off[i]..off[i+1] to a range of something with limit elements.
func between(off []uint32, i, limit int) (lo, hi int) {
	if i < 0 || i+1 >= len(off) {
		return 0, 0
	}
	lo, hi = int(off[i]), int(off[i+1])
	if lo > hi || hi > limit {
		return 0, 0
	}
	return lo, hi
}

// str returns a string of the part without copying it.
func (p *part) str(i uint32) string { return text(p.strBytes, p.strOff, int(i)) }

func text(b []byte, off []uint32, i int) string {
	lo, hi := between(off, i, len(b))
	if lo == hi {
		return ""
	}
	return unsafe.String(&b[lo], hi-lo)
}

// findStr returns the number of a string, or false.
func (p *part) findStr(s string) (uint32, bool) {
	n := len(p.strOff) - 1
	i := sort.Search(n, func(i int) bool { return p.str(uint32(i)) >= s })
	return uint32(i), i < n && p.str(uint32(i)) == s
}

// find returns the position of v in sorted values, or false.
func find(values []uint32, v uint32) (int, bool) {
	lo, hi := 0, len(values)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if values[m] < v {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(values) && values[lo] == v
}

// id returns the number in the generation of a node of the part.
func (p *part) id(local int) graph.NodeID {
	if p.base {
		return graph.NodeID(local)
	}
	if local < len(p.gid) {
		return graph.NodeID(p.gid[local])
	}
	return graph.NoNode
}

// local is the inverse of id.
func (p *part) local(id graph.NodeID) (int, bool) {
	if p.base {
		return int(id), int(id) < len(p.kind)
	}
	i, ok := find(p.gidKey, uint32(id))
	if !ok || int(p.gidNode[i]) >= len(p.kind) {
		return 0, false
	}
	return int(p.gidNode[i]), true
}

// fileRange returns the nodes of a file of the part, its own first.
func (p *part) fileRange(file int) (lo, hi int) { return between(p.fileLo, file, len(p.kind)) }

// inRange returns where the edges into a node stand in inEdge and inSrc.
func (p *part) inRange(id graph.NodeID) (lo, hi int) {
	if p.base {
		return between(p.inOff, int(id), len(p.inEdge))
	}
	i, ok := find(p.inKey, uint32(id))
	if !ok {
		return 0, 0
	}
	return between(p.inOff, i, len(p.inEdge))
}

// nameRange returns where the nodes with a name stand in nameNode.
func (p *part) nameRange(name string) (lo, hi int) {
	s, ok := p.findStr(name)
	if !ok {
		return 0, 0
	}
	i, ok := find(p.nameStr, s)
	if !ok {
		return 0, 0
	}
	return between(p.nameOff, i, len(p.nameNode))
}

// findPath returns the file of the part with this path.
func (p *part) findPath(path string) (int, bool) {
	n := len(p.filePath)
	i := sort.Search(n, func(i int) bool { return p.str(p.filePath[i]) >= path })
	return i, i < n && p.str(p.filePath[i]) == path
}

// findOut returns the outsider of the part with this kind and name.
func (p *part) findOut(kind graph.Kind, name string) (graph.NodeID, bool) {
	first := 0
	if n := len(p.fileLo); n > 0 {
		first = min(int(p.fileLo[n-1]), len(p.kind))
	}
	n := len(p.kind) - first
	i := sort.Search(n, func(i int) bool {
		return compareOuts(outNode{kind: graph.Kind(p.kind[first+i]), name: p.str(p.name[first+i])}, outNode{kind: kind, name: name}) >= 0
	})
	if i == n || graph.Kind(p.kind[first+i]) != kind || p.str(p.name[first+i]) != name {
		return 0, false
	}
	return p.id(first + i), true
}

// edge returns the e-th out edge of the part, whose source src is in file. What
// has no line is no site.
func (p *part) edge(e int, src graph.NodeID, file graph.FileID) graph.Edge {
	a := attr(p.outAttr[e])
	if p.outLine[e] == 0 {
		file = graph.NoFile
	}
	return graph.Edge{
		Src: src, Dst: graph.NodeID(p.outDst[e]), Kind: a.kind(), Tier: a.tier(), Context: a.context(), Return: a.ret(),
		File: file, Line: p.outLine[e], Col: p.outCol[e],
	}
}
