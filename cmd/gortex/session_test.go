package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// conversation is what one session says; what is told of it is the same over a
// connection and over processes.
var conversation = []struct{ tool, args string }{
	{"session", `{"operation":"planning_mode","arguments":{"mode":"planning"}}`},
	{"workspace_admin", `{"operation":"reindex"}`},
	{"session", `{"operation":"planning_mode","arguments":{"mode":"editing"}}`},
	{"session", `{"operation":"workflow","arguments":{"action":"start","mode":"warn"}}`},
	{"session", `{"operation":"workflow","arguments":{"action":"advance"}}`},
	{"session", `{"operation":"workflow","arguments":{"action":"status"}}`},
	{"session", `{"operation":"cursor","arguments":{"action":"goto","id":"g"}}`},
	{"session", `{"operation":"cursor","arguments":{"action":"into"}}`},
	{"session", `{"operation":"cursor","arguments":{"action":"back"}}`},
	{"read", `{"target":{"symbol":"g"}}`},
	{"response", `{"operation":"grep","arguments":{"pattern":"return"}}`},
	{"response", `{"operation":"peek","arguments":{"lines":2}}`},
	{"response", `{"operation":"slice","arguments":{"response_id":"r1","from":2,"to":3}}`},
	{"response", `{"operation":"slice","arguments":{"response_id":"r9"}}`},
	{"response", `{}`},
	{"read", `{"operation":"history"}`},
	{"explore", `{"operation":"prefetch"}`},
	{"session", `{"operation":"subscribe","channel":"diagnostics"}`},
	{"session", `{"operation":"unsubscribe","channel":"stale_refs"}`},
}

// differing is what two sessions do not share: their names and times.
var differing = regexp.MustCompile(`"(session_id|session_began|at)":"[^"]*"`)

func TestASessionOverMCPIsOneOfTheCommandLine(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("def f():\n    return 1\n\ndef g():\n    return f()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	gortex, err := exec.LookPath("gortex") // put there for the scripts
	if err != nil {
		gortex = os.Args[0]
	}
	env := append(os.Environ(), "GORTEX_SESSION=", "XDG_CONFIG_HOME="+state, "XDG_DATA_HOME="+state, "XDG_STATE_HOME="+state, "XDG_CACHE_HOME="+state)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, gortex, args...)
		cmd.Dir, cmd.Env = dir, env
		return cmd
	}
	var want, got []string
	for _, c := range conversation {
		out, err := command("call", c.tool, c.args, "--session", "s").Output()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || !json.Valid(out)) {
			t.Fatalf("%s %s: %v %s %s", c.tool, c.args, err, out, exit.Stderr)
		}
		want = append(want, told(out))
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: command("mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, c := range conversation {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args)})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, told([]byte(res.Content[0].(*mcp.TextContent).Text)))
		if c.tool == "read" && !strings.Contains(c.args, "history") {
			meta, _ := res.Meta["gortex_facade"].(map[string]any)
			if meta["response_id"] != "r1" {
				t.Errorf("_meta %v", res.Meta)
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-command line +MCP):\n%s", d)
	}
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "session", Arguments: json.RawMessage(`{"operation":"subscribe","channel":"graph_invalidated"}`)})
	if err != nil || res.IsError {
		t.Errorf("subscribe: %+v, %v", res, err)
	}
	if !slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, "tool_blocked_by_mode") }) {
		t.Error("nothing was refused")
	}
}

func told(payload []byte) string {
	return differing.ReplaceAllString(strings.TrimSpace(string(payload)), `"$1":""`)
}
