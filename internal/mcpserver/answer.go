package mcpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

// message is what is looked at in a frame before mcp-go sees it.
type message struct {
	ID     json.RawMessage
	Method string
	Params params
	raw    json.RawMessage // the params whole
	// wrong says why it is no message of the protocol, "" if it is one.
	wrong string
	// response is true of the answer to a request of the server.
	response bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *message) UnmarshalJSON(text []byte) error {
	var outer struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`

		Version json.RawMessage `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	err := json.Unmarshal(text, &outer)
	*m = message{ID: outer.ID, Method: outer.Method, raw: outer.Params}
	var version string
	wrongType := new(json.UnmarshalTypeError)
	m.response = outer.Result != nil || outer.Error != nil
	switch {
	case errors.As(err, &wrongType) && wrongType.Field == "method":
		m.wrong, err = "method: want a string, got "+wrongType.Value, nil
	case err != nil:
		return err
	case outer.Version != nil && json.Unmarshal(outer.Version, &version) != nil:
		m.wrong = `jsonrpc: want the string "2.0"`
	case m.Method == "":
	case string(m.ID) == "null":
		m.wrong = "id: want a string or an integer, got null; a notification has none"
	case m.response:
		m.wrong = "method: a message with a result or an error is a response and has none"
	}
	_ = json.Unmarshal(outer.Params, &m.Params) // params of another shape are mcp-go's to refuse
	return err
}

// params are those of any request; a field of a wrong type is mcp-go's to
// refuse.
type params struct {
	Name       json.RawMessage `json:"name"`
	Cursor     json.RawMessage `json:"cursor"`
	Arguments  json.RawMessage `json:"arguments"`
	ClientInfo json.RawMessage `json:"clientInfo"`
	Meta       json.RawMessage `json:"_meta"`
	RequestID  json.RawMessage `json:"requestId"`
}

// reply is an answer of ours: a result, or an error of the protocol.
type reply struct {
	result json.RawMessage
	code   int
	text   string
	data   json.RawMessage // of an error
}

// asks reports whether an id wants an answer.
func asks(id json.RawMessage) bool { return len(id) > 0 && string(id) != "null" }

// meta is what a request of the protocol without a handshake says of itself;
// nil for another.
func (m *message) meta() *mcp.Meta {
	var meta *mcp.Meta
	if json.Unmarshal(m.Params.Meta, &meta) == nil && mcp.IsModernProtocol(meta.ProtocolVersion()) {
		return meta
	}
	return nil
}

// client is the name in an initialize request.
func (m *message) client() string {
	var info struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(m.Params.ClientInfo, &info) // mcp-go refuses what is no object
	return info.Name
}

// answer gives the answers that are ours and not mcp-go's: the list of tools in
// exactly the bytes of the declarations, and what the dispatcher says of a tool
// that the client may not call, where mcp-go would only say "not found".
func (s *Server) answer(ctx context.Context, session string, m *message) (reply, bool) {
	if !asks(m.ID) {
		return reply{}, false
	}
	switch m.Method {
	case "tools/list":
		if m.meta() != nil {
			return reply{}, false // its result holds more than tools, and mcp-go knows what
		}
		var cursor string
		if json.Unmarshal(m.Params.Cursor, &cursor) == nil && cursor != "" {
			return reply{code: mcp.INVALID_PARAMS, text: "there is one page of tools and no cursor"}, true
		}
		tools := s.greeted(s.connections.get(session), "").ToolsJSON()
		return reply{result: json.RawMessage(`{"tools":` + string(tools) + `}`)}, true
	case "tools/call":
		return s.refused(ctx, session, m)
	case "resources/subscribe", "resources/unsubscribe":
		// To wait for what cannot change is well, for what there is not it would
		// be for ever.
		var p struct {
			URI string `json:"uri"`
		}
		if json.Unmarshal(m.raw, &p) != nil || p.URI == "" {
			return reply{}, false
		}
		if err := s.resources.Known(p.URI); err != nil {
			return failed(err), true
		}
	}
	return reply{}, false
}

// refused answers a call of a tool that there is not, or not for this client,
// or whose arguments no tool takes.
func (s *Server) refused(ctx context.Context, session string, m *message) (reply, bool) {
	var name string
	if json.Unmarshal(m.Params.Name, &name) != nil {
		return reply{}, false
	}
	meta := m.meta()
	var seen *surface.Surface
	if meta != nil {
		seen = s.nameless(meta.ClientInfo())
	} else {
		seen = s.greeted(s.connections.get(session), "")
	}
	// mcp-go would read arguments that are too long several times first.
	if s.known[name] && seen.Check(name) == nil && len(m.Params.Arguments) <= op.MaxArguments {
		return reply{}, false
	}
	r := result(s.call(ctx, op.Request{Tool: name, Arguments: m.Params.Arguments, Session: session}, seen))
	if meta != nil {
		r.ResultType = mcp.ResultTypeComplete
	}
	return reply{result: marshal(r)}, true
}
