package typescript

import "bytes"

// The kinds of token besides the punctuation characters themselves.
const (
	tokenNone byte = iota
	tokenName
	tokenWord // a keyword that an operand follows
	tokenString
	tokenNumber
	tokenMark // a variance mark that was blanked
)

// token is one token of a source.
type token struct {
	kind       byte
	before     byte // kind of the token before
	newline    bool // a line ends before it
	start, end int
}

// scanner cuts a source into tokens well enough to tell code from strings,
// comments, templates and regular expressions. It knows no grammar and takes
// any bytes.
type scanner struct {
	src   []byte
	at    int
	prev  byte
	tok   token
	stack []byte // open brackets; '`' for an open ${
	// escape is called for each escape of two printable bytes in a template.
	escape func(at int)
}

// top is the innermost open bracket.
func (s *scanner) top() byte {
	if len(s.stack) == 0 {
		return 0
	}
	return s.stack[len(s.stack)-1]
}

// next moves to the next token; false at the end.
func (s *scanner) next() bool {
	if s.tok.end > 0 && s.prev != tokenMark {
		s.prev = s.tok.kind
	}
	newline := s.skip()
	if s.at >= len(s.src) {
		return false
	}
	s.tok = token{before: s.prev, newline: newline, start: s.at}
	s.prev = tokenNone
	switch c := s.src[s.at]; {
	case isNameByte(c) && (c < '0' || c > '9'):
		s.at = nameEnd(s.src, s.at)
		s.tok.kind = tokenName
		if operandWords[string(s.src[s.tok.start:s.at])] {
			s.tok.kind = tokenWord
		}
	case c >= '0' && c <= '9':
		s.at = nameEnd(s.src, s.at)
		s.tok.kind = tokenNumber
	case c == '"' || c == '\'':
		s.at = quoteEnd(s.src, s.at)
		s.tok.kind = tokenString
	case c == '`':
		s.at++
		s.template()
	case c == '/' && !endsType(s.tok.before):
		s.at = regexEnd(s.src, s.at)
		s.tok.kind = tokenString
	default:
		s.punctuation(c)
	}
	s.tok.end = s.at
	return true
}

func (s *scanner) punctuation(c byte) {
	s.at++
	s.tok.kind = c
	switch c {
	case '(', '[', '{':
		s.stack = append(s.stack, c)
	case ')', ']', '}':
		if len(s.stack) == 0 {
			return
		}
		open := s.top()
		s.stack = s.stack[:len(s.stack)-1]
		if open == '`' {
			s.template()
		}
	case '=':
		if s.at < len(s.src) && s.src[s.at] == '>' { // no closing angle
			s.at++
		}
	}
}

// template moves behind a template's text, to its end or its next ${.
func (s *scanner) template() {
	s.tok.kind = tokenString
	for s.at < len(s.src) {
		switch s.src[s.at] {
		case '\\':
			if s.at+1 < len(s.src) && s.src[s.at+1] > ' ' && s.src[s.at+1] < 0x7f && s.escape != nil {
				s.escape(s.at)
			}
			s.at++
		case '`':
			s.at++
			return
		case '$':
			if s.at+1 < len(s.src) && s.src[s.at+1] == '{' {
				s.at += 2
				s.stack = append(s.stack, '`')
				s.tok.kind = '('
				return
			}
		}
		s.at++
	}
	s.at = min(s.at, len(s.src))
}

// skip moves over blanks and comments and reports whether a line ended.
func (s *scanner) skip() (newline bool) {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '\n':
			newline = true
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case c == '/' && s.at+1 < len(s.src) && (s.src[s.at+1] == '/' || s.src[s.at+1] == '*'):
			end := commentEnd(s.src, s.at)
			newline = newline || bytes.IndexByte(s.src[s.at:end], '\n') >= 0
			s.at = end
		default:
			return newline
		}
	}
	return newline
}

// operandWords are keywords after which an operand or a type follows. void is
// not among them, as it ends a type far more often than a slash follows it.
var operandWords = map[string]bool{
	"return": true, "typeof": true, "case": true, "in": true, "of": true, "delete": true, "throw": true,
	"new": true, "do": true, "else": true, "yield": true, "await": true, "instanceof": true, "extends": true,
	"keyof": true, "is": true, "as": true, "satisfies": true, "implements": true, "default": true,
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

func nameEnd(src []byte, i int) int {
	for i < len(src) && isNameByte(src[i]) {
		i++
	}
	return i
}

// quoteEnd is the index after a string, or where its line ends.
func quoteEnd(src []byte, i int) int {
	q := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case q:
			return i + 1
		case '\n':
			return i
		case '\\':
			i++
		}
	}
	return len(src)
}

// commentEnd is the index after a comment.
func commentEnd(src []byte, i int) int {
	end, skip := "\n", 0
	if src[i+1] == '*' {
		end, skip = "*/", 2
	}
	if n := bytes.Index(src[i+2:], []byte(end)); n >= 0 {
		return i + 2 + n + skip
	}
	return len(src)
}

// regexEnd is the index after a regular expression, or where its line ends.
func regexEnd(src []byte, i int) int {
	class := false
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\n':
			return i
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return len(src)
}
