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
	next := p.finder(text)
	for len(text) > 0 {
		at := next(l.start)
		if at < 0 {
			return
		}
		line := l.seek(at)
		if lo, hi := p.find(line); lo >= 0 && !f(l.number, line, lo, hi) {
			return
		}
		if !l.skip() {
			return
		}
	}
}

// finder returns a function that takes the start of a line and returns a
// position in the first line from there on that may match, or -1.
func (p *Pattern) finder(text []byte) func(start int) int {
	if len(p.need.set) > 0 {
		o := p.need.in(text)
		return o.from
	}
	if bytes.Contains(text, carriageReturn) {
		// It would hide the ends of lines from an expression tried on the whole
		// text: each line is tried alone.
		return func(start int) int { return start }
	}
	return func(start int) int {
		loc := p.re.FindIndex(text[start:])
		if loc == nil || start+loc[0] == len(text) && text[len(text)-1] == '\n' {
			return -1
		}
		return start + loc[0]
	}
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
