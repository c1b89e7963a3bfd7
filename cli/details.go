package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// mostDetails is how many elements of one list of an error a person is shown.
const mostDetails = 10

// details are the data of an error as a person reads them: a line a fact, and a
// line for each of several candidates. What the message says already is left
// out.
func details(e *op.Error) string {
	text, err := encode(e.Data)
	var fields members
	if err != nil || string(text) == "null" || json.Unmarshal(text, &fields) != nil {
		return ""
	}
	var b strings.Builder
	for _, f := range fields {
		switch first(f.value) {
		case '{':
		case '[':
			detailList(&b, f)
		default:
			if s := scalar(f.value); s != "" && !strings.Contains(e.Message, s) {
				fmt.Fprintf(&b, "  %s: %s\n", words(f.name), s)
			}
		}
	}
	return b.String()
}

func detailList(b *strings.Builder, f member) {
	var items []json.RawMessage
	if json.Unmarshal(f.value, &items) != nil || len(items) == 0 || f.name == "errors" && len(items) == 1 {
		return
	}
	rows := objects(items[:min(len(items), mostDetails)])
	if rows == nil {
		list := make([]string, len(items))
		for i, item := range items {
			list[i] = scalar(item)
		}
		fmt.Fprintf(b, "  %s: %s\n", words(f.name), strings.Join(list, ", "))
		return
	}
	fmt.Fprintf(b, "  %s:\n", words(f.name))
	for _, row := range rows {
		var cells []string
		for _, cell := range row {
			text := scalar(cell.value)
			switch c := first(cell.value); {
			case c == '{' || c == '[' || c == 'f' || c == 'n' || len(cells) > 0 && strings.HasPrefix(cells[0], text):
				continue // a part, or no news: a path is in the id already
			case c == 't':
				text = words(cell.name)
			case c != '"':
				text = words(cell.name) + " " + text
			}
			cells = append(cells, text)
		}
		fmt.Fprintf(b, "    %s\n", strings.Join(cells, "  "))
	}
	if more := len(items) - len(rows); more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}
