package edit

import "strings"

func (d *jsonDoc) fill(v Object) ([]splice, error) {
	s := jsonStyle{format: d.format, newline: newlineOf(d.text), step: "  ", colon: ": ", pad: " ", quote: '"', lines: true}
	var b strings.Builder
	s.write(&b, v, "")
	at := len(d.text)
	// What is there ends in a line ending, or gets one when it holds a comment.
	before, after := "", s.newline
	if at > textStart(d.text) && lineStart(d.text, at) != at {
		before = s.newline
		if blank(d.text[textStart(d.text):]) {
			before = ""
		}
	}
	return []splice{{at, at, before + b.String() + after}}, nil
}

func (d *jsonDoc) addMember(at *node, _ Path, key string, v any) ([]splice, error) {
	s := d.styleIn(at)
	inner := d.forNested(s, at)
	return d.add(at, s, func(indent string) string {
		var b strings.Builder
		b.WriteString(s.key(key) + s.colon)
		inner.write(&b, v, indent)
		return b.String()
	}), nil
}

func (d *jsonDoc) addItem(at *node, _ Path, v any) ([]splice, error) {
	s := d.styleIn(at)
	if len(at.entries) == 0 && !holdsContainers([]any{v}) {
		s.lines = s.lines && s.lists
	}
	inner := d.forNested(s, at)
	s.pad = d.padOf(at, "")
	return d.add(at, s, func(indent string) string {
		var b strings.Builder
		inner.write(&b, v, indent)
		return b.String()
	}), nil
}

func (d *jsonDoc) add(at *node, s jsonStyle, render func(indent string) string) []splice {
	gap := " "
	if !strings.HasSuffix(s.colon, " ") {
		gap = ""
	}
	if n := len(at.entries); n > 1 {
		between := d.text[at.entries[n-2].comma+1 : at.entries[n-1].start]
		if blank(between) && !hasNewline(between) {
			gap = string(between)
		}
	}
	l := layout{lines: s.lines, gap: gap, pad: s.pad, comma: s.comma}
	return d.brackets(s.step).add(at, l, render)
}

func (d *jsonDoc) drop(at *node, _ Path, i int) ([]splice, error) {
	return d.brackets("").drop(at, i), nil
}

func (d *jsonDoc) replace(at *node, _ Path, i int, v any) ([]splice, error) {
	old := d.top
	s := d.styleIn(d.top)
	if at != nil {
		old = at.entries[i].val
		s = d.forNested(d.styleIn(at), at)
	}
	if c := d.text[old.start]; d.format == JSON5 && (c == '\'' || c == '"') {
		s.quote = c
	}
	var b strings.Builder
	s.write(&b, v, indentAt(d.text, old.start))
	return []splice{{old.start, old.end, b.String()}}, nil
}
