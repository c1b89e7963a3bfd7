package excerpt

import (
	"bytes"
	"slices"
)

// Count is the number of lines of a text; a last line without a line break
// counts.
func Count(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// Lines returns the lines from first to last, 1-based and inclusive, with their
// line breaks, and the numbers of those that are there.
func Lines(text []byte, first, last int) (part []byte, from, to int) {
	starts := Starts(text)
	n := len(starts)
	if n == 0 || first > n || last < first {
		return nil, 0, 0
	}
	first, last = max(first, 1), min(last, n)
	end := len(text)
	if last < n {
		end = starts[last]
	}
	return text[starts[first-1]:end], first, last
}

// Starts are the offsets at which lines start.
func Starts(text []byte) []int {
	var starts []int
	for at := 0; at < len(text); {
		starts = append(starts, at)
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return starts
}

// LineText is one line without its line break and the space around it, at most
// as long as a signature.
func LineText(text []byte, line int) string {
	part, _, _ := Lines(text, line, line)
	return clip(shown(bytes.TrimSpace(part)), longest)
}

// Fit is the longest run of whole lines of text, from its start, that takes at
// most room bytes as a JSON string; at least a part of the first line.
func Fit(text string, room int) string {
	used, lineEnd := 0, 0
	for i, c := range text {
		n := encodedLen(c)
		if used += n; used > room {
			if lineEnd == 0 {
				return text[:i]
			}
			return text[:lineEnd]
		}
		if c == '\n' {
			lineEnd = i + 1
		}
	}
	return text
}

func encodedLen(c rune) int {
	switch {
	case slices.Contains([]rune{'"', '\\', '\n', '\r', '\t', '\b', '\f'}, c):
		return 2
	case c < 0x20 || c == 0x2028 || c == 0x2029:
		return 6
	case c < 0x80:
		return 1
	case c < 0x800:
		return 2
	case c < 0x10000:
		return 3
	}
	return 4
}

// Encoded is how many bytes a text takes as a JSON string.
func Encoded(text string) int {
	n := 0
	for _, c := range text {
		n += encodedLen(c)
	}
	return n
}
