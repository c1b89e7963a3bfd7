package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/facade/op"
)

// readRequest is that of the one operation of the tools below.
type readRequest struct {
	Target op.Target `json:"target" selectors:"file,symbol"`
	Depth  int       `json:"depth,omitempty" doc:"how deep"`
}

func nothing(context.Context, readRequest) (struct{}, error) { return struct{}{}, nil }

// tools are declared as real ones are.
var tools = map[string]*op.Facade{
	"read": op.ReadFacade(op.Tool{Name: "read", Summary: "Reads.", Common: []string{"source"}, Envelope: readRequest{}},
		op.Described(op.Spec{Name: "source", Summary: "The source of a symbol.", Examples: []op.Example{{Text: "One", Request: `{"target":{"symbol":"A.b"}}`}}}, nothing),
	).Planned(op.Later("history", "What it was.", "read_history")),
	"search": op.ReadFacade(op.Tool{Name: "search", Summary: "Searches.", Envelope: struct {
		Query string `json:"query"`
	}{}}),
}

// What is typed instead of JSON is answered with how to type it.
func TestHints(t *testing.T) {
	for _, test := range []struct{ tool, word, want string }{
		{"read", "Dispatcher.Call", "--arg target.symbol=Dispatcher.Call"},
		{"read", "a/b.go", "--arg target.file=a/b.go"},
		{"read", "a/b.go::C", "--arg target.symbol=a/b.go::C"},
		{"search", "query=x", "--arg query=x"},
		{"search", "it's", `--arg 'query=it'\\''s'`},
		{"nope", "x", ""},
		{"read", `{"a":`, ""},
	} {
		got := run(t, answer(`{}`), "", nil, "call", test.tool, test.word)
		var e op.Error
		if err := json.Unmarshal([]byte(got.out), &e); err != nil || got.status != op.ExitUsage {
			t.Fatalf("%+v", got)
		}
		want := strings.ReplaceAll(test.want, `\\`, `\`)
		if hint, _ := e.Data["hint"].(string); hint != want || want != "" && !strings.HasSuffix(got.err, "; try "+want+"\n") {
			t.Errorf("%s %s: %+v", test.tool, test.word, got)
		}
	}
}

// A field that was not read is a note of one line, and so is input nobody read.
func TestNotes(t *testing.T) {
	f := answer(`{}`)
	f.reply.Meta = op.Meta{Facade: "relations", Operation: "callers", Ignored: []string{"options.dpeth", "zzz"}, DidYouMean: map[string]string{"options.dpeth": "options.depth"}}
	want := outcome{out: "{}\n", err: "gortex: note: relations.callers does not read options.dpeth; did you mean options.depth? and zzz\n"}
	if got := run(t, f, "", nil, "call", "relations", "{}"); got != want {
		t.Errorf("%+v", got)
	}
	if got := run(t, f, "", nil, "call", "relations", "{}", "--quiet"); got.err != "" {
		t.Errorf("quiet: %+v", got)
	}
	waits := func(a *App) { a.Waiting = func() bool { return true } }
	if got := run(t, answer(`{}`), "{}", waits, "call", "read"); got.status != 0 || got.err != "gortex: note: standard input was not read; to read the JSON object from there: gortex call read -\n" {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"{}"}, {"-"}, {"--arg", "a=b"}} {
		if got := run(t, answer(`{}`), "{}", waits, append([]string{"call", "read"}, args...)...); got.err != "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// picky wants strings, and answers with what it was given.
type picky struct{ fake }

func (p *picky) Call(ctx context.Context, r op.Request) op.Reply {
	var given map[string]any
	if err := json.Unmarshal(r.Arguments, &given); err != nil {
		return failed(op.Invalid("%v", err))
	}
	if _, ok := given["query"].(string); !ok {
		e := op.Invalid("query: want string").With("errors", []map[string]string{{"path": "query", "want": "string", "got": "number"}})
		return failed(e)
	}
	return op.Reply{Payload: r.Arguments}
}

// A number that the tool wants as a string becomes one, unless it was given as
// JSON.
func TestNumbersAsStrings(t *testing.T) {
	for _, test := range []struct{ arg, want string }{
		{"query=123", "{\"query\":\"123\"}\n"}, {"query=true", "{\"query\":\"true\"}\n"}, {"query:=123", ""}, {"query=[1]", ""},
	} {
		p := &picky{}
		with := func(a *App) { a.Open = func(context.Context, Setup) (Backend, error) { return p, nil } }
		got := run(t, &p.fake, "", with, "call", "search", "--arg", test.arg)
		if test.want != "" && got.out != test.want || test.want == "" && got.status != op.ExitUsage {
			t.Errorf("%s: %+v", test.arg, got)
		}
	}
}

// On a terminal a failure is a message and what helps, in a few lines.
func TestFailureOnTerminal(t *testing.T) {
	type candidate struct {
		ID   string `json:"id"`
		Line int    `json:"line"`
	}
	var list []candidate
	for i := range 12 {
		list = append(list, candidate{fmt.Sprintf("a.go::T%d", i), i})
	}
	e := op.Errorf(op.CodeSymbolNotFound, `no symbol is called "X"`).With("symbol", "X").With("candidates", list).With("valid", []string{"a", "b"})
	got := run(t, &fake{reply: failed(e)}, "", terminal, "call", "read", "--color=never")
	want := "gortex: no symbol is called \"X\"\n  candidates:\n"
	for i := range 10 {
		want += fmt.Sprintf("    a.go::T%d  line %d\n", i, i)
	}
	want += "    and 2 more\n  valid: a, b\n"
	if got.out != "" || got.err != want || got.status != op.ExitNotFound {
		t.Errorf("got %q on stdout and\n%s", got.out, got.err)
	}
	if got := run(t, &fake{reply: failed(e)}, "", terminal, "repos", "--json", "--color=never"); !strings.Contains(got.out, `"error_code"`) || strings.Count(got.err, "\n") != 1 {
		t.Errorf("--json: %+v", got)
	}
}

// The help of a tool is made of its declarations, wherever it is asked for.
func TestToolHelp(t *testing.T) {
	got := run(t, answer(`{}`), "", nil, "help", "read")
	golden(t, "tool.txt", got.out)
	if other := run(t, answer(`{}`), "", nil, "call", "read", "--help"); other != got || got.status != 0 {
		t.Errorf("call read --help: %+v", other)
	}
	if got := run(t, answer(`{}`), "", nil, "help", "nope"); got.status != op.ExitUsage || got.err == "" {
		t.Errorf("%+v", got)
	}
	if got := run(t, answer(`{}`), "", nil, "help"); got.status != 0 || !strings.Contains(got.out, "Available Commands:") {
		t.Errorf("%+v", got)
	}
}

// An old tool has help of its own, with the names of its flat arguments.
func TestFlatToolHelp(t *testing.T) {
	old := func(a *App) {
		a.Legacy = func(name string, _ map[string]any) (*op.Op, op.Legacy) {
			for _, o := range completed["relations"].Ops {
				for _, l := range o.Legacy {
					if l.Name == name {
						return o, l
					}
				}
			}
			return nil, op.Legacy{}
		}
	}
	got := run(t, answer(`{}`), "", old, "help", "get_callers")
	for _, want := range []string{"Who calls.\n", "gortex call get_callers [JSON | -]", `"callers" of relations`, "\n  id   ", "\n  ids  "} {
		if !strings.Contains(got.out, want) || got.status != 0 {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	if strings.Contains(got.out, "target.symbol") || strings.Contains(got.out, "Not available") {
		t.Errorf("%s", got.out)
	}
	if other := run(t, answer(`{}`), "", old, "call", "get_callers", "--help"); other != got {
		t.Errorf("call get_callers --help: %+v", other)
	}
	if later := run(t, answer(`{}`), "", old, "help", "get_later"); !strings.Contains(later.out, "Not available in this version.") {
		t.Errorf("%+v", later)
	}
	if got := run(t, answer(`{}`), "", old, "help", "get_calers"); got.status != op.ExitUsage {
		t.Errorf("%+v", got)
	}
}

// The version has a flag as well, and a shell without completion is refused.
func TestVersionAndShells(t *testing.T) {
	flag, command := run(t, answer(`{}`), "", nil, "--version"), run(t, answer(`{}`), "", nil, "version")
	if flag != command || flag.status != 0 || !strings.HasPrefix(flag.out, "gortex v1.2.3 (go") {
		t.Errorf("%+v, %+v", flag, command)
	}
	if got := run(t, answer(`{}`), "", nil, "completion", "tcsh"); got.status != op.ExitUsage || !strings.Contains(got.err, "bash, fish, powershell, zsh") {
		t.Errorf("%+v", got)
	}
	if got := run(t, answer(`{}`), "", nil, "completion", "bash"); got.status != 0 || !strings.Contains(got.out, "gortex") {
		t.Errorf("%.100s %s", got.out, got.err)
	}
}

// A filter that fails before it printed anything prints a document.
func TestFilterFailsAtOnce(t *testing.T) {
	got := run(t, answer(`{"a":"x"}`), "", nil, "call", "read", "--jq", ".a | -.", "-r")
	if !strings.HasPrefix(got.out, `{"error_code":"invalid_argument"`) || got.status != op.ExitUsage {
		t.Errorf("%+v", got)
	}
}

// A list of repositories says which one the caller stands in.
func TestRepoTable(t *testing.T) {
	payload := `{"repos":[{"name":"a","root":"/a","tracked":true,"current":false,"state":"indexed","files":3,"index_bytes":1197536},
		{"name":"b","root":"/b","tracked":false,"current":true,"state":"not_indexed"}],"total":2}`
	got := run(t, answer(payload), "", terminal, "repos")
	want := "name  note                  index            root\n" +
		"a     tracked               3 files, 1.2 MB  /a\n" +
		"b     current, not tracked  not indexed      /b\n"
	if got.out != want {
		t.Errorf("got\n%swant\n%s", got.out, want)
	}
	if got := run(t, answer(`{"repos":[],"total":0}`), "", terminal, "repos"); got.out != "tracked repositories  0\n" {
		t.Errorf("%q", got.out)
	}
}

// What several calls tell alike is shown once, in units that fit.
func TestTidy(t *testing.T) {
	got := string(tidy([]byte(`{"a":{"files":2,"index_bytes":999,"notes":["x"],"took_ms":1234},"b":{"files":2,"index_bytes":12345,"caveats":["x"],"files_total":2,"skipped_page":{"total":0},"empty":[]},"c":{"files":2}}`)))
	want := `{"a":{"files":2,"index_bytes":"999 B","took":"1.23 s","notes":["x"]},"b":{"index_bytes":"12.3 KB","files_total":2}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A filter that does not end is ended.
func TestFilterEnds(t *testing.T) {
	f, err := newFilter("def f: f; f", false)
	if err != nil {
		t.Fatal(err)
	}
	f.time = 50 * time.Millisecond
	err = f.run(t.Context(), io.Discard, json.RawMessage(`{}`), func(json.RawMessage) error { return nil })
	if e := op.AsError(err); e.Code != op.CodeTimeout {
		t.Errorf("got %v, want %s", err, op.CodeTimeout)
	}
}

// A byte order mark before the object is no part of it.
func TestArgumentsAfterByteOrderMark(t *testing.T) {
	name := filepath.Join(t.TempDir(), "request.json")
	if err := os.WriteFile(name, []byte("\ufeff{\"query\":\"x\"}"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := (&arguments{file: name}).object(strings.NewReader(""), ".")
	if err != nil || string(got) != `{"query":"x"}` {
		t.Errorf("got %s, %v", got, err)
	}
}
