package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// tidy prepares an answer for a person: bytes and milliseconds in units, and
// nothing said twice. An answer may be made of several calls, which tell the
// same of one index, and a page of a list tells what the table shows.
func tidy(payload json.RawMessage) json.RawMessage {
	t := tidying{said: map[string]bool{}}
	return t.value("", payload)
}

// tidying remembers what an answer has said, by name and value.
type tidying struct{ said map[string]bool }

// value rewrites what stands under a name. It is nil for what says nothing new.
func (t *tidying) value(name string, v json.RawMessage) json.RawMessage {
	switch first(v) {
	case '{':
		var fields members
		if json.Unmarshal(v, &fields) != nil {
			return v
		}
		return t.object(fields)
	case '[':
		return t.list(v)
	}
	return v
}

// object rewrites the fields of an object, what is simple before what has parts,
// as they will be printed.
func (t *tidying) object(fields members) json.RawMessage {
	var kept members
	for _, compound := range []bool{false, true} {
		for _, f := range fields {
			c := first(f.value)
			if (c == '{' || c == '[') != compound || strings.HasSuffix(f.name, "_page") {
				continue
			}
			key := f.name
			if compound {
				key = "" // the same list under another name says the same
			}
			if key += string(f.value); t.said[key] {
				continue
			}
			t.said[key] = true
			if f.value = t.value(f.name, f.value); len(f.value) > 0 {
				kept = append(kept, unit(f))
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	text, err := encode(kept)
	if err != nil {
		return nil
	}
	return text
}

// list gives the rows of a table their units. Rows may repeat each other.
func (t *tidying) list(v json.RawMessage) json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(v, &items) != nil || len(items) == 0 {
		return nil
	}
	for i, item := range items {
		var row members
		if first(item) != '{' || json.Unmarshal(item, &row) != nil {
			continue
		}
		for j := range row {
			row[j] = unit(row[j])
		}
		if text, err := encode(row); err == nil {
			items[i] = text
		}
	}
	text, err := encode(items)
	if err != nil {
		return v
	}
	return text
}

// unit writes a number of bytes or milliseconds with a unit that fits it.
func unit(f member) member {
	n, err := strconv.ParseInt(string(f.value), 10, 64)
	text := ""
	switch {
	case err != nil:
		return f
	case f.name == "bytes" || strings.HasSuffix(f.name, "_bytes"):
		text = size(n)
	case strings.HasSuffix(f.name, "_ms"):
		f.name = strings.TrimSuffix(f.name, "_ms")
		text = fmt.Sprintf("%.2f s", float64(n)/1000)
	default:
		return f
	}
	if f.value, err = encode(text); err != nil {
		f.value = json.RawMessage(`""`)
	}
	return f
}

// size is a number of bytes in decimal units.
func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1000)
	case n < 1000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1000_000)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1000_000_000)
}
