package golang

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"
)

// settle decides what changes of functions are. Of functions that only their
// package can name: if nothing but bodies of changed files names them, a change
// of the bodies of those files. Then no other file can mean something else,
// under any configuration, and what importers see is what it was. Of exported
// functions: a change of declarations that concerns the importers that name
// them, and no others.
func (a *analysis) settle(d *dir, ch *change) {
	if len(ch.local) == 0 {
		return
	}
	var exported []string
	for file, names := range ch.local {
		for _, name := range names {
			if isUpper(name[0]) && !strings.HasSuffix(file, "_test.go") {
				exported = append(exported, name)
			}
		}
	}
	quiet := !ch.deep() && !slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(ch.local))...), func(n string) bool { return isUpper(n[0]) }) && a.unnamed(d, ch)
	if !ch.deep() && len(exported) > 0 {
		ch.hearers = a.hearers(d, exported)
	}
	for name := range ch.local {
		if quiet {
			ch.body[name] = true
		} else {
			ch.decl[name] = true
		}
	}
}

// hearers lists the other directories that have a file with one of the names as
// a word. It reads every file, which costs less than checking all the importers
// of one package.
func (a *analysis) hearers(d *dir, names []string) map[*dir]bool {
	var mu sync.Mutex
	found := map[*dir]bool{}
	a.parallel(len(a.tree.order), func(i int) {
		other := a.tree.order[i]
		if other == d {
			return
		}
		for _, f := range other.tree {
			src, err := a.in.Read(f.Path)
			if err != nil || slices.ContainsFunc(names, func(n string) bool { return mentions(src, n) > 0 }) {
				mu.Lock()
				found[other] = true
				mu.Unlock()
				return
			}
		}
	})
	return found
}

// unnamed reports whether the changed functions are named by no file that is
// unchanged, and by changed ones only in bodies and where they are declared.
func (a *analysis) unnamed(d *dir, ch *change) bool {
	count := map[string]int{} // how often a name is declared
	for _, names := range ch.local {
		for _, name := range names {
			count[name] = 0
		}
	}
	headers := a.headers(d)
	for i := range headers {
		for _, f := range headers[i].locals {
			if n, ok := count[f.name]; ok {
				count[f.name] = n + 1
			}
		}
	}
	for i := range headers {
		h := &headers[i]
		src, err := a.in.Read(d.file(h.name))
		if err != nil {
			return false
		}
		if ch.body[h.name] || ch.local[h.name] != nil {
			src = shell(src)
		} else {
			for name := range count {
				if mentions(src, name) > 0 && mentions(withoutComments(src), name) > 0 {
					return false
				}
			}
			continue
		}
		for name, n := range count {
			count[name] = n - mentions(src, name)
		}
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// changedLocals lists the names of functions that are in one list only.
func changedLocals(old, now []local) (names []string) {
	for _, lists := range [2][2][]local{{old, now}, {now, old}} {
		for _, f := range lists[0] {
			if !slices.Contains(lists[1], f) {
				names = append(names, f.name)
			}
		}
	}
	return names
}

// mentions counts the occurrences of an identifier in a text.
func mentions(src []byte, name string) (n int) {
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte(name))
		if i < 0 {
			return n
		}
		i += at
		at = i + len(name)
		if (i == 0 || !isWord(src[i-1])) && (at == len(src) || !isWord(src[at])) {
			n++
		}
	}
}

// shell returns src without its comments and without the bodies of functions.
// Literals stay: what stands in them may decide the type of a variable.
func shell(src []byte) []byte {
	o := outlineOf(src)
	if !o.ok {
		return src
	}
	out := bytes.Clone(withoutComments(src))
	for _, f := range o.funcs {
		for i := f.body; i < f.end; i++ {
			out[i] = ' '
		}
	}
	return out
}

// withoutComments returns src with its comments blanked.
func withoutComments(src []byte) []byte {
	o := outlineOf(src)
	if !o.ok {
		return src
	}
	out := bytes.Clone(src)
	for _, c := range o.comments {
		for i := c[0]; i < c[1]; i++ {
			out[i] = ' '
		}
	}
	return out
}
