// Package toon writes answers in Token-Oriented Object Notation, version 3.3 of
// its public specification (https://github.com/toon-format/spec), and reads them
// again.
//
// It writes with an indentation of two spaces, commas, and no key folding. Where
// version 4 reads what version 3 may leave bare in another way, it writes quotes:
// around strings that begin with # or look like +1. So a decoder of either
// version reads the same.
package toon

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// indent is the space before a line, for each object or list it is in.
const indent = "  "

// Encode writes a value, without a line feed at its end. An empty object is an
// empty document.
func Encode(v wire.Value) []byte {
	e := encoder{}
	switch v.Kind {
	case wire.Object:
		e.members(v.Members, 0)
	case wire.List:
		e.list("", v, 0)
	default:
		e.text = appendPrimitive(e.text, v)
	}
	return e.text
}

type encoder struct{ text []byte }

// line begins a line at a depth.
func (e *encoder) line(depth int) {
	if len(e.text) > 0 {
		e.text = append(e.text, '\n')
	}
	for range depth {
		e.text = append(e.text, indent...)
	}
}

func (e *encoder) members(list []wire.Member, depth int) {
	for _, m := range list {
		e.line(depth)
		e.member(m, depth)
	}
}

// member writes a member whose line has begun; depth is that of the line's key.
func (e *encoder) member(m wire.Member, depth int) {
	name := key(m.Name)
	switch m.Value.Kind {
	case wire.Object:
		e.text = append(append(e.text, name...), ':')
		e.members(m.Value.Members, depth+1)
	case wire.List:
		e.list(name, m.Value, depth)
	default:
		e.text = append(append(e.text, name...), ": "...)
		e.text = appendPrimitive(e.text, m.Value)
	}
}

// list writes a list whose line has begun, of a member or the document itself:
// empty, of primitives on the line, as a table, or item by item.
func (e *encoder) list(name string, v wire.Value, depth int) {
	if len(v.Items) == 0 {
		if name != "" {
			name += ": "
		}
		e.text = append(append(e.text, name...), "[]"...)
		return
	}
	e.text = append(e.text, name...)
	if columns := table(v); columns != nil {
		e.length(v)
		e.text = append(e.text, '{')
		for i, c := range columns {
			if i > 0 {
				e.text = append(e.text, ',')
			}
			e.text = append(e.text, key(c)...)
		}
		e.text = append(e.text, "}:"...)
		for _, row := range v.Items {
			e.line(depth + 1)
			for i, c := range columns {
				if i > 0 {
					e.text = append(e.text, ',')
				}
				cell, _ := row.Get(c)
				e.text = appendPrimitive(e.text, cell)
			}
		}
		return
	}
	e.bareList(v, depth)
}

// bareList writes a list that cannot be a table, from its length on.
func (e *encoder) bareList(v wire.Value, depth int) {
	e.length(v)
	e.text = append(e.text, ':')
	if primitives(v) {
		for i, item := range v.Items {
			e.text = append(e.text, " ,"[min(i, 1)])
			e.text = appendPrimitive(e.text, item)
		}
		return
	}
	for _, item := range v.Items {
		e.line(depth + 1)
		e.item(item, depth+1)
	}
}

// item writes one item of a list. The first member of an object stands beside
// the hyphen, one deeper than that, as the others do.
func (e *encoder) item(v wire.Value, depth int) {
	e.text = append(e.text, '-')
	if v.Kind == wire.Object && len(v.Members) == 0 {
		return
	}
	e.text = append(e.text, ' ')
	switch v.Kind {
	case wire.Object:
		e.member(v.Members[0], depth+1)
		e.members(v.Members[1:], depth+1)
	case wire.List:
		e.bareList(v, depth)
	default:
		e.text = appendPrimitive(e.text, v)
	}
}

func (e *encoder) length(v wire.Value) {
	e.text = append(e.text, '[')
	e.text = strconv.AppendInt(e.text, int64(len(v.Items)), 10)
	e.text = append(e.text, ']')
}

// table gives the columns of a list of objects that have the same members, all
// without parts, else nil.
func table(v wire.Value) (columns []string) {
	if !v.Rows() {
		return nil
	}
	for _, m := range v.Items[0].Members {
		columns = append(columns, m.Name)
	}
	for _, row := range v.Items {
		if len(row.Members) != len(columns) {
			return nil
		}
		for _, c := range columns {
			if cell, there := row.Get(c); !there || !cell.Simple() {
				return nil
			}
		}
	}
	return columns
}

func primitives(v wire.Value) bool {
	for _, item := range v.Items {
		if !item.Simple() {
			return false
		}
	}
	return true
}

func appendPrimitive(to []byte, v wire.Value) []byte {
	switch v.Kind {
	case wire.String:
		if quoted(v.Text) {
			return wire.AppendQuoted(to, v.Text)
		}
		return append(to, v.Text...)
	case wire.Number:
		return append(to, number(v.Text)...)
	}
	return v.AppendJSON(to)
}

// numberLike is what some decoder takes for a number, bare.
var numberLike = regexp.MustCompile(`^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$`)

// quoted reports whether a string needs quotes.
func quoted(s string) bool {
	switch {
	case s == "", s == "true", s == "false", s == "null":
		return true
	case s[0] == '-' || s[0] == '#' || strings.HasPrefix(s, "\ufeff") || strings.TrimSpace(s) != s:
		return true
	case s[0] == '+' || s[0] >= '0' && s[0] <= '9':
		if numberLike.MatchString(s) {
			return true
		}
	}
	for i := range len(s) {
		switch s[i] {
		case ':', '"', '\\', '[', ']', '{', '}', ',':
			return true
		default:
			if s[i] < ' ' {
				return true
			}
		}
	}
	return false
}

// key is a name as it stands before a colon.
func key(s string) string {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		case i > 0 && (c == '.' || c >= '0' && c <= '9'):
		default:
			return string(wire.AppendQuoted(nil, s))
		}
	}
	if s == "" {
		return `""`
	}
	return s
}

// longestNumber is how many digits a number may have to be written without an
// exponent.
const longestNumber = 21

// number is a number in the notation's own form: no exponent between 1e-6 and
// 1e21, no zeros that say nothing. The digits are those of the number, however
// many they are.
func number(s string) string {
	sign, rest := "", s
	if strings.HasPrefix(s, "-") {
		sign, rest = "-", s[1:]
	}
	mantissa, exponent := rest, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		n, ok := new(big.Int).SetString(strings.TrimPrefix(rest[i+1:], "+"), 10)
		if !ok {
			return s
		}
		mantissa = rest[:i]
		if !n.IsInt64() || n.Int64() > 1<<30 || n.Int64() < -1<<30 {
			return s // no number anybody counts with
		}
		exponent = int(n.Int64())
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	point := len(whole) + exponent // how many digits stand before the point
	trimmed := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(trimmed)
	digits = strings.TrimRight(trimmed, "0")
	switch {
	case digits == "":
		return "0"
	case point > longestNumber || point < -5:
		text := digits[:1]
		if len(digits) > 1 {
			text += "." + digits[1:]
		}
		if point > 0 {
			text += "e+" + strconv.Itoa(point-1)
		} else {
			text += "e" + strconv.Itoa(point-1)
		}
		return sign + text
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	}
	return sign + digits[:point] + "." + digits[point:]
}
