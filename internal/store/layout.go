package store

import (
	"cmp"
	"path"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
)

// counts are the figures of a part. Those after a change are of the whole
// generation up to and including the part.
type counts struct {
	Nodes, Files uint64 // next free numbers
	Searched     uint64 // live nodes that Search ranks
	Words        uint64 // sum of their lengths
	Digest       digest // sum over live files
	Has          uint64 // which of census, notes and skipped this part sets
}

// Bits of counts.Has.
const (
	hasCensus = 1 << iota
	hasNotes
	hasSkipped
)

const countWords = 7

func (c counts) words() []uint64 {
	return []uint64{c.Nodes, c.Files, c.Searched, c.Words, c.Digest[0], c.Digest[1], c.Has}
}

// layout turns resolved records into the columns of a part.
type layout struct {
	cols    columns
	strs    *interner
	table   *table
	records []*record // sorted by path
	rs      *resolver
	outs    []outNode // that are new in this part
	base    bool
	next    graph.NodeID // number after the last of the generation

	nodes int      // of this part, outsiders included
	first []uint32 // first node of each record, and the number of declared nodes
	post  postings
}

// run computes all columns that come from records. Interning is over then.
func (l *layout) run() {
	l.first = make([]uint32, len(l.records)+1)
	for i, r := range l.records {
		l.first[i+1] = l.first[i] + 1 + uint32(len(r.syms))
	}
	l.nodes = int(l.first[len(l.records)]) + len(l.outs)
	for i := range l.outs {
		l.strs.id(l.outs[i].name)
	}
	for _, r := range l.records {
		l.strs.id(path.Base(l.strs.str(r.path)))
	}
	l.strs.id("")
	l.table = l.strs.table()
	l.table.columns(&l.cols)
	l.files()
	l.declare()
	l.edges()
	l.names()
	l.post.columns(&l.cols)
}

func (l *layout) rank(id uint32) uint32          { return l.table.rank[id] }
func (l *layout) rankString(s string) uint32     { return l.table.rank[l.strs.id(s)] }
func (l *layout) str(rank uint32) string         { return l.table.sorted[rank] }
func (l *layout) column(n int) []uint32          { return make([]uint32, n) }
func put(cols *columns, s sectionID, v []uint32) { cols[s] = raw(v) }

func (l *layout) files() {
	n := len(l.records)
	id, name, language := l.column(n), l.column(n), l.column(n)
	size, lines, errs := l.column(n), l.column(n), l.column(n)
	flags := make([]byte, n)
	var hashes []byte
	digests := make([]uint64, 0, 2*n)
	for i, r := range l.records {
		id[i], name[i], language[i] = uint32(r.file.ID), l.rank(r.path), l.rank(r.lang)
		size[i], lines[i], errs[i] = r.file.Size, r.file.Lines, r.file.ErrorBytes
		flags[i] = byte(r.file.Flags)
		hashes = append(hashes, r.file.Hash[:]...)
		digests = append(digests, r.digest[0], r.digest[1])
	}
	c := &l.cols
	put(c, secFileID, id)
	put(c, secFilePath, name)
	put(c, secFileLang, language)
	put(c, secFileSize, size)
	put(c, secFileLines, lines)
	put(c, secFileErr, errs)
	put(c, secFileLo, l.first)
	c[secFileFlags], c[secFileHash], c[secFileDigest] = flags, hashes, raw(digests)
}

// declare writes the columns of nodes and inverts their words.
func (l *layout) declare() {
	n := l.nodes
	gid, name, qual, file, owner := l.column(n), l.column(n), l.column(n), l.column(n), l.column(n)
	spans := make([]uint32, 0, 8*n)
	flags, dups := make([]uint16, n), make([]uint16, n)
	kinds, lens := make([]byte, n), make([]byte, n)
	empty := l.rankString("")
	at := 0
	for i, r := range l.records {
		base := path.Base(l.strs.str(r.path))
		gid[at], name[at], qual[at], file[at], owner[at] = uint32(r.node(-1)), l.rankString(base), empty, uint32(i), none
		kinds[at] = byte(graph.KindFile)
		flags[at] = uint16(fileNodeFlags(r.file.Flags))
		words := spanWords(fileSpan(r.file))
		spans = append(spans, words[:]...)
		at++
		for j, s := range r.syms {
			gid[at], name[at], qual[at], file[at], owner[at] = uint32(r.node(int32(j))), l.rank(s.name), l.rank(s.qual), uint32(i), none
			if s.owner >= 0 {
				owner[at] = l.first[i] + 1 + uint32(s.owner)
			}
			kinds[at], flags[at], dups[at] = byte(s.kind), uint16(s.flags), s.dup
			words := spanWords(s.span)
			spans = append(spans, words[:]...)
			lens[at] = l.post.add(uint32(at), l.str(name[at]), l.str(qual[at]))
			at++
		}
	}
	for _, o := range l.outs {
		gid[at], name[at], qual[at], file[at], owner[at] = uint32(o.id), l.rankString(o.name), empty, none, none
		kinds[at] = byte(o.kind)
		spans = append(spans, make([]uint32, 8)...)
		at++
	}
	c := &l.cols
	put(c, secNodeName, name)
	put(c, secNodeQual, qual)
	put(c, secNodeFile, file)
	put(c, secNodeOwner, owner)
	put(c, secNodeSpan, spans)
	c[secNodeKind], c[secNodeLen] = kinds, lens
	c[secNodeFlags], c[secNodeDup] = raw(flags), raw(dups)
	if !l.base {
		put(c, secNodeGID, gid)
		key, node := sortedPairs(gid)
		put(c, secGIDKey, key)
		put(c, secGIDNode, node)
	}
}

// fileSpan is the extent of a whole file.
func fileSpan(f graph.File) graph.Span {
	return graph.Span{End: f.Size, StartLine: 1, EndLine: max(f.Lines, 1), NameLine: 1}
}

func fileNodeFlags(f graph.FileFlags) (n graph.Flags) {
	if f&graph.FileTest != 0 {
		n |= graph.FlagTest
	}
	if f&graph.FileGenerated != 0 {
		n |= graph.FlagGenerated
	}
	return n
}

// sortedPairs returns the values in order, and where each one stood.
func sortedPairs(values []uint32) (sorted, index []uint32) {
	index = make([]uint32, len(values))
	for i := range index {
		index[i] = uint32(i)
	}
	slices.SortStableFunc(index, func(a, b uint32) int { return cmp.Compare(values[a], values[b]) })
	sorted = make([]uint32, len(values))
	for i, j := range index {
		sorted[i] = values[j]
	}
	return sorted, index
}

// names groups the symbols by name.
func (l *layout) names() {
	all := view[uint32](l.cols[secNodeName])
	name, local := make([]uint32, 0, l.nodes), make([]uint32, 0, l.nodes)
	for i := range l.records {
		for at := l.first[i] + 1; at < l.first[i+1]; at++ {
			name, local = append(name, all[at]), append(local, at)
		}
	}
	sorted, node := sortedPairs(name)
	for i, j := range node {
		node[i] = local[j]
	}
	var str, off []uint32
	for i, s := range sorted {
		if i == 0 || sorted[i-1] != s {
			str = append(str, s)
			off = append(off, uint32(i))
		}
	}
	off = append(off, uint32(len(sorted)))
	put(&l.cols, secNameStr, str)
	put(&l.cols, secNameOff, off)
	put(&l.cols, secNameNode, node)
}
