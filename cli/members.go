package cli

import (
	"bytes"
	"encoding/json"
)

// member is one field of an object, and members an object whose fields keep
// their order, which a map would lose.
type (
	member struct {
		name  string
		value json.RawMessage
	}
	members []member
)

// MarshalJSON implements json.Marshaler.
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := encode(f.name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(f.value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON implements json.Unmarshaler. The text is valid JSON.
func (m *members) UnmarshalJSON(text []byte) error {
	*m = nil
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var f member
		f.name, _ = name.(string)
		if err := dec.Decode(&f.value); err != nil {
			return err
		}
		*m = append(*m, f)
	}
	return nil
}

// get returns the named field, or nil.
func (m members) get(name string) json.RawMessage {
	for _, f := range m {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// with are the members with one set, at the end.
func (m members) with(name string, value json.RawMessage) members {
	return append(m.without(name), member{name, value})
}

// without are the members but those of a name.
func (m members) without(name string) (rest members) {
	for _, f := range m {
		if f.name != name {
			rest = append(rest, f)
		}
	}
	return rest
}
