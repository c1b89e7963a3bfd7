package edit

import (
	"bytes"
	"strings"
)

func (d *yamlDoc) brackets() *brackets {
	return &brackets{text: d.text, comment: yamlComment, newline: newlineOf(d.text), step: "  "}
}

// editable says whether the entries of a node can be edited.
func (d *yamlDoc) editable(n *node, path Path) error {
	if s := styleOf(n); s.odd != "" {
		return &UnsupportedError{path, positionAt(d.text, n.start), s.odd}
	}
	return nil
}

func (d *yamlDoc) fill(v Object) ([]splice, error) {
	s := yamlStyle{newline: newlineOf(d.text), step: 2, dash: 2}
	var b strings.Builder
	for _, m := range v {
		s.member(&b, m.Key, m.Value, 0)
		b.WriteString(s.newline)
	}
	at := len(d.text)
	// A document that was closed by ... is filled before that.
	if i := bytes.LastIndex(d.text, []byte("\n...")); i >= 0 && blank(d.text[i+4:]) {
		at = i + 1
	}
	before := ""
	if at > textStart(d.text) && lineStart(d.text, at) != at && !blank(d.text[textStart(d.text):]) {
		before = s.newline
	}
	return []splice{{at, at, before + b.String()}}, nil
}

// behind is the end of the line on which an entry ends, and of the comment
// lines that follow at once and are indented by at least least columns.
func (d *yamlDoc) behind(end, least int) int {
	stop := lineEnd(d.text, end)
	for line := nextLine(d.text, stop); line < len(d.text) && line > stop; line = nextLine(d.text, line) {
		first := skipBlanks(d.text, line, len(d.text))
		if first >= len(d.text) || d.text[first] != '#' || first-line < least {
			break
		}
		stop = lineEnd(d.text, first)
	}
	return stop
}

func (d *yamlDoc) layoutOf(at *node) layout {
	l := layout{gap: " "}
	n := len(at.entries)
	if n == 0 {
		return l
	}
	l.lines = d.brackets().onLines(at)
	l.comma = l.lines && at.entries[n-1].comma >= 0
	if pad := d.text[at.start+1 : at.entries[0].start]; blank(pad) && !hasNewline(pad) {
		l.pad = string(pad)
	}
	if n > 1 && at.entries[n-2].comma >= 0 {
		if between := d.text[at.entries[n-2].comma+1 : at.entries[n-1].start]; blank(between) && !hasNewline(between) {
			l.gap = string(between)
		}
	}
	return l
}

func (d *yamlDoc) addMember(at *node, path Path, key string, v any) ([]splice, error) {
	if err := d.editable(at, path); err != nil {
		return nil, err
	}
	s, y := d.styleFor(), styleOf(at)
	if y.flow {
		if len(at.entries) == 0 && (y.colon >= 0 || at == d.top) && !y.props && blank(d.text[at.start+1:at.end-1]) {
			return d.unfold(at, Object{{key, v}}), nil
		}
		if n := len(at.entries); n > 0 {
			s.quoted = d.text[at.entries[n-1].start] == '"'
		}
		return d.brackets().add(at, d.layoutOf(at), func(string) string {
			return s.text(key) + ": " + s.inline(v)
		}), nil
	}
	var b strings.Builder
	b.WriteString(s.newline + strings.Repeat(" ", y.col))
	s.member(&b, key, v, y.col)
	end := d.behind(at.entries[len(at.entries)-1].end, max(y.col, 1))
	return []splice{d.linesAfter(end, b.String(), s.newline)}, nil
}

func (d *yamlDoc) addItem(at *node, path Path, v any) ([]splice, error) {
	if err := d.editable(at, path); err != nil {
		return nil, err
	}
	s, y := d.styleFor(), styleOf(at)
	if y.flow {
		if len(at.entries) == 0 && y.colon >= 0 && !y.props && blank(d.text[at.start+1:at.end-1]) && (!s.flow || holdsContainers([]any{v})) {
			return d.unfold(at, []any{v}), nil
		}
		return d.brackets().add(at, d.layoutOf(at), func(string) string { return s.inline(v) }), nil
	}
	var b strings.Builder
	b.WriteString(s.newline + strings.Repeat(" ", y.col))
	s.item(&b, v, y.col)
	end := d.behind(at.entries[len(at.entries)-1].end, y.col+1)
	return []splice{d.linesAfter(end, b.String(), s.newline)}, nil
}

// linesAfter writes lines, which begin with newline, behind the line that ends
// at end. A line ending of the other kind stays with its own line.
func (d *yamlDoc) linesAfter(end int, lines, newline string) splice {
	if next := nextLine(d.text, end); next > end && string(d.text[end:next]) != newline {
		return splice{next, next, lines[len(newline):] + newline}
	}
	return splice{end, end, lines}
}

// unfold writes a value in block style in the place of another one of a block
// mapping, or of the root.
func (d *yamlDoc) unfold(n *node, v any) []splice {
	s, colon := d.styleFor(), styleOf(n).colon
	var b strings.Builder
	if colon < 0 {
		for i, m := range v.(Object) {
			if i > 0 {
				b.WriteString(s.newline)
			}
			s.member(&b, m.Key, m.Value, 0)
		}
		return []splice{{n.start, n.end, b.String()}}
	}
	s.afterColon(&b, v, d.columnOfKey(colon))
	from := n.start
	for from > colon && (d.text[from-1] == ' ' || d.text[from-1] == '\t') {
		from--
	}
	at := lineEnd(d.text, n.end)
	if at == n.end || !strings.HasPrefix(b.String(), s.newline) {
		return []splice{{from, n.end, b.String()}}
	}
	return []splice{{from, n.end, ""}, {at, at, b.String()}}
}

// columnOfKey is the column of the key before a colon: behind the indentation
// and the dashes of its line.
func (d *yamlDoc) columnOfKey(colon int) int {
	from := max(lineStart(d.text, colon), min(textStart(d.text), colon))
	at := skipBlanks(d.text, from, colon)
	for at+1 < colon && d.text[at] == '-' && (d.text[at+1] == ' ' || d.text[at+1] == '\t') {
		at = skipBlanks(d.text, at+1, colon)
	}
	return at - from
}

func (d *yamlDoc) replace(at *node, path Path, i int, v any) ([]splice, error) {
	s := d.styleFor()
	if at == nil {
		return nil, &UnsupportedError{path, positionAt(d.text, d.top.start), "the root of the document is no mapping"}
	}
	if err := d.editable(at, path); err != nil {
		return nil, err
	}
	n := at.entries[i].val
	y := styleOf(n)
	if styleOf(at).flow || y.colon < 0 && !isContainer(v) && !isContainer(d.value(n)) {
		text := s.inline(v)
		if n.start == n.end {
			text = " " + text
		}
		return []splice{{n.start, n.end, d.requote(n, v, text)}}, nil
	}
	if y.colon < 0 {
		var b strings.Builder
		s.item(&b, v, styleOf(at).col)
		return []splice{{at.entries[i].start, at.entries[i].end, b.String()}}, nil
	}
	if isContainer(v) || n.start == n.end || len(n.entries) > 0 && !y.flow {
		if len(n.entries) > 0 && !y.flow {
			var b strings.Builder
			s.afterColon(&b, v, styleOf(at).col)
			return []splice{{y.colon, n.end, b.String()}}, nil
		}
		return d.unfold(n, v), nil
	}
	return []splice{{n.start, n.end, d.requote(n, v, s.inline(v))}}, nil
}

func isContainer(v any) bool { return holdsContainers([]any{v}) }

// requote keeps the quotes of the text that is replaced.
func (d *yamlDoc) requote(n *node, v any, text string) string {
	if s, ok := v.(string); ok && n.end > n.start {
		switch c := d.text[n.start]; {
		case c == '"':
			return quoteForKey(s)
		case c == '\'' && !strings.ContainsAny(s, "'\n\r\t") && quoteForKey(s) == `"`+s+`"`:
			return "'" + s + "'"
		}
	}
	return text
}

func (d *yamlDoc) drop(at *node, path Path, i int) ([]splice, error) {
	if err := d.editable(at, path); err != nil {
		return nil, err
	}
	y := styleOf(at)
	if y.flow {
		return d.brackets().drop(at, i), nil
	}
	e := at.entries[i]
	if len(at.entries) == 1 {
		return d.dropOnly(at, e), nil
	}
	if !startsLine(d.text, e.start) {
		// The first key behind a dash: the next one takes its place.
		return []splice{{e.start, at.entries[i+1].start, ""}}, nil
	}
	return []splice{d.withoutLines(e.start, d.behind(e.end, y.col+1))}, nil
}

// dropOnly takes out the only entry of a container, which becomes {} or [].
func (d *yamlDoc) dropOnly(at *node, e entry) []splice {
	y := styleOf(at)
	end := d.behind(e.end, y.col+1)
	empty := "{}"
	if at.kind == listKind {
		empty = "[]"
	}
	switch {
	case !startsLine(d.text, e.start):
		return []splice{{e.start, e.end, empty}}
	case at == d.top:
		return []splice{d.withoutLines(e.start, end)}
	case y.colon < 0:
		return []splice{{e.start, e.end, empty}}
	}
	at2 := y.colon
	if y.props {
		at2 = propertiesEnd(d.text, skipBlanks(d.text, y.colon, len(d.text)))
	}
	return []splice{{at2, at2, " " + empty}, d.withoutLines(e.start, end)}
}

// withoutLines takes out whole lines.
func (d *yamlDoc) withoutLines(start, end int) splice {
	from := max(lineStart(d.text, start), textStart(d.text))
	to := nextLine(d.text, end)
	if to == len(d.text) && !bytes.HasSuffix(d.text, []byte("\n")) && from > textStart(d.text) {
		return splice{lineEnd(d.text, from-1), to, ""}
	}
	return splice{from, to, ""}
}
