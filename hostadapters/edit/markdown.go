package edit

import (
	"bytes"
	"fmt"
	"strings"
)

// A block of Markdown stands between two lines that are HTML comments:
//
//	<!-- gortex:rules:start -->
//	...
//	<!-- gortex:rules:end -->
//
// Markers count on lines of their own, indented or not, outside fenced code.

// block is one block of a text: from the beginning of its first marker's line
// to the end of its second's, the line ending not included.
type block struct {
	start, bodyStart, bodyEnd, end int
}

// MarkerError says that a marker of a block has no other half, so that it is
// unknown where the block ends. The document is left alone.
type MarkerError struct {
	Name string
	Line int // counts from 1
	Msg  string
}

func (e *MarkerError) Error() string {
	return fmt.Sprintf("block gortex:%s: line %d: %s", e.Name, e.Line, e.Msg)
}

// GetBlock returns the text between the markers of the block, without the line
// endings around it and with LF inside.
func GetBlock(doc []byte, name string) (body string, found bool, err error) {
	blocks, err := findBlocks(doc, name)
	if err != nil || len(blocks) == 0 {
		return "", false, err
	}
	b := blocks[0]
	if b.bodyEnd <= b.bodyStart {
		return "", true, nil
	}
	return strings.ReplaceAll(string(doc[b.bodyStart:b.bodyEnd]), "\r\n", "\n"), true, nil
}

// SetBlock makes body the text of the block called name. A block that is there
// keeps its place; a new one goes to the end of the document, behind an empty
// line; further blocks of the name are taken out. Line endings are those of the
// document. A nil document is a file that is not there, see [Undo].
//
// A marker without its other half is a [MarkerError].
func SetBlock(doc []byte, name, body string) (Change, error) {
	if err := checkBlock(name, body); err != nil {
		return unchanged(doc), err
	}
	blocks, fenced, err := scanBlocks(doc, name)
	if err == nil && fenced > 0 && len(blocks) == 0 {
		err = &MarkerError{name, fenced, "fenced code starts here and ends nowhere, so that a block behind it would be code"}
	}
	if err != nil {
		return unchanged(doc), err
	}
	nl := newlineOf(doc)
	body = normalBody(body)
	text := startMarker(name) + "\n" + body + "\n" + endMarker(name)
	if body == "" {
		text = startMarker(name) + "\n" + endMarker(name)
	}
	text = strings.ReplaceAll(text, "\n", nl)
	if len(blocks) == 0 {
		return blockChange(doc, []splice{appended(doc, text, nl)}), nil
	}
	var splices []splice
	if b := blocks[0]; sameBody(doc, b, body, nl) {
		// The markers may be set differently, which is the user's affair.
	} else if b.bodyEnd > b.bodyStart && body != "" {
		splices = append(splices, splice{b.bodyStart, b.bodyEnd, strings.ReplaceAll(body, "\n", nl)})
	} else {
		splices = append(splices, splice{b.start, b.end, indentAt(doc, b.start) + text})
	}
	for _, b := range blocks[1:] {
		splices = append(splices, withoutBlock(doc, b))
	}
	return blockChange(doc, splices), nil
}

// normalBody has LF between its lines and no empty lines around them.
func normalBody(body string) string {
	return strings.Trim(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body), "\n")
}

func sameBody(doc []byte, b block, body, nl string) bool {
	if b.bodyEnd <= b.bodyStart {
		return body == ""
	}
	return string(doc[b.bodyStart:b.bodyEnd]) == strings.ReplaceAll(body, "\n", nl)
}

// RemoveBlock takes out every block called name and the empty line that stands
// before it.
func RemoveBlock(doc []byte, name string) (Change, error) {
	blocks, err := findBlocks(doc, name)
	if err != nil {
		return unchanged(doc), err
	}
	var splices []splice
	for _, b := range blocks {
		splices = append(splices, withoutBlock(doc, b))
	}
	return blockChange(doc, splices), nil
}

func startMarker(name string) string { return "<!-- gortex:" + name + ":start -->" }
func endMarker(name string) string   { return "<!-- gortex:" + name + ":end -->" }

func checkBlock(name, body string) error {
	if !bareKey(name) {
		return fmt.Errorf("%q is no name of a block: letters, digits, - and _ only", name)
	}
	var f fence
	for line := range strings.Lines(normalBody(body)) {
		if _, _, is := markerOf([]byte(line)); is {
			return fmt.Errorf("the text of block gortex:%s has a marker in it", name)
		}
		f.passes([]byte(strings.TrimRight(line, "\r\n")))
	}
	if f.n > 0 {
		return fmt.Errorf("the text of block gortex:%s has fenced code that does not end", name)
	}
	return nil
}

// appended is the splice that writes a new block at the end.
func appended(doc []byte, text, nl string) splice {
	end := len(doc)
	before := ""
	switch {
	case blank(doc[textStart(doc):]):
	case !bytes.HasSuffix(doc, []byte("\n")):
		// No line ending at the end stays so.
		return splice{end, end, nl + nl + text}
	case !emptyLineBefore(doc, end):
		before = nl
	}
	return splice{end, end, before + text + nl}
}

// emptyLineBefore reports whether the line before the one that begins at at is
// empty.
func emptyLineBefore(doc []byte, at int) bool {
	if at == 0 || doc[at-1] != '\n' {
		return false
	}
	from := lineStart(doc, at-1)
	return blank(doc[from : at-1])
}

// withoutBlock is the splice that takes a block out: its lines, and one empty
// line before it unless the document begins with it.
func withoutBlock(doc []byte, b block) splice {
	next := nextLine(doc, b.end)
	if next == b.end || next == len(doc) && !bytes.HasSuffix(doc, []byte("\n")) {
		// The block ends the document without a line ending.
		if b.start == textStart(doc) {
			return splice{b.start, b.end, ""}
		}
		up := lineEnd(doc, b.start-1)
		if above := lineStart(doc, up); above > textStart(doc) && blank(doc[above:up]) {
			up = lineEnd(doc, above-1)
		}
		return splice{up, b.end, ""}
	}
	from := b.start
	if emptyLineBefore(doc, from) && lineStart(doc, from-1) > 0 {
		from = lineStart(doc, from-1)
	}
	return splice{from, next, ""}
}

// markerOf reads a line that is a marker.
func markerOf(line []byte) (name string, start, is bool) {
	s, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "<!--")
	if !ok {
		return
	}
	s, ok = strings.CutSuffix(s, "-->")
	s, ours := strings.CutPrefix(strings.TrimSpace(s), "gortex:")
	if !ok || !ours {
		return
	}
	if name, is = strings.CutSuffix(s, ":start"); is {
		return name, true, bareKey(name)
	}
	name, is = strings.CutSuffix(s, ":end")
	return name, false, is && bareKey(name)
}

// findBlocks finds the blocks called name in order.
func findBlocks(doc []byte, name string) ([]block, error) {
	blocks, _, err := scanBlocks(doc, name)
	return blocks, err
}

// scanBlocks also gives the line of fenced code that the document does not
// end, or 0: what is written behind it would be code.
func scanBlocks(doc []byte, name string) (blocks []block, fenced int, err error) {
	var b block
	inside, opened := false, 0
	var fence fence
	number := 0
	for at := textStart(doc); at < len(doc); {
		end, next := lineEnd(doc, at), nextLine(doc, at)
		number++
		line := doc[at:end]
		found, start, is := markerOf(line)
		if fence.n == 0 {
			fenced = 0
		}
		code := fence.passes(line)
		if fence.n > 0 && fenced == 0 {
			fenced = number
		}
		if code || !is || found != name {
			at = next
			continue
		}
		switch {
		case start && inside:
			return nil, 0, &MarkerError{name, opened, fmt.Sprintf("the block has no end: another starts at line %d", number)}
		case start:
			inside, opened = true, number
			b = block{start: at, bodyStart: next}
		case !inside:
			return nil, 0, &MarkerError{name, number, "the block ends here and starts nowhere"}
		default:
			inside = false
			b.bodyEnd, b.end = lineEnd(doc, max(at-1, 0)), end
			if at == b.bodyStart {
				b.bodyEnd = b.bodyStart
			}
			blocks = append(blocks, b)
		}
		at = next
	}
	if inside {
		return nil, 0, &MarkerError{name, opened, "the block starts here and ends nowhere"}
	}
	if fence.n == 0 {
		fenced = 0
	}
	return blocks, fenced, nil
}

// fence follows fenced code, in which a marker is an example.
type fence struct {
	char byte
	n    int
}

// passes reports whether a line is in fenced code.
func (f *fence) passes(line []byte) bool {
	s := bytes.TrimLeft(line, " ")
	n := 0
	for n < len(s) && (s[0] == '`' || s[0] == '~') && s[n] == s[0] {
		n++
	}
	marks := n >= 3 && len(line)-len(s) < 4
	switch {
	case f.n == 0 && marks && (s[0] == '~' || bytes.IndexByte(s[n:], '`') < 0):
		f.char, f.n = s[0], n
		return true
	case f.n > 0 && marks && s[0] == f.char && n >= f.n && blank(s[n:]):
		f.n = 0
		return true
	}
	return f.n > 0
}

func blockChange(doc []byte, splices []splice) Change {
	if len(splices) == 0 {
		return unchanged(doc)
	}
	after := apply(doc, splices)
	s := Step{Kind: blockStep, Path: Path{}}
	shift := 0
	for _, c := range splices {
		s.Cuts = append(s.Cuts, Cut{c.start + shift, Text(doc[c.start:c.end]), Text(c.put)})
		shift += len(c.put) - (c.end - c.start)
	}
	return Change{Before: doc, After: after, Undo: &Undo{Missing: doc == nil, Sum: sum(after), Steps: []Step{s}}}
}

// revertBlock undoes the change of a block in a document that was edited since:
// what was written is looked for, and must be there once.
func revertBlock(doc []byte, u *Undo) (Reverted, error) {
	text, kept := doc, []Path(nil)
	for _, s := range u.Steps {
		for i := len(s.Cuts) - 1; i >= 0; i-- {
			c := s.Cuts[i]
			if c.New == "" || bytes.Count(text, []byte(c.New)) != 1 {
				kept = append(kept, s.Path)
				continue
			}
			at := bytes.Index(text, []byte(c.New))
			text = apply(text, []splice{{at, at + len(c.New), string(c.Old)}})
		}
	}
	return Reverted{Text: text, Delete: u.Missing && blank(text), Kept: kept}, nil
}
