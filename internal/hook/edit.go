package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Bounds of what is said about an edit.
const (
	mostTouched     = 1600 // bytes
	mostTouchedRows = 8    // symbols
	mostCallers     = 4    // of a symbol, by name
	mostFileBytes   = 2 << 20
	checkTokens     = 150 // of each of the further answers
)

// touchedSymbol is a declaration that an edit changed.
type touchedSymbol struct {
	id, kind string
	line     int
}

// touched says which symbols an edit changed and who calls them, then what
// change.tests, guards and contract say of them.
func touched(a *asking, changes []change) string {
	var symbols []touchedSymbol
	for _, c := range changes {
		s, ok := a.summary(c.file, false)
		if !ok {
			continue
		}
		symbols = append(symbols, c.symbols(s)...)
	}
	symbols = symbols[:min(len(symbols), mostTouchedRows)]
	if len(symbols) == 0 {
		return ""
	}
	l := &lines{room: mostTouched}
	heading := "gortex: this edit touches (callers as they were before it):"
	if !slices.ContainsFunc(changes, func(c change) bool { return !c.whole }) {
		heading = "gortex: what was written anew declared (callers as they were before it):"
	}
	l.add(heading)
	ids := make([]string, len(symbols))
	for i, s := range symbols {
		ids[i] = s.id
		line := fmt.Sprintf("%s (%s, line %d)", s.id, s.kind, s.line)
		if c, ok := a.callers(s.id, mostCallers); ok && (callable(s.kind) || c.total > 0) {
			line += after(": ", c.String()) + after(", ", strings.Join(c.first, ", "))
		}
		if !l.add(line) {
			break
		}
	}
	a.settle(l.String())
	a.check(l, ids)
	return l.String()
}

// after puts a mark before a text that says something.
func after(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}

// check asks what the edited symbols must satisfy, as far as that can be asked
// in this version and in time.
func (a *asking) check(l *lines, ids []string) {
	if payload, ok := a.raw("change", object{"operation": "detect", "source": object{"scope": "all"}}); ok {
		// Detection sees every change of the tree; of this edit are those alone
		// that stand in its files.
		if found := idsIn(payload, files(ids)); len(found) > 0 {
			ids = found[:min(len(found), mostTouchedRows)]
		}
	}
	for _, operation := range []string{"tests", "guards", "contract"} {
		payload, ok := a.raw("change", object{
			"operation": operation, "target": object{"symbols": ids}, "output": object{"max_tokens": checkTokens},
		})
		if text := plain(payload); ok && text != "" {
			l.add(operation + ": " + text)
		}
	}
}

// plain is an answer without what it says about itself.
func plain(payload json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(payload, &fields) != nil {
		return ""
	}
	for _, about := range []string{"caveats", "status", "next_cursor"} {
		delete(fields, about)
	}
	if len(fields) == 0 {
		return ""
	}
	return strings.TrimSpace(encoded(fields))
}

func files(ids []string) (list []string) {
	for _, id := range ids {
		if file, _, ok := strings.Cut(id, "::"); ok {
			list = append(list, file)
		}
	}
	return list
}

// idsIn lists the ids of symbols of some files in an answer, each once.
func idsIn(payload json.RawMessage, files []string) (ids []string) {
	d := json.NewDecoder(bytes.NewReader(payload))
	for {
		t, err := d.Token()
		if err != nil {
			return ids
		}
		id, ok := t.(string)
		if !ok {
			continue
		}
		if file, name, ok := strings.Cut(id, "::"); ok && name != "" && slices.Contains(files, file) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
}

// symbols finds what a change changed. Where the index still describes the
// file as it is now, the spans of declarations say so; where it does not, lines
// have moved, and the text itself is looked at.
func (c change) symbols(s summary) []touchedSymbol {
	declarations := slices.DeleteFunc(slices.Clone(s.Symbols), func(d declared) bool { return !code(d.Kind) })
	if len(declarations) == 0 {
		return nil
	}
	if c.whole {
		return asRows(s.Path, declarations, mostTouchedRows)
	}
	text, ok := textLines(c.file)
	if !ok {
		return nil
	}
	current := slices.ContainsFunc(declarations, func(d declared) bool { return d.Signature != "" })
	var rows []touchedSymbol
	for _, h := range c.hunks {
		at := find(text, h.after)
		if at < 0 {
			continue
		}
		first, end := h.changed()
		for line := at + first; line < max(at+end, at+first+1) && line < len(text); line++ {
			d, where := declared{}, 0
			if current {
				d, where = spanning(declarations, line+1)
			} else {
				d, where = enclosing(text, line, declarations)
			}
			id := s.Path + "::" + d.Name
			if d.Name != "" && !slices.ContainsFunc(rows, func(r touchedSymbol) bool { return r.id == id }) {
				rows = append(rows, touchedSymbol{id, d.Kind, where})
			}
		}
	}
	return rows
}

func asRows(path string, list []declared, most int) []touchedSymbol {
	var rows []touchedSymbol
	for _, d := range list {
		if callable(d.Kind) && len(rows) < most {
			rows = append(rows, touchedSymbol{path + "::" + d.Name, d.Kind, d.Line})
		}
	}
	return rows
}

// textLines are the lines of a file of text, unless it is too long to look at.
func textLines(path string) ([]string, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostFileBytes {
		return nil, false
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	text := strings.Split(string(raw), "\n")
	for i := range text {
		text[i] = strings.TrimSuffix(text[i], "\r")
	}
	return text, true
}

// find is where some lines stand in a text, -1 if they do not, or if there are
// none. The first and the last may be parts of lines, as editors by text have
// them.
func find(text, part []string) int {
	if len(part) == 0 {
		return -1
	}
	last := len(part) - 1
	for i := 0; i+last < len(text); i++ {
		ok := strings.HasSuffix(text[i], part[0])
		if last == 0 {
			ok = strings.Contains(text[i], part[0])
		}
		for j := 1; ok && j <= last; j++ {
			ok = text[i+j] == part[j] || j == last && strings.HasPrefix(text[i+j], part[j])
		}
		if ok {
			return i
		}
	}
	return -1
}
