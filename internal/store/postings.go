package store

import (
	"encoding/binary"
	"slices"
)

// postings inverts the words of nodes: for each word, the nodes that have it in
// ascending order with a weight. Nodes are added in ascending order.
type postings struct {
	terms map[string]*posting
	words []weighted // of the node being added
	total uint64     // sum of lengths
	nodes uint64
}

type posting struct {
	last uint32
	b    []byte
}

type weighted struct {
	p      *posting
	weight uint8
}

// add inverts a node and returns its length in weighted words.
func (ps *postings) add(node uint32, name, qual string) uint8 {
	if ps.terms == nil {
		ps.terms = map[string]*posting{}
	}
	ps.words = ps.words[:0]
	length := 0
	nodeWords(name, qual, func(w string, weight uint8) {
		length += int(weight)
		p := ps.terms[w]
		if p == nil {
			p = &posting{}
			ps.terms[w] = p
		}
		for i := range ps.words {
			if ps.words[i].p == p {
				ps.words[i].weight = min(ps.words[i].weight+weight, maxWeight)
				return
			}
		}
		ps.words = append(ps.words, weighted{p, weight})
	})
	for _, w := range ps.words {
		w.p.b = binary.AppendUvarint(w.p.b, uint64(node-w.p.last)<<3|uint64(w.weight))
		w.p.last = node
	}
	length = min(length, maxLength)
	if length > 0 {
		ps.total += uint64(length)
		ps.nodes++
	}
	return uint8(length)
}

func (ps *postings) columns(cols *columns) {
	terms := make([]string, 0, len(ps.terms))
	size := 0
	for t, p := range ps.terms {
		terms = append(terms, t)
		size += len(p.b)
	}
	slices.Sort(terms)
	termOff, postOff := make([]uint32, 1, len(terms)+1), make([]uint32, 1, len(terms)+1)
	var termBytes []byte
	post := make([]byte, 0, size)
	for _, t := range terms {
		termBytes = append(termBytes, t...)
		post = append(post, ps.terms[t].b...)
		termOff = append(termOff, uint32(len(termBytes)))
		postOff = append(postOff, uint32(len(post)))
	}
	cols[secTermOff], cols[secTermBytes] = raw(termOff), termBytes
	cols[secTermPostOff], cols[secTermPost] = raw(postOff), post
}
