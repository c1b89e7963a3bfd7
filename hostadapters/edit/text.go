package edit

import (
	"bytes"
	"slices"
	"sort"
)

// bom is the byte order mark that some editors put before the text.
var bom = []byte("\xef\xbb\xbf")

// textStart is where the text begins: after the byte order mark.
func textStart(text []byte) int {
	if bytes.HasPrefix(text, bom) {
		return len(bom)
	}
	return 0
}

// newlineOf is the line ending of a text: that of its first line.
func newlineOf(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// positionAt converts an offset.
func positionAt(text []byte, at int) Position {
	at = min(max(at, 0), len(text))
	start := max(lineStart(text, at), min(textStart(text), at))
	return Position{Line: 1 + bytes.Count(text[:at], []byte("\n")), Col: at - start + 1}
}

// lineStart is the offset of the first byte of the line that holds at.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd is the offset of the line ending of the line that holds at, or the
// length of the text.
func lineEnd(text []byte, at int) int {
	i := bytes.IndexByte(text[at:], '\n')
	if i < 0 {
		return len(text)
	}
	if end := at + i; end > 0 && text[end-1] == '\r' {
		return end - 1
	}
	return at + i
}

// nextLine is the offset after the line ending of the line that holds at.
func nextLine(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// indentAt is the white space at the beginning of the line that holds at.
func indentAt(text []byte, at int) string {
	from := lineStart(text, at)
	if from == 0 {
		from = min(textStart(text), at)
	}
	return string(text[from:skipBlanks(text, from, at)])
}

// startsLine reports whether only white space stands before at on its line.
func startsLine(text []byte, at int) bool {
	from := max(lineStart(text, at), min(textStart(text), at))
	return skipBlanks(text, from, at) == at
}

// skipBlanks passes spaces and tabs.
func skipBlanks(text []byte, at, end int) int {
	for at < end && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// blank reports whether there is nothing but white space.
func blank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// splice replaces text[start:end] by put.
type splice struct {
	start, end int
	put        string
}

// apply makes the splices, which must not overlap, in any order.
func apply(text []byte, splices []splice) []byte {
	sort.SliceStable(splices, func(i, j int) bool { return splices[i].start < splices[j].start })
	size := len(text)
	for _, s := range splices {
		size += len(s.put) - (s.end - s.start)
	}
	out := make([]byte, 0, size)
	at := 0
	for _, s := range splices {
		out = append(out, text[at:s.start]...)
		out = append(out, s.put...)
		at = s.end
	}
	return append(out, text[at:]...)
}

// overlap reports whether two splices claim the same byte.
func overlap(splices []splice) bool {
	sorted := slices.Clone(splices)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].start < sorted[j].start })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].start < sorted[i-1].end {
			return true
		}
	}
	return false
}
