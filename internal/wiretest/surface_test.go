package wiretest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// surface is what a client is shown.
type surface struct {
	name   string
	roster []string // exactly, in order
	hides  bool     // flat names are blocked
	says   string   // in the instructions
}

var compact = surface{"compact", strings.Fields(`explore search read relations trace analyze ask change edit refactor
	review publish_review pr recall remember workspace workspace_admin overlay session response capabilities`), true, "capabilities {}"}

// core is the server's default. The flat tools that it does not show can be
// called; the public ones cannot.
var core = surface{"core", strings.Fields(`get_repo_outline explore smart_context find_files search_symbols search_text
	get_editing_context read_file get_symbol_source get_file_summary get_symbol get_callers get_dependencies get_dependents
	find_implementations find_usages get_call_chain analyze check_guards get_test_targets detect_changes verify_change
	get_diagnostics batch_edit edit_file edit_symbol write_file rename_symbol diff_context review surface_memories
	store_memory save_note graph_stats index_health tool_profile tools_search`), false, "tools_search {"}

// names are those that clients give of themselves, and what each is shown; the
// last three are the few.
var names = []struct {
	name    string
	surface surface
}{
	// Canonical ids.
	{"claude-code", compact},
	{"codex", compact},
	{"cursor", compact},
	{"vscode", compact},
	{"gemini-cli", compact},
	{"opencode", compact},
	{"zed", compact},
	// What the same hosts and others send.
	{"claude-ai", compact},
	{"codex-mcp-client", compact},
	{"cursor-vscode", compact},
	{"Visual Studio Code", compact},
	{"gemini-cli-mcp-client", compact},
	{"github-copilot-developer", compact},
	{"windsurf-client", compact},
	{"Cline", compact},
	// Nobody's, and none.
	{"nobody-has-heard-of-this", compact},
	{"", core},
}

// unmet is what is shown before initialize.
var unmet = core

// steps are calls whose answers are checked one by one below.
var steps = []step{
	{"read", json.RawMessage(`{"target":{"file":"greet.py"}}`)},
	{"read", json.RawMessage(`{"target":{"symbol":"greet"}}`)},
	{"capabilities", json.RawMessage(`{"domain":"read","operation":"file","detail":"schema"}`)},
	{"read_file", json.RawMessage(`{"path":"greet.py"}`)},
	{"get_symbol_source", json.RawMessage(`{"id":"greet"}`)},
	{"no_such_tool", json.RawMessage(`{}`)},
	{"read", json.RawMessage(`{"target":{"file":"greet.py","symbol":"greet"}}`)},
	{"read", json.RawMessage(`{"operation":"fiel"}`)},
	{"read", json.RawMessage(`{"target":{"file":"great.py"}}`)},
	{"read", json.RawMessage(`{"target":{"symbol":"great"}}`)},
	{"relations", json.RawMessage(`{"operation":"callers","target":{"symbol":"greet"}}`)},
}

// Every client, by whatever name, is shown its surface from the first
// tools/list on, and every client is shown the same.
//
//spec:12-sequence 12-1-client-ids 12-2-exact-roster 12-3-read-infers 12-4-capabilities
//spec:12-5-hidden-blocked 12-7-list-changed-ignored 15.2-named-default 15.4-roster 15.4-wire-format
//spec:15.4-read 15.4-schema 15.4-shape-validates 15.4-hidden-blocked 15.4-list-changed-ignored
//spec:9-no-promotion 9-replaces-discovery 11.1-named-client 11.1-schema-constant 11.2-hide-blocks
//spec:8.4-metadata 15.3-known-file 15.3-known-symbol surface-client-name
func TestClients(t *testing.T) {
	first := map[string]seen{} // by surface
	transports := []struct{ name, url string }{{"stdio", stdio}, {"http", serve(t)}}
	for _, c := range clients {
		for _, over := range transports {
			t.Run(c.name+"/"+over.name, func(t *testing.T) {
				names := names
				if c.few {
					names = names[len(names)-3:]
				}
				var called []string
				for _, n := range names {
					called = append(called, n.name)
				}
				saw := c.converse(t, over.url, called, steps)
				for _, n := range names {
					s := saw[n.name]
					normalise(t, &s)
					if before, ok := first[n.surface.name]; !ok {
						first[n.surface.name] = s
					} else if d := cmp.Diff(before, s); d != "" {
						t.Errorf("%q sees another server than the client before it (-before +now):\n%s", n.name, d)
						continue
					}
					if !t.Run("name="+n.name, func(t *testing.T) { check(t, n.surface, s) }) {
						return // the others are no different
					}
				}
			})
		}
	}
}

// normalise makes schemas comparable that clients keep in types of their own,
// and leaves out the handles of kept answers, which only connections have.
func normalise(t *testing.T, s *seen) {
	t.Helper()
	for _, a := range s.Answers {
		delete(a.Facade, "response_id")
	}
	for i := range s.Tools {
		text, err := json.Marshal(s.Tools[i].InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		m := schema.(map[string]any)
		if required, ok := m["required"].([]any); ok && len(required) == 0 {
			delete(m, "required") // mcp-go puts it there
		}
		s.Tools[i].InputSchema = m
	}
}

func check(t *testing.T, want surface, s seen) {
	t.Helper()
	if !strings.Contains(s.Instructions, want.says) {
		t.Errorf("instructions: %q", s.Instructions)
	}
	var roster []string
	for _, tool := range s.Tools {
		roster = append(roster, tool.Name)
	}
	if d := cmp.Diff(want.roster, roster); d != "" {
		t.Errorf("tools/list (-want +got):\n%s", d)
	}
	if d := cmp.Diff(roster, s.Again); d != "" {
		t.Errorf("tools/list has changed (-before +after):\n%s", d)
	}
	if len(s.Answers) != len(steps) {
		t.Fatalf("%d answers to %d steps", len(s.Answers), len(steps))
	}
	if !want.hides {
		checkFlat(t, s)
		return
	}
	succeeds(t, s.Answers[0], "read.file", "read_file", `def greet(name):\n    \"\"\"Say hello.\"\"\"\n    return \"hello, \" + name`)
	succeeds(t, s.Answers[1], "read.source", "get_symbol_source", `def greet(name):\n    \"\"\"Say hello.\"\"\"\n    return \"hello, \" + name`)
	succeeds(t, s.Answers[2], "capabilities.describe", "capabilities", `"available":true`)
	describes(t, s, s.Answers[2].Text)
	for i, name := range []string{"read_file", "get_symbol_source"} {
		fails(t, s.Answers[3+i], "tool_blocked_by_mode", name, "instead")
	}
	fails(t, s.Answers[5], "", "no_such_tool", "")
	fails(t, s.Answers[6], "invalid_argument", "file and symbol", "valid_selectors")
	fails(t, s.Answers[7], "invalid_argument", "fiel", "valid_operations")
	fails(t, s.Answers[8], "file_not_found", "great.py", "candidates")
	fails(t, s.Answers[9], "symbol_not_found", "great", "candidates")
	succeeds(t, s.Answers[10], "relations.callers", "get_callers", `greet.py::main`)
}

// checkFlat is check for a client that is shown flat tools.
func checkFlat(t *testing.T, s seen) {
	t.Helper()
	for i, step := range steps {
		switch a := s.Answers[i]; step.Tool {
		case "read_file", "get_symbol_source":
			if a.IsError || !strings.Contains(a.Text, "def greet(name)") {
				t.Errorf("%s: %s", step.Tool, a.Text)
			}
		case "no_such_tool":
			fails(t, a, "invalid_argument", step.Tool, "valid_tools")
		default:
			fails(t, a, "tool_blocked_by_mode", step.Tool, "valid_tools")
		}
	}
}

// succeeds checks an answer that is JSON and says which operation it is of.
func succeeds(t *testing.T, a answer, path, canonical, text string) {
	t.Helper()
	facade, operation, _ := strings.Cut(path, ".")
	want := map[string]any{"surface_version": "facade-v1", "facade": facade, "operation": operation, "canonical_tool": canonical}
	if d := cmp.Diff(want, a.Facade); d != "" {
		t.Errorf("%s: _meta.gortex_facade (-want +got):\n%s", path, d)
	}
	if a.IsError || !json.Valid([]byte(a.Text)) || !strings.Contains(a.Text, text) {
		t.Errorf("%s: error %v, %s", path, a.IsError, a.Text)
	}
}

// fails checks an error that says what is wrong, and what would be right.
func fails(t *testing.T, a answer, code, message, data string) {
	t.Helper()
	var e struct {
		ErrorCode string `json:"error_code"`
		Message   string
		Data      map[string]any
	}
	if err := json.Unmarshal([]byte(a.Text), &e); err != nil {
		t.Fatalf("%v: %s", err, a.Text)
	}
	if !a.IsError || e.ErrorCode == "" || code != "" && e.ErrorCode != code || !strings.Contains(e.Message, message) ||
		len(e.Data) == 0 || data != "" && e.Data[data] == nil {
		t.Errorf("want %s of %q with %s, got error %v: %s", code, message, data, a.IsError, a.Text)
	}
}

// describes checks what capabilities says of read.file against what tools/list
// says of read: both accept the shape, and the operation takes nothing at the
// top level that the tool does not show.
func describes(t *testing.T, s seen, text string) {
	t.Helper()
	got, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	described := got.(map[string]any)
	if hash, _ := described["schema_hash"].(string); hash == "" {
		t.Error("no schema_hash")
	}
	i := slices.IndexFunc(s.Tools, func(t tool) bool { return t.Name == "read" })
	for from, schema := range map[string]any{"capabilities": described["input_schema"], "tools/list": s.Tools[i].InputSchema} {
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", schema); err != nil {
			t.Fatal(err)
		}
		compiled, err := c.Compile("schema.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(described["request_shape"]); err != nil {
			t.Errorf("by %s the shape is wrong: %v", from, err)
		}
	}
	shown := s.Tools[i].InputSchema.(map[string]any)["properties"].(map[string]any)
	for name := range described["input_schema"].(map[string]any)["properties"].(map[string]any) {
		if shown[name] == nil {
			t.Errorf("read.file takes %s, which read does not show", name)
		}
	}
}

// Who asks for the tools without a word before is shown them all the same.
func TestBeforeInitialize(t *testing.T) {
	cmd := exec.Command(gortex, "mcp")
	cmd.Dir, cmd.Stdin = repo, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Result struct{ Tools []tool }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var roster []string
	for _, tool := range got.Result.Tools {
		roster = append(roster, tool.Name)
	}
	if d := cmp.Diff(unmet.roster, roster); d != "" {
		t.Errorf("tools/list (-want +got):\n%s", d)
	}
}

// A shell and a web client say the same words and read the same bytes, of the
// flat tools as well.
//
//spec:11.2-routes 12-9-bash-mirror 15.4-bash-mirror
func TestAllDoorsGiveTheSameBytes(t *testing.T) {
	saw := clients[0].converse(t, stdio, []string{"codex"}, steps)["codex"]
	url := strings.TrimSuffix(serve(t), "/mcp") + "/v1/tools/"
	for i, s := range steps {
		cmd := exec.Command(gortex, "call", s.Tool, string(s.Arguments))
		cmd.Dir = repo
		shell, err := cmd.Output()
		failed := err != nil
		res, err := http.Post(url+s.Tool, "application/json", bytes.NewReader(s.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		web, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if failed != (res.StatusCode != http.StatusOK) {
			t.Errorf("%s %s: the shell fails: %v, the web answers %s", s.Tool, s.Arguments, failed, res.Status)
		}
		if d := cmp.Diff(string(shell), string(web)+"\n"); d != "" {
			t.Errorf("%s %s (-cli +http):\n%s", s.Tool, s.Arguments, d)
		}
		if a := saw.Answers[i]; slices.Contains(compact.roster, s.Tool) && (a.IsError != failed || a.Text+"\n" != string(shell)) {
			t.Errorf("%s %s (-mcp +cli):\n%s", s.Tool, s.Arguments, cmp.Diff(a.Text+"\n", string(shell)))
		}
	}
}
