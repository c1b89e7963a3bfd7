package textindex

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lineFunc is told of a matching line, without its end, and of where in it the
// first match is. It returns false to stop.
type lineFunc func(number int, line []byte, lo, hi int) bool

// eachLine calls f for every matching line of text in order.
func (p *Pattern) eachLine(text []byte, f lineFunc) {
	l := liner{text: text, number: 1}
	// Without something to look for, an expression is tried on the whole text
	// at once; a carriage return would hide the ends of lines from it.
	each := p.re != nil && len(p.need) == 0 && bytes.Contains(text, carriageReturn)
	for len(text) > 0 {
		at := 0
		if !each {
			at = p.next(text[l.start:])
		}
		if at < 0 {
			return
		}
		line := l.seek(l.start + at)
		if lo, hi := p.find(line); lo >= 0 && !f(l.number, line, lo, hi) {
			return
		}
		if !l.skip() {
			return
		}
	}
}

// next returns a position in the first line that may match, from the start of a
// line on; -1 if there is none.
func (p *Pattern) next(text []byte) int {
	switch {
	case p.literal != nil:
		return bytes.Index(text, p.literal)
	case len(p.need) > 0 && p.fold:
		return indexFold(text, p.need)
	case len(p.need) > 0:
		return bytes.Index(text, p.need)
	}
	if loc := p.re.FindIndex(text); loc != nil && (loc[0] < len(text) || len(text) > 0 && text[len(text)-1] != '\n') {
		return loc[0]
	}
	return -1
}

// find returns the first match in a line, or -1.
func (p *Pattern) find(line []byte) (lo, hi int) {
	if p.literal != nil {
		lo = bytes.Index(line, p.literal)
		return lo, lo + len(p.literal)
	}
	if loc := p.re.FindIndex(line); loc != nil {
		return loc[0], loc[1]
	}
	return -1, -1
}

// liner walks over lines and counts them.
type liner struct {
	text       []byte
	start, end int // of the current line; end is where its line feed is
	number     int // of the line at start, 1-based
}

// seek moves to the line that holds a position at or after start.
func (l *liner) seek(at int) []byte {
	l.number += bytes.Count(l.text[l.start:at], newline)
	if i := bytes.LastIndexByte(l.text[l.start:at], '\n'); i >= 0 {
		l.start += i + 1
	}
	l.end = len(l.text)
	if i := bytes.IndexByte(l.text[at:], '\n'); i >= 0 {
		l.end = at + i
	}
	line := l.text[l.start:l.end]
	if l.end < len(l.text) {
		line = bytes.TrimSuffix(line, carriageReturn)
	}
	return line
}

// skip moves to the line after the current one, if there is one.
func (l *liner) skip() bool {
	if l.end+1 >= len(l.text) {
		return false
	}
	l.start = l.end + 1
	l.number++
	return true
}

var newline, carriageReturn = []byte{'\n'}, []byte{'\r'}

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

// maxLine is how much of a line is shown, in bytes; lead is how much of it
// before the match.
const (
	maxLine = 400
	lead    = 100
)

// excerpt is a line as it is shown: long ones are cut around the match, with an
// ellipsis where something is missing.
func excerpt(line []byte, lo, hi int) string {
	if len(line) <= maxLine {
		return strings.ToValidUTF8(string(line), "\uFFFD")
	}
	from := max(0, min(lo-lead, len(line)-maxLine))
	if hi-from > maxLine && lo-from > 0 {
		from = max(from, min(lo, hi-maxLine))
	}
	to := min(from+maxLine, len(line))
	for from > 0 && from < to && !utf8.RuneStart(line[from]) {
		from++
	}
	for to < len(line) && to > from && !utf8.RuneStart(line[to]) {
		to--
	}
	s := strings.ToValidUTF8(string(line[from:to]), "\uFFFD")
	if from > 0 {
		s = "…" + s
	}
	if to < len(line) {
		s += "…"
	}
	return s
}
