package bind

import (
	"maps"
	"slices"
)

// notes records what an evaluator consulted, so that a later change is known
// to matter or not. What the current file's body needed is kept apart from what
// the heads needed that were looked at on the way: a head's needs are asked
// for once and shared by everybody who looks at it.
type notes struct {
	body    map[name]struct{} // what the body looked at
	last    name
	asks    map[ask]struct{}
	heads   map[headName]struct{}
	headAsk map[headAsk]struct{}
}

// name is a name at the top of a file, declared there or not; everything below
// a declaration goes by its name.
type name struct {
	file int32
	name string
}

// headName is a name that a file's head needed.
type headName struct {
	owner int32
	name
}

// ask is a question about the tree and its answer: the submodule of a module.
type ask struct {
	of   Module
	name string
	is   Module
}

type headAsk struct {
	owner int32
	ask   ask
}

func newNotes() notes {
	return notes{body: map[name]struct{}{}, asks: map[ask]struct{}{}, heads: map[headName]struct{}{}, headAsk: map[headAsk]struct{}{}}
}

// touch notes that the answer depends on what a name at the top of a file is,
// or on there being none.
func (ev *evaluator) touch(id int32, what string) {
	n := name{id, what}
	if ev.owner < 0 {
		if n != ev.notes.last {
			ev.notes.last = n
			ev.notes.body[n] = struct{}{}
		}
	} else if ev.owner != id {
		ev.notes.heads[headName{ev.owner, n}] = struct{}{}
	}
}

// touchSym notes that the answer depends on a declaration.
func (ev *evaluator) touchSym(id, sym int32) {
	if ev.owner == id {
		return
	}
	t := ev.w.load(ev.w.files[id])
	ev.touch(id, t.Symbols[t.top[sym]].Name)
}

// enter makes a file's head the one that consults, and returns who was.
func (ev *evaluator) enter(id int32) int32 {
	owner := ev.owner
	ev.owner = id
	return owner
}

// asked notes an answer about the tree.
func (ev *evaluator) asked(of Module, name string, is Module) {
	a := ask{of, name, is}
	if ev.owner < 0 {
		ev.notes.asks[a] = struct{}{}
	} else {
		ev.notes.headAsk[headAsk{ev.owner, a}] = struct{}{}
	}
}

// take returns what the current file's body consulted and forgets it.
func (n *notes) take() (names []name, asks []ask) {
	names = slices.Collect(maps.Keys(n.body))
	asks = slices.Collect(maps.Keys(n.asks))
	clear(n.body)
	clear(n.asks)
	n.last = name{file: -1}
	return names, asks
}
