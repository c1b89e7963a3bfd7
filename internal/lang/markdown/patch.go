package markdown

import (
	"bytes"
	"slices"
)

// deepest is how many bytes of quotes, list markers and indentation a line may
// begin with. The grammar's scanner keeps the open blocks in 1 KiB and aborts
// the process when they are more; nothing written for people comes near.
const deepest = 120

// shallow blanks the lines that are nested deeper than the grammar can bear.
// It returns src itself when there are none.
func shallow(src []byte) []byte {
	out := src
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i
		}
		if containers(src[at:end]) > deepest {
			if &out[0] == &src[0] {
				out = slices.Clone(src)
			}
			for i := at; i < end; i++ {
				if out[i] != '\r' {
					out[i] = ' '
				}
			}
		}
		at = end + 1
	}
	return out
}

// containers is how long the beginning of a line is that opens or continues
// blocks: quotes, list markers and white space.
func containers(line []byte) int {
	i := 0
	for i < len(line) {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '>':
			i++
		case c == '-' || c == '*' || c == '+' || '0' <= c && c <= '9':
			j := i
			for j < len(line) && '0' <= line[j] && line[j] <= '9' {
				j++
			}
			if j > i && (j == len(line) || line[j] != '.' && line[j] != ')') {
				return i
			}
			if j++; j < len(line) && line[j] != ' ' && line[j] != '\t' {
				return i
			}
			i = j
		default:
			return i
		}
	}
	return i
}
