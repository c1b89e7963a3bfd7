package store

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
)

const internShards = 32

// interner numbers strings as they come. The strings it is given may be parts
// of large buffers, so it keeps copies. Safe for concurrent use.
type interner struct {
	seed   maphash.Seed
	shards [internShards]internShard
}

type internShard struct {
	mu   sync.Mutex
	ids  map[string]uint32
	strs []string
}

func newInterner() *interner { return &interner{seed: maphash.MakeSeed()} }

// id returns the number of s.
func (in *interner) id(s string) uint32 {
	k := uint32(maphash.String(in.seed, s) % internShards)
	sh := &in.shards[k]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if id, ok := sh.ids[s]; ok {
		return id
	}
	if sh.ids == nil {
		sh.ids = map[string]uint32{}
	}
	s = strings.Clone(s)
	id := uint32(len(sh.strs))*internShards + k
	sh.ids[s] = id
	sh.strs = append(sh.strs, s)
	return id
}

// str returns the string numbered id.
func (in *interner) str(id uint32) string {
	sh := &in.shards[id%internShards]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	return sh.strs[id/internShards]
}

// table is a frozen interner: its strings sorted, and the rank of each number.
type table struct {
	sorted []string
	rank   []uint32 // by number
}

func (in *interner) table() *table {
	type entry struct {
		s  string
		id uint32
	}
	var all []entry
	most := 0
	for k := range in.shards {
		sh := &in.shards[k]
		sh.mu.Lock()
		most = max(most, len(sh.strs))
		for i, s := range sh.strs {
			all = append(all, entry{s, uint32(i*internShards + k)})
		}
		sh.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.s, b.s) })
	t := &table{sorted: make([]string, len(all)), rank: make([]uint32, most*internShards)}
	for i, e := range all {
		t.sorted[i] = e.s
		t.rank[e.id] = uint32(i)
	}
	return t
}

// columns writes the strings out.
func (t *table) columns(cols *columns) {
	off := make([]uint32, 1, len(t.sorted)+1)
	var b []byte
	for _, s := range t.sorted {
		b = append(b, s...)
		off = append(off, uint32(len(b)))
	}
	cols[secStrOff], cols[secStrBytes] = raw(off), b
}
