package golang

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
)

// outline is the coarse structure of a file. It is found by brackets alone,
// with those in strings and comments told from others; ok is false where they
// do not match.
type outline struct {
	funcs    []extent // functions with bodies, declared at the start of a line
	comments [][2]int
	// literals are the extents between the braces of outermost literals of
	// package-level variables, bodies of function literals included. Not those
	// of arrays that get their length from what stands there.
	literals [][2]int
	ok       bool
}

// extent is a function: where it starts, and where its body does (after the
// opening brace) and ends (before the closing one).
type extent struct{ start, body, end int }

// scanner finds the outline of a file.
type scanner struct {
	outline
	depth int
	body  int // where the current body starts, -1 outside
	fn    int // where the function starts whose body is to come, -1 if none
	lit   int // where the current literal starts, -1 outside
	in    int // depth of that literal
	dots  int // depth at which an ellipsis stands in what may become an array type, -1 if none
	typ   bool
}

// outlineOf scans a file.
func outlineOf(src []byte) outline {
	s := scanner{body: -1, fn: -1, lit: -1, dots: -1}
	word := false // inside an identifier
	for i := 0; i < len(src); i++ {
		c := src[i]
		if isWord(c) {
			if !word {
				word = true
				if s.body < 0 && (c == 's' || c == 'i' || c == 'f') {
					s.typ = hasWord(src[i:], "struct") || hasWord(src[i:], "interface")
					if s.depth == 0 && (i == 0 || src[i-1] == '\n') && hasWord(src[i:], "func") {
						s.fn = i
					}
				} else {
					s.typ = false
				}
			}
			continue
		}
		word = false
		switch c {
		case '"', '\'', '`':
			if i = skipQuoted(src, i); i < 0 {
				return outline{}
			}
		case '/':
			if end := skipComment(src, i); end > i {
				s.comments = append(s.comments, [2]int{i, end + 1})
				i = end
			}
		case '(', '[', '{':
			s.open(c, i)
		case ')', ']', '}':
			if !s.close(i) {
				return outline{}
			}
		case '\n', '=', ',', ';':
			if s.depth == 0 && c == '\n' {
				s.fn = -1
			}
			if s.dots == s.depth {
				s.dots = -1
			}
			s.typ = s.typ && c == '\n'
		case '.':
			if i+2 < len(src) && src[i+1] == '.' && src[i+2] == '.' {
				s.dots = s.depth - 1
			}
			s.typ = false
		case ' ', '\t', '\r':
		default:
			s.typ = false
		}
	}
	s.ok = s.depth == 0
	return s.outline
}

func (s *scanner) open(c byte, i int) {
	if c == '{' && !s.typ && s.body < 0 && s.lit < 0 {
		switch {
		case s.fn >= 0 && s.depth == 0:
			s.body = i + 1
		case s.fn < 0 && s.dots == s.depth:
			s.dots = -1
		case s.fn < 0:
			s.lit, s.in = i+1, s.depth
		}
	}
	s.typ = false
	s.depth++
}

// close reports whether there was something to close.
func (s *scanner) close(i int) bool {
	if s.depth--; s.depth < 0 {
		return false
	}
	if s.depth == 0 && s.body >= 0 {
		s.funcs = append(s.funcs, extent{s.fn, s.body, i})
		s.body, s.fn = -1, -1
	}
	if s.lit >= 0 && s.depth == s.in {
		s.literals = append(s.literals, [2]int{s.lit, i})
		s.lit = -1
	}
	s.typ = false
	return true
}

// words has the bytes of identifiers.
var words = func() (set [256]bool) {
	for i := range set {
		c := byte(i)
		set[i] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
	}
	return set
}()

func isWord(c byte) bool { return words[c] }

func hasWord(src []byte, w string) bool {
	return len(src) >= len(w) && string(src[:len(w)]) == w && (len(src) == len(w) || !isWord(src[len(w)]))
}

// skipQuoted returns the index of the closing quote, -1 if there is none.
func skipQuoted(src []byte, i int) int {
	q := src[i]
	for j := i + 1; j < len(src); j++ {
		switch c := src[j]; {
		case c == q:
			return j
		case c == '\\' && q != '`':
			j++
		case c == '\n' && q != '`':
			return -1
		}
	}
	return -1
}

// skipComment returns the index of the last byte of the comment at i, i if
// there is none.
func skipComment(src []byte, i int) int {
	if i+1 >= len(src) {
		return i
	}
	switch src[i+1] {
	case '/':
		for j := i + 2; j < len(src); j++ {
			if src[j] == '\n' {
				return j - 1
			}
		}
		return len(src) - 1
	case '*':
		for j := i + 3; j < len(src); j++ {
			if src[j] == '/' && src[j-1] == '*' {
				return j
			}
		}
		return len(src) - 1
	}
	return i
}

// skeleton returns what src declares: without comments, the bodies of functions
// and the elements of literals. Nothing stands where it did.
func skeleton(src []byte) []byte {
	o := outlineOf(src)
	if !o.ok {
		return src
	}
	cuts := slices.Concat(o.comments, o.literals)
	for _, f := range o.funcs {
		cuts = append(cuts, [2]int{f.body, f.end})
	}
	slices.SortFunc(cuts, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	out := make([]byte, 0, len(src)/3)
	at := 0
	for _, c := range cuts {
		if c[0] < at || c[0] == c[1] {
			continue // inside of what is cut already
		}
		out = append(out, src[at:c[0]]...)
		at = c[1]
		if bytes.HasPrefix(src[c[0]:], []byte("/*")) && bytes.IndexByte(src[c[0]:at], '\n') >= 0 {
			out = append(out, '\n') // ends a statement
		} else {
			out = append(out, ' ')
		}
	}
	return append(out, src[at:]...)
}

// local is a function that is no method. hash is of its signature.
type local struct {
	name string
	hash [8]byte
}

// declHash hashes what other files can see of a file: its text without
// function bodies, comments and the amount of white space. Functions are apart:
// most changes of what a file declares are of those, and concern only who names
// them.
func declHash(src []byte) (hash [16]byte, locals []local) {
	o := outlineOf(src)
	if !o.ok {
		sum := sha256.Sum256(src)
		return [16]byte(sum[:16]), nil
	}
	t := squeezed{buf: make([]byte, 0, len(src)/2)}
	at, comments := 0, o.comments
	// until keeps what is not a comment.
	until := func(end int) {
		for ; len(comments) > 0 && comments[0][0] < end; comments = comments[1:] {
			if c := comments[0]; c[0] >= at {
				t.add(src[at:c[0]])
				at = c[1]
			}
		}
		if at < end {
			t.add(src[at:end])
			at = end
		}
	}
	for _, f := range o.funcs {
		until(f.start)
		mark := len(t.buf)
		until(f.body)
		if name := localName(src[f.start:f.body]); name != "" {
			sum := sha256.Sum256(t.buf[mark:])
			locals = append(locals, local{name, [8]byte(sum[:8])})
			t.buf = t.buf[:mark]
			f.end++ // with the closing brace
		}
		at = max(at, f.end)
	}
	until(len(src))
	slices.SortFunc(locals, func(a, b local) int {
		return cmp.Or(strings.Compare(a.name, b.name), bytes.Compare(a.hash[:], b.hash[:]))
	})
	sum := sha256.Sum256(t.buf)
	return [16]byte(sum[:16]), locals
}

// localName is the name of a function, "" of a method, and where anything
// unusual stands before the name.
func localName(head []byte) string {
	rest, ok := bytes.CutPrefix(head, []byte("func "))
	if !ok {
		return ""
	}
	n := 0
	for n < len(rest) && isWord(rest[n]) && rest[n] < 0x80 {
		n++
	}
	if n == 0 || n == len(rest) || rest[n] != '(' && rest[n] != '[' || !isLetter(rest[0]) {
		return ""
	}
	return string(rest[:n])
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || isUpper(c) }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// squeezed is text with its white space reduced.
type squeezed struct {
	buf   []byte
	space bool
}

func (t *squeezed) add(part []byte) {
	for _, b := range part {
		switch b {
		case ' ', '\t', '\r':
			t.space = true
			continue
		case '\n':
			t.space = false
			if n := len(t.buf); n == 0 || t.buf[n-1] == '\n' {
				continue
			}
		}
		if t.space {
			t.buf, t.space = append(t.buf, ' '), false
		}
		t.buf = append(t.buf, b)
	}
}
