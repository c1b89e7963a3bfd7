package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostNested bounds the depth of a tree, so that no text can exhaust the stack.
const mostNested = 1000

// Parse reads one JSON value. Numbers stay as they are written.
func Parse(text []byte) (Value, error) {
	if !json.Valid(text) {
		var v json.RawMessage
		return Value{}, json.Unmarshal(text, &v) // says what is wrong
	}
	p := parser{text: string(text)}
	return p.value(mostNested)
}

// parser reads text that is known to be JSON. Strings without escapes are parts
// of the text, so that an answer is copied once.
type parser struct {
	text string
	at   int
}

// next is the first byte that is no space.
func (p *parser) next() byte {
	for {
		switch c := p.text[p.at]; c {
		case ' ', '\n', '\t', '\r':
			p.at++
		default:
			return c
		}
	}
}

func (p *parser) value(depth int) (v Value, err error) {
	switch c := p.next(); c {
	case '"':
		return Str(p.quoted()), nil
	case '{', '[':
		if depth == 0 {
			return v, fmt.Errorf("nested deeper than %d", mostNested)
		}
		v.Kind = List
		if c == '{' {
			v.Kind = Object
		}
		return v, p.parts(&v, depth-1)
	}
	from := p.at
	for p.at < len(p.text) && !strings.ContainsRune(",]} \n\t\r", rune(p.text[p.at])) {
		p.at++
	}
	switch word := p.text[from:p.at]; word {
	case "null":
	case "true", "false":
		v = Value{Kind: Bool, Text: word}
	default:
		v = Value{Kind: Number, Text: word}
	}
	return v, nil
}

// parts reads from the opening bracket to behind the closing one, whose byte is
// greater by two.
func (p *parser) parts(v *Value, depth int) error {
	end := p.text[p.at] + 2
	p.at++
	for p.next() != end {
		var name string
		if v.Kind == Object {
			name = p.quoted()
			p.next()
			p.at++ // the colon
		}
		part, err := p.value(depth)
		if err != nil {
			return err
		}
		if v.Kind == Object {
			v.Members = append(v.Members, Member{name, part})
		} else {
			v.Items = append(v.Items, part)
		}
		if p.next() == ',' {
			p.at++
			p.next()
		}
	}
	p.at++
	return nil
}

// quoted reads a string.
func (p *parser) quoted() string {
	from, plain := p.at, true
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			plain = false
			p.at++
		}
	}
	p.at++
	if s := p.text[from+1 : p.at-1]; plain && utf8.ValidString(s) {
		return s
	}
	var s string
	if json.Unmarshal([]byte(p.text[from:p.at]), &s) != nil {
		return "" // cannot be: the text is JSON
	}
	return s
}
