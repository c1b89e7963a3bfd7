package typescript

import (
	"hash/maphash"
)

// space is one of the three sorts of name a declaration may make.
type space uint8

const (
	spaceValue space = iota
	spaceType
	spaceNamespace // what may stand before a dot in a type
	spaceEnd
)

// noName is the number of no name.
const noName = int32(-1)

// name is one distinct identifier with the declarations that are in sight.
type name struct {
	text  string
	hash  uint64
	epoch uint32
	heads [spaceEnd]int32 // in names.decls, -1 for none
}

// decl is one declaration of a name in a space.
type decl struct {
	shadowed int32 // what the name meant before
	name     int32
	expr     int32 // what the name denotes; -1: known, but nothing is known of it
	space    space
	what     what
}

// what says how a reference to a declared name is treated.
type what uint8

const (
	whatSymbol what = iota
	whatImport
	whatModule // a whole module: import * as ns
	whatLocal
	whatTypeParameter
)

// names interns identifiers and holds the scopes of one file. A name has a
// number, and each number a stack of declarations, so that looking one up is
// two loads; leaving a scope takes its declarations off the stacks.
type names struct {
	seed  maphash.Seed
	table []int32 // open addressing, index in all + 1
	all   []name
	epoch uint32
	decls []decl
}

// internLimit is how many names are kept from file to file before the table
// starts anew.
const internLimit = 1 << 17

// reset forgets the declarations, and keeps the spellings.
func (n *names) reset() {
	n.epoch++
	n.decls = n.decls[:0]
	if n.table == nil || len(n.all) > internLimit {
		n.seed = maphash.MakeSeed()
		n.table = make([]int32, 1<<12)
		n.all = n.all[:0]
		clear(n.all[:cap(n.all)])
	}
}

// intern numbers an identifier. Names are valid UTF-8.
func (n *names) intern(b []byte) int32 {
	h := maphash.Bytes(n.seed, b)
	mask := uint64(len(n.table) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		i := n.table[at]
		if i == 0 {
			return n.add(string(b), h, at)
		}
		if e := &n.all[i-1]; e.hash == h && e.text == string(b) {
			if e.epoch != n.epoch {
				e.epoch = n.epoch
				e.heads = [spaceEnd]int32{-1, -1, -1}
			}
			return i - 1
		}
	}
}

func (n *names) add(text string, h, at uint64) int32 {
	n.all = append(n.all, name{text: text, hash: h, epoch: n.epoch, heads: [spaceEnd]int32{-1, -1, -1}})
	id := int32(len(n.all))
	n.table[at] = id
	if len(n.all)*2 > len(n.table) {
		n.grow()
	}
	return id - 1
}

func (n *names) grow() {
	n.table = make([]int32, len(n.table)*2)
	mask := uint64(len(n.table) - 1)
	for i := range n.all {
		at := n.all[i].hash & mask
		for n.table[at] != 0 {
			at = (at + 1) & mask
		}
		n.table[at] = int32(i + 1)
	}
}

func (n *names) text(id int32) string { return n.all[id].text }

// declare makes a name mean something until the scope is left.
func (n *names) declare(id int32, s space, w what, expr int32) {
	e := &n.all[id]
	n.decls = append(n.decls, decl{shadowed: e.heads[s], name: id, expr: expr, space: s, what: w})
	e.heads[s] = int32(len(n.decls) - 1)
}

// lookup returns the declaration in sight, nil if the name is free.
func (n *names) lookup(id int32, s space) *decl {
	if i := n.all[id].heads[s]; i >= 0 {
		return &n.decls[i]
	}
	return nil
}

// enter opens a scope; leave takes what it returned.
func (n *names) enter() int { return len(n.decls) }

func (n *names) leave(mark int) {
	for i := len(n.decls) - 1; i >= mark; i-- {
		d := &n.decls[i]
		n.all[d.name].heads[d.space] = d.shadowed
	}
	n.decls = n.decls[:mark]
}

// here returns the declaration of a name made since the mark.
func (n *names) here(mark int, id int32, s space) *decl {
	if i := n.all[id].heads[s]; i >= int32(mark) {
		return &n.decls[i]
	}
	return nil
}
