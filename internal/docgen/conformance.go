package docgen

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Requirement is one thing that the specification requires.
type Requirement struct {
	ID       string // short and stable; its first part is the section
	Section  string // number, or theme where there are no numbers
	Sentence string
	Later    string // why nothing can meet it yet; empty: it is to be met now
}

// Requirements reads lines of id, section, sentence and, for what is to come,
// "later: " and a reason, separated by tabs.
func Requirements(text []byte) ([]Requirement, error) {
	var all []Requirement
	seen := map[string]bool{}
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		columns := strings.Split(line, "\t")
		if len(columns) < 3 || len(columns) > 4 || slices.Contains(columns, "") {
			return nil, fmt.Errorf("line %d: want id, section, sentence and perhaps a reason: %q", n+1, line)
		}
		r := Requirement{ID: columns[0], Section: columns[1], Sentence: columns[2]}
		if len(columns) == 4 {
			reason, ok := strings.CutPrefix(columns[3], "later: ")
			if !ok || reason == "" {
				return nil, fmt.Errorf("line %d: want \"later: \" and a reason, not %q", n+1, columns[3])
			}
			r.Later = reason
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("line %d: %s is there twice", n+1, r.ID)
		}
		if strings.ContainsAny(r.ID, " ,") {
			return nil, fmt.Errorf("line %d: an id is one word, not %q", n+1, r.ID)
		}
		seen[r.ID] = true
		all = append(all, r)
	}
	return all, nil
}

// Covered sorts the tests by the requirements they name. A mark of an
// unknown id, and one of a requirement that nothing can meet yet, are errors.
func Covered(all []Requirement, marks []Mark) (map[string][]Mark, []error) {
	byID := map[string]Requirement{}
	for _, r := range all {
		byID[r.ID] = r
	}
	covered := map[string][]Mark{}
	var wrong []error
	for _, m := range marks {
		r, ok := byID[m.ID]
		switch {
		case !ok:
			wrong = append(wrong, fmt.Errorf("%s: %s names %q, which is no requirement", m.Path, m.Test, m.ID))
		case r.Later != "":
			wrong = append(wrong, fmt.Errorf("%s: %s names %s, which is said to come later (%s)", m.Path, m.Test, m.ID, r.Later))
		case slices.Contains(covered[m.ID], m):
			wrong = append(wrong, fmt.Errorf("%s: %s names %s twice", m.Path, m.Test, m.ID))
		default:
			covered[m.ID] = append(covered[m.ID], m)
		}
	}
	return covered, wrong
}

// Conformance is the page that says which test shows which requirement.
func Conformance(all []Requirement, covered map[string][]Mark) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- Generated from internal/docgen/testdata/requirements.tsv and the marks of the tests by `go generate ./...`; do not edit. -->\n\n")
	b.WriteString("# Conformance\n\nWhat the specification of the surface requires, in our words, and the tests that show it.\n")
	b.WriteString("A test names what it shows in a line above it, `//spec:ID ID` in Go and `# spec: ID ID` in a script.\n\n")
	shown, later := 0, 0
	for _, r := range all {
		if r.Later != "" {
			later++
		} else if len(covered[r.ID]) > 0 {
			shown++
		}
	}
	fmt.Fprintf(&b, "%d requirements: %d have tests, %d have none yet, %d wait for what they are about.\n", len(all), shown, len(all)-shown-later, later)
	section := ""
	for _, r := range all {
		if r.Section != section {
			section = r.Section
			fmt.Fprintf(&b, "\n## %s\n\n| id | requirement | tests |\n|---|---|---|\n", section)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.ID, cell(r.Sentence), shownBy(r, covered[r.ID]))
	}
	return b.Bytes()
}

// shownBy is the last column of a row.
func shownBy(r Requirement, marks []Mark) string {
	if r.Later != "" {
		return "later: " + cell(r.Later)
	}
	if len(marks) == 0 {
		return "none yet"
	}
	links := make([]string, len(marks))
	for i, m := range marks {
		links[i] = fmt.Sprintf("[%s](../%s)", m.Test, m.Path)
	}
	return strings.Join(links, ", ")
}
