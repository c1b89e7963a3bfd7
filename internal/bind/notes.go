package bind

import "slices"

// notes records what an evaluator consulted, so that a later change is known
// to matter or not. What the current file's body needed is kept apart from what
// the heads needed that were looked at on the way: a head's needs are asked
// for once and shared by everybody who looks at it.
type notes struct {
	seen    []bool // files the body looked at
	body    []int32
	asks    map[ask]struct{}
	heads   map[[2]int32]struct{}
	headAsk map[headAsk]struct{}
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

func newNotes(files int) notes {
	return notes{seen: make([]bool, files), asks: map[ask]struct{}{},
		heads: map[[2]int32]struct{}{}, headAsk: map[headAsk]struct{}{}}
}

// touch notes that the answer depends on the head of a file.
func (ev *evaluator) touch(id int32) {
	if ev.owner < 0 {
		if !ev.notes.seen[id] {
			ev.notes.seen[id] = true
			ev.notes.body = append(ev.notes.body, id)
		}
	} else if ev.owner != id {
		ev.notes.heads[[2]int32{ev.owner, id}] = struct{}{}
	}
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
func (n *notes) take() (files []int32, asks []ask) {
	files = slices.Clone(n.body)
	for _, id := range files {
		n.seen[id] = false
	}
	n.body = n.body[:0]
	for a := range n.asks {
		asks = append(asks, a)
	}
	clear(n.asks)
	return files, asks
}
