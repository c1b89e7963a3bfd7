// Package wire is an answer as a tree whose members keep their order: what the
// encodings below it, gcx, toon and text, are made of.
package wire

import "unicode/utf8"

// Kind is the type of a value.
type Kind uint8

// The kinds. The zero value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// Value is one JSON value.
type Value struct {
	Kind    Kind
	Text    string // of a string what it says; of a number, true, false how it is written
	Items   []Value
	Members []Member
}

// Member is one field of an object.
type Member struct {
	Name  string
	Value Value
}

// Str is a string value.
func Str(s string) Value { return Value{Kind: String, Text: s} }

// Get returns a member of an object, and whether it has one of the name.
func (v Value) Get(name string) (Value, bool) {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// Simple reports whether a value has no parts.
func (v Value) Simple() bool { return v.Kind < List }

// Rows reports whether a value is a list of objects, each with a member: what
// can be written as a table.
func (v Value) Rows() bool {
	for _, row := range v.Items {
		if row.Kind != Object || len(row.Members) == 0 {
			return false
		}
	}
	return v.Kind == List && len(v.Items) > 0
}

// Columns are the names of the members of the rows, in the order in which they
// are first seen.
func (v Value) Columns() (names []string) {
	seen := map[string]bool{}
	for _, row := range v.Items {
		for _, m := range row.Members {
			if !seen[m.Name] {
				seen[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// AppendJSON writes a value as compact JSON, with no more escapes than JSON
// asks for.
func (v Value) AppendJSON(to []byte) []byte {
	switch v.Kind {
	case Null:
		return append(to, "null"...)
	case String:
		return AppendQuoted(to, v.Text)
	case List:
		to = append(to, '[')
		for i, item := range v.Items {
			if i > 0 {
				to = append(to, ',')
			}
			to = item.AppendJSON(to)
		}
		return append(to, ']')
	case Object:
		to = append(to, '{')
		for i, m := range v.Members {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(AppendQuoted(to, m.Name), ':')
			to = m.Value.AppendJSON(to)
		}
		return append(to, '}')
	}
	return append(to, v.Text...)
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

const hex = "0123456789abcdef"

// AppendQuoted writes a string in quotes, with the escapes \\ \" \n \r \t and
// \u00XX for other control characters: what JSON and TOON have in common.
func AppendQuoted(to []byte, s string) []byte {
	to = append(to, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			to = append(to, '\\', c)
		case c == '\n':
			to = append(to, `\n`...)
		case c == '\r':
			to = append(to, `\r`...)
		case c == '\t':
			to = append(to, `\t`...)
		case c < ' ':
			to = append(to, `\u00`...)
			to = append(to, hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			to = append(to, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			to = utf8.AppendRune(to, r)
			i += n - 1
		}
	}
	return append(to, '"')
}
