package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/facade/op"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// serverGo is the file that the fake index describes.
const serverGo = `package pkg

type Server struct {
	addr string
	up   bool
}

func (s *Server) Start() error {
	s.up = true
	s.addr = ":0"
	return nil
}

func retryBackoff(n int) int {
	if n > 8 {
		return 8
	}
	n++
	return n * 2
}

func (s *Server) String() string {
	return s.addr
}
`

// patient is a limit that no machine is too busy for.
const patient = time.Minute

// run gives a hook one payload and returns what it prints.
func run(t *testing.T, agent, payload string, index *fakeIndex) string {
	t.Helper()
	var out strings.Builder
	Run(context.Background(), Options{Agent: agent, In: strings.NewReader(payload), Out: &out, Dir: t.TempDir(), Open: index.open, Limit: patient})
	return out.String()
}

// TestGolden gives each dialect the payloads of its host. A file holds the
// payload and the output, with DIR for the directory of the repository; the
// first line of its comment may say "stale" (the index is older than the
// files), "checked" (change answers) or an error code.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	index := &fakeIndex{}
	text := serverGo
	switch mark, _, _ := strings.Cut(string(archive.Comment), "\n"); mark {
	case "stale":
		index.stale = true
		text = "// Package pkg serves.\n// It has grown a comment.\n" + text
	case "checked":
		index.change = map[string]string{
			"detect":   `{"symbols":[{"id":"pkg/server.go::Server.Start"},{"id":"other.go::Elsewhere"}]}`,
			"tests":    `{"tests":[{"file":"pkg/server_test.go"}],"status":{"generation":"1"}}`,
			"contract": `{"risk":"low"}`,
		}
	case "unavailable":
		index.err = op.Errorf(op.CodeUnavailable, "app is not indexed yet").With("reason", "not_indexed")
	case "index_warming":
		index.err = op.Errorf(op.CodeIndexWarming, "app is being indexed")
	}
	write(t, filepath.Join(dir, "pkg", "server.go"), text)
	agent, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".txtar"), "_")
	got := ""
	for _, f := range archive.Files {
		if f.Name == "payload" {
			payload := strings.ReplaceAll(string(f.Data), "DIR", dir)
			got = strings.ReplaceAll(run(t, agent, payload, index), dir, "DIR")
		}
	}
	if strings.Contains(got, "\n") && !strings.HasSuffix(got, "\n") {
		t.Errorf("the output does not end with its line: %q", got)
	}
	for i, f := range archive.Files {
		if f.Name != "output" {
			continue
		}
		if *update {
			archive.Files[i].Data = []byte(got)
			write(t, path, string(txtar.Format(archive)))
			return
		}
		if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("output (-want +got):\n%s", diff)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Whatever a host sends, and whatever becomes of the question, nothing but the
// dialect's silence is printed.
func TestSilence(t *testing.T) {
	read := `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Read","tool_input":{"file_path":"/src/pkg/server.go"}}`
	for _, tt := range []struct {
		name, payload string
		index         fakeIndex
	}{
		{"nothing", ``, fakeIndex{}},
		{"no JSON", `hello`, fakeIndex{}},
		{"half of it", read[:40], fakeIndex{}},
		{"a list", `[]`, fakeIndex{}},
		{"a number", `7`, fakeIndex{}},
		{"null", `null`, fakeIndex{}},
		{"no fields", `{}`, fakeIndex{}},
		{"fields of other types", `{"hook_event_name":7,"cwd":[],"tool_name":{}}`, fakeIndex{}},
		{"an event of later", `{"hook_event_name":"ModelSwitch","cwd":"/src"}`, fakeIndex{}},
		{"a tool of others", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"mcp__gortex__read","tool_input":{"file_path":"/src/pkg/server.go"}}`, fakeIndex{}},
		{"arguments of another type", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Read","tool_input":["/src/pkg/server.go"]}`, fakeIndex{}},
		{"a path that is none", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Read","tool_input":{"file_path":7}}`, fakeIndex{}},
		{"a file nobody knows", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Read","tool_input":{"file_path":"/etc/hosts"}}`, fakeIndex{}},
		{"a pattern that is no name", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Grep","tool_input":{"pattern":"^[a-z]+\\d{3}$"}}`, fakeIndex{}},
		{"a command too clever", `{"hook_event_name":"PreToolUse","cwd":"/src","tool_name":"Bash","tool_input":{"command":"cat $(find . -name server.go)"}}`, fakeIndex{}},
		{"a tiny prompt", `{"hook_event_name":"UserPromptSubmit","cwd":"/src","prompt":"Start()"}`, fakeIndex{}},
		{"a prompt about nothing here", `{"hook_event_name":"UserPromptSubmit","cwd":"/src","prompt":"write a poem on the colour of mountains, please"}`, fakeIndex{}},
		{"a command of the host", `{"hook_event_name":"UserPromptSubmit","cwd":"/src","prompt":"/review retryBackoff and Server.Start"}`, fakeIndex{}},
		{"no index", read, fakeIndex{err: op.Errorf(op.CodeUnavailable, "no").With("reason", "not_indexed")}},
		{"warming", read, fakeIndex{err: op.Errorf(op.CodeIndexWarming, "wait")}},
		{"corrupt", read, fakeIndex{err: op.Errorf(op.CodeIndexCorrupt, "no")}},
		{"a fault", read, fakeIndex{panics: true}},
		{"no repository", `{"hook_event_name":"SessionStart","cwd":"/"}`, fakeIndex{err: op.Errorf(op.CodeNotARepository, "/")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := run(t, "claude-code", tt.payload, &tt.index); got != "" {
				t.Errorf("printed %q", got)
			}
			// Gemini CLI's own names make most of these unknown events.
			if got := run(t, "gemini", tt.payload, &tt.index); got != "{}\n" && !strings.Contains(tt.payload, "SessionStart") {
				t.Errorf("gemini: printed %q", got)
			}
		})
	}
	if got := run(t, "nobody", read, &fakeIndex{}); got != "" {
		t.Errorf("an unknown agent was told %q", got)
	}
	if got := run(t, "claude-code", read, &fakeIndex{}); got == "" {
		t.Error("the read that the others are variants of is not answered")
	}
}

// An answer that is late is no answer, and the host does not wait for it.
func TestLate(t *testing.T) {
	index := &fakeIndex{hanging: make(chan struct{})}
	defer close(index.hanging)
	log := filepath.Join(t.TempDir(), LogName)
	var out strings.Builder
	start := time.Now()
	Run(context.Background(), Options{
		Agent: "claude-code", In: strings.NewReader(`{"hook_event_name":"SessionStart","cwd":"/src"}`), Out: &out, Open: index.open, Log: log,
	})
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
	if out.String() != "" || onlyLine(t, log).Index != indexLate {
		t.Errorf("printed %q, noted %+v", out.String(), onlyLine(t, log))
	}
}

// What is known of an edit is said in time, though what its checks say is not.
func TestLateChecks(t *testing.T) {
	t.Parallel()
	index := &fakeIndex{hanging: make(chan struct{}), hangs: "change"}
	defer close(index.hanging)
	var out strings.Builder
	Run(context.Background(), Options{
		Agent: "opencode", Out: &out, Open: index.open, Limit: time.Second,
		In: strings.NewReader(`{"hook_event_name":"tool.execute.after","cwd":"/src","tool":"write","args":{"filePath":"/src/pkg/server.go"}}`),
	})
	if !strings.Contains(out.String(), "Server.Start (method, line 8): 2 callers") {
		t.Errorf("printed %q", out.String())
	}
}

// A host that does not write, or does not close its end, is not waited for.
func TestOpenInput(t *testing.T) {
	in, host := io.Pipe()
	defer host.Close()
	go io.WriteString(host, `{"hook_event_name":"SessionStart","cwd":"/src"}`+"\n")
	var out bytes.Buffer
	Run(context.Background(), Options{Agent: "kimi", In: in, Out: &out, Open: (&fakeIndex{}).open, Limit: patient})
	if !strings.HasPrefix(out.String(), "gortex has an index of app") {
		t.Errorf("printed %q", out.String())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	out.Reset()
	Run(ctx, Options{Agent: "kimi", In: in, Out: &out, Open: (&fakeIndex{}).open, Limit: patient})
	if out.Len() > 0 {
		t.Errorf("nobody wrote, and %q was printed", out.String())
	}
}

// Off says nothing and keeps nothing.
func TestOff(t *testing.T) {
	log := filepath.Join(t.TempDir(), LogName)
	var out strings.Builder
	Run(context.Background(), Options{
		Agent: "claude-code", Mode: ModeOff, Out: &out, Log: log, Open: (&fakeIndex{}).open,
		In: strings.NewReader(`{"hook_event_name":"SessionStart","cwd":"/src"}`),
	})
	if _, err := os.Stat(log); out.Len() > 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("printed %q; the log: %v", out.String(), err)
	}
}

// What is said has its bounds, however much there is to say.
func TestBounds(t *testing.T) {
	names := strings.Repeat("`Start` Server retryBackoff() ", 400)
	prompt, err := json.Marshal(map[string]string{"hook_event_name": "UserPromptSubmit", "cwd": "/src", "prompt": names})
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, "kimi", string(prompt), &fakeIndex{}); len(got) > mostRelevant+1 || got == "" {
		t.Errorf("%d bytes about a prompt", len(got))
	}
	if got := run(t, "kimi", `{"hook_event_name":"SessionStart","cwd":"/src"}`, &fakeIndex{}); len(got) > mostReadiness || got == "" {
		t.Errorf("%d bytes at the start of a session", len(got))
	}
	l := lines{room: 10}
	if !l.add("12345") || l.add("12345") || !l.add("123") || l.String() != "12345\n123" {
		t.Errorf("lines: %q", l.String())
	}
}
