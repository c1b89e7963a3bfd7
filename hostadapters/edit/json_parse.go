package edit

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsonDoc is a text of JSON, JSONC or JSON5.
type jsonDoc struct {
	text   []byte
	format Format
	top    *node
	tail   int // where the text ends whose root is missing
}

func (d *jsonDoc) root() *node { return d.top }

// jsonParser reads JSON and, as the format allows, its extensions: comments
// and commas before a closing bracket in JSONC; all that https://spec.json5.org
// adds in JSON5.
type jsonParser struct {
	text   []byte
	at     int
	format Format
	depth  int
	source string // text, of which keys are parts
	// Nodes and entries are handed out of blocks, which halves the time.
	nodes   []node
	entries []entry
	open    []entry // of the containers that are being read
}

func parseJSON(f Format, text []byte) (document, error) {
	p := &jsonParser{text: text, at: textStart(text), format: f, source: string(text)}
	d := &jsonDoc{text: text, format: f}
	if err := p.space(); err != nil {
		return nil, err
	}
	d.tail = p.at
	if p.at == len(text) {
		return d, nil
	}
	top, err := p.value()
	if err != nil {
		return nil, err
	}
	d.top = top
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.at < len(text) {
		return nil, p.fail(p.at, "something follows the end of the document")
	}
	return d, nil
}

func (p *jsonParser) fail(at int, format string, args ...any) error {
	return &SyntaxError{p.format, positionAt(p.text, at), fmt.Sprintf(format, args...)}
}

func (p *jsonParser) unexpected(want string) error {
	if p.at >= len(p.text) {
		return p.fail(p.at, "the file ends where %s was expected", want)
	}
	r, _ := utf8.DecodeRune(p.text[p.at:])
	return p.fail(p.at, "found %q where %s was expected", r, want)
}

// space passes white space and comments.
func (p *jsonParser) space() error {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '/':
			end := jsonComment(p.text, p.at)
			if p.format == JSON {
				return p.fail(p.at, "a comment, which plain JSON has not")
			}
			if end < 0 {
				return p.fail(p.at, "a comment that does not end, or a lone slash")
			}
			p.at = end
		case p.format == JSON5 && (c == '\v' || c == '\f'):
			p.at++
		case p.format == JSON5 && c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(p.text[p.at:])
			if r != '\ufeff' && r != '\u2028' && r != '\u2029' && !unicode.Is(unicode.Zs, r) {
				return nil
			}
			p.at += n
		default:
			return nil
		}
	}
	return nil
}

// jsonComment is the offset after the comment at at, or -1 if there is none.
// The end of a line comment is that of its line.
func jsonComment(text []byte, at int) int {
	switch {
	case bytes.HasPrefix(text[at:], []byte("//")):
		return lineEnd(text, at)
	case bytes.HasPrefix(text[at:], []byte("/*")):
		if i := bytes.Index(text[at+2:], []byte("*/")); i >= 0 {
			return at + 2 + i + 2
		}
	}
	return -1
}

func (p *jsonParser) node(k kind, start int) *node {
	if len(p.nodes) == 0 {
		p.nodes = make([]node, 512)
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.kind, n.start, n.end = k, start, p.at
	return n
}

func (p *jsonParser) value() (*node, error) {
	if p.at >= len(p.text) {
		return nil, p.unexpected("a value")
	}
	start := p.at
	switch c := p.text[p.at]; {
	case c == '{' || c == '[':
		return p.container()
	case c == '"' || c == '\'' && p.format == JSON5:
		if err := p.quoted(); err != nil {
			return nil, err
		}
		return p.node(scalarKind, start), nil
	case c == '-' || c >= '0' && c <= '9' || p.format == JSON5 && (c == '+' || c == '.'):
		return p.number()
	}
	word := p.word()
	switch {
	case word == "null":
		return p.node(nullKind, start), nil
	case word == "true" || word == "false":
		return p.node(scalarKind, start), nil
	case p.format == JSON5 && (word == "NaN" || word == "Infinity"):
		return p.node(scalarKind, start), nil
	}
	p.at = start
	return nil, p.unexpected("a value")
}

// word passes letters and digits.
func (p *jsonParser) word() string {
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$') {
			break
		}
		p.at++
	}
	return string(p.text[start:p.at])
}

func (p *jsonParser) container() (*node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, p.fail(p.at, "nested deeper than %d", maxDepth)
	}
	k, closing, want := objectKind, byte('}'), "a key or }"
	if p.text[p.at] == '[' {
		k, closing, want = listKind, ']', "a value or ]"
	}
	n := p.node(k, p.at)
	mark := len(p.open)
	p.at++
	for {
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.at >= len(p.text) {
			return nil, p.unexpected(want)
		}
		if p.text[p.at] == closing {
			if p.format == JSON && len(p.open) > mark {
				return nil, p.fail(p.at, "a comma before %c, which plain JSON has not", closing)
			}
			break
		}
		e, err := p.entry(k)
		if err != nil {
			return nil, err
		}
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.at < len(p.text) && p.text[p.at] == ',' {
			e.comma = p.at
			p.at++
			p.open = append(p.open, e)
			continue
		}
		p.open = append(p.open, e)
		if p.at >= len(p.text) || p.text[p.at] != closing {
			return nil, p.unexpected(fmt.Sprintf("a comma or %c", closing))
		}
		break
	}
	p.at++
	n.end = p.at
	n.entries = p.keep(p.open[mark:])
	p.open = p.open[:mark]
	return n, nil
}

// keep copies entries to where they stay.
func (p *jsonParser) keep(entries []entry) []entry {
	if len(entries) > len(p.entries) {
		p.entries = make([]entry, max(512, len(entries)))
	}
	n := copy(p.entries, entries)
	kept := p.entries[:n:n]
	p.entries = p.entries[n:]
	return kept
}

// entry reads a member or an element; the comma is left to the caller.
func (p *jsonParser) entry(k kind) (e entry, err error) {
	e = entry{start: p.at, comma: -1}
	if k == objectKind {
		if e.key, err = p.key(); err != nil {
			return e, err
		}
		if err := p.space(); err != nil {
			return e, err
		}
		if p.at >= len(p.text) || p.text[p.at] != ':' {
			return e, p.unexpected("a colon")
		}
		e.colon = p.at
		p.at++
		if err := p.space(); err != nil {
			return e, err
		}
	}
	e.val, err = p.value()
	e.end = p.at
	return e, err
}

func (p *jsonParser) key() (string, error) {
	start := p.at
	if c := p.text[p.at]; c == '"' || c == '\'' && p.format == JSON5 {
		if err := p.quoted(); err != nil {
			return "", err
		}
		if raw := p.source[start+1 : p.at-1]; strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
			return raw, nil
		}
		return unquoteJSON(p.text[start:p.at]), nil
	}
	if p.format != JSON5 {
		return "", p.unexpected("a key in double quotes")
	}
	for p.at < len(p.text) {
		r, n := utf8.DecodeRune(p.text[p.at:])
		escape := r == '\\' && p.hexEscape(p.at+1, 'u', 4)
		if escape {
			n = 6
		}
		if !escape && r != '$' && r != '_' && !unicode.IsLetter(r) && !unicode.Is(unicode.Nl, r) &&
			(p.at == start || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) && r != '\u200c' && r != '\u200d') {
			break
		}
		p.at += n
	}
	if p.at == start {
		return "", p.unexpected("a key")
	}
	return unquoteJSON([]byte(`"` + string(p.text[start:p.at]) + `"`)), nil
}

// quoted passes a string.
func (p *jsonParser) quoted() error {
	start, quote := p.at, p.text[p.at]
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == quote:
			p.at++
			return nil
		case c == '\\':
			if err := p.escape(); err != nil {
				return err
			}
		case c == '\n' || c == '\r' || c < ' ' && p.format != JSON5:
			return p.fail(p.at, "a control character inside a string")
		}
	}
	return p.fail(start, "a string that does not end")
}

// escape checks the escape at the backslash and stops at its last byte.
func (p *jsonParser) escape() error {
	slash := p.at
	p.at++
	if p.at >= len(p.text) {
		return p.fail(slash, "a string that does not end")
	}
	c := p.text[p.at]
	switch {
	case c == 'u':
		if !p.hexEscape(p.at, 'u', 4) {
			return p.fail(slash, "\\u without four hexadecimal digits")
		}
		p.at += 4
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
	case p.format != JSON5:
		return p.fail(slash, "an unknown escape in a string")
	case c == 'x':
		if !p.hexEscape(p.at, 'x', 2) {
			return p.fail(slash, "\\x without two hexadecimal digits")
		}
		p.at += 2
	case c >= '1' && c <= '9', c == '0' && p.at+1 < len(p.text) && p.text[p.at+1] >= '0' && p.text[p.at+1] <= '9':
		return p.fail(slash, "an octal escape in a string")
	case c == '\r' && p.at+1 < len(p.text) && p.text[p.at+1] == '\n':
		p.at++
	}
	return nil
}

func (p *jsonParser) hexEscape(at int, letter byte, digits int) bool {
	if at+digits >= len(p.text) || p.text[at] != letter {
		return false
	}
	for _, c := range p.text[at+1 : at+1+digits] {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}

func (p *jsonParser) number() (*node, error) {
	start := p.at
	for p.at < len(p.text) && (strings.IndexByte("+-.", p.text[p.at]) >= 0 || isWordByte(p.text[p.at])) {
		p.at++
	}
	s := string(p.text[start:p.at])
	if !validNumber(s, p.format == JSON5) {
		return nil, p.fail(start, "%q is no number", s)
	}
	return p.node(scalarKind, start), nil
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// validNumber checks the grammar of RFC 8259, or that of JSON5.
func validNumber(s string, five bool) bool {
	if five {
		s = strings.TrimPrefix(s, "+")
		if t := strings.TrimPrefix(s, "-"); t == "Infinity" || t == "NaN" {
			return true
		} else if hex, ok := strings.CutPrefix(strings.ToLower(t), "0x"); ok {
			return hex != "" && strings.Trim(hex, "0123456789abcdef") == ""
		}
	}
	s = strings.TrimPrefix(s, "-")
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	zero := strings.HasPrefix(s, "0")
	whole, part := digits(), 0
	if zero && whole > 1 || !five && whole == 0 {
		return false
	}
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		if part = digits(); part == 0 && !five {
			return false
		}
	}
	if whole+part == 0 {
		return false
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '-' || s[0] == '+') {
			s = s[1:]
		}
		if digits() == 0 {
			return false
		}
	}
	return s == ""
}

func (d *jsonDoc) value(n *node) any {
	if v, ok := n.container(d.value); ok {
		return v
	}
	if n.kind == nullKind {
		return nil
	}
	raw := d.text[n.start:n.end]
	switch raw[0] {
	case '"', '\'':
		return unquoteJSON(raw)
	case 't', 'f':
		return raw[0] == 't'
	}
	return jsonNumber(string(raw))
}

func jsonNumber(s string) any {
	switch s := strings.TrimPrefix(s, "+"); s {
	case "NaN", "-NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	t := strings.TrimPrefix(s, "+")
	if i, err := strconv.ParseInt(t, 0, 64); err == nil {
		return i
	}
	if _, whole := new(big.Int).SetString(t, 0); whole {
		return Literal(s)
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil {
		return Literal(s)
	}
	return f
}

// unquoteJSON decodes a checked string.
func unquoteJSON(raw []byte) string {
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return validText(string(raw))
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			b.WriteByte(raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case 'b', 'f', 'n', 'r', 't', 'v':
			b.WriteByte("\b\f\n\r\t\v"[strings.IndexByte("bfnrtv", c)])
		case '0':
			b.WriteByte(0)
		case 'x', 'u':
			n := 2
			if c == 'u' {
				n = 4
			}
			r := hexRune(raw[i+1 : i+1+n])
			i += n
			if r >= 0xd800 && r < 0xdc00 && i+6 < len(raw) && raw[i+1] == '\\' && raw[i+2] == 'u' {
				if low := hexRune(raw[i+3 : i+7]); low >= 0xdc00 && low < 0xe000 {
					r = (r-0xd800)<<10 | (low - 0xdc00) + 0x10000
					i += 6
				}
			}
			b.WriteRune(r)
		case '\r':
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
		case '\n':
		case 0xe2: // a line continued after U+2028 or U+2029
			if i+2 < len(raw) && raw[i+1] == 0x80 && raw[i+2]&^1 == 0xa8 {
				i += 2
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return validText(b.String())
}

// validText puts U+FFFD for each byte that is not UTF-8, as encoding/json does.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func hexRune(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits), 16, 32)
	return rune(n)
}
