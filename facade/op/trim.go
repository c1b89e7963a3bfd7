package op

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// trim is the last resort for an answer over its budget: it cuts the longest
// text or list in it, again and again, and lists what was cut under
// truncated_fields. What cannot be cut further is returned over budget.
func trim(text json.RawMessage, budget int) json.RawMessage {
	answer, err := parseObject(text)
	if err != nil {
		return text
	}
	var cut []string
	for range 64 {
		over := len(text) - budget
		if over <= 0 {
			break
		}
		at, size := longest(answer, "", nil, 0)
		if size < 16 {
			break
		}
		name := strings.Join(at, ".")
		if !slices.Contains(cut, name) {
			cut = append(cut, name)
			over += len(name) + 4
		}
		shorten(answer, at, over)
		answer["truncated"], answer["truncated_fields"] = true, cut
		text = encode(answer)
	}
	return text
}

// longest finds the string, or the list of more than one element, that takes
// the most bytes.
func longest(v any, name string, at []string, best int) (path []string, size int) {
	if name != "" {
		at = append(slices.Clone(at), name)
	}
	size = best
	consider := func(p []string, n int) {
		if n > size {
			path, size = p, n
		}
	}
	switch v := v.(type) {
	case string:
		consider(at, len(v))
	case []any:
		if len(v) > 1 {
			consider(at, len(encode(v)))
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			if k == "truncated_fields" {
				continue
			}
			if p, n := longest(v[k], k, at, size); p != nil {
				path, size = p, n
			}
		}
	}
	return path, size
}

// shorten takes about over bytes from what is at a path.
func shorten(m map[string]any, at []string, over int) {
	for ; len(at) > 1; at = at[1:] {
		m = m[at[0]].(map[string]any)
	}
	switch v := m[at[0]].(type) {
	case string:
		// An escaped byte counts more than one: take what is over from the
		// text itself, and come back for the rest.
		end := max(0, len(v)-max(over, 16))
		for end > 0 && !utf8.RuneStart(v[end]) {
			end--
		}
		if nl := strings.LastIndexByte(v[:end], '\n'); nl > end/2 {
			end = nl + 1
		}
		m[at[0]] = v[:end]
	case []any:
		n := len(v)
		for size := 0; n > 1 && size < over; n-- {
			size += len(encode(v[n-1])) + 1
		}
		m[at[0]] = v[:n]
	}
}
