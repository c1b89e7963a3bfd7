package edit

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// jsonStyle is how a document, or the neighbours of what is written, are set.
type jsonStyle struct {
	format  Format
	newline string
	step    string // of one level of indentation
	colon   string // from the key to the value
	pad     string // inside the braces of a single line
	quote   byte   // around keys and strings
	bare    bool   // keys without quotes
	lines   bool   // members on their own lines
	lists   bool   // elements, too
	comma   bool   // after the last member, too
}

func (d *jsonDoc) brackets(step string) *brackets {
	return &brackets{text: d.text, comment: jsonComment, newline: newlineOf(d.text), step: step}
}

// styleIn looks at the neighbours inside n first, then at the document.
func (d *jsonDoc) styleIn(n *node) jsonStyle {
	s := jsonStyle{format: d.format, newline: newlineOf(d.text), step: "  ", colon: ": ", pad: " ", quote: '"'}
	s.step = d.indentStep()
	sample := n
	if n.kind != objectKind || len(n.entries) == 0 {
		sample = firstObject(d.top, 0)
	}
	if sample != nil {
		e := sample.entries[len(sample.entries)-1]
		s.colon = d.colonOf(e)
		c := d.text[e.start]
		s.bare = c != '"' && c != '\''
		if c == '\'' {
			s.quote = c
		}
		if s.bare {
			s.quote = d.firstQuote(sample)
		}
	}
	if !strings.HasSuffix(s.colon, " ") {
		s.pad = ""
	}
	b := d.brackets(s.step)
	s.lines = d.linesIn(b, n)
	s.lists = d.listsOnLines(b, n)
	if len(n.entries) > 0 {
		last := n.entries[len(n.entries)-1]
		s.comma = last.comma >= 0 && s.lines
		if !s.lines && n.kind == objectKind {
			s.pad = d.padOf(n, s.pad)
		}
	} else if s.lines && d.format != JSON {
		s.comma = d.trailingComma(b)
	}
	return s
}

// linesIn says whether a new entry of n goes on a line of its own.
func (d *jsonDoc) linesIn(b *brackets, n *node) bool {
	if len(n.entries) > 0 {
		return b.onLines(n)
	}
	if n == d.top || hasNewline(d.text[n.start:n.end]) {
		return true
	}
	p := enclosing(d.top, n)
	return p == nil || b.onLines(p)
}

// enclosing is the container that n stands in.
func enclosing(top, n *node) *node {
	for i := range top.entries {
		v := top.entries[i].val
		if v == n {
			return top
		}
		if v.start <= n.start && n.end <= v.end {
			return enclosing(v, n)
		}
	}
	return nil
}

// firstObject is the outermost object that has a member.
func firstObject(n *node, depth int) *node {
	if n == nil || depth > 8 {
		return nil
	}
	if n.kind == objectKind && len(n.entries) > 0 {
		return n
	}
	for i := range min(len(n.entries), 8) {
		if o := firstObject(n.entries[i].val, depth+1); o != nil {
			return o
		}
	}
	return nil
}

func (d *jsonDoc) colonOf(e entry) string {
	from := e.colon
	for from > 0 && (d.text[from-1] == ' ' || d.text[from-1] == '\t') {
		from--
	}
	to := skipBlanks(d.text, e.colon+1, len(d.text))
	if to != e.val.start {
		return ": "
	}
	return string(d.text[from:to])
}

// firstQuote is the quote of the first string in the neighbourhood, for keys
// that stand without.
func (d *jsonDoc) firstQuote(n *node) byte {
	for i := range min(len(n.entries), 64) {
		v := n.entries[i].val
		if c := d.text[v.start]; c == '"' || c == '\'' {
			return c
		}
		if len(v.entries) > 0 && i < 8 {
			if c := d.firstQuote(v); c == '\'' {
				return c
			}
		}
	}
	return '"'
}

func (d *jsonDoc) padOf(n *node, otherwise string) string {
	if len(n.entries) == 0 {
		return otherwise
	}
	pad := d.text[n.start+1 : n.entries[0].start]
	if len(pad) > 0 && (!blank(pad) || hasNewline(pad)) {
		return otherwise
	}
	return string(pad)
}

// indentStep is the indentation of the first line that is indented deeper than
// the one of its bracket.
func (d *jsonDoc) indentStep() string {
	n := d.top
	for depth := 0; n != nil && depth < 8; depth++ {
		var deeper *node
		for i := range min(len(n.entries), 64) {
			e := n.entries[i]
			outer, inner := indentAt(d.text, n.start), indentAt(d.text, e.start)
			if step, ok := strings.CutPrefix(inner, outer); ok && step != "" && startsLine(d.text, e.start) {
				return step
			}
			if deeper == nil && len(e.val.entries) > 0 {
				deeper = e.val
			}
		}
		n = deeper
	}
	return "  "
}

// trailingComma says whether the document has a comma after a last member.
func (d *jsonDoc) trailingComma(b *brackets) bool {
	n := firstObject(d.top, 0)
	return n != nil && n.entries[len(n.entries)-1].comma >= 0 && b.onLines(n)
}

// listsOnLines looks at the first list in n that has an element, then at the
// first in the document.
func (d *jsonDoc) listsOnLines(b *brackets, n *node) bool {
	for _, in := range []*node{n, d.top} {
		if l := firstList(in, 0); l != nil {
			return b.onLines(l)
		}
	}
	return false
}

func firstList(n *node, depth int) *node {
	if n == nil || depth > 8 {
		return nil
	}
	if n.kind == listKind && len(n.entries) > 0 {
		return n
	}
	for i := range min(len(n.entries), 16) {
		if l := firstList(n.entries[i].val, depth+1); l != nil {
			return l
		}
	}
	return nil
}

// forNested is the style of a value inside the new entry: that of the last
// neighbour, when there is one of its kind.
func (d *jsonDoc) forNested(s jsonStyle, n *node) jsonStyle {
	for i := len(n.entries) - 1; i >= 0; i-- {
		v := n.entries[i].val
		if v.kind != objectKind || len(v.entries) == 0 {
			continue
		}
		s.lines = d.brackets("").onLines(v)
		s.colon = d.colonOf(v.entries[0])
		s.comma = v.entries[len(v.entries)-1].comma >= 0
		if !s.lines {
			s.pad = d.padOf(v, s.pad)
		}
		break
	}
	return s
}

func (s *jsonStyle) write(b *strings.Builder, v any, indent string) {
	switch v := v.(type) {
	case Object:
		lines := s.lines && len(v) > 0
		s.open(b, '{', lines, len(v))
		for i, m := range v {
			s.separate(b, i, lines, indent+s.step)
			b.WriteString(s.key(m.Key))
			b.WriteString(s.colon)
			s.write(b, m.Value, indent+s.step)
		}
		s.close(b, '}', lines, len(v), indent)
	case []any:
		lines := s.lines && len(v) > 0 && (s.lists || holdsContainers(v))
		b.WriteByte('[')
		for i, e := range v {
			s.separate(b, i, lines, indent+s.step)
			s.write(b, e, indent+s.step)
		}
		if lines {
			s.close(b, ']', true, len(v), indent)
		} else {
			b.WriteByte(']')
		}
	default:
		b.WriteString(s.scalar(v))
	}
}

func holdsContainers(list []any) bool {
	for _, v := range list {
		switch v.(type) {
		case Object, []any:
			return true
		}
	}
	return false
}

func (s *jsonStyle) open(b *strings.Builder, c byte, lines bool, n int) {
	b.WriteByte(c)
	if !lines && n > 0 {
		b.WriteString(s.pad)
	}
}

func (s *jsonStyle) separate(b *strings.Builder, i int, lines bool, indent string) {
	if i > 0 {
		b.WriteByte(',')
	}
	switch {
	case lines:
		b.WriteString(s.newline + indent)
	case i > 0 && strings.HasSuffix(s.colon, " "):
		b.WriteByte(' ')
	}
}

func (s *jsonStyle) close(b *strings.Builder, c byte, lines bool, n int, indent string) {
	switch {
	case lines && s.comma:
		b.WriteString("," + s.newline + indent)
	case lines:
		b.WriteString(s.newline + indent)
	case n > 0:
		b.WriteString(s.pad)
	}
	b.WriteByte(c)
}

func (s *jsonStyle) key(k string) string {
	if s.bare && s.format == JSON5 && isIdentifier(k) {
		return k
	}
	return s.string(k)
}

// isIdentifier keeps to what every reader of JSON5 takes.
func isIdentifier(k string) bool {
	for i, r := range k {
		if r != '_' && r != '$' && (r > unicode.MaxASCII || !unicode.IsLetter(r)) && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return k != ""
}

func (s *jsonStyle) string(v string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a string always encodes
	text := strings.TrimSuffix(b.String(), "\n")
	if s.format != JSON5 || s.quote != '\'' {
		return text
	}
	inner := strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}

func (s *jsonStyle) scalar(v any) string {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return s.float(v)
	case string:
		return s.string(v)
	case Literal:
		if validNumber(string(v), s.format == JSON5) {
			return string(v)
		}
		return s.string(string(v))
	}
	return "null"
}

func (s *jsonStyle) float(v float64) string {
	if s.format == JSON5 {
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "null" // strict JSON has no infinity
	}
	return string(text)
}
