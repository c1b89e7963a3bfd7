package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/mcpserver"
)

// web serves over HTTP and returns the address.
func web(t testing.TB, r *facade.Registry, caller op.Caller, options ...func(*mcpserver.Config)) string {
	t.Helper()
	config := mcpserver.Config{Registry: r, Caller: caller, Version: "v0", Log: io.Discard}
	for _, o := range options {
		o(&config)
	}
	h, release := mcpserver.New(config).Handler(time.Minute)
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.Close(); release() })
	return s.URL
}

// post sends one message and returns the answer.
func post(t testing.TB, url, session, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

// greet begins a session.
func greet(t testing.TB, url string) string {
	t.Helper()
	res, text := post(t, url, "", hello)
	id := res.Header.Get("Mcp-Session-Id")
	if id == "" {
		t.Fatalf("no session: %s", text)
	}
	return id
}

// tools/list and the answers of calls have the same bytes as over standard
// input and output.
func TestSameBytesOverHTTP(t *testing.T) {
	url := web(t, all(t), callerFunc(echo))
	id := greet(t, url)
	pipe := connect(t, all(t), callerFunc(echo))
	pipe.send(hello)
	pipe.receive()
	for _, frame := range []string{
		`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"get_callers","arguments":{"id":"X"}}}`,
		callFrame(1, `{"target":{"file":"a<b"}}`),
	} {
		pipe.send(frame)
		want := pipe.receive()
		if _, got := post(t, url, id, frame); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s\n got %s\nwant %s", frame, got, want)
		}
	}
}

// Both clients that are not ours speak it.
func TestRealClientsOverHTTP(t *testing.T) {
	url := web(t, all(t), callerFunc(echo))
	t.Run("go-sdk", func(t *testing.T) {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "x", Version: "1"}, nil).
			Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		list, err := session.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) != 21 {
			t.Fatalf("%v, %+v", err, list)
		}
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "read", Arguments: map[string]any{"a": 1}})
		if err != nil || res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, `"read"`) {
			t.Errorf("%v, %+v", err, res)
		}
	})
	t.Run("mcp-go", func(t *testing.T) {
		session, err := mcpclient.NewStreamableHttpClient(url)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
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
		if err != nil || len(list.Tools) != 21 {
			t.Fatalf("%v, %+v", err, list)
		}
		call := mcp.CallToolRequest{}
		call.Params.Name, call.Params.Arguments = "get_callers", json.RawMessage(`{}`)
		res, err := session.CallTool(t.Context(), call)
		if err != nil || !strings.Contains(res.Content[0].(mcp.TextContent).Text, "get_callers") {
			t.Errorf("%v, %+v", err, res)
		}
	})
}

// What is wrong with a request is said with the status that the transport
// gives it.
func TestBadRequestsOverHTTP(t *testing.T) {
	url := web(t, small(t), callerFunc(echo))
	id := greet(t, url)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for _, tt := range []struct {
		name, session, body string
		headers             []string
		status              int
	}{
		{"no session", "", list, nil, 404},
		{"unknown session", "nobody", list, nil, 404},
		{"not JSON", id, "{", nil, 400},
		{"not said to be JSON", id, list, []string{"Content-Type", "text/plain"}, 400},
		{"unknown version", id, list, []string{"Mcp-Protocol-Version", "1999-01-01"}, 400},
		{"a cursor that nobody gave", id, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, nil, 200},
		{"a notification", id, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 202},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if res, text := post(t, url, tt.session, tt.body, tt.headers...); res.StatusCode != tt.status {
				t.Errorf("status %d, want %d: %s", res.StatusCode, tt.status, text)
			}
		})
	}
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	req.Header.Set("Mcp-Session-Id", id)
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %+v", err, res)
	}
	if res, _ := post(t, url, id, list); res.StatusCode != 404 {
		t.Errorf("a session that was ended answers with status %d", res.StatusCode)
	}
}

// The end of a session is told once.
func TestClosed(t *testing.T) {
	var mu sync.Mutex
	ended := map[string]int{}
	url := web(t, small(t), callerFunc(echo), func(c *mcpserver.Config) {
		c.Closed = func(id string) { mu.Lock(); ended[id]++; mu.Unlock() }
	})
	id := greet(t, url)
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	req.Header.Set("Mcp-Session-Id", id)
	if _, err := http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if ended[id] != 1 {
		t.Errorf("the end of %s was told %d times", id, ended[id])
	}
}

// 64 calls at once on one connection, and 32 connections at once: each call
// gets its own answer, and no more run at once than are meant to.
func TestManyAtOnce(t *testing.T) {
	var running, most atomic.Int32
	slow := callerFunc(func(ctx context.Context, r op.Request) op.Reply {
		n := running.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return echo(ctx, r)
	})
	t.Run("one connection", func(t *testing.T) {
		most.Store(0)
		c := connect(t, small(t), slow)
		c.send(hello)
		c.receive()
		go func() {
			for i := 1; i <= 64; i++ {
				c.send(callFrame(i, fmt.Sprintf(`{"n":"call %d."}`, i)))
			}
		}()
		seen := map[int]bool{}
		for range 64 {
			var m struct {
				ID int `json:"id"`
			}
			line := c.receive()
			if err := json.Unmarshal([]byte(line), &m); err != nil || !strings.Contains(line, fmt.Sprintf("call %d.", m.ID)) {
				t.Errorf("not its own answer: %s", line)
			}
			seen[m.ID] = true
		}
		if n := most.Load(); len(seen) != 64 || n > mcpserver.Concurrent {
			t.Errorf("%d answers, %d calls at once", len(seen), n)
		}
	})
	t.Run("many connections", func(t *testing.T) {
		most.Store(0)
		url := web(t, small(t), slow)
		var all sync.WaitGroup
		for range 32 {
			id := greet(t, url)
			for i := range 8 {
				all.Go(func() {
					want := fmt.Sprintf("%s %d.", id, i)
					if _, text := post(t, url, id, callFrame(i, fmt.Sprintf(`{"n":%q}`, want))); !strings.Contains(text, want) {
						t.Errorf("not its own answer: %s", text)
					}
				})
			}
		}
		all.Wait()
		if n := most.Load(); n > mcpserver.Concurrent {
			t.Errorf("%d calls at once", n)
		}
	})
}
