package textindex

import (
	"encoding/binary"
	"errors"
	"slices"
)

// The index: magic, number of documents, number of trigrams; the trigrams in
// order, u32 each; where each one's list ends, u32 each, the list of all
// documents standing first; the lists. All little-endian.
const (
	magic      = 0x3149525458545247 // "GRTXTRI1"
	headerSize = 16
)

func encode(keys, off []uint32, posts []byte, docs int) []byte {
	b := make([]byte, 0, headerSize+8*len(off)+len(posts))
	b = binary.LittleEndian.AppendUint64(b, magic)
	b = binary.LittleEndian.AppendUint32(b, uint32(docs))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(keys)))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	for _, o := range off {
		b = binary.LittleEndian.AppendUint32(b, o)
	}
	return append(b, posts...)
}

// Index is an encoded index being read. It is safe for concurrent use. Damaged
// bytes give wrong candidates, never a panic: who keeps them keeps a checksum.
type Index struct {
	docs  int
	keys  words
	off   words
	posts []byte
}

// words are numbers of four bytes each.
type words []byte

func (w words) len() int        { return len(w) / 4 }
func (w words) at(i int) uint32 { return binary.LittleEndian.Uint32(w[4*i:]) }

// Open reads an index from the bytes of Encode, without copying them.
func Open(section []byte) (*Index, error) {
	if len(section) < headerSize || binary.LittleEndian.Uint64(section) != magic {
		return nil, errors.New("not a text index")
	}
	docs, n := binary.LittleEndian.Uint32(section[8:]), uint64(binary.LittleEndian.Uint32(section[12:]))
	if uint64(len(section)) < headerSize+4*n+4*(n+1) {
		return nil, errors.New("text index is cut short")
	}
	keys := section[headerSize : headerSize+4*n]
	off := section[headerSize+4*n : headerSize+4*n+4*(n+1)]
	return &Index{int(docs), words(keys), words(off), section[headerSize+4*n+4*(n+1):]}, nil
}

// Docs is the number of documents.
func (x *Index) Docs() int { return x.docs }

// All returns all documents, ascending.
func (x *Index) All() []uint32 { return decodeList(x.bytes(0, x.off.at(0)), nil) }

// bytes is part of the lists between two ends, nothing if they are damaged.
func (x *Index) bytes(lo, hi uint32) []byte {
	if lo > hi || uint64(hi) > uint64(len(x.posts)) {
		return nil
	}
	return x.posts[lo:hi]
}

// find returns the encoded list of a trigram.
func (x *Index) find(t uint32) []byte {
	lo, hi := 0, x.keys.len()
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if x.keys.at(m) < t {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == x.keys.len() || x.keys.at(lo) != t {
		return nil
	}
	return x.at(lo)
}

func (x *Index) at(i int) []byte { return x.bytes(x.off.at(i), x.off.at(i+1)) }

// decodeList appends the documents of a list to docs.
func decodeList(b []byte, docs []uint32) []uint32 {
	docs = slices.Grow(docs, len(b))
	at := uint32(0)
	for len(b) > 0 {
		step, n := uint32(b[0]), 1
		if step >= 0x80 {
			var v uint64
			if v, n = binary.Uvarint(b); n <= 0 {
				return docs
			}
			step = uint32(v)
		}
		b = b[n:]
		at += step
		docs = append(docs, at)
	}
	return docs
}

// Candidates returns the documents that may match, ascending: all that do, and
// some that do not.
func (x *Index) Candidates(q *Query) []uint32 {
	docs, all := x.eval(q)
	if all {
		return x.All()
	}
	return docs
}

// eval returns the documents a query admits; all of them if all is set.
func (x *Index) eval(q *Query) (docs []uint32, all bool) {
	switch q.op {
	case opNone:
		return nil, false
	case opOr:
		return x.union(q)
	case opAnd:
		return x.intersect(q)
	}
	return nil, true
}

func (x *Index) union(q *Query) ([]uint32, bool) {
	var docs []uint32
	for _, t := range q.trigrams {
		docs = decodeList(x.find(t), docs)
	}
	for _, sub := range q.subs {
		more, all := x.eval(sub)
		if all {
			return nil, true
		}
		docs = append(docs, more...)
	}
	slices.Sort(docs)
	return slices.Compact(docs), false
}

// enough is how few documents are verified at once rather than narrowed down.
const enough = 16

func (x *Index) intersect(q *Query) ([]uint32, bool) {
	lists := make([][]byte, len(q.trigrams))
	for i, t := range q.trigrams {
		if lists[i] = x.find(t); len(lists[i]) == 0 {
			return nil, false
		}
	}
	slices.SortFunc(lists, func(a, b []byte) int { return len(a) - len(b) })
	all := true
	var docs, buf []uint32
	for i, l := range lists {
		if i == 0 {
			docs, all = decodeList(l, nil), false
			continue
		}
		if len(docs) <= enough {
			break
		}
		buf = decodeList(l, buf[:0])
		docs = intersection(docs, buf)
	}
	for _, sub := range q.subs {
		if !all && len(docs) <= enough {
			break
		}
		more, subAll := x.eval(sub)
		switch {
		case subAll:
		case all:
			docs, all = more, false
		default:
			docs = intersection(docs, more)
		}
	}
	return docs, all
}

// intersection keeps of a what is in b; both ascend.
func intersection(a, b []uint32) []uint32 {
	out := a[:0]
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			out = append(out, a[0])
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return out
}
