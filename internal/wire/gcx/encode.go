// Package gcx writes answers as GCX1, tables whose column names are said once,
// and reads them again.
//
// A payload is a sequence of sections. A section is a header and its rows:
//
//	GCX1 tool=get_callers total=2 fields=target
//	{"id":"a.go::f","kind":"function"}
//	GCX1 tool=get_callers.callers rows=2 fields=id,line,tier
//	a.go::g	12	compiler_resolved
//	a.go::h	30
//
// A header has words with one space between; the pairs besides tool and fields
// are in the order of their names. Cells are separated by a tab. In cells \\ \t
// and \n are a backslash, a tab and a line feed; in the words of a header a
// backslash also stands before a space, and before a comma in a field name. Any
// other character after a backslash is itself. Empty lines and lines that begin
// with # say nothing, and a carriage return at the end of a line does not count.
//
// A cell is empty where its row has no such member; cells missing at the end of
// a row are empty. A cell that reads as JSON is that JSON: a number, true, false,
// null, a list, an object, or a string that could not stand by itself, such as
// "" or "42". Every other cell is a string as it stands.
//
// The first section is of the answer itself: its short scalars are pairs of the
// header, the rest its one row. Each list of objects is a section of its own,
// called <tool>.<member>, with the number of its rows.
package gcx

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/wire"
)

// mark begins every header.
const mark = "GCX1"

// longestPair is how many bytes a string may have to stand in a header.
const longestPair = 256

// Encode writes an answer of a tool, without a line feed at its end. What is no
// object is written as the member value of one.
func Encode(tool string, answer wire.Value) []byte {
	if answer.Kind != wire.Object {
		answer = wire.Value{Kind: wire.Object, Members: []wire.Member{{Name: "value", Value: answer}}}
	}
	var pairs, cells, lists []wire.Member
	for _, m := range answer.Members {
		switch {
		case m.Value.Rows():
			lists = append(lists, m)
		case short(m):
			pairs = append(pairs, m)
		default:
			cells = append(cells, m)
		}
	}
	slices.SortStableFunc(pairs, func(a, b wire.Member) int { return strings.Compare(a.Name, b.Name) })
	var columns []string
	for _, m := range cells {
		columns = append(columns, m.Name)
	}
	to := appendHeader(nil, tool, pairs, columns)
	if len(cells) > 0 {
		to = appendRow(to, columns, wire.Value{Members: cells})
	}
	for _, m := range lists {
		rows := wire.Member{Name: "rows", Value: wire.Value{Kind: wire.Number, Text: strconv.Itoa(len(m.Value.Items))}}
		columns := m.Value.Columns()
		to = appendHeader(append(to, '\n'), tool+"."+name(m.Name), []wire.Member{rows}, columns)
		for _, row := range m.Value.Items {
			to = appendRow(to, columns, row)
		}
	}
	return to
}

// short reports whether a member can stand in the header.
func short(m wire.Member) bool {
	if m.Name == "tool" || m.Name == "fields" || !plain(m.Name) {
		return false
	}
	return m.Value.Simple() && len(m.Value.Text) <= longestPair && !strings.ContainsAny(m.Value.Text, " \t\n\r")
}

func appendHeader(to []byte, tool string, pairs []wire.Member, columns []string) []byte {
	to = append(append(to, mark+" tool="...), escape(tool, " ")...)
	for _, p := range pairs {
		to = append(append(to, ' '), p.Name...)
		to = append(append(to, '='), escape(string(appendCell(nil, p.Value)), " ")...)
	}
	to = append(to, " fields="...)
	for i, c := range columns {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, escape(name(c), " ,")...)
	}
	return to
}

// appendRow writes a row after a line feed, without the empty cells at its end.
func appendRow(to []byte, columns []string, row wire.Value) []byte {
	to = append(to, '\n')
	end := len(to)
	for i, c := range columns {
		if i > 0 {
			to = append(to, '\t')
		}
		v, there := row.Get(c)
		if !there {
			continue
		}
		cell := string(appendCell(nil, v))
		if i == 0 && (cell[0] == '#' || strings.HasPrefix(cell, mark)) {
			cell = string(wire.AppendQuoted(nil, v.Text)) // it is no comment, nor a header
		}
		to = append(to, escape(cell, "")...)
		end = len(to)
	}
	return to[:end]
}

// appendCell writes a value so that it can be told from every other one, before
// the escapes.
func appendCell(to []byte, v wire.Value) []byte {
	if v.Kind == wire.String && bare(v.Text) {
		return append(to, v.Text...)
	}
	return v.AppendJSON(to)
}

// bare reports whether a string may stand without quotes: it is not blank, has
// no control characters but those with an escape, and does not read as JSON.
func bare(s string) bool {
	if strings.TrimSpace(s) == "" || !utf8.ValidString(s) {
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' }) {
		return false
	}
	return !looksLikeJSON(s) || !json.Valid([]byte(s))
}

// looksLikeJSON spares most strings the look at all of them.
func looksLikeJSON(s string) bool { return strings.ContainsRune(" \n\t\"{[-0123456789tfn", rune(s[0])) }

// name is a name as it stands in a header: as it is, or in quotes.
func name(s string) string {
	if plain(s) {
		return s
	}
	return string(wire.AppendQuoted(nil, s))
}

// plain reports whether a name needs neither quotes nor escapes.
func plain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("_-./:$@", c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// escape puts a backslash before what would otherwise end a cell or a word.
func escape(s, more string) string {
	if !strings.ContainsAny(s, "\\\t\n"+more) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\\' || strings.IndexByte(more, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
