package mcpserver_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/mcpserver"
)

// partial answers like echo, but has no analyses.
func partial(ctx context.Context, r op.Request) op.Reply {
	if r.Tool == "analyze" {
		return op.Failed(op.Errorf(op.CodeOperationUnavailable, "not in this version").With("domain", "analyze"))
	}
	return echo(ctx, r)
}

// Resources and prompts are listed, read and refused alike over both
// transports.
//
//spec:surface-resources surface-prompts
func TestReading(t *testing.T) {
	url := web(t, all(t), callerFunc(partial))
	id := greet(t, url)
	pipe := connect(t, all(t), callerFunc(partial))
	pipe.send(hello)
	pipe.receive()
	for _, tt := range []struct{ method, params, want string }{
		{"resources/list", `{}`, `"uri":"gortex://index-health"`},
		{"resources/templates/list", `{}`, `"uriTemplate":"gortex://community/{id}"`},
		{"resources/read", `{"uri":"gortex://stats"}`, `{"contents":[{"uri":"gortex://stats","mimeType":"application/json","text":"{\"arguments\":\"{\\\"operation\\\":\\\"graph\\\"}\"`},
		{"resources/read", `{"uri":"gortex://guide/tokens"}`, `output.max_tokens`},
		{"resources/read", `{"uri":"gortex://god-nodes"}`, `"data":{"error_code":"operation_unavailable"`},
		{"resources/read", `{"uri":"gortex://nope"}`, `"code":-32002`},
		{"resources/read", `{"uri":1}`, `"code":-32602`},
		{"resources/subscribe", `{"uri":"gortex://stats"}`, `"result":{}`},
		{"resources/unsubscribe", `{"uri":"gortex://stats"}`, `"result":{}`},
		{"resources/subscribe", `{"uri":"gortex://nope"}`, `"code":-32002`},
		{"resources/subscribe", `{}`, `"error"`},
		{"prompts/list", `{}`, `"name":"safe_to_change"`},
		{"prompts/get", `{"name":"safe_to_change","arguments":{"ids":"A"}}`, `"role":"user"`},
		{"prompts/get", `{"name":"safe_to_change"}`, `"field":"ids"`},
		{"prompts/get", `{"name":"nope"}`, `"valid_prompts":["pre_commit","orientation","safe_to_change"]`},
	} {
		frame := `{"jsonrpc":"2.0","id":7,"method":"` + tt.method + `","params":` + tt.params + `}`
		pipe.send(frame)
		piped := pipe.receive()
		if !strings.Contains(piped, tt.want) {
			t.Errorf("%s\n got %s\nwant %s", frame, piped, tt.want)
		}
		if _, posted := post(t, url, id, frame); strings.TrimSpace(posted) != strings.TrimSpace(piped) {
			t.Errorf("%s\nover HTTP %s\nelse      %s", frame, posted, piped)
		}
	}
}

// A client that is not ours finds the eighteen resources.
func TestRealClientReads(t *testing.T) {
	c := connect(t, all(t), callerFunc(partial))
	session := mcpclient.NewClient(transport.NewIO(c.lines, c.in, nil))
	if err := session.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	init := mcp.InitializeRequest{}
	init.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	init.Params.ClientInfo = mcp.Implementation{Name: "x", Version: "1"}
	if _, err := session.Initialize(t.Context(), init); err != nil {
		t.Fatal(err)
	}
	fixed, err := session.ListResources(t.Context(), mcp.ListResourcesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	templates, err := session.ListResourceTemplates(t.Context(), mcp.ListResourceTemplatesRequest{})
	if err != nil || len(fixed.Resources)+len(templates.ResourceTemplates) != 18 {
		t.Errorf("%d and %d, %v", len(fixed.Resources), len(templates.ResourceTemplates), err)
	}
	var read mcp.ReadResourceRequest
	read.Params.URI = "gortex://report"
	res, err := session.ReadResource(t.Context(), read)
	if err != nil {
		t.Fatal(err)
	}
	var parts map[string]json.RawMessage
	if text := res.Contents[0].(mcp.TextResourceContents).Text; json.Unmarshal([]byte(text), &parts) != nil || len(parts) != 4 {
		t.Errorf("report: %s", text)
	}
}

// Params of a wrong type are told of in the words of the protocol.
func TestParamsOfReadings(t *testing.T) {
	c := connect(t, small(t), callerFunc(echo))
	c.send(hello)
	c.receive()
	for params, want := range map[string]string{
		`5`:                           `"message":"params: want an object, got number"`,
		`{"uri":5,"name":5}`:          `: want a string, got number"`,
		`{"name":"","arguments":[]}`:  `"message":"params.arguments: want an object of strings, got array"`,
		`{"arguments":{"symbol":[]}}`: `want an object of strings, got array"`,
	} {
		for _, method := range []string{"resources/read", "prompts/get"} {
			c.send(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`)
			if line := c.receive(); !strings.Contains(line, want) || !strings.Contains(line, `"field":"params`) || !strings.Contains(line, "-32602") {
				t.Errorf("%s %s: %s", method, params, line)
			}
		}
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"resources/read"}`)
	if line := c.receive(); !strings.Contains(line, `valid_uris`) {
		t.Errorf("without params: %.200s", line)
	}
}

// Arguments that no tool takes are refused without mcp-go, which would read them
// again and again, and without waiting for a call to end.
func TestLongArgumentsAreRefusedAtOnce(t *testing.T) {
	running := make(chan struct{})
	c := connect(t, small(t), callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		if len(r.Arguments) <= op.MaxArguments {
			close(running)
			<-ctx.Done()
		}
		return op.Failed(op.Invalid("%d bytes", len(r.Arguments)))
	}), func(c *mcpserver.Config) { c.Concurrent = 1 })
	c.send(hello)
	c.receive()
	c.send(callFrame(1, `{}`))
	<-running
	big := `{"a":"` + strings.Repeat("x", op.MaxArguments) + `"}`
	c.send(callFrame(2, big))
	if line := c.receive(); !strings.Contains(line, strconv.Itoa(len(big))+" bytes") || !strings.Contains(line, `"id":2`) {
		t.Errorf("got %.200s", line)
	}
}
