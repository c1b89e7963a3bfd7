package cli

import "strings"

// valueOf completes the values of fields.
type valueOf struct {
	a    *App
	flat bool   // of an old tool, where lists are words with commas
	json bool   // after ":="
	repo string // in which symbols and files are meant
}

// candidates are the values that a field may have, written out from the first
// character of what was typed.
func (v valueOf) candidates(f field, typed string) []Candidate {
	switch {
	case f.Type == "boolean":
		return beginning(typed, []Candidate{{Word: "true"}, {Word: "false"}})
	case f.Type == "array":
		return v.list(f, typed)
	case v.json:
		return nil
	}
	return v.words(f, f.Enum, typed)
}

// words are the words that a field, or an element of it, may be.
func (v valueOf) words(f field, enum []string, typed string) (list []Candidate) {
	for _, word := range enum {
		list = append(list, Candidate{Word: word})
	}
	if list != nil {
		return beginning(typed, list)
	}
	switch what(f) {
	case "symbol":
		return v.a.stored(v.repo).Symbols(typed, mostCandidates)
	case "file":
		return v.a.stored(v.repo).Files(typed, mostCandidates)
	case "repo":
		return beginning(typed, v.a.stored("").Repositories())
	}
	return nil
}

// what a field holds is told by its name: a symbol, a file, a repository, or
// nothing that an index knows.
func what(f field) string {
	name := f.path[strings.LastIndexByte(f.path, '.')+1:]
	switch strings.TrimSuffix(name, "s") {
	case "symbol", "symbol_id", "recent_symbol":
		return "symbol"
	case "file", "path", "file_path", "path_prefix":
		return "file"
	case "repo":
		return "repo"
	}
	return ""
}

// list completes the last element of a list: JSON, or for an old tool words
// with commas between them.
func (v valueOf) list(f field, typed string) (list []Candidate) {
	if f.Items == nil || f.Items.Type != "string" {
		return nil
	}
	if v.flat && !v.json && !strings.HasPrefix(typed, "[") {
		at := strings.LastIndexByte(typed, ',') + 1
		for _, c := range v.words(f, f.Items.Enum, typed[at:]) {
			c.Word = typed[:at] + c.Word
			list = append(list, c)
		}
		return list
	}
	before, begun, ok := element(typed)
	if !ok {
		return nil
	}
	for _, c := range v.words(f, f.Items.Enum, begun) {
		c.Word = before + quotedJSON(c.Word)
		if !c.Open {
			c.Word += `"]`
		}
		list = append(list, c)
	}
	return list
}

// element splits the beginning of a JSON list of strings before its last
// element, whose quote is put in where it is not there yet.
func element(typed string) (before, begun string, ok bool) {
	if typed == "" {
		typed = "["
	}
	if typed[0] != '[' || strings.ContainsRune(typed, '\\') {
		return "", "", false
	}
	if strings.Count(typed, `"`)%2 == 1 {
		at := strings.LastIndexByte(typed, '"') + 1
		return typed[:at], typed[at:], true
	}
	if c := typed[len(typed)-1]; c != '[' && c != ',' {
		return "", "", false
	}
	return typed + `"`, "", true
}
