package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// yamlDoc is a text of YAML. The library says where each part begins; where a
// part ends is found in the text, see yaml_span.go.
type yamlDoc struct {
	text []byte
	top  *node
}

// yamlNode is the style of a node.
type yamlNode struct {
	y     *yaml.Node
	flow  bool   // in brackets
	col   int    // block style: the column of its keys or dashes, from 0
	colon int    // of a member in block style: the offset after its colon, else -1
	props bool   // it has an anchor or a tag
	odd   string // why entries cannot be edited, or nothing
}

func styleOf(n *node) *yamlNode {
	s, _ := n.style.(*yamlNode)
	return s
}

func (d *yamlDoc) root() *node { return d.top }

// yamlReader turns the library's nodes into ours.
type yamlReader struct {
	text  []byte
	lines []int // where each line begins
	// The place that was converted last: nodes come in order, so that a document
	// of one line is not walked again for each of them.
	line, col, at int
	depth         int
}

func parseYAML(text []byte) (document, error) {
	if !utf8.Valid(text) {
		at := 0
		for r, n := utf8.DecodeRune(text[at:]); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(text[at:]) {
			at += n
		}
		return nil, &SyntaxError{YAML, positionAt(text, at), "a byte that is not UTF-8"}
	}
	dec := yaml.NewDecoder(bytes.NewReader(asVersion11(text)))
	var top, second yaml.Node
	if err := dec.Decode(&top); err != nil {
		if errors.Is(err, io.EOF) {
			return &yamlDoc{text: text}, nil
		}
		return nil, yamlError(err)
	}
	if err := dec.Decode(&second); err == nil {
		return nil, &UnsupportedError{nil, Position{second.Line, 1}, "there is more than one document in the file"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(err)
	}
	if len(top.Content) == 0 {
		return &yamlDoc{text: text}, nil
	}
	r := &yamlReader{text: text, lines: yamlLines(text), line: -1}
	y := top.Content[0]
	n, err := r.build(y, -1, false)
	if err != nil {
		return nil, err
	}
	if n.kind == nullKind && n.start == n.end {
		return &yamlDoc{text: text}, nil
	}
	return &yamlDoc{text: text, top: n}, nil
}

// asVersion11 lets the library read a document that says it is YAML 1.2, which
// it otherwise refuses. All offsets stay.
func asVersion11(text []byte) []byte {
	start := textStart(text)
	if !bytes.HasPrefix(text[start:], []byte("%YAML 1.2")) {
		return text
	}
	out := bytes.Clone(text)
	out[start+len("%YAML 1.2")-1] = '1'
	return out
}

func yamlError(err error) error {
	var e *yaml.LoadError
	if errors.As(err, &e) {
		return &SyntaxError{YAML, Position{max(e.Mark.Line, 1), max(e.Mark.Column, 1)}, e.Message}
	}
	return &SyntaxError{YAML, Position{1, 1}, strings.TrimPrefix(err.Error(), "yaml: ")}
}

// yamlLines finds the lines as the library counts them.
func yamlLines(text []byte) []int {
	lines := []int{textStart(text)}
	for i := textStart(text); i < len(text); i++ {
		switch c := text[i]; {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			i++
		case c == '\r' || c == '\n':
		case c == 0xc2 && i+1 < len(text) && text[i+1] == 0x85:
			i++
		case c == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8:
			i += 2
		default:
			continue
		}
		lines = append(lines, i+1)
	}
	return lines
}

// offset converts a place of the library's, which counts characters.
func (r *yamlReader) offset(line, col int) int {
	if line < 1 || line > len(r.lines) {
		return len(r.text)
	}
	if line != r.line || col < r.col {
		r.line, r.col, r.at = line, 1, r.lines[line-1]
	}
	for r.col < col && r.at < len(r.text) {
		_, n := utf8.DecodeRune(r.text[r.at:])
		r.at += n
		r.col++
	}
	return r.at
}

// build makes a node. indent is the column of the container it stands in, -1 at
// the root.
func (r *yamlReader) build(y *yaml.Node, indent int, flow bool) (*node, error) {
	start := r.offset(y.Line, y.Column)
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxDepth {
		return nil, &SyntaxError{YAML, positionAt(r.text, start), fmt.Sprintf("nested deeper than %d", maxDepth)}
	}
	s := &yamlNode{y: y, colon: -1, flow: flow}
	content := skipProperties(r.text, start)
	s.props = content > start
	n := &node{start: content, end: content, style: s}
	switch y.Kind {
	case yaml.AliasNode:
		n.kind = aliasKind
		n.end = wordEnd(r.text, content)
	case yaml.ScalarNode:
		if y.ShortTag() == "!!null" {
			n.kind = nullKind
		}
		if y.Value == "" && y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			n.start, n.end = start, start
			if s.props {
				n.end = propertiesEnd(r.text, start)
				n.start = n.end
			}
			break
		}
		n.end = scalarEnd(r.text, content, y, indent)
	case yaml.MappingNode, yaml.SequenceNode:
		n.kind = objectKind
		if y.Kind == yaml.SequenceNode {
			n.kind = listKind
		}
		if y.Style&yaml.FlowStyle != 0 {
			s.flow = true
			return n, r.flow(n, y)
		}
		if y.Kind == yaml.SequenceNode {
			return n, r.sequence(n, y)
		}
		return n, r.mapping(n, y)
	}
	return n, nil
}

// mapping reads the members of a block mapping.
func (r *yamlReader) mapping(n *node, y *yaml.Node) error {
	s := styleOf(n)
	for i := 0; i+1 < len(y.Content); i += 2 {
		k, err := r.build(y.Content[i], -1, false)
		if err != nil {
			return err
		}
		start := r.offset(y.Content[i].Line, y.Content[i].Column)
		if i == 0 {
			n.start, s.col = start, y.Content[i].Column-1
		}
		colon := skipBlanks(r.text, k.end, len(r.text))
		if y.Content[i].Kind != yaml.ScalarNode || colon >= len(r.text) || r.text[colon] != ':' {
			s.odd = "it has a key that is written in the long form, or is no plain text"
			colon = k.end - 1
		}
		v, err := r.build(y.Content[i+1], s.col, false)
		if err != nil {
			return err
		}
		styleOf(v).colon = colon + 1
		if v.start == v.end && !styleOf(v).props {
			v.start, v.end = colon+1, colon+1
		}
		n.entries = append(n.entries, entry{key: y.Content[i].Value, start: start, end: v.end, colon: colon, comma: -1, val: v})
		n.end = v.end
	}
	return nil
}

// sequence reads the elements of a block sequence.
func (r *yamlReader) sequence(n *node, y *yaml.Node) error {
	s := styleOf(n)
	from := n.start
	for i, c := range y.Content {
		dash := nextDash(r.text, from)
		if dash < 0 {
			s.odd = "its dashes were not found"
			dash = from
		}
		if i == 0 {
			n.start = dash
			s.col = utf8.RuneCount(r.text[max(lineStart(r.text, dash), min(textStart(r.text), dash)):dash])
		}
		v, err := r.build(c, s.col, false)
		if err != nil {
			return err
		}
		if v.start == v.end && !styleOf(v).props {
			v.start, v.end = dash+1, dash+1
		}
		n.entries = append(n.entries, entry{start: dash, end: v.end, comma: -1, val: v})
		n.end, from = v.end, v.end
	}
	return nil
}

// flow reads what stands between brackets.
func (r *yamlReader) flow(n *node, y *yaml.Node) error {
	s := styleOf(n)
	if n.start >= len(r.text) || r.text[n.start] != '{' && r.text[n.start] != '[' {
		s.odd = "it is a pair without brackets inside a list"
	}
	step := 1
	if n.kind == objectKind {
		step = 2
	}
	at := n.start + 1
	for i := 0; i+step <= len(y.Content); i += step {
		first, err := r.build(y.Content[i], -1, true)
		if err != nil {
			return err
		}
		e := entry{start: r.offset(y.Content[i].Line, y.Content[i].Column), end: first.end, comma: -1, val: first}
		if step == 2 {
			e.key = y.Content[i].Value
			if e.val, err = r.build(y.Content[i+1], -1, true); err != nil {
				return err
			}
			e.end = max(e.val.end, first.end)
			if y.Content[i].Kind != yaml.ScalarNode || e.start < at {
				s.odd = "it has a key that is no plain text"
			}
		}
		at = yamlSpace(r.text, e.end)
		if at < len(r.text) && r.text[at] == ':' && e.val.start == e.val.end {
			e.end = at + 1
			at = yamlSpace(r.text, e.end)
		}
		if at < len(r.text) && r.text[at] == ',' {
			e.comma = at
			at++
		}
		n.entries = append(n.entries, e)
	}
	n.end = min(yamlSpace(r.text, at)+1, len(r.text))
	if s.odd != "" {
		n.end = n.start
		if len(n.entries) > 0 {
			n.end = n.entries[len(n.entries)-1].end
		}
		return nil
	}
	if c := r.text[n.end-1]; c != '}' && c != ']' {
		s.odd = "its end was not found"
	}
	return nil
}

func (d *yamlDoc) value(n *node) any {
	if v, ok := n.container(d.value); ok {
		return v
	}
	switch n.kind {
	case nullKind:
		return nil
	case aliasKind:
		return Literal("*" + styleOf(n).y.Value)
	}
	return yamlScalar(styleOf(n).y)
}

func yamlScalar(y *yaml.Node) any {
	if y.ShortTag() == "!!str" {
		return y.Value
	}
	var v any
	if err := y.Decode(&v); err != nil {
		return Literal(y.Value)
	}
	switch v := v.(type) {
	case bool, int64, float64, string, nil:
		return v
	case int:
		return int64(v)
	case uint64:
		if v <= math.MaxInt64 {
			return int64(v)
		}
	}
	return Literal(y.Value)
}
