package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
)

// maxRows is how many rows of one table are shown; --json has them all.
const maxRows = 40

// narrow is how many columns can still be read when their cells are broken to
// fit the terminal.
const narrow = 4

// render shows an answer to a person: scalars as lines, lists of objects as
// tables. It knows no answer in particular, so that an operation may grow a
// field without a word here.
func (a *App) render(payload json.RawMessage) error {
	var b strings.Builder
	renderValue(&b, "", tidy(payload), a.width())
	_, err := io.WriteString(a.Out, b.String())
	return err
}

func renderValue(b *strings.Builder, name string, value json.RawMessage, width int) {
	switch first(value) {
	case '{':
		renderObject(b, name, value, width)
	case '[':
		renderList(b, name, value, width)
	default:
		fmt.Fprintf(b, "%s\n", scalar(value))
	}
}

// renderObject writes the scalars of an object, then what has parts.
func renderObject(b *strings.Builder, name string, value json.RawMessage, width int) {
	var fields members
	if json.Unmarshal(value, &fields) != nil {
		return
	}
	if rows := keyed(fields); rows != nil {
		heading(b, name)
		fmt.Fprintln(b, grid(rows, width))
		return
	}
	heading(b, name)
	var widest int
	simple := func(f member) bool { return first(f.value) != '{' && first(f.value) != '[' }
	for _, f := range fields {
		if simple(f) {
			widest = max(widest, len(f.name))
		}
	}
	for _, f := range fields {
		if simple(f) {
			fmt.Fprintf(b, "%-*s  %s\n", widest, words(f.name), scalar(f.value))
		}
	}
	for _, f := range fields {
		if !simple(f) {
			renderValue(b, f.name, f.value, width)
		}
	}
}

func renderList(b *strings.Builder, name string, value json.RawMessage, width int) {
	var items []json.RawMessage
	if json.Unmarshal(value, &items) != nil || len(items) == 0 {
		return
	}
	heading(b, name)
	shown := items[:min(len(items), maxRows)]
	if rows := objects(shown); rows != nil {
		fmt.Fprintln(b, grid(rows, width))
	} else {
		for _, item := range shown {
			fmt.Fprintf(b, "%s\n", scalar(item))
		}
	}
	if more := len(items) - len(shown); more > 0 {
		fmt.Fprintf(b, "and %d more; --json lists them all\n", more)
	}
}

// objects decodes a list of nothing but objects, else it is nil.
func objects(items []json.RawMessage) (rows []members) {
	for _, item := range items {
		var row members
		if first(item) != '{' || json.Unmarshal(item, &row) != nil {
			return nil
		}
		rows = append(rows, row)
	}
	return rows
}

// keyed turns an object of nothing but objects, such as numbers by language,
// into rows that begin with the key; else it is nil. An answer as a whole has
// other things in it.
func keyed(fields members) (rows []members) {
	for _, f := range fields {
		var row members
		if first(f.value) != '{' || json.Unmarshal(f.value, &row) != nil {
			return nil
		}
		for _, cell := range row {
			if c := first(cell.value); c == '{' || c == '[' {
				return nil
			}
		}
		name, err := encode(f.name)
		if err != nil {
			return nil
		}
		rows = append(rows, append(members{{"", name}}, row...))
	}
	return rows
}

// grid is a table with a column for each field that any row has.
func grid(rows []members, width int) string {
	var columns, titles []string
	for _, row := range rows {
		for _, f := range row {
			if !slices.Contains(columns, f.name) {
				columns = append(columns, f.name)
				titles = append(titles, words(f.name))
			}
		}
	}
	cell := lipgloss.NewStyle().PaddingRight(2)
	t := table.New().Headers(titles...).Border(lipgloss.HiddenBorder()).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderColumn(false).BorderHeader(false).
		StyleFunc(func(int, int) lipgloss.Style { return cell })
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = scalar(row.get(c))
		}
		t.Row(cells...)
	}
	text := t.Render()
	if lipgloss.Width(text) > width {
		if len(columns) > narrow {
			return blocks(rows)
		}
		text = t.Width(width).Render()
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// blocks writes each row as lines of its own.
func blocks(rows []members) string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		widest := 0
		for _, f := range row {
			widest = max(widest, len(f.name))
		}
		for _, f := range row {
			fmt.Fprintf(&b, "%-*s  %s\n", widest, words(f.name), scalar(f.value))
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func heading(b *strings.Builder, name string) {
	if name == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%s\n", strings.ToUpper(words(name)))
}

func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// first is the first byte of a JSON value, 0 if there is none.
func first(value json.RawMessage) byte {
	if value = json.RawMessage(strings.TrimSpace(string(value))); len(value) > 0 {
		return value[0]
	}
	return 0
}

// scalar is a value as a person reads it: strings without quotes, but with
// control characters made harmless to the terminal.
func scalar(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = string(value)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '·'
		}
		return r
	}, s)
}
