package textindex

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// needles are strings of which every match contains one; none of them if
// nothing is known. They are looked for before the expression is tried.
type needles struct {
	set  [][]byte
	fold bool // they are in lower case and occur in either case of ASCII
}

const maxNeedles = 8

// required returns the needles of a simplified expression.
func required(re *syntax.Regexp) needles {
	switch re.Op {
	case syntax.OpLiteral:
		return requiredLiteral(re)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpConcat:
		var best needles
		for _, sub := range re.Sub {
			if n := required(sub); n.better(best) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all needles
		for _, sub := range re.Sub {
			n := required(sub)
			if len(n.set) == 0 || len(all.set)+len(n.set) > maxNeedles {
				return needles{}
			}
			all.set, all.fold = append(all.set, n.set...), all.fold || n.fold
		}
		if all.fold {
			for i, s := range all.set {
				all.set[i] = bytes.ToLower(s)
			}
		}
		return all
	}
	return needles{}
}

// requiredLiteral leaves out of a literal of either case the letters that fold
// to others outside ASCII: k and s.
func requiredLiteral(re *syntax.Regexp) needles {
	if re.Flags&syntax.FoldCase == 0 {
		if slices.Contains(re.Rune, utf8.RuneError) {
			return needles{} // it also stands for bytes that are not UTF-8
		}
		return needles{set: [][]byte{[]byte(string(re.Rune))}}
	}
	parts := strings.FieldsFunc(strings.ToLower(string(re.Rune)), func(r rune) bool {
		return r >= utf8.RuneSelf || r == 'k' || r == 's'
	})
	if len(parts) == 0 {
		return needles{}
	}
	longest := slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })
	return needles{set: [][]byte{[]byte(longest)}, fold: true}
}

// better prefers long needles, then few.
func (n needles) better(than needles) bool {
	a, b := n.shortest(), than.shortest()
	return a > b || a == b && len(n.set) < len(than.set)
}

func (n needles) shortest() int {
	if len(n.set) == 0 {
		return 0
	}
	return len(slices.MinFunc(n.set, func(a, b []byte) int { return len(a) - len(b) }))
}

// occurrences looks for needles in a text from front to back. Each is looked
// for again only when it was passed.
type occurrences struct {
	needles
	text []byte
	next []int // by needle; len(text) if it does not occur any more
}

func (n needles) in(text []byte) occurrences {
	o := occurrences{n, text, make([]int, len(n.set))}
	for i := range o.next {
		o.next[i] = -1
	}
	return o
}

// from returns the first position from a place on where a needle occurs, or -1.
func (o *occurrences) from(at int) int {
	first := len(o.text)
	for i, needle := range o.set {
		if o.next[i] < at {
			o.next[i] = len(o.text)
			if k := o.index(o.text[at:], needle); k >= 0 {
				o.next[i] = at + k
			}
		}
		first = min(first, o.next[i])
	}
	if first == len(o.text) {
		return -1
	}
	return first
}

func (o *occurrences) index(text, needle []byte) int {
	if o.fold {
		return indexFold(text, needle)
	}
	return bytes.Index(text, needle)
}

// indexFold is bytes.Index for a lower-case needle in text of either case. Only
// ASCII letters fold.
func indexFold(text, needle []byte) int {
	first := needle[0]
	upper := first
	if 'a' <= first && first <= 'z' {
		upper = first - 'a' + 'A'
	}
	for i := 0; i+len(needle) <= len(text); i++ {
		if c := text[i]; c != first && c != upper {
			continue
		}
		if equalFold(text[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}

func equalFold(text, needle []byte) bool {
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != needle[i] {
			return false
		}
	}
	return true
}
