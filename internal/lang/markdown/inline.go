package markdown

import (
	"bytes"
	"net/url"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// inline finds the links of a run of text, "[text](destination", outside of code.
func (x *extractor) inline(r *treesitter.Rec) {
	text := x.src[r.Start:r.End]
	open := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '`':
			i = afterCode(text, i) - 1
		case '[':
			open++
		case ']':
			if open == 0 { // the one before it was escaped, or there is none
				continue
			}
			open--
			if i+1 >= len(text) || text[i+1] != '(' {
				continue
			}
			from, to := destination(text, i+2)
			if from < to {
				x.links = append(x.links, x.at(r, text, from, to))
			}
			i = max(i, to-1)
		}
	}
}

// at is the link whose destination stands at text[from:to].
func (x *extractor) at(r *treesitter.Rec, text []byte, from, to int) link {
	l := link{to: string(text[from:to]), line: r.Row + 1, col: r.Col + uint32(from), at: r.Start + uint32(from)}
	if n := bytes.Count(text[:from], []byte("\n")); n > 0 {
		l.line += uint32(n)
		l.col = uint32(from - bytes.LastIndexByte(text[:from], '\n') - 1)
	}
	return l
}

// farthest is how far the other end of a code span or a destination is looked
// for, in bytes: the work must not grow with the square of a text of brackets.
const farthest = 4 << 10

// afterCode is the end of the code span that begins at i, or of the run of
// backticks if it is not closed.
func afterCode(text []byte, i int) int {
	n := i
	for n < len(text) && text[n] == '`' {
		n++
	}
	for j := n; j < min(len(text), n+farthest); j++ {
		if text[j] != '`' {
			continue
		}
		from := j
		for j < len(text) && text[j] == '`' {
			j++
		}
		if j-from == n-i {
			return j
		}
		j--
	}
	return n
}

// destination is the part of "(destination "title")" that says where to.
func destination(text []byte, i int) (from, to int) {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n') {
		i++
	}
	if i < len(text) && text[i] == '<' {
		if end := bytes.IndexByte(text[i:min(len(text), i+farthest)], '>'); end > 0 {
			return i + 1, i + end
		}
		return i, i
	}
	from = i
	for depth := 0; i < min(len(text), from+farthest); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return from, i
			}
			depth--
		case ' ', '\n', '\t':
			return from, i
		}
	}
	return from, from
}

// unescape undoes percent signs.
func unescape(s string) (string, error) { return url.PathUnescape(s) }
