package edit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Path leads from the root of a document to a value. A step is a string (the
// key of a mapping), an int (an index of a list) or a [Where].
type Path []any

// Where is the step to the first element of a list that is a mapping in which
// Key has the value Value; with an empty Key, to the first element that equals
// Value.
type Where struct {
	Key   string
	Value any
}

// String is the path as an error shows it: mcpServers.gortex.args[0].
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch s := s.(type) {
		case string:
			if i > 0 {
				b.WriteByte('.')
			}
			if bareKey(s) {
				b.WriteString(s)
			} else {
				b.WriteString(strconv.Quote(s))
			}
		case int:
			fmt.Fprintf(&b, "[%d]", s)
		case Where:
			v, _ := json.Marshal(s.Value)
			if s.Key == "" {
				fmt.Fprintf(&b, "[%s]", v)
			} else {
				fmt.Fprintf(&b, "[%s=%s]", s.Key, v)
			}
		}
	}
	if len(p) == 0 {
		return "the document"
	}
	return b.String()
}

// bareKey reports whether a key needs no quotes in TOML, nor in a message.
func bareKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return s != ""
}

// plain checks the steps and brings their values into the types of this package.
func (p Path) plain() (Path, error) {
	out := make(Path, len(p))
	for i, s := range p {
		switch s := s.(type) {
		case string:
			out[i] = s
		case int:
			if s < 0 {
				return nil, fmt.Errorf("step %d of the path is a negative index", i+1)
			}
			out[i] = s
		case Where:
			v, err := plain(s.Value)
			if err != nil {
				return nil, err
			}
			out[i] = Where{s.Key, v}
		default:
			return nil, fmt.Errorf("step %d of the path has the type %T, not string, int or edit.Where", i+1, s)
		}
	}
	return out, nil
}

type whereJSON struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// MarshalJSON writes steps as strings, numbers and objects {"key","value"}.
func (p Path) MarshalJSON() ([]byte, error) {
	out := make([]any, len(p))
	for i, s := range p {
		out[i] = s
		if w, ok := s.(Where); ok {
			raw, err := json.Marshal(w.Value)
			if err != nil {
				return nil, err
			}
			out[i] = whereJSON{w.Key, raw}
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Path) UnmarshalJSON(text []byte) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	*p = make(Path, len(raw))
	for i, r := range raw {
		var key string
		var index int
		var where whereJSON
		switch {
		case json.Unmarshal(r, &key) == nil:
			(*p)[i] = key
		case json.Unmarshal(r, &index) == nil:
			(*p)[i] = index
		default:
			if err := json.Unmarshal(r, &where); err != nil {
				return err
			}
			v, _, err := Get(JSON, where.Value, nil)
			if err != nil {
				return err
			}
			(*p)[i] = Where{where.Key, v}
		}
	}
	return nil
}
