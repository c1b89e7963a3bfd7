package toon

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// Decode reads a document strictly: lengths, widths of rows, indentation and
// escapes must be right. It reads what [Encode] writes, which is the notation
// with commas and an indentation of two spaces.
func Decode(text []byte) (wire.Value, error) {
	d := &decoder{}
	if len(text) == 0 {
		return wire.Value{Kind: wire.Object}, nil
	}
	for n, l := range strings.Split(string(text), "\n") {
		body := strings.TrimLeft(l, " ")
		spaces := len(l) - len(body)
		if spaces%len(indent) != 0 || body == "" || strings.HasSuffix(body, " ") {
			return wire.Value{}, fmt.Errorf("line %d: blank, or spaces out of place", n+1)
		}
		d.lines = append(d.lines, line{body, spaces / len(indent)})
	}
	v, err := d.document()
	if err == nil && d.at < len(d.lines) {
		err = errors.New("a line that belongs to nothing")
	}
	if err != nil {
		return wire.Value{}, fmt.Errorf("line %d: %w", min(d.at+1, len(d.lines)), err)
	}
	return v, nil
}

type line struct {
	text  string
	depth int
}

type decoder struct {
	lines []line
	at    int
}

// next is the line to be read, if it is at the depth.
func (d *decoder) next(depth int) (string, bool) {
	if d.at == len(d.lines) || d.lines[d.at].depth != depth {
		return "", false
	}
	return d.lines[d.at].text, true
}

func (d *decoder) document() (wire.Value, error) {
	first, _ := d.next(0)
	if first == "[]" && len(d.lines) == 1 {
		d.at++
		return wire.Value{Kind: wire.List}, nil
	}
	h, isList := readHeader(first)
	if isList && h.name == nil {
		d.at++
		return d.list(h, 1)
	}
	if _, _, err := splitKey(first); err != nil && !isList && len(d.lines) == 1 {
		d.at++
		return primitive(first)
	}
	return d.object(0)
}

// object reads members at a depth, from the line to be read on.
func (d *decoder) object(depth int) (v wire.Value, err error) {
	v.Kind = wire.Object
	for {
		text, ok := d.next(depth)
		if !ok {
			return v, nil
		}
		if text == "-" || strings.HasPrefix(text, "- ") {
			return v, errors.New("an item outside of a list")
		}
		m, err := d.member(text, depth)
		if err != nil {
			return v, err
		}
		if _, twice := v.Get(m.Name); twice {
			return v, fmt.Errorf("the key %q stands there twice", m.Name)
		}
		v.Members = append(v.Members, m)
	}
}

// member reads one member whose own line is text, and the lines below it.
func (d *decoder) member(text string, depth int) (m wire.Member, err error) {
	d.at++
	if h, ok := readHeader(text); ok {
		if h.name == nil {
			return m, errors.New("a list without a key")
		}
		m.Name = *h.name
		m.Value, err = d.list(h, depth+1)
		return m, err
	}
	name, rest, err := splitKey(text)
	if err != nil {
		return m, err
	}
	m.Name = name
	switch rest {
	case "":
		m.Value, err = d.object(depth + 1)
	case " []":
		m.Value = wire.Value{Kind: wire.List}
	default:
		value, ok := strings.CutPrefix(rest, " ")
		if !ok {
			return m, errors.New("no space after the colon")
		}
		m.Value, err = primitive(value)
	}
	return m, err
}

// header is what stands before the values of a list.
type header struct {
	name    *string
	length  int
	columns []string // nil: no table
	rest    string   // after the colon
}

var headerForm = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.]*|"(?:[^"\\]|\\.)*")?\[(0|[1-9]\d*)\](?:\{((?:[^"{}]|"(?:[^"\\]|\\.)*")*)\})?:`)

func readHeader(text string) (h header, ok bool) {
	found := headerForm.FindStringSubmatch(text)
	if found == nil {
		return h, false
	}
	var err error
	if h.length, err = strconv.Atoi(found[2]); err != nil {
		return h, false
	}
	if found[1] != "" {
		name, err := readKey(found[1])
		if err != nil {
			return h, false
		}
		h.name = &name
	}
	if found[3] != "" {
		for _, c := range cut(found[3]) {
			name, err := readKey(c)
			if err != nil {
				return h, false
			}
			h.columns = append(h.columns, name)
		}
	}
	h.rest = text[len(found[0]):]
	return h, true
}

// list reads the values of a list: after its header, or below it at a depth.
func (d *decoder) list(h header, depth int) (v wire.Value, err error) {
	v.Kind = wire.List
	switch {
	case h.rest != "" && h.columns == nil:
		values, ok := strings.CutPrefix(h.rest, " ")
		if !ok {
			return v, errors.New("no space after the colon of a list")
		}
		for _, text := range cut(values) {
			item, err := primitive(text)
			if err != nil {
				return v, err
			}
			v.Items = append(v.Items, item)
		}
	case h.rest != "":
		return v, errors.New("values beside the columns of a table")
	case h.columns != nil:
		err = d.rows(&v, h, depth)
	default:
		for len(v.Items) < h.length && err == nil {
			var item wire.Value
			item, err = d.item(depth)
			v.Items = append(v.Items, item)
		}
	}
	if err == nil && len(v.Items) != h.length {
		err = fmt.Errorf("%d items where %d are announced", len(v.Items), h.length)
	}
	return v, err
}

func (d *decoder) rows(v *wire.Value, h header, depth int) error {
	for len(v.Items) < h.length {
		text, ok := d.next(depth)
		if !ok {
			return nil
		}
		d.at++
		cells := cut(text)
		if len(cells) != len(h.columns) {
			return fmt.Errorf("%d cells for %d columns", len(cells), len(h.columns))
		}
		row := wire.Value{Kind: wire.Object}
		for i, cell := range cells {
			value, err := primitive(cell)
			if err != nil {
				return err
			}
			row.Members = append(row.Members, wire.Member{Name: h.columns[i], Value: value})
		}
		v.Items = append(v.Items, row)
	}
	return nil
}

func (d *decoder) item(depth int) (wire.Value, error) {
	text, ok := d.next(depth)
	if !ok {
		return wire.Value{}, errors.New("an item is missing")
	}
	if text == "-" {
		d.at++
		return wire.Value{Kind: wire.Object}, nil
	}
	text, ok = strings.CutPrefix(text, "- ")
	if !ok {
		return wire.Value{}, errors.New("an item without a hyphen")
	}
	h, isList := readHeader(text)
	_, _, err := splitKey(text)
	switch {
	case isList && h.name == nil:
		d.at++
		return d.list(h, depth+1)
	case !isList && err != nil:
		d.at++
		return primitive(text)
	}
	// An object: what stands beside the hyphen is its first member.
	d.lines[d.at] = line{text, depth + 1}
	return d.object(depth + 1)
}

// splitKey takes a key and its colon from the beginning of a line.
func splitKey(text string) (name, rest string, err error) {
	end := strings.IndexByte(text, ':')
	if strings.HasPrefix(text, `"`) {
		if end = closing(text); end > 0 && (end == len(text) || text[end] != ':') {
			end = -1
		}
	}
	if end <= 0 {
		return "", "", errors.New("no key with a colon")
	}
	name, err = readKey(text[:end])
	return name, text[end+1:], err
}

var bareKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)

func readKey(text string) (string, error) {
	if strings.HasPrefix(text, `"`) {
		v, err := primitive(text)
		return v.Text, err
	}
	if !bareKey.MatchString(text) {
		return "", fmt.Errorf("%q needs quotes", text)
	}
	return text, nil
}

// closing is the end of the quoted string that a text begins with, -1 if it has
// none.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// cut splits at commas that are not in quotes.
func cut(text string) (parts []string) {
	from, inside := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case inside && text[i] == '\\':
			i++
		case text[i] == '"':
			inside = !inside
		case text[i] == ',' && !inside:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

var numberForm = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$`)

func primitive(text string) (v wire.Value, err error) {
	switch {
	case text == "null":
		return wire.Value{}, nil
	case text == "true" || text == "false":
		return wire.Value{Kind: wire.Bool, Text: text}, nil
	case numberForm.MatchString(text):
		return wire.Value{Kind: wire.Number, Text: text}, nil
	case !strings.HasPrefix(text, `"`):
		if quoted(text) {
			return v, fmt.Errorf("%q needs quotes", text)
		}
		return wire.Str(text), nil
	}
	if closing(text) != len(text) {
		return v, fmt.Errorf("%s is more or less than a string in quotes", text)
	}
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			if i++; !strings.ContainsRune(`\"nrtu`, rune(text[i])) {
				return v, fmt.Errorf("%s has an escape that there is not", text)
			}
		}
	}
	var s string
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return v, fmt.Errorf("%s: %w", text, err)
	}
	return wire.Str(s), nil
}
