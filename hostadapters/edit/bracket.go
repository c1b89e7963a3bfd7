package edit

// brackets edits what stands between brackets with commas: objects and lists
// of JSON, flow style of YAML, inline tables and arrays of TOML.
type brackets struct {
	text    []byte
	comment func(text []byte, at int) int // the end of the comment at at, or -1
	newline string
	// step is what a line inside is indented by, relative to its bracket.
	step string
}

// layout is how the entries of one container are set.
type layout struct {
	lines bool   // each entry on a line of its own
	gap   string // between two entries on one line
	pad   string // inside the brackets of a single line
	comma bool   // a comma follows the last entry, too
}

// tail passes blanks and comments that begin on the line of at, and returns the
// end of the last comment, or at. open says that the comment runs to the end of
// its line, so that nothing can be written behind it.
func (b *brackets) tail(at int) (end int, open bool) {
	end = at
	for {
		next := skipBlanks(b.text, at, len(b.text))
		if next >= len(b.text) {
			return end, open
		}
		c := b.comment(b.text, next)
		if c < 0 {
			return end, open
		}
		open = b.text[next] == '#' || b.text[next+1] == '/'
		at, end = c, c
	}
}

// between returns the end of the last comment in text[from:to], or from, and
// whether that comment runs to the end of its line.
func (b *brackets) between(from, to int) (end int, open bool) {
	end = from
	for at := from; at < to; {
		if c := b.comment(b.text, at); c > at && c <= to {
			open = b.text[at] == '#' || b.text[at+1] == '/'
			at, end = c, c
			continue
		}
		at++
	}
	return end, open
}

// onLines reports whether the entries of a container stand on their own lines.
func (b *brackets) onLines(n *node) bool {
	last := n.entries[len(n.entries)-1]
	from := n.start + 1
	if len(n.entries) > 1 {
		from = n.entries[len(n.entries)-2].comma + 1
	}
	return hasNewline(b.text[from:last.start])
}

func hasNewline(text []byte) bool {
	for _, c := range text {
		if c == '\n' {
			return true
		}
	}
	return false
}

// add puts an entry behind the others; render writes it, its own lines, if any,
// indented by the given string.
func (b *brackets) add(n *node, l layout, render func(indent string) string) []splice {
	if len(n.entries) == 0 {
		return b.first(n, l, render)
	}
	last := n.entries[len(n.entries)-1]
	indent := indentAt(b.text, last.start)
	sep := l.gap
	if l.lines {
		sep = b.newline + indent
	}
	if last.comma >= 0 {
		at, open := b.tail(last.comma + 1)
		if open {
			sep = b.newline + indent
		}
		return []splice{{at, at, sep + render(indent) + ","}}
	}
	at, open := b.tail(last.end)
	if open {
		sep = b.newline + indent
	}
	end := ""
	if l.comma {
		end = ","
	}
	if at == last.end {
		return []splice{{at, at, "," + sep + render(indent) + end}}
	}
	return []splice{{last.end, last.end, ","}, {at, at, sep + render(indent) + end}}
}

// first writes the only entry of an empty container.
func (b *brackets) first(n *node, l layout, render func(indent string) string) []splice {
	open, shut := n.start+1, n.end-1
	outer := indentAt(b.text, n.start)
	at, line := b.between(open, shut)
	comma := ""
	if l.comma {
		comma = ","
	}
	if !l.lines && !line {
		return []splice{{at, shut, l.pad + render(outer) + l.pad}}
	}
	inner := outer + b.step
	if at > open && startsLine(b.text, skipBlanks(b.text, lineStart(b.text, at), at)) && lineStart(b.text, at) > open {
		inner = indentAt(b.text, at)
	}
	put := b.newline + inner + render(inner) + comma
	if at > open && hasNewline(b.text[at:shut]) {
		return []splice{{at, at, put}}
	}
	return []splice{{at, shut, put + b.newline + outer}}
}

// drop takes out the i-th entry with what stands behind it on its line; comment
// lines above it stay.
func (b *brackets) drop(n *node, i int) []splice {
	e := n.entries[i]
	end := e.end
	if e.comma >= 0 {
		end = e.comma + 1
	}
	from := n.start + 1
	if i > 0 {
		from = n.entries[i-1].comma + 1
	}
	trivia, open := b.between(from, e.start)
	own := startsLine(b.text, e.start) && lineStart(b.text, e.start) > n.start
	tail, tailOpen := b.tail(end)
	switch {
	case len(n.entries) == 1 && blank(b.text[from:e.start]) && blank(b.text[tail:n.end-1]):
		return []splice{{from, n.end - 1, ""}}
	case i < len(n.entries)-1:
		return b.dropInner(e, n.entries[i+1], end, tail, own)
	}
	cut := trivia
	if own {
		cut = lineEnd(b.text, lineStart(b.text, e.start)-1)
		if open && cut < trivia {
			cut = trivia
		}
	}
	if open && !hasNewline(b.text[tail:skipSpace(b.text, tail)]) && !tailOpen {
		// The bracket must not slip into the comment above.
		cut = lineStart(b.text, e.start)
	}
	out := []splice{{cut, tail, ""}}
	if i > 0 && e.comma < 0 {
		c := n.entries[i-1].comma
		out = append(out, splice{c, c + 1, ""})
		if c+1 == cut {
			out = []splice{{c, tail, ""}}
		}
	}
	return out
}

// dropInner takes out an entry that another follows.
func (b *brackets) dropInner(e, next entry, end, tail int, own bool) []splice {
	rest := skipBlanks(b.text, tail, len(b.text))
	lineDone := rest == len(b.text) || b.text[rest] == '\n' || b.text[rest] == '\r'
	if own && lineDone {
		return []splice{{lineStart(b.text, e.start), nextLine(b.text, tail), ""}}
	}
	if blank(b.text[end:next.start]) {
		return []splice{{e.start, next.start, ""}}
	}
	return []splice{{e.start, skipBlanks(b.text, end, next.start), ""}}
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}
