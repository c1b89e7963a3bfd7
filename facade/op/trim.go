package op

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// freeText are the names of the strings that may be cut: what somebody wrote,
// and nothing by which something is found again.
var freeText = []string{"source", "text", "content", "doc", "signature"}

// whole are the names of what is of use only in full.
var whole = []string{"input_schema", "request_shape", "truncated_fields"}

// least is how many bytes of a text or list are not worth cutting.
const least = 16

// trim is the last resort for an answer over its budget: it cuts the longest
// free text or list in it, again and again, and lists what was cut under
// truncated_fields. Of a list it leaves out elements, never parts of them; the
// list of rows, which has a cursor, it leaves as it is. What cannot be cut
// further is returned over budget.
func (f *fitting) trim(text json.RawMessage, budget int) json.RawMessage {
	answer := text
	var cut []string
	for range 64 {
		over := f.size(answer) - budget
		if over <= 0 {
			break
		}
		c := cuttable{rows: f.shape.list, size: least - 1}
		c.look(nil, text)
		if c.at == nil {
			break
		}
		name := pathName(c.at)
		if !slices.Contains(cut, name) {
			cut = append(cut, name)
			over += len(name) + 4
			if len(cut) == 1 {
				over += len(`,"truncated":true,"truncated_fields":[]`)
			}
		}
		text = replace(text, c.at, func(v json.RawMessage) json.RawMessage { return shorten(v, over) })
		answer = setMember(setMember(text, "truncated", true), "truncated_fields", cut)
	}
	return answer
}

// cuttable finds the free text, or the list of more than one element, that
// takes the most bytes.
type cuttable struct {
	rows string
	at   []string
	size int
}

func (c *cuttable) look(at []string, v json.RawMessage) {
	name := ""
	for i := len(at) - 1; i >= 0 && name == ""; i-- {
		if !strings.HasPrefix(at[i], "[") {
			name = at[i]
		}
	}
	consider := func() {
		if len(v) > c.size {
			c.at, c.size = slices.Clone(at), len(v)
		}
	}
	switch {
	case len(v) == 0 || len(v) <= c.size || slices.Contains(whole, name):
	case v[0] == '"' && slices.Contains(freeText, name):
		consider()
	case v[0] == '[':
		var list []json.RawMessage
		if json.Unmarshal(v, &list) != nil {
			return
		}
		if isRows := len(at) == 1 && at[0] == c.rows; len(list) > 1 && !isRows {
			consider()
		} else {
			for i, e := range list {
				c.look(append(at, "["+strconv.Itoa(i)+"]"), e)
			}
		}
	case v[0] == '{':
		eachMember(v, func(name string, inner json.RawMessage) json.RawMessage {
			c.look(append(at, name), inner)
			return inner
		})
	}
}

// pathName writes a path as callers read it: rows[0].text.
func pathName(at []string) string {
	return strings.ReplaceAll(strings.Join(at, "."), ".[", "[")
}

// replace rewrites what is at a path.
func replace(v json.RawMessage, at []string, f func(json.RawMessage) json.RawMessage) json.RawMessage {
	if len(at) == 0 {
		return f(v)
	}
	if index, ok := strings.CutPrefix(at[0], "["); ok && v[0] == '[' {
		var list []json.RawMessage
		i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		if err != nil || json.Unmarshal(v, &list) != nil || i >= len(list) {
			return v
		}
		list[i] = replace(list[i], at[1:], f)
		return encode(list)
	}
	return mapMember(v, at[0], func(inner json.RawMessage) json.RawMessage { return replace(inner, at[1:], f) })
}

// setMember sets a member of an object, at its end where it has none of the
// name.
func setMember(object json.RawMessage, name string, v any) json.RawMessage {
	found := false
	text := mapMember(object, name, func(json.RawMessage) json.RawMessage {
		found = true
		return encode(v)
	})
	if found || len(text) < 2 || text[len(text)-1] != '}' {
		return text
	}
	out := slices.Clone(text[:len(text)-1])
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(append(out, encode(name)...), ':')
	return append(append(out, encode(v)...), '}')
}

// shorten takes about over bytes from a text or a list.
func shorten(raw json.RawMessage, over int) json.RawMessage {
	if raw[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return raw
		}
		n := len(list)
		for size := 0; n > 1 && size < over; n-- {
			size += len(list[n-1]) + 1
		}
		return encode(list[:n])
	}
	var v string
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	// An escaped byte counts more than one: take what is over from the text
	// itself, and come back for the rest.
	end := max(0, len(v)-max(over, least))
	for end > 0 && !utf8.RuneStart(v[end]) {
		end--
	}
	if nl := strings.LastIndexByte(v[:end], '\n'); nl > end/2 {
		end = nl + 1
	}
	return encode(v[:end])
}
