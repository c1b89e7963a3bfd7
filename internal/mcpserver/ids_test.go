package mcpserver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcpserver"
)

var exactIDs = []string{"9007199254740993", "-9223372036854775807", "12345678901234567890123", "1e400", "1e2", "-0", "1.0", "7", `"7"`}

// An answer has the id of the request in the client's own bytes, whoever
// answers and however many digits it has.
func TestIDsAreGivenBackExactly(t *testing.T) {
	c := connect(t, small(t), callerFunc(echo))
	c.send(hello)
	c.receive()
	for _, id := range exactIDs {
		for _, method := range []string{"ping", "nope", "tools/list", "resources/list"} {
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q}`, id, method))
			if line := c.receive(); !strings.HasPrefix(line, `{"jsonrpc":"2.0","id":`+id+`,`) {
				t.Errorf("%s with id %s: %.120s", method, id, line)
			}
		}
	}
	h, release := mcpserver.New(mcpserver.Config{Registry: small(t), Caller: callerFunc(echo), Log: io.Discard}).Handler(time.Minute)
	defer release()
	web := httptest.NewServer(h)
	defer web.Close()
	session := ""
	post := func(body string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Session-Id", session)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
			session = id
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	post(hello)
	for _, id := range exactIDs {
		if text := post(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"ping"}`, id)); !strings.Contains(text, `"id":`+id+`,"result"`) {
			t.Errorf("http, id %s: %.120s", id, text)
		}
	}
	if text := post(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`); !strings.Contains(text, "want one message") {
		t.Errorf("http, batch: %s", text)
	}
}

// What is no message of the protocol is answered to its id at once, and the
// answer to a request that nobody made is not.
func TestMalformedMessagesAreAnswered(t *testing.T) {
	for in, want := range map[string]string{
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:               `"id":null,"error":{"code":-32600,"message":"id: want`,
		`{"jsonrpc":2.0,"id":5,"method":"ping"}`:                    `"id":5,"error":{"code":-32600,"message":"jsonrpc: want`,
		`{"jsonrpc":"2.0","id":5,"method":5}`:                       `"id":5,"error":{"code":-32600,"message":"method: want`,
		`{"jsonrpc":"2.0","id":5,"method":"ping","result":{}}`:      `"id":5,"error":{"code":-32600,"message":"method: a message`,
		`{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}`: ``,
		`{"jsonrpc":"2.0","id":5,"result":{}}`:                      ``,
	} {
		var out strings.Builder
		began := time.Now()
		config := mcpserver.Config{Registry: small(t), Caller: callerFunc(echo), Log: io.Discard, Drain: 10 * time.Second}
		if err := mcpserver.Serve(t.Context(), config, strings.NewReader(in+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) || want == "" && out.Len() > 0 || time.Since(began) > 5*time.Second {
			t.Errorf("%s after %s: %s", in, time.Since(began), &out)
		}
	}
}

// A client that reads nothing does not keep the server from ending.
func TestUnreadAnswersDoNotKeepTheServer(t *testing.T) {
	stuck, _ := io.Pipe()
	defer stuck.Close()
	_, out := io.Pipe() // never read
	for name, in := range map[string]io.Reader{
		"interrupted":  io.MultiReader(strings.NewReader(hello+"\n"), stuck),
		"end of input": strings.NewReader(hello + "\n"),
	} {
		ended := make(chan error, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if name == "end of input" {
			ctx, cancel = context.WithCancel(t.Context())
		}
		defer cancel()
		config := mcpserver.Config{Registry: small(t), Caller: callerFunc(echo), Log: io.Discard, Drain: 100 * time.Millisecond}
		go func() { ended <- mcpserver.Serve(ctx, config, in, out) }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the server waits for a reader", name)
		}
	}
}
