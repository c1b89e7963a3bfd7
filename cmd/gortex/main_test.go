package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gortex": func() { os.Exit(harness()) }})
}

// TestScripts runs every script there is: those of the operations, and those of
// the command line. With GORTEX_HARNESS=mcp each "gortex call TOOL JSON" in
// them is made over MCP instead, and must print and exit the same.
// UPDATE=1 rewrites what the scripts expect.
func TestScripts(t *testing.T) {
	var scripts []string
	for _, pattern := range []string{"../../facade/*/testdata/*/*.txtar", "../../cli/testdata/script/*.txtar"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, found...)
	}
	if len(scripts) == 0 {
		t.Fatal("no scripts")
	}
	folders := map[string][]string{}
	for _, path := range scripts {
		folder, _ := filepath.Rel("../..", filepath.Dir(path))
		folders[folder] = append(folders[folder], path)
	}
	for folder, files := range folders {
		t.Run(filepath.ToSlash(folder), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Files:               files,
				Setup:               func(e *testscript.Env) error { return setup(t, e) },
				UpdateScripts:       os.Getenv("UPDATE") != "",
				RequireExplicitExec: true,
				RequireUniqueNames:  true,
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"mcp": mcpCommand,
				},
			})
		})
	}
}

// setup keeps what gortex writes away from the files of the script, and from
// the user's own.
func setup(t *testing.T, e *testscript.Env) error {
	state := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		e.Setenv(name, filepath.Join(state, strings.ToLower(name)))
	}
	for _, name := range []string{"GOROOT", "GOMODCACHE", "GORTEX_HARNESS"} {
		e.Setenv(name, os.Getenv(name))
	}
	e.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(e.WorkDir))
	return nil
}

// mcpCommand makes the call of a script over MCP, against a real server process
// and by a client that is not ours:
//
//	mcp read '{"target":{"symbol":"Server.addTool"}}'
//
// and checks that the payload is what the last command printed.
func mcpCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: mcp tool [json]")
	}
	want := ts.ReadFile("stdout")
	arguments := json.RawMessage(strings.Join(args[1:], ""))
	var env []string
	for _, name := range []string{"PATH", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "GOROOT", "GOMODCACHE", "GORTEX_PLANNING"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	got, isError, err := callOverMCP(ts.MkAbs("."), env, args[0], arguments)
	ts.Check(err)
	if isError != neg {
		ts.Fatalf("isError = %v: %s", isError, got)
	}
	if d := cmp.Diff(want, got+"\n"); d != "" {
		ts.Fatalf("MCP and the command line disagree (-cli +mcp):\n%s", d)
	}
}

// callOverMCP starts a server, makes one call, and gives back the text of the
// answer. While the server indexes for the first time it asks again.
func callOverMCP(dir string, env []string, tool string, arguments json.RawMessage) (text string, isError bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.Command("gortex", "mcp")
	cmd.Dir, cmd.Env = dir, env
	session, err := mcp.NewClient(&mcp.Implementation{Name: "script", Version: "1"}, nil).
		Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return "", false, err
	}
	defer session.Close()
	for {
		params := &mcp.CallToolParams{Name: tool}
		if len(arguments) > 0 {
			params.Arguments = arguments
		}
		res, err := session.CallTool(ctx, params)
		if err != nil {
			return "", false, err
		}
		if len(res.Content) != 1 {
			return "", false, fmt.Errorf("%d contents", len(res.Content))
		}
		text := res.Content[0].(*mcp.TextContent).Text
		if !res.IsError || decodeError(text).Code != op.CodeIndexWarming {
			return text, res.IsError, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func decodeError(text string) (e op.Error) {
	_ = json.Unmarshal([]byte(text), &e) // no error document has no code
	return e
}

// harness is gortex as scripts see it.
func harness() int {
	args := os.Args[1:]
	if os.Getenv("GORTEX_HARNESS") != "mcp" || os.Getenv("GORTEX_SESSION") != "" || os.Getenv("GORTEX_TOOLS") != "" || len(args) < 2 || len(args) > 3 || args[0] != "call" {
		return Main()
	}
	public := slices.ContainsFunc(facade.All(), func(f *op.Facade) bool { return f.Name == args[1] })
	var arguments json.RawMessage
	if len(args) == 3 {
		arguments = json.RawMessage(args[2])
	}
	if !public || len(arguments) > 0 && !json.Valid(arguments) {
		return Main() // only the command line has these
	}
	text, isError, err := callOverMCP(".", os.Environ(), args[1], arguments)
	if err != nil {
		fmt.Fprintln(os.Stderr, "harness:", err)
		return op.ExitFailed
	}
	fmt.Println(text)
	if !isError {
		return op.ExitDone
	}
	e := decodeError(text)
	fmt.Fprintln(os.Stderr, "gortex:", e.Message)
	return e.Code.Exit()
}
