package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Lines maps byte offsets to lines and columns and back. Lines count from 1, columns from 0.
// A line ends with \n or \r\n; a lone \r is an ordinary byte. A text that ends with a line break
// has an empty last line, as in LSP. The zero value is the index of an empty text.
// It is immutable and may be used by many goroutines.
type Lines struct {
	raw    []byte
	starts []int // offset of the first byte of each line after the first
}

// NewLines indexes raw, which must not change while the index is in use.
func NewLines(raw []byte) *Lines {
	l := &Lines{raw: raw}
	if n := bytes.Count(raw, []byte{'\n'}); n > 0 {
		l.starts = make([]int, 0, n)
	}
	for at := 0; ; {
		i := bytes.IndexByte(raw[at:], '\n')
		if i < 0 {
			return l
		}
		at += i + 1
		l.starts = append(l.starts, at)
	}
}

// Count is the number of lines, at least 1.
func (l *Lines) Count() int { return len(l.starts) + 1 }

// Line is the line that holds the byte at off. An offset outside the text is clamped into it.
// The bytes of a line break belong to the line they end.
func (l *Lines) Line(off int) int {
	return sort.SearchInts(l.starts, l.clamp(off)+1) + 1
}

// Position is the line and the byte column of off, clamped as in Line.
func (l *Lines) Position(off int) (line, column int) {
	line = l.Line(off)
	return line, l.clamp(off) - l.start(line)
}

// Offset is the byte offset of a line and a byte column. ok is false when there is no such line
// or the column lies beyond the line's text; the column just behind the last byte exists.
func (l *Lines) Offset(line, column int) (off int, ok bool) {
	start, end, ok := l.Span(line)
	if !ok || column < 0 || column > end-start {
		return 0, false
	}
	return start + column, true
}

// Span is where the text of a line begins and ends, its line break left out.
func (l *Lines) Span(line int) (start, end int, ok bool) {
	if line < 1 || line > l.Count() {
		return 0, 0, false
	}
	start, end = l.start(line), len(l.raw)
	if line < l.Count() {
		end = l.starts[line-1] - 1
		if end > start && l.raw[end-1] == '\r' {
			end--
		}
	}
	return start, end, true
}

// Text is the text of a line without its line break; nil when there is no such line.
func (l *Lines) Text(line int) []byte {
	start, end, ok := l.Span(line)
	if !ok {
		return nil
	}
	return l.raw[start:end:end]
}

// UTF16 is the line and the column of off in UTF-16 code units, as LSP counts. A byte that is not
// valid UTF-8 counts as one unit, and so does an offset inside a character as far as it is
// passed. A leading byte order mark counts for nothing: editors do not show it.
func (l *Lines) UTF16(off int) (line, column int) {
	line = l.Line(off)
	from := l.visible(line)
	for s := l.raw[from:max(from, l.clamp(off))]; len(s) > 0; {
		r, n := utf8.DecodeRune(s)
		s = s[n:]
		column += units(r)
	}
	return line, column
}

// OffsetUTF16 is the byte offset of a line and a column in UTF-16 code units. A column beyond the
// line's text is clamped to its end, as LSP asks; a column inside a surrogate pair gives the
// start of the character. ok is false when there is no such line or the column is negative.
func (l *Lines) OffsetUTF16(line, column int) (off int, ok bool) {
	_, end, ok := l.Span(line)
	if !ok || column < 0 {
		return 0, false
	}
	off = l.visible(line)
	for off < end && column > 0 {
		r, n := utf8.DecodeRune(l.raw[off:end])
		if column < units(r) {
			break
		}
		column -= units(r)
		off += n
	}
	return off, true
}

func (l *Lines) start(line int) int {
	if line == 1 {
		return 0
	}
	return l.starts[line-2]
}

// visible is the start of a line behind the byte order mark.
func (l *Lines) visible(line int) int {
	if line == 1 && hasUTF8BOM(l.raw) {
		return 3
	}
	return l.start(line)
}

func (l *Lines) clamp(off int) int { return min(max(off, 0), len(l.raw)) }

func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}
