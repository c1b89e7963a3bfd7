package store

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// base makes the columns of a new base.
func (b *Builder) base() (*columns, error) {
	records := b.sorted()
	next := graph.NodeID(0)
	for i, r := range records {
		r.file.ID, r.first = graph.FileID(i), next
		next += graph.NodeID(1 + len(r.syms))
	}
	if next >= maxNodes {
		return nil, fmt.Errorf("index: more than %d declarations", maxNodes)
	}
	rs := newResolver(b.strs, records, nil, nil)
	sets := b.resolveDerived(rs)
	l := &layout{strs: b.strs, records: records, rs: rs, base: true}
	l.next = rs.resolveAll(next)
	l.outs = sortedOuts(rs.outs, next)
	c := counts{Nodes: uint64(l.next), Files: uint64(len(records))}
	for _, r := range records {
		c.Digest.add(r.digest)
	}
	if err := b.finish(l, sets, c); err != nil {
		return nil, err
	}
	b.textColumns(l)
	return &l.cols, nil
}

// segment makes the columns of a change to old. Numbers beyond those of old are
// given to what is new.
func (b *Builder) segment(old *Reader) (*columns, error) {
	if b.setText {
		return nil, fmt.Errorf("update index: a text index belongs to a base")
	}
	b.carry(old)
	records := b.sorted()
	c := old.last.counts
	c.Has = 0
	first := graph.NodeID(c.Nodes)
	next := first
	var removed []uint32
	for _, r := range records {
		path := b.strs.str(r.path)
		delete(b.removed, path)
		id, ok := old.FileByPath(path)
		if !ok {
			id = graph.FileID(c.Files)
			c.Files++
		} else {
			old.subtract(id, &c)
		}
		r.file.ID = id
		next = r.keep(old, ok, b.strs, next)
		c.Digest.add(r.digest)
	}
	gone := map[string]bool{}
	for path := range b.removed {
		gone[path] = true
		if id, ok := old.FileByPath(path); ok {
			old.subtract(id, &c)
			removed = append(removed, uint32(id))
		}
	}
	slices.Sort(removed)
	rs := newResolver(b.strs, records, old, gone)
	sets := b.resolveDerived(rs)
	l := &layout{strs: b.strs, records: records, rs: rs}
	declared := next
	l.next = rs.resolveAll(next)
	if l.next >= maxNodes {
		return nil, fmt.Errorf("index: more than %d declarations", maxNodes)
	}
	l.outs = sortedOuts(rs.outs, declared)
	c.Nodes = uint64(l.next)
	put(&l.cols, secRemoved, removed)
	if err := b.finish(l, sets, c); err != nil {
		return nil, err
	}
	return &l.cols, nil
}

// sorted returns the records by path.
func (b *Builder) sorted() []*record {
	paths := slices.Sorted(maps.Keys(b.records))
	records := make([]*record, len(paths))
	for i, p := range paths {
		records[i] = b.records[p]
	}
	return records
}

func (b *Builder) resolveDerived(rs *resolver) []derivedSet {
	var sets []derivedSet
	for analyzer, edges := range b.derived {
		b.strs.id(analyzer)
		set := rs.resolveDerived(analyzer, edges)
		if d, ok := b.digests[analyzer]; ok {
			set.digest = d
		}
		sets = append(sets, set)
	}
	return sets
}

// sortedOuts returns the outsiders numbered from first on, in order.
func sortedOuts(outs []outNode, first graph.NodeID) []outNode {
	var fresh []outNode
	for _, o := range outs {
		if o.id >= first {
			fresh = append(fresh, o)
		}
	}
	slices.SortFunc(fresh, compareOuts)
	return fresh
}

// finish lays out records, derived edges, blobs and the rest, and the counts.
func (b *Builder) finish(l *layout, sets []derivedSet, c counts) error {
	for key := range b.blobs {
		b.strs.id(key)
	}
	l.run()
	l.derive(sets)
	if err := b.blobColumns(l); err != nil {
		return err
	}
	if b.census != nil {
		l.cols[secCensus] = b.census
		c.Has |= hasCensus
	}
	for _, s := range []struct {
		set   bool
		has   uint64
		id    sectionID
		value any
	}{{b.setNotes, hasNotes, secNotes, b.notes}, {b.setSkipped, hasSkipped, secSkipped, b.skipped}} {
		if !s.set {
			continue
		}
		body, err := json.Marshal(s.value)
		if err != nil {
			return err
		}
		l.cols[s.id] = body
		c.Has |= s.has
	}
	c.Searched += l.post.nodes
	c.Words += l.post.total
	l.cols[secCounts] = raw(c.words())
	return nil
}

// blobColumns writes the blobs, sorted by key.
func (b *Builder) blobColumns(l *layout) error {
	var key, size, sum []uint32
	off := []uint32{0}
	var body []byte
	for _, k := range slices.Sorted(maps.Keys(b.blobs)) {
		value := b.blobs[k]
		key = append(key, l.rankString(k))
		sum = append(sum, crc32.Checksum(value, castagnoli))
		if value == nil {
			size = append(size, none)
		} else {
			size = append(size, uint32(len(value)))
		}
		body = append(body, value...)
		for len(body)%8 != 0 {
			body = append(body, 0)
		}
		if len(body)/8 >= int(none) {
			return fmt.Errorf("index: blobs are larger than %d bytes", 8*uint64(none))
		}
		off = append(off, uint32(len(body)/8))
	}
	put(&l.cols, secBlobKey, key)
	put(&l.cols, secBlobOff, off)
	put(&l.cols, secBlobLen, size)
	put(&l.cols, secBlobCRC, sum)
	l.cols[secBlobBytes] = body
	return nil
}

// textColumns writes the text index, which file each document is, and which
// files are in none.
func (b *Builder) textColumns(l *layout) {
	number := func(path string) uint32 {
		i, ok := slices.BinarySearchFunc(l.records, path, func(r *record, path string) int {
			return strings.Compare(b.strs.str(r.path), path)
		})
		if !ok {
			return none
		}
		return uint32(i)
	}
	docs := make([]uint32, len(b.docs))
	covered := make([]bool, len(l.records))
	for i, path := range b.docs {
		if docs[i] = number(path); docs[i] != none {
			covered[docs[i]] = true
		}
	}
	var pending []uint32
	for i, ok := range covered {
		if !ok {
			pending = append(pending, uint32(i))
		}
	}
	l.cols[secText] = b.text
	put(&l.cols, secTextDocs, docs)
	put(&l.cols, secTextPending, pending)
}
