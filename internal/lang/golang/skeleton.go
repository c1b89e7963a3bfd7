package golang

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
)

// extent is a function declared at the start of a line: where it starts, and
// where its body does (after the opening brace) and ends (before the closing
// one).
type extent struct{ start, body, end int }

// bodies returns the functions that have bodies. It tells braces
// in strings and comments from others, and gives up, returning no body at all,
// where brackets do not match: what it returns can be blanked without changing
// what the file declares.
func bodies(src []byte) (list []extent, comments [][2]int, ok bool) {
	depth := 0
	body := -1    // where the current body starts
	fn := -1      // where the function starts whose body is to come
	typ := false  // the last word was struct or interface
	word := false // inside an identifier
	for i := 0; i < len(src); i++ {
		c := src[i]
		if isWord(c) {
			if !word {
				word = true
				if body < 0 {
					typ = hasWord(src[i:], "struct") || hasWord(src[i:], "interface")
					if depth == 0 && (i == 0 || src[i-1] == '\n') && hasWord(src[i:], "func") {
						fn = i
					}
				}
			}
			continue
		}
		word = false
		switch c {
		case '"', '\'', '`':
			end := skipQuoted(src, i)
			if end < 0 {
				return nil, nil, false
			}
			i = end
		case '/':
			if end := skipComment(src, i); end > i {
				comments = append(comments, [2]int{i, end + 1})
				i = end
			}
		case '(', '[', '{':
			if c == '{' && fn >= 0 && depth == 0 && !typ && body < 0 {
				body = i + 1
			}
			typ = false
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return nil, nil, false
			}
			if depth == 0 && body >= 0 {
				list = append(list, extent{fn, body, i})
				body, fn = -1, -1
			}
			typ = false
		case '\n':
			if depth == 0 {
				fn = -1
			}
		case ' ', '\t', '\r':
		default:
			typ = false
		}
	}
	return list, comments, depth == 0
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

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

// skeleton returns src with function bodies blanked: offsets stay, and parsing
// costs a fraction.
func skeleton(src []byte) []byte {
	list, _, ok := bodies(src)
	if !ok || len(list) == 0 {
		return src
	}
	out := make([]byte, len(src))
	at := 0
	for _, b := range list {
		copy(out[at:], src[at:b.body])
		for i := b.body; i < b.end; i++ {
			out[i] = ' '
		}
		at = b.end
	}
	copy(out[at:], src[at:])
	return out
}

// local is a function that only its own package can name: not exported, not a
// method. hash is of its signature.
type local struct {
	name string
	hash [8]byte
}

// declHash hashes what other files can see of a file: its text without
// function bodies, comments and the amount of white space. The functions of its
// own package are apart: most changes of what a file declares are of those, and
// concern only who names them.
func declHash(src []byte) (hash [16]byte, locals []local) {
	list, comments, ok := bodies(src)
	if !ok {
		sum := sha256.Sum256(src)
		return [16]byte(sum[:16]), nil
	}
	t := squeezed{buf: make([]byte, 0, len(src)/2)}
	at := 0
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
	for _, f := range list {
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

// localName is the name of a function that is not exported, "" of others, of
// methods, and where anything unusual stands before the name.
func localName(head []byte) string {
	rest, ok := bytes.CutPrefix(head, []byte("func "))
	if !ok {
		return ""
	}
	n := 0
	for n < len(rest) && isWord(rest[n]) && rest[n] < 0x80 {
		n++
	}
	if n == 0 || n == len(rest) || rest[n] != '(' && rest[n] != '[' || rest[0] < 'a' || rest[0] > 'z' {
		return ""
	}
	return string(rest[:n])
}

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
