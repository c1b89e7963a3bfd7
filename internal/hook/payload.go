package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
)

// largest is how long a payload may be, in bytes. It carries whole files when
// those are written.
const largest = 16 << 20

var errTooLong = errors.New("the payload is too long")

// readPayload reads one JSON value. It does not wait for the end of the stream,
// which some hosts keep open.
func readPayload(r io.Reader) (json.RawMessage, error) {
	limited := &io.LimitedReader{R: r, N: largest + 1}
	var raw json.RawMessage
	if err := json.NewDecoder(limited).Decode(&raw); err != nil {
		return nil, err
	}
	if limited.N <= 0 {
		return nil, errTooLong
	}
	return raw, nil
}

// input is an event as far as it matters here.
type input struct {
	kind   Kind
	event  string // the host's own name
	dir    string // absolute, or ""
	prompt string
	first  bool // the first turn of a host that tells of no start of a session
	tool   string
	args   args
}

// envelope has the fields of all hosts; none has all of them.
type envelope struct {
	Event  string          `json:"hook_event_name"`
	Dir    string          `json:"cwd"`
	Prompt json.RawMessage `json:"prompt"`

	Tool  string          `json:"tool_name"`
	Input json.RawMessage `json:"tool_input"`
	Extra json.RawMessage `json:"extra"` // Hermes

	// Copilot CLI, which does not say which event it is.
	CamelTool  string          `json:"toolName"`
	CamelArgs  json.RawMessage `json:"toolArgs"`
	ToolResult json.RawMessage `json:"toolResult"`
	Source     string          `json:"source"`

	// OpenCode
	PlainTool string          `json:"tool"`
	PlainArgs json.RawMessage `json:"args"`
}

// parse reads a payload. What is no event of the dialect is refused.
func (d *Dialect) parse(raw []byte) (input, bool) {
	var e envelope
	if json.Unmarshal(raw, &e) != nil {
		return input{}, false
	}
	in := input{event: e.Event, prompt: textOf(e.Prompt)}
	if in.event == "" {
		in.event = e.inferred()
	}
	in.kind = d.names[in.event]
	if in.kind == "" {
		return input{}, false
	}
	if filepath.IsAbs(e.Dir) {
		in.dir = filepath.Clean(e.Dir)
	}
	for _, tool := range []struct {
		name string
		args json.RawMessage
	}{{e.Tool, e.Input}, {e.CamelTool, e.CamelArgs}, {e.PlainTool, e.PlainArgs}} {
		if tool.name != "" {
			in.tool, in.args = tool.name, argsOf(tool.args)
			break
		}
	}
	if len(e.Extra) > 0 {
		in.turn(e.Extra)
	}
	return in, true
}

// inferred tells Copilot CLI's events apart by what is in them.
func (e *envelope) inferred() string {
	switch {
	case e.CamelTool != "" && len(e.ToolResult) > 0:
		return "postToolUse"
	case e.CamelTool != "":
		return "preToolUse"
	case len(e.Prompt) > 0:
		return "userPromptSubmitted"
	case e.Source != "":
		return "sessionStart"
	}
	return ""
}

// turn reads what Hermes tells of a turn.
func (in *input) turn(extra json.RawMessage) {
	var t struct {
		Message json.RawMessage `json:"user_message"`
		First   bool            `json:"is_first_turn"`
	}
	if json.Unmarshal(extra, &t) == nil {
		in.prompt, in.first = textOf(t.Message), t.First
	}
}

// textOf reads a prompt, which is a string or a list of parts.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, "\n")
}

// args are the arguments of a tool. A field of another type than is wanted is
// as good as none.
type args map[string]json.RawMessage

// argsOf reads arguments, which may be JSON in a string.
func argsOf(raw json.RawMessage) args {
	var inner string
	if bytes.HasPrefix(raw, []byte{'"'}) && json.Unmarshal(raw, &inner) == nil {
		raw = json.RawMessage(inner)
	}
	var a args
	if json.Unmarshal(raw, &a) != nil {
		return nil
	}
	return a
}

// text is the first of some fields that is a string with something in it.
func (a args) text(names ...string) string {
	for _, n := range names {
		var s string
		if json.Unmarshal(a[n], &s) == nil && s != "" {
			return s
		}
	}
	return ""
}

// number is the first of some fields that is a positive number.
func (a args) number(names ...string) int {
	for _, n := range names {
		var f float64
		if json.Unmarshal(a[n], &f) == nil && f >= 1 && f < 1e9 {
			return int(f)
		}
	}
	return 0
}

// list is the first of some fields that is a list of strings.
func (a args) list(names ...string) []string {
	for _, n := range names {
		var list []string
		if json.Unmarshal(a[n], &list) == nil && len(list) > 0 {
			return list
		}
	}
	return nil
}

// objects is a field that is an object or a list of them.
func (a args) objects(name string) []args {
	var one args
	if json.Unmarshal(a[name], &one) == nil && one != nil {
		return []args{one}
	}
	var list []args
	if json.Unmarshal(a[name], &list) != nil {
		return nil
	}
	return list
}
