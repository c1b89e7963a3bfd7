package golang

import (
	"crypto/sha256"
)

// bodies returns the extents (after the opening brace, before the closing one)
// of the bodies of functions declared at the start of a line. It tells braces
// in strings and comments from others, and gives up, returning no body at all,
// where brackets do not match: what it returns can be blanked without changing
// what the file declares.
func bodies(src []byte) (list [][2]int, comments [][2]int, ok bool) {
	depth := 0
	body := -1    // where the current body starts
	fn := false   // between func and its body
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
						fn = true
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
			if c == '{' && fn && depth == 0 && !typ && body < 0 {
				body = i + 1
			}
			typ = false
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return nil, nil, false
			}
			if depth == 0 && body >= 0 {
				list = append(list, [2]int{body, i})
				body, fn = -1, false
			}
			typ = false
		case '\n':
			if depth == 0 {
				fn = false
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
		copy(out[at:], src[at:b[0]])
		for i := b[0]; i < b[1]; i++ {
			out[i] = ' '
		}
		at = b[1]
	}
	copy(out[at:], src[at:])
	return out
}

// declHash hashes what other files can see of a file: its text without
// function bodies, comments and the amount of white space.
func declHash(src []byte) [16]byte {
	list, comments, ok := bodies(src)
	if !ok {
		sum := sha256.Sum256(src)
		return [16]byte(sum[:16])
	}
	buf := make([]byte, 0, len(src)/2)
	space := false
	keep := func(part []byte) {
		for _, b := range part {
			switch b {
			case ' ', '\t', '\r':
				space = true
				continue
			case '\n':
				space = false
				if n := len(buf); n == 0 || buf[n-1] == '\n' {
					continue
				}
			}
			if space {
				buf, space = append(buf, ' '), false
			}
			buf = append(buf, b)
		}
	}
	at := 0
	for len(list) > 0 || len(comments) > 0 {
		var cut [2]int
		if len(comments) == 0 || len(list) > 0 && list[0][0] <= comments[0][0] {
			cut, list = list[0], list[1:]
		} else {
			cut, comments = comments[0], comments[1:]
		}
		if cut[0] > at {
			keep(src[at:cut[0]])
		}
		at = max(at, cut[1])
	}
	keep(src[min(at, len(src)):])
	sum := sha256.Sum256(buf)
	return [16]byte(sum[:16])
}
