package httpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/httpserver"
)

type callerFunc func(context.Context, op.Request) op.Reply

func (f callerFunc) Call(ctx context.Context, r op.Request) op.Reply { return f(ctx, r) }

// echo answers with the request, or with the error that its tool names.
func echo(ctx context.Context, r op.Request) op.Reply {
	if code, ok := strings.CutPrefix(r.Tool, "fail_"); ok {
		return op.Failed(op.Errorf(op.Code(code), "no"))
	}
	if r.Tool == "sleep" {
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
			return op.Failed(ctx.Err())
		}
	}
	text, _ := json.Marshal(r)
	if r.Tool == "ignoring" {
		ignored := []string{"é😀"}
		for i := range 5000 {
			ignored = append(ignored, fmt.Sprintf("field%d", i))
		}
		return op.Reply{Payload: text, Meta: op.Meta{Ignored: ignored}}
	}
	return op.Reply{Payload: text, Meta: op.Meta{SurfaceVersion: op.SurfaceVersion, Facade: r.Tool}}
}

// serve runs a server on an address and returns where it answers.
func serve(t *testing.T, address string, c httpserver.Config) net.Addr {
	t.Helper()
	c.Caller, c.Tools, c.Version = callerFunc(echo), []string{"read"}, "v0"
	c.MCP = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("mcp")) })
	l, err := httpserver.Listen(t.Context(), address, c.Token)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- httpserver.Serve(ctx, l, httpserver.Handler(c), time.Second) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr()
}

// ask makes one request; headers are pairs.
func ask(t *testing.T, client *http.Client, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(req)
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

// Who may connect, and what the others are told.
func TestGuard(t *testing.T) {
	open := "http://" + serve(t, "127.0.0.1:0", httpserver.Config{Origins: []string{"https://app.example"}, Hosts: []string{"gortex.test"}}).String()
	locked := "http://" + serve(t, "127.0.0.1:0", httpserver.Config{Token: "s3cret"}).String()
	for _, tt := range []struct {
		name, method, url string
		headers           []string
		status            int
		says              string
	}{
		{"nothing about it", "GET", open + "/v1/tools", nil, 200, `"read"`},
		{"a page of this machine", "GET", open + "/v1/tools", []string{"Origin", "http://localhost:3000"}, 200, `"read"`},
		{"a page that was allowed", "GET", open + "/v1/tools", []string{"Origin", "https://app.example"}, 200, `"read"`},
		{"a browser that asks first", "OPTIONS", open + "/mcp", []string{"Origin", "https://app.example"}, 204, ""},
		{"any other page", "POST", open + "/mcp", []string{"Origin", "http://evil.example"}, 403, "--allow-origin http://evil.example"},
		{"a page of nowhere", "POST", open + "/mcp", []string{"Origin", "null"}, 403, "may not connect"},
		{"a page that pretends", "POST", open + "/mcp", []string{"Origin", "http://127.0.0.1.evil.example"}, 403, "may not connect"},
		{"a name made to point here", "POST", open + "/mcp", []string{"Host", "evil.example"}, 403, "evil.example"},
		{"a name that was allowed", "GET", open + "/v1/tools", []string{"Host", "gortex.test:80"}, 200, `"read"`},
		{"without the token", "GET", locked + "/v1/tools", nil, 401, "bearer token"},
		{"with another token", "POST", locked + "/mcp", []string{"Authorization", "Bearer s3cret2"}, 401, "bearer token"},
		{"with another scheme", "POST", locked + "/mcp", []string{"Authorization", "Basic s3cret"}, 401, "bearer token"},
		{"with the token", "POST", locked + "/mcp", []string{"Authorization", "bearer s3cret"}, 200, "mcp"},
		{"health needs none", "GET", locked + "/health", nil, 200, `"status":"ok"`},
		{"health is not for other pages", "GET", locked + "/health", []string{"Origin", "http://evil.example"}, 403, "may not connect"},
		{"no such path", "GET", open + "/", nil, 404, "/v1/tools/{name}"},
		{"a tool is called by POST", "GET", open + "/v1/tools/read", nil, 405, `"allow":"POST"`},
		{"the list is read", "DELETE", open + "/v1/tools", nil, 405, `"allow":"GET"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, text := ask(t, http.DefaultClient, tt.method, tt.url, "", tt.headers...)
			if res.StatusCode != tt.status || !strings.Contains(text, tt.says) {
				t.Errorf("%d %s, want %d and %q", res.StatusCode, text, tt.status, tt.says)
			}
			if res.StatusCode == 401 && res.Header.Get("WWW-Authenticate") == "" {
				t.Error("no WWW-Authenticate")
			}
			if res.StatusCode == 403 && res.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("a page that may not connect may read why")
			}
		})
	}
}

// The payload comes as it is, the status and a header say the rest.
func TestTools(t *testing.T) {
	url := "http://" + serve(t, "127.0.0.1:0", httpserver.Config{MaxBody: 100}).String()
	for _, tt := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"/v1/tools/read", `{"a":1}`, 200, `{"tool":"read","arguments":{"a":1}}`},
		{"/v1/tools/analyze?surface=legacy", `{}`, 200, `{"tool":"analyze","arguments":{},"surface":"legacy"}`},
		{"/v1/tools/fail_invalid_argument", ``, 400, `{"error_code":"invalid_argument","message":"no"}`},
		{"/v1/tools/fail_symbol_not_found", ``, 404, `{"error_code":"symbol_not_found","message":"no"}`},
		{"/v1/tools/fail_refused", ``, 403, `{"error_code":"refused","message":"no"}`},
		{"/v1/tools/fail_stale_write", ``, 409, `{"error_code":"stale_write","message":"no"}`},
		{"/v1/tools/fail_cursor_expired", ``, 410, `{"error_code":"cursor_expired","message":"no"}`},
		{"/v1/tools/fail_internal", ``, 500, `{"error_code":"internal","message":"no"}`},
		{"/v1/tools/fail_operation_unavailable", ``, 501, `{"error_code":"operation_unavailable","message":"no"}`},
		{"/v1/tools/fail_index_warming", ``, 503, `{"error_code":"index_warming","message":"no"}`},
		{"/v1/tools/fail_timeout", ``, 504, `{"error_code":"timeout","message":"no"}`},
		{"/v1/tools/fail_disk_full", ``, 507, `{"error_code":"disk_full","message":"no"}`},
		{"/v1/tools/read", strings.Repeat("x", 101), 413, `{"error_code":"invalid_argument","message":"the body is longer than 100 bytes","data":{"max_bytes":100}}`},
	} {
		res, text := ask(t, http.DefaultClient, "POST", url+tt.path, tt.body)
		if got := strings.TrimSpace(text); res.StatusCode != tt.status || got != tt.want {
			t.Errorf("%s: %d %s, want %d %s", tt.path, res.StatusCode, got, tt.status, tt.want)
		}
		if meta := res.Header.Get("Gortex-Meta"); res.StatusCode != 413 && !strings.Contains(meta, op.SurfaceVersion) {
			t.Errorf("%s: meta %q", tt.path, meta)
		}
	}
}

// A call belongs to the connection it names, which must be there, or to a
// session that it shares with others by name; never to both.
func TestSessionOfACall(t *testing.T) {
	url := "http://" + serve(t, "127.0.0.1:0", httpserver.Config{Live: func(id string) bool { return id == "live" }}).String()
	for _, tt := range []struct {
		header, value string
		status        int
		want          string
	}{
		{"Mcp-Session-Id", "live", 200, `"session":"live"`},
		{"Mcp-Session-Id", "forged", 404, `"field":"Mcp-Session-Id"`},
		{"Gortex-Session", "live", 200, `"session":"named:live"`},
		{"X", "y", 200, `{"tool":"read","arguments":{}}`},
	} {
		res, text := ask(t, http.DefaultClient, "POST", url+"/v1/tools/read", `{}`, tt.header, tt.value)
		if res.StatusCode != tt.status || !strings.Contains(text, tt.want) {
			t.Errorf("%s %s: %d %s, want %d %s", tt.header, tt.value, res.StatusCode, text, tt.status, tt.want)
		}
	}
}

// An address that others can reach is opened with a token only.
func TestListen(t *testing.T) {
	for address, ok := range map[string]bool{
		"0.0.0.0:0": false, "[::]:0": false, ":0": false, "192.0.2.1:0": false, "example.test:0": false, "8765": false,
		"127.0.0.1:0": true, "localhost:0": true,
	} {
		l, err := httpserver.Listen(t.Context(), address, "")
		if (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
		if err == nil {
			_ = l.Close()
		}
	}
	l, err := httpserver.Listen(t.Context(), "0.0.0.0:0", "t")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
}

// Who cannot be listened on is told which, why, and what chooses another.
func TestAddressInUse(t *testing.T) {
	l, err := httpserver.Listen(t.Context(), "127.0.0.1:0", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, address := range []string{l.Addr().String(), "unix:" + filepath.Join(t.TempDir(), "none", "s")} {
		second, err := httpserver.Listen(t.Context(), address, "")
		if err == nil {
			_ = second.Close()
			t.Errorf("%s: twice", address)
			continue
		}
		if e := op.AsError(err); e.Code != op.CodeUnavailable || !strings.Contains(e.Message, address+": ") || !strings.Contains(e.Message, "--listen") {
			t.Errorf("%s: %s, %s", address, e.Code, e.Message)
		}
	}
}

// A socket in the file system is another address.
func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, "unix:"+path, httpserver.Config{})
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}}}
	defer client.CloseIdleConnections()
	if res, text := ask(t, client, "POST", "http://gortex/v1/tools/read", `{}`); res.StatusCode != 200 {
		t.Errorf("%d %s", res.StatusCode, text)
	}
}

// A socket that a killed server left is taken over; one that is alive, or is
// somebody else's, is not.
func TestLeftSocket(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s")
	leave := func() {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		l.SetUnlinkOnClose(false)
		_ = l.Close()
	}
	leave()
	for range 2 {
		if l, err := httpserver.Listen(t.Context(), "unix:"+path, ""); err == nil {
			t.Error("took over a socket that is not ours")
			_ = l.Close()
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	l, err := httpserver.Listen(t.Context(), "unix:"+path, "")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := httpserver.Listen(t.Context(), "unix:"+path, ""); op.AsError(err).Code != op.CodeUnavailable {
		t.Errorf("took over a live server's: %v", err)
	}
	_ = l.Close()
	leave()
	if l, err = httpserver.Listen(t.Context(), "unix:"+path, ""); err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
}
