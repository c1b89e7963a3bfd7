package edit

import "bytes"

// side is one of two texts that are compared.
type side struct {
	doc  document
	text []byte
}

// sameOutside compares two documents but for the entry at path, and for the
// containers that are on one side only and lead to it.
func sameOutside(a, b side, x, y *node, path Path) bool {
	switch {
	case len(path) == 0 || x == nil && y == nil:
		return true
	case x == nil:
		return chain(b.doc, y, path)
	case y == nil:
		return chain(a.doc, x, path)
	}
	switch {
	case x.kind == nullKind && y.kind != nullKind: // a null may become a container
		return chain(b.doc, y, path)
	case y.kind == nullKind && x.kind != nullKind:
		return chain(a.doc, x, path)
	case x.kind != y.kind:
		return false
	}
	if x.kind != objectKind && x.kind != listKind {
		return same(a, b, x, y)
	}
	i, _ := lookup(a.doc, x, path[0])
	j, _ := lookup(b.doc, y, path[0])
	if _, isIndex := path[0].(int); isIndex {
		return sameList(a, b, x, y, path, i)
	}
	switch {
	case i >= 0 && j >= 0 && !sameOutside(a, b, x.entries[i].val, y.entries[j].val, path[1:]):
		return false
	case i >= 0 && j < 0 && !chain(a.doc, x.entries[i].val, path[1:]):
		return false
	case j >= 0 && i < 0 && !chain(b.doc, y.entries[j].val, path[1:]):
		return false
	}
	return sameEntries(a, b, skip(x.entries, i), skip(y.entries, j))
}

// chain reports whether a value holds nothing but what the path leads to.
func chain(d document, n *node, path Path) bool {
	for ; len(path) > 0; path = path[1:] {
		if n.kind != objectKind && n.kind != listKind || len(n.entries) > 1 {
			return false
		}
		if len(n.entries) == 0 {
			return true
		}
		if i, _ := lookup(d, n, path[0]); i != 0 {
			return false
		}
		n = n.entries[0].val
	}
	return true
}

// sameList allows the element at the index to come, go or change.
func sameList(a, b side, x, y *node, path Path, i int) bool {
	index := path[0].(int)
	switch len(y.entries) - len(x.entries) {
	case 0:
		return i >= 0 && sameOutside(a, b, x.entries[i].val, y.entries[i].val, path[1:]) &&
			sameEntries(a, b, skip(x.entries, i), skip(y.entries, i))
	case 1:
		return sameEntries(a, b, skip(x.entries, -1), skip(y.entries, index))
	case -1:
		return sameEntries(a, b, skip(x.entries, index), skip(y.entries, -1))
	}
	return false
}

// run is a list of entries without the one at the index out.
type run struct {
	all []entry
	out int
}

func skip(all []entry, i int) run { return run{all, i} }

func (r run) len() int {
	if r.out >= 0 && r.out < len(r.all) {
		return len(r.all) - 1
	}
	return len(r.all)
}

func (r run) at(i int) entry {
	if r.out >= 0 && i >= r.out {
		i++
	}
	return r.all[i]
}

// same compares two nodes by what they mean.
func same(a, b side, x, y *node) bool {
	if x.kind != y.kind {
		return false
	}
	switch x.kind {
	case objectKind, listKind:
		return sameEntries(a, b, skip(x.entries, -1), skip(y.entries, -1))
	case nullKind:
		return true
	}
	// The same bytes mean the same, but in YAML what follows counts, too.
	if styleOf(x) == nil && x.start >= 0 && y.start >= 0 && x.end-x.start > 0 &&
		bytes.Equal(a.text[x.start:x.end], b.text[y.start:y.end]) {
		return true
	}
	return equal(a.doc.value(x), b.doc.value(y))
}

func sameEntries(a, b side, x, y run) bool {
	if x.len() != y.len() {
		return false
	}
	for i := range x.len() {
		l, r := x.at(i), y.at(i)
		if l.key != r.key || !same(a, b, l.val, r.val) {
			return false
		}
	}
	return true
}
