package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/gortexhq/gortex/facade/op"
)

// maxFrame is how long one message may be, in bytes.
const maxFrame = 64 << 20

// gate stands between the client and mcp-go. It answers what has to be
// answered in our words, such as tools/list in exactly the bytes that the
// registry gives, and lets everything else pass.
type gate struct {
	config Config
	tools  json.RawMessage
	out    *frames
	once   sync.Once
	listed chan struct{} // closed when the client has its tools
}

// message is what the gate looks at in a frame.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params params          `json:"params"`
}

// params are those of any request; a field of a wrong type is mcp-go's to
// refuse.
type params struct {
	Name      json.RawMessage `json:"name"`
	Cursor    json.RawMessage `json:"cursor"`
	Arguments json.RawMessage `json:"arguments"`
	Meta      json.RawMessage `json:"_meta"`
}

// filter reads frames and hands on those that are not its own to answer. When
// the client closes its end, running calls have time to finish.
func (g *gate) filter(ctx context.Context, in io.Reader) io.Reader {
	pr, pw := io.Pipe()
	go func() {
		lines := bufio.NewReaderSize(in, 64<<10)
		for {
			line, err := readLine(lines)
			switch {
			case errors.Is(err, errTooLong):
				g.refuse(nil, mcp.INVALID_REQUEST, err.Error())
				continue
			case len(bytes.TrimSpace(line)) > 0:
				g.frame(ctx, line, pw)
			}
			if err != nil {
				g.drain(ctx)
				pw.CloseWithError(err)
				return
			}
		}
	}()
	return pr
}

// silence is how long a client may take to ask for the tools before the server
// begins its own work.
const silence = 500 * time.Millisecond

func (g *gate) start(ctx context.Context) {
	select {
	case <-g.listed:
	case <-time.After(silence):
	case <-ctx.Done():
		return
	}
	g.config.Start(ctx)
}

func (g *gate) drain(ctx context.Context) {
	select {
	case <-g.out.drained():
	case <-time.After(g.config.Drain):
	case <-ctx.Done():
	}
}

var errTooLong = fmt.Errorf("a message is longer than %d bytes", maxFrame)

// readLine reads to the end of a line. A line that is too long is skipped.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxFrame {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > maxFrame && err == nil {
			return nil, errTooLong
		}
		return line, err
	}
}

// frame handles one line: a message, or a batch of them, which clients of 2025
// may send; its answers come one by one.
func (g *gate) frame(ctx context.Context, line []byte, next io.Writer) {
	line = bytes.TrimSpace(line)
	if line[0] == '[' {
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil {
			if len(batch) == 0 {
				g.refuse(nil, mcp.INVALID_REQUEST, "the batch is empty")
			}
			for _, m := range batch {
				g.message(ctx, m, next)
			}
			return
		}
	}
	g.message(ctx, line, next)
}

func (g *gate) message(ctx context.Context, text []byte, next io.Writer) {
	var m message
	switch err := json.Unmarshal(text, &m); {
	case !json.Valid(text):
		g.refuse(nil, mcp.PARSE_ERROR, "parse error: "+err.Error())
		return
	case text[0] != '{':
		g.refuse(nil, mcp.INVALID_REQUEST, "want an object")
		return
	}
	if m.Method == "tools/list" || m.Method == "tools/call" {
		defer g.once.Do(func() { close(g.listed) })
	}
	if g.answers(ctx, &m) {
		return
	}
	if asks(m.ID) && m.Method != "" {
		g.out.expect(m.ID, m.Method == "initialize")
	}
	_, _ = next.Write(append(bytes.Clone(text), '\n')) // fails once mcp-go has gone, and then it does not matter
}

// modern reports whether a request is of the protocol without a handshake, in
// which each request says who the client is.
func (m *message) modern() bool {
	var meta *mcp.Meta
	return json.Unmarshal(m.Params.Meta, &meta) == nil && mcp.IsModernProtocol(meta.ProtocolVersion())
}

// asks reports whether an id wants an answer.
func asks(id json.RawMessage) bool { return len(id) > 0 && string(id) != "null" }

// answers gives the gate's own answers.
func (g *gate) answers(ctx context.Context, m *message) bool {
	if !asks(m.ID) {
		return false
	}
	switch m.Method {
	case "tools/list":
		if m.modern() {
			return false // its result holds more than tools, and mcp-go knows what
		}
		var cursor string
		if json.Unmarshal(m.Params.Cursor, &cursor) == nil && cursor != "" {
			g.refuse(m.ID, mcp.INVALID_PARAMS, "there is one page of tools and no cursor")
			return true
		}
		g.reply(m.ID, "result", json.RawMessage(`{"tools":`+string(g.tools)+`}`))
		return true
	case "tools/call":
		return g.unknownTool(ctx, m)
	}
	return false
}

// unknownTool answers a call of a tool that is not public with the dispatcher's
// error, which says what there is. mcp-go would only say "not found".
func (g *gate) unknownTool(ctx context.Context, m *message) bool {
	var name string
	if json.Unmarshal(m.Params.Name, &name) != nil || g.config.Registry.Facade(name) != nil {
		return false
	}
	r := result(g.config.Caller.Call(ctx, op.Request{Tool: name, Arguments: m.Params.Arguments, Surface: op.SurfacePublic}))
	if m.modern() {
		r.ResultType = mcp.ResultTypeComplete
	}
	g.reply(m.ID, "result", marshal(r))
	return true
}

func (g *gate) refuse(id json.RawMessage, code int, text string) {
	g.reply(id, "error", marshal(map[string]any{"code": code, "message": text}))
}

// reply writes one response. The id is given back in the client's own bytes.
func (g *gate) reply(id json.RawMessage, kind string, value json.RawMessage) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"%s":%s}`+"\n", id, kind, value)
	g.out.answer(b.Bytes())
}
