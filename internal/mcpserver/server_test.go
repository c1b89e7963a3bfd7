package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/internal/mcpserver"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

func all(t testing.TB) *facade.Registry {
	t.Helper()
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The first tools/list and the instructions are what every model turn pays for.
//
//spec:10-1-dispatch 15.2-bytes
func TestBudgets(t *testing.T) {
	if n := len(mcpserver.Instructions); n >= 2000 {
		t.Errorf("instructions are %d bytes", n)
	}
	c := connect(t, all(t), callerFunc(echo))
	c.send(hello)
	c.receive()
	c.send(`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`)
	line := c.receive()
	want := `{"jsonrpc":"2.0","id":"a","result":{"tools":` + string(facade.ToolsJSON(all(t))) + `}}`
	if line != want {
		t.Errorf("not the registry's bytes: %.200s", line)
	}
	if len(line) > 10_100 {
		t.Errorf("tools/list is %d bytes", len(line))
	}
}

// A client that sends its first requests in one go is greeted before it is
// given anything else.
func TestGreetingComesFirst(t *testing.T) {
	in := hello + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nobody"}}` + "\n"
	for range 20 {
		var out strings.Builder
		if err := mcpserver.Serve(t.Context(), mcpserver.Config{Registry: all(t), Caller: callerFunc(echo), Log: io.Discard, Drain: time.Second}, strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for line := range strings.Lines(out.String()) {
			var m struct {
				ID json.RawMessage `json:"id"`
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, string(m.ID))
		}
		if got := strings.Join(ids, " "); got != "0 1 2" {
			t.Fatalf("answers in the order %s", got)
		}
	}
}

// Two clients that are not ours see the same 21 tools in the same order, and
// the payload in the same bytes.
func TestRealClients(t *testing.T) {
	const arguments = `{"n":12345678901234567890,"a":"x"}`
	var names []string
	for _, f := range all(t).Facades() {
		names = append(names, f.Name)
	}
	check := func(t *testing.T, tools []string, text string, isError bool, meta map[string]any) {
		t.Helper()
		if d := cmp.Diff(names, tools); d != "" {
			t.Error(d)
		}
		want := echo(t.Context(), op.Request{Tool: "search", Surface: op.SurfacePublic, Arguments: json.RawMessage(arguments)})
		if text != string(want.Payload) || isError {
			t.Errorf("got %s (error %v), want %s", text, isError, want.Payload)
		}
		if g, ok := meta["gortex_facade"].(map[string]any); !ok || g["facade"] != "search" || g["surface_version"] != "facade-v1" {
			t.Errorf("meta %v", meta)
		}
	}
	t.Run("go-sdk", func(t *testing.T) {
		c := connect(t, all(t), callerFunc(echo))
		session, err := sdk.NewClient(&sdk.Implementation{Name: "x", Version: "1"}, nil).
			Connect(t.Context(), &sdk.IOTransport{Reader: io.NopCloser(c.lines), Writer: c.in}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var tools []string
		for _, tool := range list.Tools {
			tools = append(tools, tool.Name)
			reads := all(t).Facade(tool.Name).Effect == op.EffectRead
			if a := tool.Annotations; a == nil || a.ReadOnlyHint != reads || a.DestructiveHint == nil || a.OpenWorldHint == nil {
				t.Errorf("%s: annotations %+v", tool.Name, a)
			}
		}
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		check(t, tools, res.Content[0].(*sdk.TextContent).Text, res.IsError, res.Meta)
		res, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_callers"})
		if err != nil || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "get_callers") {
			t.Errorf("a tool that is not public: %+v, %v", res, err)
		}
	})
	t.Run("mcp-go", func(t *testing.T) {
		c := connect(t, all(t), callerFunc(echo))
		session := mcpclient.NewClient(transport.NewIO(c.lines, c.in, io.NopCloser(strings.NewReader(""))))
		if err := session.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		init := mcp.InitializeRequest{}
		init.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
		init.Params.ClientInfo = mcp.Implementation{Name: "x", Version: "1"}
		if _, err := session.Initialize(t.Context(), init); err != nil {
			t.Fatal(err)
		}
		list, err := session.ListTools(t.Context(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var tools []string
		for _, tool := range list.Tools {
			tools = append(tools, tool.Name)
		}
		call := mcp.CallToolRequest{}
		call.Params.Name, call.Params.Arguments = "search", json.RawMessage(arguments)
		res, err := session.CallTool(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		check(t, tools, res.Content[0].(mcp.TextContent).Text, res.IsError, res.Meta.AdditionalFields)
		call.Params.Name = "get_callers"
		res, err = session.CallTool(t.Context(), call)
		if err != nil || !strings.Contains(res.Content[0].(mcp.TextContent).Text, "get_callers") {
			t.Errorf("a tool that is not public: %+v, %v", res, err)
		}
	})
}

func callFrame(id int, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"read","arguments":%s}}`, id, arguments)
}

// A slow call does not hold up a quick one.
func TestTwoAtOnce(t *testing.T) {
	release := make(chan struct{})
	c := connect(t, small(t), callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		if strings.Contains(string(r.Arguments), "slow") {
			<-release
		}
		return echo(ctx, r)
	}))
	c.send(hello)
	c.receive()
	c.send(callFrame(1, `{"a":"slow"}`))
	c.send(callFrame(2, `{}`))
	if line := c.receive(); !strings.Contains(line, `"id":2`) {
		t.Errorf("first answer: %s", line)
	}
	close(release)
	if line := c.receive(); !strings.Contains(line, `"id":1`) {
		t.Errorf("second answer: %s", line)
	}
}

// A cancelled call is cancelled, and the connection goes on.
func TestCancel(t *testing.T) {
	started, ended := make(chan struct{}), make(chan error, 1)
	c := connect(t, small(t), callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		if !strings.Contains(string(r.Arguments), "slow") {
			return echo(ctx, r)
		}
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return echo(ctx, r)
	}))
	c.send(hello)
	c.receive()
	c.send(callFrame(1, `{"a":"slow"}`))
	<-started
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"bored"}}`)
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Fatal("the call was not cancelled")
	}
	c.send(callFrame(2, `{}`))
	for {
		if line := c.receive(); strings.Contains(line, `"id":2`) {
			return
		}
	}
}

// When the client closes its end, calls that run are answered before the
// server ends; what takes too long is cancelled.
func TestEndOfInput(t *testing.T) {
	slow := callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		if strings.Contains(string(r.Arguments), "forever") {
			<-ctx.Done()
		}
		time.Sleep(50 * time.Millisecond)
		return echo(ctx, r)
	})
	c := connect(t, small(t), slow)
	for _, line := range []string{hello, callFrame(1, `{}`), callFrame(2, `{}`)} {
		c.send(line)
	}
	c.in.Close()
	rest, err := io.ReadAll(c.lines)
	if err != nil || strings.Count(string(rest), "\n") != 3 {
		t.Errorf("%v: %s", err, rest)
	}
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	c = connect(t, small(t), slow, func(c *mcpserver.Config) { c.Drain = 50 * time.Millisecond })
	c.send(hello)
	c.receive()
	c.send(callFrame(1, `{"a":"forever"}`))
	c.in.Close()
	go io.Copy(io.Discard, c.lines)
	select {
	case <-c.ended:
	case <-time.After(5 * time.Second):
		t.Error("the server outlives its client")
	}
}

// The server's own work begins when the client has its tools, and ends with the
// connection.
func TestStart(t *testing.T) {
	began, ended := make(chan struct{}), make(chan struct{})
	c := connect(t, small(t), callerFunc(echo), func(c *mcpserver.Config) {
		c.Start = func(ctx context.Context) {
			close(began)
			<-ctx.Done()
			close(ended)
		}
	})
	c.send(hello)
	c.receive()
	select {
	case <-began:
		t.Error("began before the client had its tools")
	default:
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	c.receive()
	<-began
	c.in.Close()
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	select {
	case <-ended:
	default:
		t.Error("the server did not wait for its own work")
	}
}

// The server ends with its parent.
func TestParentEnds(t *testing.T) {
	var parent atomic.Int32
	parent.Store(7)
	c := connect(t, small(t), callerFunc(echo), func(c *mcpserver.Config) {
		c.Parent = func() int { return int(parent.Load()) }
	})
	c.send(hello)
	c.receive()
	parent.Store(1)
	select {
	case <-c.ended:
	case <-time.After(10 * time.Second):
		t.Error("the server outlives its parent")
	}
}

// A message that is far too long is refused, and the next is read.
func TestHugeFrames(t *testing.T) {
	c := connect(t, small(t), callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		return op.Reply{Payload: json.RawMessage(fmt.Sprint(len(r.Arguments)))}
	}))
	c.send(hello)
	c.receive()
	big := `{"a":"` + strings.Repeat("x", 4<<20) + `"}`
	c.send(callFrame(1, big))
	if line := c.receive(); !strings.Contains(line, fmt.Sprintf(`"text":"%d"`, len(big))) {
		t.Errorf("4 MB: %s", line)
	}
	c.send(strings.Repeat("x", 65<<20))
	if line := c.receive(); !strings.Contains(line, `-32600`) {
		t.Errorf("65 MB: %.200s", line)
	}
	c.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if line := c.receive(); !strings.Contains(line, `"id":3`) {
		t.Errorf("afterwards: %s", line)
	}
}

// Whatever a client sends, in whatever pieces, each frame that comes back is
// one line of JSON, and the server ends when the client does.
func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		hello, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `[{"jsonrpc":"2.0","id":1,"method":"ping"},1,"x",[]]`,
		callFrame(1, `null`), callFrame(1, `[]`), `{"id":1e400,"method":"tools/call","params":{"name":1}}`,
		`{"jsonrpc":"2.0","id":{"a":1},"method":"tools/call","params":[]}`, "\x00\xff", `{"jsonrpc":"2.0","id":1,"result":{}}`, `[]`, `{`, "\n\n",
	} {
		f.Add([]byte(seed))
	}
	r := small(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		var out strings.Builder
		config := mcpserver.Config{Registry: r, Caller: callerFunc(echo), Version: "v0", Log: io.Discard, Drain: 200 * time.Millisecond}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := mcpserver.Serve(ctx, config, iotest.HalfReader(strings.NewReader(string(input))), &out); err != nil {
			t.Errorf("ended with %v", err)
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) || !strings.HasSuffix(line, "\n") {
				t.Errorf("not a frame: %q", line)
			}
		}
	})
}

// A client that says it reads another format is answered in it, whatever its
// name; one that says nothing gets JSON.
//
//spec:15.4-wire-format
func TestFormatIsNoMatterOfTheName(t *testing.T) {
	for hello, want := range map[string]string{
		`{"name":"claude-code","version":"1"},"capabilities":{}`:                                             ``,
		`{"name":"nobody","version":"1"},"capabilities":{"experimental":{"gortex":{"formats":["x","gcx"]}}}`: `gcx`,
		`{"name":"nobody","version":"1"},"capabilities":{"experimental":{"gortex":{"formats":"gcx"}}}`:       ``,
	} {
		c := connect(t, small(t), callerFunc(func(_ context.Context, r op.Request) op.Reply {
			return op.Reply{Payload: json.RawMessage(`"format ` + r.Format + `."`)}
		}))
		c.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":` + hello + `}}`)
		c.receive()
		c.send(callFrame(1, `{}`))
		if line := c.receive(); !strings.Contains(line, "format "+want+".") {
			t.Errorf("%s: %s", hello, line)
		}
	}
}

// The surface is chosen by whatever a client sends first that depends on it; a
// name that it gives afterwards changes nothing.
//
//spec:11.1-selected-before-list 15.4-nameless
func TestSurfaceIsChosenOnce(t *testing.T) {
	c := connect(t, all(t), callerFunc(echo))
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	c.send(list)
	first := c.receive()
	if strings.Contains(first, `"name":"capabilities"`) || !strings.Contains(first, `"name":"tools_search"`) {
		t.Errorf("before initialize: %.200s", first)
	}
	c.send(hello)
	c.receive()
	c.send(list)
	if again := c.receive(); again != first {
		t.Errorf("after a name was given: %.200s", again)
	}
	compact := surface.NewCatalog(facade.All())
	c = connect(t, all(t), callerFunc(echo), func(c *mcpserver.Config) {
		c.Surface = func(client string) *surface.Surface {
			seen, _ := compact.Resolve(surface.Choices{Client: client, Operator: surface.Choice{Spec: "compact"}})
			return seen
		}
	})
	c.send(list)
	if line := c.receive(); !strings.Contains(line, `"name":"capabilities"`) {
		t.Errorf("with a policy for compact: %.200s", line)
	}
}
