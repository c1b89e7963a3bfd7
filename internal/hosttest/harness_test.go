package hosttest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each way in which hosts hand tools to a model is read, and what the model
// would have to search for first does not count.
func TestToolsOfRequests(t *testing.T) {
	for _, tt := range []struct {
		name, path, body string
		want             []string
	}{
		{"responses", "/v1/responses", `{"tools":[{"type":"function","name":"shell"},{"type":"namespace","name":"mcp__x","tools":[{"name":"read"},{"name":"late","defer_loading":true}]},{"type":"web_search"}]}`, []string{"shell", "mcp__x::read", "web_search"}},
		{"responses, later items", "/v1/responses", `{"input":[{"type":"message"},{"type":"additional_tools","tools":[{"type":"function","name":"read"}]}]}`, []string{"read"}},
		{"responses, plain input", "/v1/responses", `{"input":"hello","tools":[{"name":"read"}]}`, []string{"read"}},
		{"chat", "/v1/chat/completions", `{"stream":true,"tools":[{"type":"function","function":{"name":"read"}}]}`, []string{"read"}},
		{"messages", "/v1/messages", `{"stream":true,"tools":[{"name":"read"},{"name":"late","defer_loading":true}]}`, []string{"read"}},
		{"gemini", "/v1beta/models/m:streamGenerateContent", `{"tools":[{"functionDeclarations":[{"name":"read"},{"name":"edit"}]},{"googleSearch":{}}]}`, []string{"read", "edit", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := startModel()
			if err != nil {
				t.Fatal(err)
			}
			answer := ask(t, m.URL+tt.path, "", []byte(tt.body))
			if !strings.Contains(answer, "done") {
				t.Errorf("it answered %s", answer)
			}
			r, err := m.first()
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, r.Tools); d != "" {
				t.Error(d)
			}
		})
	}
}

func ask(t *testing.T, url, encoding string, body []byte) string {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Encoding", encoding)
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var out bytes.Buffer
	if _, err := out.ReadFrom(a.Body); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The first request is the first with tools, and a body that cannot be read is
// not taken for one without.
func TestFirstRequest(t *testing.T) {
	m, err := startModel()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.first(); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("before any request: %v", err)
	}
	ask(t, m.URL+"/v1/messages", "zstd", []byte("?"))
	if _, err := m.first(); err == nil || !strings.Contains(err.Error(), "zstd") {
		t.Errorf("of a request in zstd: %v", err)
	}
	ask(t, m.URL+"/v1/messages", "", []byte(`{"messages":[]}`))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(`{"tools":[{"name":"one"}]}`)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t, m.URL+"/v1/messages", "gzip", packed.Bytes())
	ask(t, m.URL+"/v1/messages", "", []byte(`{"tools":[{"name":"two"}]}`))
	r, err := m.first()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"one"}, r.Tools); d != "" {
		t.Error(d)
	}
}

// A changed byte, a mode and a file too many are seen; gortex's own files do
// not count.
func TestDisksDiffer(t *testing.T) {
	m := &machine{home: t.TempDir()}
	write := func(path, text string, mode os.FileMode) {
		t.Helper()
		path = filepath.Join(m.home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	now := func() disk {
		t.Helper()
		d, err := m.disk()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	write(".codex/config.toml", "a = 1\n", 0o600)
	before := now()
	write(".local/state/gortex/installed.json", "{}", 0o600)
	if err := before.differences(now()); err != nil {
		t.Errorf("gortex's own: %v", err)
	}
	for _, change := range []func(){
		func() { write(".codex/config.toml", "a = 1\r\n", 0o600) },
		func() { write(".codex/config.toml", "a = 1\n", 0o640) },
		func() { write(".codex/new", "", 0o600) },
	} {
		change()
		if before.differences(now()) == nil {
			t.Error("a change is not seen")
		}
		if err := os.RemoveAll(filepath.Join(m.home, ".codex")); err != nil {
			t.Fatal(err)
		}
		write(".codex/config.toml", "a = 1\n", 0o600)
	}
}

// The other server speaks MCP as far as hosts need it to.
func TestOtherServer(t *testing.T) {
	var out bytes.Buffer
	otherServer(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"prompts/list"}
`), &out)
	lines := bufio.NewScanner(&out)
	for _, want := range []string{`"protocolVersion":"2025-06-18"`, `"forecast"`, `-32601`} {
		if !lines.Scan() || !strings.Contains(lines.Text(), want) {
			t.Errorf("want %s in %s", want, lines.Text())
		}
	}
}

// What falls short is told.
func TestWrongResults(t *testing.T) {
	all, none := 21, 0
	good := result{Host: "codex", Version: "0.171.0", Mark: ran, Seen: "yes", Connected: "yes", Tools: &all, FirstTurn: &all, Restored: "yes"}
	if wrong := good.wrong(); wrong != nil {
		t.Errorf("a good one: %v", wrong)
	}
	for name, spoil := range map[string]func(*result){
		"unseen": func(r *result) { r.Seen = "no" }, "unconnected": func(r *result) { r.Connected = "no" }, "unrestored": func(r *result) { r.Restored = "no" },
		"hidden": func(r *result) { r.FirstTurn = &none }, "hidden in a repository": func(r *result) { r.InRepo = &none }, "not run": func(r *result) { r.Mark = skipped }, "not asked": func(r *result) { r.Seen, r.FirstTurn = "", nil },
	} {
		r := good
		spoil(&r)
		if r.wrong() == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
