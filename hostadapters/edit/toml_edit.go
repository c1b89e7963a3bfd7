package edit

import (
	"bytes"
	"slices"
	"strings"
)

func (d *tomlDoc) brackets() *brackets {
	return &brackets{text: d.text, comment: tomlComment, newline: newlineOf(d.text), step: "    "}
}

func (d *tomlDoc) unsupported(n *node, path Path, msg string) error {
	return &UnsupportedError{path, positionAt(d.text, n.start), msg}
}

// fill writes the first tables and keys of a document.
func (d *tomlDoc) fill(v Object) ([]splice, error) {
	s := d.styleOf()
	var out strings.Builder
	for _, m := range v {
		if out.Len() > 0 {
			out.WriteString(s.newline)
		}
		out.WriteString(s.entry(nil, m.Key, m.Value) + s.newline)
	}
	at := len(d.text)
	before := ""
	if !blank(d.text[textStart(d.text):]) {
		before = s.newline
		if !bytes.HasSuffix(d.text, []byte("\n")) {
			before += s.newline
		}
	}
	return []splice{{at, at, before + out.String()}}, nil
}

// entry writes a member of the table at path: as sections if it can.
func (s tomlStyle) entry(path []string, key string, v any) string {
	inner := append(slices.Clone(path), key)
	if o, ok := v.(Object); ok {
		return s.section(inner, o, "[", "]")
	}
	if isTables(v) {
		return s.tables(inner, v.([]any))
	}
	return tomlKey(key) + s.equals + s.inline(v)
}

// names are the keys of a path: a header names tables, not elements.
func names(path Path) (keys []string) {
	for _, s := range path {
		if k, ok := s.(string); ok {
			keys = append(keys, k)
		}
	}
	return keys
}

func (d *tomlDoc) addMember(at *node, path Path, key string, v any) ([]splice, error) {
	s := d.styleOf()
	t := tableOf(at)
	line := tomlKey(key) + s.equals + s.inline(v)
	switch t.form {
	case tomlInline:
		if len(at.entries) > 0 && tableOf(at.entries[len(at.entries)-1].val) != nil &&
			tableOf(at.entries[len(at.entries)-1].val).form == tomlDotted {
			return nil, d.unsupported(at, path, "it is an inline table with dotted keys")
		}
		return d.brackets().add(at, d.layoutOf(at), func(string) string { return line }), nil
	case tomlDotted:
		return d.addDotted(at, path, line)
	}
	if _, table := v.(Object); table || isTables(v) {
		end := d.endOf(at)
		nl := s.newline + s.newline
		return []splice{{end, end, nl + s.entry(names(path), key, v)}}, nil
	}
	if t.form == tomlImplicit {
		first := t.pieces[0].start
		return []splice{{first, first, "[" + tomlKeys(names(path)) + "]" + s.newline + line + s.newline + s.newline}}, nil
	}
	return []splice{d.addLine(at, t, line, s.newline)}, nil
}

// addDotted writes a key behind those that begin alike.
func (d *tomlDoc) addDotted(at *node, path Path, line string) ([]splice, error) {
	t := tableOf(at)
	for _, p := range slices.Backward(t.pieces) {
		if p.section {
			continue
		}
		if !startsLine(d.text, p.start) {
			return nil, d.unsupported(at, path, "it is made of dotted keys inside an inline table")
		}
		end := lineEnd(d.text, p.end)
		return []splice{{end, end, newlineOf(d.text) + indentAt(d.text, p.start) + t.prefix + "." + line}}, nil
	}
	return nil, d.unsupported(at, path, "it is made of dotted keys elsewhere")
}

// addLine writes a key behind the last one of a table, or under its header.
func (d *tomlDoc) addLine(at *node, t *tomlTable, line, nl string) splice {
	if at != d.top || !t.empty {
		indent := ""
		if n := d.lastLine(at); n != nil {
			indent = indentAt(d.text, n.start)
		}
		return splice{t.body, t.body, nl + indent + line}
	}
	// The root has no keys yet: they go before the first header and the comment
	// lines that belong to it.
	first := len(d.text)
	for _, e := range d.top.entries {
		first = min(first, e.start)
	}
	first = lineStart(d.text, first)
	for first > textStart(d.text) {
		up := lineStart(d.text, first-1)
		i := skipBlanks(d.text, max(up, textStart(d.text)), len(d.text))
		if d.text[i] != '#' {
			break
		}
		first = up
	}
	first = max(first, textStart(d.text))
	return splice{first, first, line + nl + nl}
}

// onlyLine reports whether the root has just one key with a value of its own.
func (d *tomlDoc) onlyLine() bool {
	n := 0
	for i := range d.top.entries {
		if t := tableOf(d.top.entries[i].val); t == nil || t.form == tomlInline || t.form == tomlDotted {
			n++
		}
	}
	return n == 1
}

// lastLine is the last entry of a table that has a line under its header.
func (d *tomlDoc) lastLine(at *node) *entry {
	for i := range slices.Backward(at.entries) {
		if t := tableOf(at.entries[i].val); t == nil || t.form == tomlInline {
			return &at.entries[i]
		}
	}
	return nil
}

// endOf is where a new section of a table goes: behind the last section that
// belongs to it.
func (d *tomlDoc) endOf(at *node) int {
	t := tableOf(at)
	end := -1
	for _, p := range t.pieces {
		if p.section {
			end = max(end, p.end)
		}
	}
	if at == d.top || end < 0 {
		end = d.end
		for _, e := range d.top.entries {
			if t := tableOf(e.val); t != nil {
				for _, p := range t.pieces {
					end = max(end, p.end)
				}
			}
		}
		end = lineEnd(d.text, end)
	}
	return end
}

func (d *tomlDoc) layoutOf(at *node) layout {
	l := layout{gap: " ", pad: " "}
	if at.kind == listKind {
		l.pad = ""
	}
	if n := len(at.entries); n > 0 {
		l.lines = d.brackets().onLines(at)
		l.comma = l.lines && at.entries[n-1].comma >= 0
		if n > 1 {
			if between := d.text[at.entries[n-2].comma+1 : at.entries[n-1].start]; blank(between) && !hasNewline(between) {
				l.gap = string(between)
			}
		}
	} else {
		l.lines = at.kind == listKind && hasNewline(d.text[at.start:at.end])
	}
	return l
}

func (d *tomlDoc) addItem(at *node, path Path, v any) ([]splice, error) {
	s := d.styleOf()
	t := tableOf(at)
	if t.form != tomlTables {
		return d.brackets().add(at, d.layoutOf(at), func(string) string { return s.inline(v) }), nil
	}
	o, ok := v.(Object)
	if !ok {
		return nil, d.unsupported(at, path, "its elements are tables")
	}
	end := d.endOf(at)
	return []splice{{end, end, s.newline + s.newline + s.section(names(path), o, "[[", "]]")}}, nil
}

func (d *tomlDoc) drop(at *node, path Path, i int) ([]splice, error) {
	e := at.entries[i]
	t := tableOf(e.val)
	if tableOf(at).form == tomlInline {
		if t != nil && t.form == tomlDotted {
			return nil, d.unsupported(e.val, path, "it is made of dotted keys inside an inline table")
		}
		return d.brackets().drop(at, i), nil
	}
	if t == nil || t.form == tomlInline {
		if !startsLine(d.text, e.start) {
			return nil, d.unsupported(e.val, path, "it is part of an inline table with dotted keys")
		}
		cut := d.withoutLine(e.start, e.end)
		if next := lineEnd(d.text, cut.end); at == d.top && d.onlyLine() && cut.end < len(d.text) && blank(d.text[cut.end:next]) {
			cut.end = nextLine(d.text, next) // the empty line that set the keys apart from the first header
		}
		return []splice{cut}, nil
	}
	var out []splice
	for _, p := range t.pieces {
		cut := d.withoutLine(p.start, p.end)
		if p.section {
			cut = d.withoutSection(p)
		}
		if n := len(out); n > 0 && cut.start < out[n-1].end {
			cut.start = out[n-1].end
		}
		out = append(out, cut)
	}
	return out, nil
}

// withoutLine takes out the lines of a key and its value.
func (d *tomlDoc) withoutLine(start, end int) splice {
	from := max(lineStart(d.text, start), textStart(d.text))
	to := nextLine(d.text, end)
	if to == len(d.text) && !bytes.HasSuffix(d.text, []byte("\n")) && from > textStart(d.text) {
		return splice{lineEnd(d.text, from-1), to, ""}
	}
	return splice{from, to, ""}
}

// withoutSection takes out a section and one empty line before it.
func (d *tomlDoc) withoutSection(p tomlPiece) splice {
	from := max(lineStart(d.text, p.start), textStart(d.text))
	end := lineEnd(d.text, p.end)
	if from == textStart(d.text) {
		return splice{from, nextLine(d.text, end), ""}
	}
	up := lineEnd(d.text, from-1)
	if above := lineStart(d.text, up); above > textStart(d.text) && blank(d.text[above:up]) {
		up = lineEnd(d.text, above-1)
	}
	return splice{up, end, ""}
}

func (d *tomlDoc) replace(at *node, path Path, i int, v any) ([]splice, error) {
	if at == nil {
		return nil, d.unsupported(d.top, path, "the root of TOML is a table")
	}
	n := at.entries[i].val
	if t := tableOf(n); t != nil && t.form != tomlInline {
		return nil, d.unsupported(n, path, "it is a table with a header or dotted keys, and what is to be written is none")
	}
	return []splice{{n.start, n.end, d.styleOf().inline(v)}}, nil
}
