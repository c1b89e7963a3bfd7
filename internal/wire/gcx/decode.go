package gcx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// section is a header and its rows, still as text.
type section struct {
	tool  string
	pairs []wire.Member
	names []string
	rows  [][]string
}

// Decode reads what [Encode] writes, and whatever else has its grammar. A row
// with more cells than its header has fields is an error, and so is a section
// with another number of rows than it says.
func Decode(text []byte) (tool string, answer wire.Value, err error) {
	sections, err := split(string(text))
	if err != nil {
		return "", wire.Value{}, err
	}
	answer.Kind = wire.Object
	for i, s := range sections {
		if i == 0 {
			tool = s.tool
			answer.Members = s.pairs
			if len(s.rows) > 1 {
				return "", wire.Value{}, fmt.Errorf("%s has %d rows, want one", tool, len(s.rows))
			}
			for _, row := range s.rows {
				answer.Members = append(answer.Members, s.members(row)...)
			}
			continue
		}
		member, ok := strings.CutPrefix(s.tool, tool+".")
		if !ok {
			return "", wire.Value{}, fmt.Errorf("section %s does not belong to %s", s.tool, tool)
		}
		list := wire.Value{Kind: wire.List}
		for _, row := range s.rows {
			list.Items = append(list.Items, wire.Value{Kind: wire.Object, Members: s.members(row)})
		}
		for _, p := range s.pairs {
			if p.Name == "rows" && p.Value.Text != strconv.Itoa(len(s.rows)) {
				return "", wire.Value{}, fmt.Errorf("%s has %d rows and says %s", s.tool, len(s.rows), p.Value.Text)
			}
		}
		answer.Members = append(answer.Members, wire.Member{Name: readName(member), Value: list})
	}
	return tool, answer, nil
}

// members are the cells of a row with their names, without the empty ones.
func (s section) members(row []string) (list []wire.Member) {
	for i, cell := range row {
		if cell != "" {
			list = append(list, wire.Member{Name: s.names[i], Value: readCell(cell)})
		}
	}
	return list
}

func split(text string) (sections []section, err error) {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case line == mark || strings.HasPrefix(line, mark+" "):
			s, err := readHeader(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			sections = append(sections, s)
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case len(sections) == 0:
			return nil, fmt.Errorf("line %d: a row before the first header", n+1)
		default:
			s := &sections[len(sections)-1]
			cells := strings.Split(line, "\t")
			if len(cells) > len(s.names) {
				return nil, fmt.Errorf("line %d: %d cells for %d fields", n+1, len(cells), len(s.names))
			}
			for i := range cells {
				cells[i] = unescape(cells[i])
			}
			s.rows = append(s.rows, cells)
		}
	}
	if len(sections) == 0 {
		return nil, fmt.Errorf("no %s header", mark)
	}
	return sections, nil
}

func readHeader(line string) (s section, err error) {
	fields := false
	for i, word := range cut(line, ' ') {
		if i == 0 || word == "" {
			continue
		}
		key, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || key == "":
			return s, fmt.Errorf("%q is not key=value", word)
		case key == "tool":
			s.tool = unescape(value)
		case key == "fields":
			fields = true
			if value == "" {
				continue
			}
			for _, c := range cut(value, ',') {
				s.names = append(s.names, readName(unescape(c)))
			}
		default:
			s.pairs = append(s.pairs, wire.Member{Name: key, Value: readCell(unescape(value))})
		}
	}
	if s.tool == "" || !fields {
		return s, fmt.Errorf("a header needs tool= and fields=")
	}
	return s, nil
}

// cut splits at every separator that has no backslash before it.
func cut(s string, separator byte) (parts []string) {
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case separator:
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[from:])
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i == len(s)-1 {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func readCell(cell string) wire.Value {
	if cell != "" && looksLikeJSON(cell) {
		if v, err := wire.Parse([]byte(cell)); err == nil {
			return v
		}
	}
	return wire.Str(cell)
}

func readName(s string) string {
	if v := readCell(s); strings.HasPrefix(s, `"`) && v.Kind == wire.String {
		return v.Text
	}
	return s
}
