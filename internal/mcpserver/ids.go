package mcpserver

import (
	"bytes"
	"encoding/json"
	"strings"
)

// disguise begins the strings by which mcp-go knows the ids that it could not
// give back: it reads numbers as float64, so that 9007199254740993 would be
// answered as 9007199254740992 and 1e400 not at all.
const disguise = `"gortex.number `

// disguised is the id under which mcp-go is given a request, and whether that
// is another than the client's.
func disguised(id json.RawMessage) (json.RawMessage, bool) {
	if len(id) == 0 || id[0] != '-' && (id[0] < '0' || id[0] > '9') {
		return id, false
	}
	var v any
	if json.Unmarshal(id, &v) == nil {
		if again, err := json.Marshal(v); err == nil && bytes.Equal(again, id) {
			return id, false
		}
	}
	return json.RawMessage(disguise + string(id) + `"`), true
}

// undisguise gives an answer the client's own id back. rest is what follows
// `"id":` in it.
func undisguise(rest []byte) ([]byte, bool) {
	number, ok := bytes.CutPrefix(rest, []byte(disguise))
	if !ok {
		return rest, false
	}
	number, rest, _ = bytes.Cut(number, []byte{'"'})
	return append(bytes.Clone(number), rest...), true
}

// disguise is the text of a message as mcp-go is given it: its id, and the one
// that it cancels.
func (m *message) disguise(text []byte) []byte {
	if id, other := disguised(m.ID); other {
		text = replace(text, "id", id)
	}
	if m.Method == "notifications/cancelled" {
		if id, other := disguised(m.Params.RequestID); other {
			text = replace(text, "params", replace(m.raw, "requestId", id))
		}
	}
	return text
}

// replace gives a member of an object another value. Names are compared as
// encoding/json does, without regard to case.
func replace(object []byte, name string, value json.RawMessage) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return object
	}
	for k := range members {
		if strings.EqualFold(k, name) {
			delete(members, k)
		}
	}
	members[name] = value
	return marshal(members)
}
