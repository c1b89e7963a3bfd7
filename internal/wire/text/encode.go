// Package text writes answers as plain text for people and for models that are
// asked to read rather than to parse: names before values, lists of objects as
// aligned tables, and texts of several lines as they are.
package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/wire"
)

// widest is how many characters a cell may have for its column to be padded to
// it: one long cell does not push the next column out of sight.
const widest = 40

// Encode writes an answer, without a line feed at its end. Texts of several
// lines come after all else, each under a line with its path and the number of
// its lines, so that they end where they say and nothing in them is taken for a
// part of the answer.
func Encode(v wire.Value) []byte {
	w := &writer{}
	switch {
	case v.Kind == wire.Object:
		w.members(v.Members, "", "")
	case v.Rows():
		w.rows(v, "", "")
	default:
		w.line("", cell(v))
	}
	for _, l := range w.texts {
		body := strings.TrimSuffix(l.text, "\n")
		fmt.Fprintf(&w.out, "\n%s, %d lines:\n%s\n", l.path, strings.Count(body, "\n")+1, body)
	}
	return []byte(strings.TrimSuffix(w.out.String(), "\n"))
}

type writer struct {
	out   strings.Builder
	texts []long
}

// long is a text of several lines and where it stands.
type long struct{ path, text string }

func (w *writer) line(indent, text string) { w.out.WriteString(indent + text + "\n") }

func (w *writer) members(list []wire.Member, indent, path string) {
	for _, m := range list {
		w.member(m, indent, path+cell(wire.Str(m.Name)))
	}
}

func (w *writer) member(m wire.Member, indent, path string) {
	name := indent + cell(wire.Str(m.Name)) + ":"
	v, inner := m.Value, indent+"  "
	switch {
	case w.isLong(v, path):
	case v.Kind == wire.Object && len(v.Members) > 0:
		w.line("", name)
		w.members(v.Members, inner, path+".")
	case v.Rows():
		w.line("", name)
		w.rows(v, inner, path)
	case v.Kind == wire.List && len(v.Items) > 0 && !numbers(v):
		w.line("", name)
		for i, item := range v.Items {
			if !w.isLong(item, fmt.Sprintf("%s[%d]", path, i)) {
				w.line(inner, cell(item))
			}
		}
	default:
		w.line("", name+" "+cell(v))
	}
}

// isLong keeps a text of several lines for the end.
func (w *writer) isLong(v wire.Value, path string) bool {
	if v.Kind != wire.String || !strings.Contains(v.Text, "\n") {
		return false
	}
	w.texts = append(w.texts, long{path, v.Text})
	return true
}

// rows writes a list of objects as a table. What a row does not have is a
// hyphen.
func (w *writer) rows(v wire.Value, indent, path string) {
	columns := v.Columns()
	table := [][]string{make([]string, len(columns))}
	used := make([]bool, len(columns)) // a column of nothing but long texts is left out
	for i, row := range v.Items {
		cells := make([]string, len(columns))
		for j, c := range columns {
			m, there := row.Get(c)
			switch {
			case there && w.isLong(m, fmt.Sprintf("%s[%d].%s", path, i, cell(wire.Str(c)))):
				cells[j] = "below"
			case there:
				cells[j], used[j] = cell(m), true
			default:
				cells[j] = "-"
			}
		}
		table = append(table, cells)
	}
	for j, c := range columns {
		table[0][j] = cell(wire.Str(c))
	}
	w.table(table, used, indent)
}

func (w *writer) table(table [][]string, used []bool, indent string) {
	widths := make([]int, len(used))
	last := -1
	for j := range used {
		if !used[j] {
			continue
		}
		last = j
		for _, cells := range table {
			if n := utf8.RuneCountInString(cells[j]); n <= widest {
				widths[j] = max(widths[j], n)
			}
		}
	}
	for _, cells := range table {
		w.out.WriteString(indent)
		for j, text := range cells {
			if !used[j] {
				continue
			}
			w.out.WriteString(text)
			if j != last {
				pad := max(0, widths[j]-utf8.RuneCountInString(text))
				w.out.WriteString(strings.Repeat(" ", pad+2))
			}
		}
		w.out.WriteByte('\n')
	}
}

// numbers reports whether a list has nothing but numbers, true and false, which
// are best read beside each other.
func numbers(v wire.Value) bool {
	for _, item := range v.Items {
		if item.Kind != wire.Number && item.Kind != wire.Bool {
			return false
		}
	}
	return true
}

// cell is a value on one line: a string without quotes, unless it is empty, and
// with escapes for control characters; what has parts as JSON.
func cell(v wire.Value) string {
	if v.Kind != wire.String {
		return string(v.AppendJSON(nil))
	}
	if v.Text == "" {
		return `""`
	}
	if !strings.ContainsFunc(v.Text, control) {
		return v.Text
	}
	var b strings.Builder
	for _, r := range v.Text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case control(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func control(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }
