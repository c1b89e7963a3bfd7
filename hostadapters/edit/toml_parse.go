package edit

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlDoc is a text of TOML. Its tables are gathered from wherever the text
// defines them: under headers, by dotted keys, inline.
type tomlDoc struct {
	text []byte
	top  *node
	end  int // of the last expression's line
}

// tomlForm is how a table or an array came to be.
type tomlForm uint8

const (
	tomlImplicit tomlForm = iota // only as the parent of another header
	tomlBody                     // the root, or under a header of its own
	tomlDotted                   // by dotted keys
	tomlInline                   // between brackets
	tomlTables                   // an array of [[tables]]
)

// tomlTable is the style of a node that is a table or an array.
type tomlTable struct {
	form   tomlForm
	pieces []tomlPiece // what is to go when the node goes, in the order of the text
	body   int         // tomlBody: the end of the last line of its own
	empty  bool        // tomlBody: no line of its own but the header
	prefix string      // tomlDotted: the key that leads to it, as it is written
	// index finds the entries of a table that has many.
	index map[string]int
}

// put adds a member to a table.
func (t *tomlTable) put(n *node, e entry) {
	n.entries = append(n.entries, e)
	switch {
	case t.index != nil:
		t.index[e.key] = len(n.entries) - 1
	case len(n.entries) > 16:
		t.index = make(map[string]int, 64)
		for i := range n.entries {
			t.index[n.entries[i].key] = i
		}
	}
}

// child is the member called key, or nil.
func (t *tomlTable) child(n *node, key string) *node {
	if t.index != nil {
		if i, ok := t.index[key]; ok {
			return n.entries[i].val
		}
		return nil
	}
	for i := range n.entries {
		if n.entries[i].key == key {
			return n.entries[i].val
		}
	}
	return nil
}

// tomlPiece is a section, or one key and value, that defines a part of a node.
type tomlPiece struct {
	start, end int
	section    bool
}

// tomlReader builds the tree.
type tomlReader struct {
	doc     *tomlDoc
	parser  unstable.Parser
	current *node   // the table that keys go to
	chain   []*node // the nodes that lead to it, whose last piece is the section
	depth   int
}

func parseTOML(text []byte) (document, error) {
	d := &tomlDoc{text: text}
	start := textStart(text)
	// The parser below gives places and knows nothing of tables that are defined
	// twice; this one knows all, but no places.
	var all map[string]any
	if _, err := toml.Decode(string(text[start:]), &all); err != nil {
		return nil, d.syntaxError(err, start)
	}
	r := &tomlReader{doc: d}
	// The parser sees the whole text, so that its offsets are ours; a byte order
	// mark becomes spaces for it.
	seen := text
	if start > 0 {
		seen = slices.Clone(text)
		copy(seen, "   ")
	}
	r.parser.Reset(seen)
	d.top = &node{kind: objectKind, start: start, end: start, style: &tomlTable{form: tomlBody, body: start, empty: true}}
	d.end = start
	r.current = d.top
	for r.parser.NextExpression() {
		if err := r.expression(r.parser.Expression()); err != nil {
			return nil, err
		}
	}
	if err := r.parser.Error(); err != nil {
		return nil, d.syntaxError(err, 0)
	}
	r.closeSection(len(text))
	return d, nil
}

func (d *tomlDoc) syntaxError(err error, shift int) error {
	var at toml.ParseError
	if errors.As(err, &at) {
		msg := at.Message
		if msg == "" {
			msg = strings.TrimPrefix(at.Error(), "toml: ")
		}
		return &SyntaxError{TOML, positionAt(d.text, shift+at.Position.Start), inOurStyle(msg)}
	}
	var p *unstable.ParserError
	if errors.As(err, &p) {
		return &SyntaxError{TOML, Position{1, 1}, p.Message}
	}
	return &SyntaxError{TOML, positionAt(d.text, shift), strings.TrimPrefix(err.Error(), "toml: ")}
}

// inOurStyle begins a sentence of the library's small and ends it without a stop.
func inOurStyle(msg string) string {
	msg = strings.TrimSuffix(msg, ".")
	if len(msg) > 1 && msg[1] >= 'a' && msg[1] <= 'z' {
		msg = strings.ToLower(msg[:1]) + msg[1:]
	}
	return msg
}

func (d *tomlDoc) root() *node {
	if len(d.top.entries) == 0 {
		return nil
	}
	return d.top
}

func tableOf(n *node) *tomlTable {
	t, _ := n.style.(*tomlTable)
	return t
}

func (r *tomlReader) expression(x *unstable.Node) error {
	switch x.Kind {
	case unstable.KeyValue:
		return r.keyValue(x)
	case unstable.Table, unstable.ArrayTable:
		return r.header(x)
	}
	return nil
}

func keysOf(it unstable.Iterator) (keys []*unstable.Node) {
	for it.Next() {
		keys = append(keys, it.Node())
	}
	return keys
}

// header begins a section. The text is known to be valid.
func (r *tomlReader) header(x *unstable.Node) error {
	keys := keysOf(x.Key())
	first := int(keys[0].Raw.Offset)
	start := lineStart(r.doc.text, first)
	bracket := start + strings.IndexByte(string(r.doc.text[start:first]), '[')
	r.closeSection(start)
	r.chain = r.chain[:0]
	if len(keys) > maxDepth {
		return &SyntaxError{TOML, positionAt(r.doc.text, first), "nested deeper than " + strconv.Itoa(maxDepth)}
	}
	at := r.doc.top
	piece := tomlPiece{bracket, bracket, true}
	for i, k := range keys {
		last := i == len(keys)-1
		at = r.descend(at, string(k.Data), bracket, last && x.Kind == unstable.ArrayTable)
		r.chain = append(r.chain, at)
		if t := tableOf(at); t != nil && t.form == tomlTables {
			if last && x.Kind == unstable.ArrayTable {
				element := &node{kind: objectKind, start: bracket, end: bracket, style: &tomlTable{}}
				at.entries = append(at.entries, entry{start: bracket, end: bracket, comma: -1, val: element})
			}
			at = at.entries[len(at.entries)-1].val
			r.chain = append(r.chain, at)
		}
	}
	for _, n := range r.chain {
		t := tableOf(n)
		t.pieces = append(t.pieces, piece)
	}
	t := tableOf(at)
	t.form, t.empty = tomlBody, true
	t.body = lineEnd(r.doc.text, first)
	at.start, at.end = bracket, bracket
	r.current, r.doc.end = at, t.body
	return nil
}

// descend goes to a child by name, which it makes if need be.
func (r *tomlReader) descend(at *node, key string, start int, tables bool) *node {
	if n := tableOf(at).child(at, key); n != nil {
		return n
	}
	n := &node{kind: objectKind, start: start, end: start, style: &tomlTable{}}
	if tables {
		n.kind, n.style = listKind, &tomlTable{form: tomlTables}
	}
	tableOf(at).put(at, entry{key: key, start: start, end: start, comma: -1, val: n})
	return n
}

// closeSection says where the section ends that was begun last: behind its last
// line and the comment lines that follow at once, unless these lead to the
// header at next.
func (r *tomlReader) closeSection(next int) {
	if len(r.chain) == 0 {
		return
	}
	text, end := r.doc.text, r.doc.end
	for at := nextLine(text, end); at < next && at > end; at = nextLine(text, at) {
		i := skipBlanks(text, at, len(text))
		if i >= len(text) || text[i] != '#' {
			break
		}
		if following := nextLine(text, at); following == next && next < len(text) {
			end = r.doc.end
			break
		}
		end = lineEnd(text, at)
	}
	for _, n := range r.chain {
		t := tableOf(n)
		t.pieces[len(t.pieces)-1].end = end
	}
}

func (r *tomlReader) keyValue(x *unstable.Node) error {
	keys := keysOf(x.Key())
	text := r.doc.text
	start, end := int(x.Raw.Offset), int(x.Raw.Offset+x.Raw.Length)
	if len(keys) > maxDepth {
		return &SyntaxError{TOML, positionAt(text, start), "nested deeper than " + strconv.Itoa(maxDepth)}
	}
	if _, err := r.member(r.current, keys, x, start, end); err != nil {
		return err
	}
	t := tableOf(r.current)
	t.body, t.empty = lineEnd(text, end), false
	r.doc.end = t.body
	return nil
}

// member puts a key and its value into a table, through the tables of a dotted
// key.
func (r *tomlReader) member(at *node, keys []*unstable.Node, x *unstable.Node, start, end int) (*node, error) {
	piece := tomlPiece{start, end, false}
	for i, k := range keys[:len(keys)-1] {
		at = r.descend(at, string(k.Data), start, false)
		t := tableOf(at)
		if t.form != tomlBody {
			t.form = tomlDotted
			last := keys[i].Raw
			t.prefix = string(r.doc.text[start : last.Offset+last.Length])
		}
		t.pieces = append(t.pieces, piece)
	}
	last := keys[len(keys)-1]
	value := skipBlanks(r.doc.text, int(last.Raw.Offset+last.Raw.Length), end)
	value = skipBlanks(r.doc.text, value+1, end)
	v, err := r.value(x.Value(), value)
	if err != nil {
		return nil, err
	}
	tableOf(at).put(at, entry{key: string(last.Data), start: start, end: v.end, comma: -1, val: v})
	return v, nil
}

// value builds a node of a value that begins at start.
func (r *tomlReader) value(x *unstable.Node, start int) (*node, error) {
	switch x.Kind {
	case unstable.Array, unstable.InlineTable:
		r.depth++
		defer func() { r.depth-- }()
		if r.depth > maxDepth {
			return nil, &SyntaxError{TOML, positionAt(r.doc.text, start), "nested deeper than " + strconv.Itoa(maxDepth)}
		}
		return r.container(x, start)
	case unstable.String:
		return &node{kind: scalarKind, start: start, end: start + int(x.Raw.Length), style: string(x.Data)}, nil
	}
	return &node{kind: scalarKind, start: start, end: start + int(x.Raw.Length), style: x.Kind}, nil
}

func (r *tomlReader) container(x *unstable.Node, start int) (*node, error) {
	text := r.doc.text
	n := &node{kind: objectKind, start: start, style: &tomlTable{form: tomlInline}}
	if x.Kind == unstable.Array {
		n.kind = listKind
	}
	at := start + 1
	// Commas follow keys, not entries: a.b and a.c are one entry of two keys.
	for it := x.Children(); it.Next(); {
		c := it.Node()
		if c.Kind == unstable.Comment {
			continue
		}
		at = tomlSpace(text, at)
		var v *node
		var err error
		if x.Kind == unstable.Array {
			v, err = r.value(c, at)
			if err == nil {
				n.entries = append(n.entries, entry{start: at, end: v.end, comma: -1, val: v})
			}
		} else {
			v, err = r.member(n, keysOf(c.Key()), c, at, at+int(c.Raw.Length))
		}
		if err != nil {
			return nil, err
		}
		at = tomlSpace(text, v.end)
		if at < len(text) && text[at] == ',' {
			if len(n.entries) > 0 {
				n.entries[len(n.entries)-1].comma = at
			}
			at++
		}
	}
	n.end = tomlSpace(text, at) + 1
	return n, nil
}

// tomlComment is the offset after the comment at at, or -1.
func tomlComment(text []byte, at int) int {
	if text[at] == '#' {
		return lineEnd(text, at)
	}
	return -1
}

// tomlSpace passes white space, line endings and comments.
func tomlSpace(text []byte, at int) int {
	for at = skipSpace(text, at); at < len(text) && text[at] == '#'; {
		at = skipSpace(text, lineEnd(text, at))
	}
	return at
}

func (d *tomlDoc) value(n *node) any {
	if v, ok := n.container(d.value); ok {
		return v
	}
	raw := string(d.text[n.start:n.end])
	switch k := n.style.(type) {
	case string:
		return k
	case unstable.Kind:
		return tomlScalar(k, raw)
	}
	return Literal(raw)
}

func tomlScalar(k unstable.Kind, raw string) any {
	plain := strings.ReplaceAll(raw, "_", "")
	switch k {
	case unstable.Bool:
		return raw == "true"
	case unstable.Integer:
		digits := strings.TrimPrefix(plain, "+")
		base := 10
		if strings.HasPrefix(digits, "0") && len(digits) > 1 {
			base = 0
		}
		if i, ok := new(big.Int).SetString(digits, base); ok && i.IsInt64() {
			return i.Int64()
		}
	case unstable.Float:
		switch strings.TrimPrefix(plain, "+") {
		case "nan", "-nan":
			return math.NaN()
		}
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return f
		}
	}
	return Literal(raw)
}
