package textindex

import (
	"encoding/binary"
	"slices"
)

const (
	trigrams = 1 << 24
	none     = ^uint32(0)
	chunk    = 1 << 18 // entries of Builder.stream
)

// Builder gathers the trigrams of documents. It is for one goroutine; several
// Builders make one index together, see Encode. The zero value is ready.
type Builder struct {
	docs []uint32 // number of the document added n-th
	ends []int    // where its trigrams end in stream

	slots  [1 << 16]*[256]uint32 // by the bytes of a trigram: one more than its place in keys
	keys   []uint32              // trigrams, as they came
	counts []uint32              // documents in stream that have each
	stream [][]uint32            // places in keys, document after document, in chunks
	length int                   // of stream

	seen    []uint64 // bits by trigram, of the document being added
	touched []uint32

	old []renewed
}

// renewed is an index of which some documents are kept.
type renewed struct {
	index *Index
	keep  []uint32 // new number by old one, or none
}

// Add adds a document under a number of the caller's, in any order, each once.
// raw is not kept.
func (b *Builder) Add(doc uint32, raw []byte) {
	b.collect(raw)
	for _, t := range b.touched {
		b.seen[t>>6] = 0
		s := b.slot(t)
		b.counts[s]++
		if b.length%chunk == 0 {
			b.stream = append(b.stream, make([]uint32, 0, chunk))
		}
		last := &b.stream[len(b.stream)-1]
		*last = append(*last, s)
		b.length++
	}
	b.docs, b.ends = append(b.docs, doc), append(b.ends, b.length)
}

// slot returns the place of a trigram in keys.
func (b *Builder) slot(t uint32) uint32 {
	block := b.slots[t>>8]
	if block == nil {
		block = new([256]uint32)
		b.slots[t>>8] = block
	}
	s := &block[t&0xff]
	if *s == 0 {
		b.keys, b.counts = append(b.keys, t), append(b.counts, 0)
		*s = uint32(len(b.keys))
	}
	return *s - 1
}

// collect lists the distinct trigrams of a document in touched.
func (b *Builder) collect(raw []byte) {
	if b.seen == nil {
		b.seen = make([]uint64, trigrams/64)
	}
	var t uint32
	run := 0 // bytes since the last line feed
	seen, touched := b.seen, b.touched[:0]
	for _, c := range raw {
		if c == '\n' {
			run = 0
			continue
		}
		t = (t<<8 | uint32(c)) & (trigrams - 1)
		if run++; run < 3 {
			continue
		}
		word, bit := &seen[t>>6], uint64(1)<<(t&63)
		if *word&bit == 0 {
			*word |= bit
			touched = append(touched, t)
		}
	}
	b.touched = touched
}

// AddIndex adds the documents of an existing index under new numbers, so that
// an index can be renewed by reading only what changed. keep returns the new
// number of a document, or false to leave it out.
func (b *Builder) AddIndex(x *Index, keep func(doc uint32) (uint32, bool)) {
	r := renewed{index: x}
	for _, doc := range x.All() {
		for uint32(len(r.keep)) <= doc {
			r.keep = append(r.keep, none)
		}
		if to, ok := keep(doc); ok {
			r.keep[doc] = to
		}
	}
	for i := range x.keys.len() {
		b.slot(x.keys.at(i) & (trigrams - 1))
	}
	b.old = append(b.old, r)
}

// append adds the kept documents of an encoded list.
func (r *renewed) append(docs, buf []uint32, list []byte) (_, _ []uint32) {
	buf = decodeList(list, buf[:0])
	for _, d := range buf {
		if int(d) < len(r.keep) && r.keep[d] != none {
			docs = append(docs, r.keep[d])
		}
	}
	return docs, buf
}

// invert turns the stream into lists: the documents of the key at place s stand
// between off[s] and off[s+1].
func (b *Builder) invert() (docs, off []uint32) {
	off = make([]uint32, len(b.keys)+1)
	for s, n := range b.counts {
		off[s+1] = off[s] + n
	}
	next := slices.Clone(off)
	docs = make([]uint32, b.length)
	at, doc := 0, 0
	for _, chunk := range b.stream {
		for _, s := range chunk {
			for at == b.ends[doc] {
				doc++
			}
			docs[next[s]] = b.docs[doc]
			next[s]++
			at++
		}
	}
	return docs, off
}

// Encode makes the index of all documents added to the Builders, of which there
// are at most 256.
func Encode(builders ...*Builder) []byte {
	var order []uint64 // trigram, then builder, then place
	var all, list, buf []uint32
	docs, offs := make([][]uint32, len(builders)), make([][]uint32, len(builders))
	total := 0
	for i, b := range builders {
		for s, key := range b.keys {
			order = append(order, uint64(key)<<40|uint64(i)<<32|uint64(s))
		}
		docs[i], offs[i] = b.invert()
		all = append(all, b.docs...)
		for _, r := range b.old {
			all, buf = r.append(all, buf, r.index.bytes(0, r.index.off.at(0)))
			total += len(r.index.posts)
		}
		total += b.length
	}
	slices.Sort(order)
	slices.Sort(all)
	all = slices.Compact(all)

	keys, off := make([]uint32, 0, len(order)), make([]uint32, 1, len(order)+1)
	posts := appendList(make([]byte, 0, total+total/8), all)
	off[0] = uint32(len(posts))
	for i := 0; i < len(order); {
		key := uint32(order[i] >> 40)
		list = list[:0]
		for ; i < len(order) && uint32(order[i]>>40) == key; i++ {
			k, s := order[i]>>32&0xff, uint32(order[i])
			list = append(list, docs[k][offs[k][s]:offs[k][s+1]]...)
			for _, r := range builders[k].old {
				list, buf = r.append(list, buf, r.index.find(key))
			}
		}
		if len(list) == 0 {
			continue
		}
		if !slices.IsSorted(list) {
			slices.Sort(list)
		}
		posts = appendList(posts, list)
		keys, off = append(keys, key), append(off, uint32(len(posts)))
	}
	return encode(keys, off, posts, len(all))
}

// appendList encodes ascending numbers as the steps between them.
func appendList(b []byte, docs []uint32) []byte {
	last := uint32(0)
	for _, d := range docs {
		b = binary.AppendUvarint(b, uint64(d-last))
		last = d
	}
	return b
}
