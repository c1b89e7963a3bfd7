package op

import (
	"slices"
	"strings"
)

// Target says what an operation is about: exactly one selector. An operation
// lists the selectors it takes in the field's tag:
//
//	Target op.Target `json:"target" selectors:"symbol,file"`
type Target struct {
	File     string   `json:"file,omitempty" doc:"repository-relative or absolute file path"`
	Symbol   string   `json:"symbol,omitempty" doc:"one symbol id or name"`
	Symbols  []string `json:"symbols,omitempty" doc:"several symbol ids or names"`
	Query    string   `json:"query,omitempty" doc:"what to look for"`
	Artifact string   `json:"artifact,omitempty" doc:"artifact id or path"`
	Repo     string   `json:"repo,omitempty" scope:"repo" doc:"tracked repository name, or a path inside it"`
}

// Selectors are the keys a target may have.
var Selectors = []string{"file", "symbol", "symbols", "query", "artifact", "repo"}

// selector returns the single selector of the object under key, "" when there
// is no such object. It takes empty selectors out. valid are the selectors to
// name in an error.
func selector(args map[string]any, key string, valid []string) (string, error) {
	raw, ok := args[key]
	if !ok {
		return "", nil
	}
	target, ok := raw.(map[string]any)
	if !ok {
		return "", Invalid("%s: want an object with one of %s, got %s", key, strings.Join(valid, ", "), describe(raw)).
			With("valid_selectors", valid)
	}
	var found []string
	for _, name := range sortedKeys(target) {
		v := target[name]
		switch {
		case !slices.Contains(Selectors, name):
			e := Invalid("%s.%s: no such selector; want one of %s", key, name, strings.Join(valid, ", ")).
				With("valid_selectors", valid)
			if near := Nearest(name, valid); near != "" {
				e.With("did_you_mean", near)
			}
			if namesRepository(name) {
				e.With("reason", noRepositorySelector)
			}
			return "", e
		case empty(v):
			delete(target, name)
		default:
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		got := "none"
		if len(found) > 0 {
			got = strings.Join(found, " and ")
		}
		return "", Invalid("%s: want exactly one of %s, got %s", key, strings.Join(valid, ", "), got).
			With("valid_selectors", valid).With("selectors", append([]string{}, found...))
	}
	return found[0], nil
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	}
	return false
}
