package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/config"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fake answers every call with one reply and remembers what it was asked.
type fake struct {
	reply  op.Reply
	asked  []op.Request
	setup  Setup
	during func() // happens while a call runs
}

func (f *fake) Call(ctx context.Context, r op.Request) op.Reply {
	f.asked = append(f.asked, r)
	if f.during != nil {
		f.during()
	}
	if err := ctx.Err(); err != nil {
		return failed(op.AsError(err))
	}
	return f.reply
}

func (f *fake) Prepare(r op.Request) op.Reply {
	return op.Reply{Payload: r.Arguments, Meta: op.Meta{Facade: r.Tool, Operation: "dry", Ignored: []string{"x"}}}
}

func failed(e *op.Error) op.Reply {
	text, _ := encode(e)
	return op.Reply{Payload: text, Err: e}
}

func answer(payload string) *fake {
	return &fake{reply: op.Reply{Payload: json.RawMessage(payload), Meta: op.Meta{SurfaceVersion: op.SurfaceVersion, Facade: "read"}}}
}

// outcome is what a command leaves behind.
type outcome struct {
	out, err string
	status   int
}

// terminal makes the streams of an App terminals.
func terminal(a *App) { a.OutTTY, a.ErrTTY = true, true }

func run(t *testing.T, f *fake, stdin string, with func(*App), args ...string) outcome {
	t.Helper()
	return runContext(t.Context(), f, stdin, with, args...)
}

func runContext(ctx context.Context, f *fake, stdin string, with func(*App), args ...string) outcome {
	var out, err bytes.Buffer
	a := &App{
		IO:       IO{In: strings.NewReader(stdin), Out: &out, Err: &err},
		Dir:      "/tree",
		Version:  "v1.2.3",
		Terminal: config.Terminal{NoProgress: true},
		Tools:    []string{"read", "search"},
		Known:    func(name string) bool { return name == "read" || name == "get_callers" },
		Facade:   func(name string) *op.Facade { return tools[name] },
		Open: func(_ context.Context, s Setup) (Backend, error) {
			f.setup = s
			return f, nil
		},
	}
	if with != nil {
		with(a)
	}
	status := a.Run(ctx, args)
	return outcome{out.String(), err.String(), status}
}

//spec:8.4-no-wrapper
func TestCallPrintsThePayload(t *testing.T) {
	payload := `{"b":"<&>","a":[1,2.50,12345678901234567890]}`
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"call", "read"}, payload + "\n"},
		{[]string{"call", "read", "--jq", ".b"}, "\"<&>\"\n"},
		{[]string{"call", "read", "--jq", ".b", "-r"}, "<&>\n"},
		{[]string{"call", "read", "--jq", ".a[]"}, "1\n2.50\n12345678901234567890\n"},
		{[]string{"call", "read", "--jq", "empty"}, ""},
		{[]string{"call", "read", "--jq", "1, halt, 2"}, "1\n"},
		{[]string{"call", "read", "--jq", "$ENV | length"}, "0\n"},
		{[]string{"call", "read", "--meta", "--jq", "._meta.gortex_facade.facade", "-r"}, "read\n"},
		{[]string{"call", "read", `{"y":1}`, "--dry"}, `{"tool":"read","operation":"dry","arguments":{"y":1},"ignored_fields":["x"]}` + "\n"},
	} {
		got := run(t, answer(payload), "", nil, test.args...)
		if d := cmp.Diff(outcome{out: test.want}, got, cmp.AllowUnexported(outcome{})); d != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, d)
		}
	}
}

// The whole result is what MCP returns.
//
//spec:11.3-version-where
func TestMeta(t *testing.T) {
	got := run(t, answer(`{"a":"b"}`), "", nil, "call", "read", "--meta")
	want := `{"_meta":{"gortex_facade":{"surface_version":"facade-v1","facade":"read"}},"content":[{"type":"text","text":"{\"a\":\"b\"}"}]}` + "\n"
	if got.out != want {
		t.Errorf("got  %swant %s", got.out, want)
	}
	got = run(t, &fake{reply: failed(op.Invalid("no"))}, "", nil, "call", "read", "--meta")
	if !strings.Contains(got.out, `"isError":true`) || got.status != op.ExitUsage {
		t.Errorf("%+v", got)
	}
}

// A lone document reaches the tool in the bytes it was given in; several
// sources are merged, the later over the earlier.
func TestArguments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a b.json")
	if err := os.WriteFile(file, []byte(`{"a":1,"target":{"file":"f"},"n":9007199254740993}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{args: nil, want: ``},
		{args: []string{` {"a" : 1.0} `}, want: ` {"a" : 1.0} `},
		{args: []string{`null`}, want: `null`},
		{args: []string{`[]`}, want: `[]`},
		{args: []string{"-"}, stdin: "{\"a\":\n1}\n", want: "{\"a\":\n1}\n"},
		{args: []string{"--json", "-"}, stdin: `{}`, want: `{}`},
		{args: []string{"--json", `{"a":2}`}, want: `{"a":2}`},
		{args: []string{"--json-file", file, `{"a":"<2>"}`, "--arg", "target.symbol=S.m", "--arg", "a=3"},
			want: `{"a":3,"n":9007199254740993,"target":{"file":"f","symbol":"S.m"}}`},
		{args: []string{"--arg", "a=", "--arg", "b=007", "--arg", "c:=\"1\"", "--arg", "d=[1", "--arg", "e=[1]", "--arg", "f=a:=b", "--arg", "g=-1.5e3", "--arg", "h=-x"},
			want: `{"a":"","b":"007","c":"1","d":"[1","e":[1],"f":"a:=b","g":-1.5e3,"h":"-x"}`},
		{args: []string{"--arg", "a.b.c=true", "--arg", "a.b.d=null", "--arg", "x=nullable"}, want: `{"a":{"b":{"c":true,"d":null}},"x":"nullable"}`},
	} {
		f := answer(`{}`)
		got := run(t, f, test.stdin, nil, append([]string{"call", "read"}, test.args...)...)
		if got.status != 0 || string(f.asked[0].Arguments) != test.want {
			t.Errorf("%q: %+v\ngot  %s\nwant %s", test.args, got, f.asked[0].Arguments, test.want)
		}
	}
}

// Every wrong command line says what is wrong in one JSON document and one
// line, with status 2, and calls nothing.
func TestWrongArguments(t *testing.T) {
	for _, test := range []struct {
		stdin string
		args  []string
		want  string
	}{
		{args: nil, want: "name of a tool"},
		{args: []string{"read", "{", "}"}, want: "in quotes"},
		{args: []string{"read", ""}, want: "empty"},
		{args: []string{"read", "-"}, want: "standard input is empty"},
		{args: []string{"read", "-"}, stdin: "{\"a\": 1,\n \"é\": }", want: "line 2, column 7"},
		{args: []string{"read", `{"a":`}, want: "line 1, column 6: the JSON is cut off"},
		{args: []string{"read", `{} {}`}, want: "column 4"},
		{args: []string{"read", `{}`, "--json", `{}`}, want: "not both"},
		{args: []string{"read", `[]`, "--arg", "a=1"}, want: "got a list"},
		{args: []string{"read", `null`, "--arg", "a=1"}, want: "got null"},
		{args: []string{"read", "--json-file", "/nowhere/x.json"}, want: "/nowhere/x.json"},
		{args: []string{"read", "--arg", "a"}, want: "key=value"},
		{args: []string{"read", "--arg", "=a"}, want: "key=value"},
		{args: []string{"read", "--arg", ":=1"}, want: "key=value"},
		{args: []string{"read", "--arg", "a..b=1"}, want: "empty part"},
		{args: []string{"read", "--arg", "a:=1 2"}, want: "not JSON"},
		{args: []string{"read", "--arg", "a=1", "--arg", "a.b=1"}, want: "a is not an object"},
		{args: []string{"read", "--arg", "a=\xff"}, want: "UTF-8"},
		{args: []string{"read", "--jq", ".["}, want: "--jq"},
		{args: []string{"read", "--jq", "nope"}, want: "nope"},
		{args: []string{"read", "-r"}, want: "--jq"},
		{args: []string{"read", "--nope"}, want: "--nope"},
		{args: []string{"read", "--color", "blue"}, want: "--color"},
		{args: []string{"read", `{"a":` + strings.Repeat("[", 20000) + `}`}, want: "depth"},
	} {
		f := answer(`{}`)
		got := run(t, f, test.stdin, nil, append([]string{"call"}, test.args...)...)
		var e op.Error
		if err := json.Unmarshal([]byte(got.out), &e); err != nil || e.Code != op.CodeInvalid {
			t.Errorf("%q: stdout %q", test.args, got.out)
		}
		if !strings.Contains(e.Message, test.want) || got.status != op.ExitUsage || len(f.asked) > 0 {
			t.Errorf("%q: status %d, asked %d times, %q does not say %q", test.args, got.status, len(f.asked), e.Message, test.want)
		}
		if strings.Count(got.err, "\n") != 1 || !strings.HasPrefix(got.err, "gortex: ") {
			t.Errorf("%q: stderr %q", test.args, got.err)
		}
	}
}

// The status follows from the code, and the document is the tool's own.
func TestExitStatus(t *testing.T) {
	for _, d := range op.Codes() {
		f := &fake{reply: failed(op.Errorf(d.Code, "why\nnot"))}
		got := run(t, f, "", nil, "call", "read", "--jq", ".x")
		want := outcome{string(f.reply.Payload) + "\n", "gortex: why not\n", d.Exit}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", d.Code, got, want)
		}
	}
}

// A filter that fails halfway has printed something already, so no document
// follows it.
func TestFilterFailsLate(t *testing.T) {
	got := run(t, answer(`[1,"a"]`), "", nil, "call", "read", "--jq", ".[] | -.")
	if got.out != "-1\n" || got.status != op.ExitUsage || !strings.Contains(got.err, "--jq") {
		t.Errorf("%+v", got)
	}
}

// Ctrl-C ends a call, or a filter that never ends, with status 130.
func TestInterrupted(t *testing.T) {
	for _, args := range [][]string{{"call", "read"}, {"call", "read", "--jq", "last(repeat(.))"}, {"status", "--json"}} {
		ctx, cancel := context.WithCancel(t.Context())
		f := answer(`{}`)
		f.during = func() {
			if len(args) == 4 {
				go cancel()
			} else {
				cancel()
			}
		}
		if got := runContext(ctx, f, "", nil, args...); got.status != op.ExitInterrupted {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestLegacy(t *testing.T) {
	f := answer(`{}`)
	run(t, f, "", nil, "call", "analyze", "--legacy")
	if f.asked[0].Surface != op.SurfaceLegacy {
		t.Errorf("surface %q", f.asked[0].Surface)
	}
}

// A person sees indented JSON, coloured unless the environment says otherwise.
func TestTerminal(t *testing.T) {
	const plain = "{\n  \"a\": [\n    \"x\\\"\",\n    -1\n  ],\n  \"b\": null\n}\n"
	f := answer(`{"a":["x\"",-1],"b":null}`)
	for _, test := range []struct {
		name     string
		tty      bool
		terminal config.Terminal
		args     []string
		color    bool
		indent   bool
	}{
		{name: "pipe"},
		{name: "terminal", tty: true, color: true, indent: true},
		{name: "NO_COLOR", tty: true, terminal: config.Terminal{NoColor: true}, indent: true},
		{name: "never", tty: true, args: []string{"--color=never"}, indent: true},
		{name: "configured", tty: true, terminal: config.Terminal{Color: "never"}, indent: true},
		{name: "always", args: []string{"--color=always"}, color: true},
		{name: "CLICOLOR_FORCE", terminal: config.Terminal{ForceColor: true}, color: true},
		{name: "configured always", terminal: config.Terminal{Color: "always"}, color: true},
		{name: "NO_COLOR over the file", tty: true, terminal: config.Terminal{NoColor: true, Color: "always"}, indent: true},
		{name: "NO_COLOR over CLICOLOR_FORCE", tty: true, terminal: config.Terminal{NoColor: true, ForceColor: true}, indent: true},
		{name: "CLICOLOR_FORCE over the file", tty: true, terminal: config.Terminal{ForceColor: true, Color: "never"}, color: true, indent: true},
		{name: "auto over the file", tty: true, terminal: config.Terminal{Color: "never"}, args: []string{"--color=auto"}, color: true, indent: true},
		{name: "NO_COLOR over auto", tty: true, terminal: config.Terminal{NoColor: true}, args: []string{"--color=auto"}, indent: true},
		{name: "dumb", tty: true, terminal: config.Terminal{Dumb: true}, indent: true},
		{name: "always over NO_COLOR", tty: true, terminal: config.Terminal{NoColor: true}, args: []string{"--color", "always"}, color: true, indent: true},
	} {
		got := run(t, f, "", func(a *App) { a.OutTTY, a.Terminal = test.tty, test.terminal }, append([]string{"call", "read"}, test.args...)...)
		if colored := strings.Contains(got.out, "\x1b["); colored != test.color {
			t.Errorf("%s: coloured %v in %q", test.name, colored, got.out)
		}
		bare := got.out
		for _, style := range []string{styleReset, styleKey, styleString, styleNull, styleScalar} {
			bare = strings.ReplaceAll(bare, style, "")
		}
		if want := map[bool]string{true: plain, false: string(f.reply.Payload) + "\n"}[test.indent]; bare != want {
			t.Errorf("%s: %q", test.name, got.out)
		}
	}
}

// What the commands beside call ask.
func TestCommandsAsk(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"index"}, []string{`workspace_admin {"arguments":{"path":"/tree"},"operation":"index"}`}},
		{[]string{"-C", "sub", "index", "x", "--full"}, []string{`workspace_admin {"arguments":{"full":true,"path":"/tree/sub/x"},"operation":"index"}`}},
		{[]string{"track", "/r", "--name", "n"}, []string{`workspace_admin {"arguments":{"name":"n","path":"/r"},"operation":"track"}`}},
		{[]string{"untrack", "gone"}, []string{`workspace_admin {"arguments":{"path":"gone"},"operation":"untrack"}`}},
		{[]string{"untrack", dir}, []string{`workspace_admin {"arguments":{"path":"` + dir + `"},"operation":"untrack"}`}},
		{[]string{"repos"}, []string{`workspace {"operation":"repos"}`}},
		{[]string{"status"}, []string{`workspace {"operation":"info"}`, `workspace {"operation":"index"}`, `workspace {"operation":"graph"}`}},
	} {
		f := answer(`{"ok":true}`)
		got := run(t, f, "", nil, test.args...)
		var asked []string
		for _, r := range f.asked {
			asked = append(asked, r.Tool+" "+string(r.Arguments))
		}
		if d := cmp.Diff(test.want, asked); d != "" || got.status != 0 || !json.Valid([]byte(got.out)) {
			t.Errorf("%q: %+v\n%s", test.args, got, d)
		}
	}
	f := answer(`{}`)
	f.reply.Meta.Ignored = []string{"arguments.full"}
	if got := run(t, f, "", nil, "index", "--full"); got.status != op.ExitFailed {
		t.Errorf("a flag without effect: %+v", got)
	}
	f = answer(`{}`)
	if run(t, f, "", nil, "-C", "sub", "repos"); f.setup.Dir != "/tree/sub" {
		t.Errorf("stands in %q", f.setup.Dir)
	}
	if got := run(t, f, "", nil, "repos", "x"); got.status != op.ExitUsage {
		t.Errorf("repos x: %+v", got)
	}
}

// Progress and warnings are for people who want them.
func TestWarnings(t *testing.T) {
	warn := func(a *App) { a.Warnings = []string{"odd setting"} }
	if got := run(t, answer(`{}`), "", warn, "call", "read"); got.err != "gortex: warning: odd setting\n" || got.out != "{}\n" {
		t.Errorf("%+v", got)
	}
	if got := run(t, answer(`{}`), "", warn, "call", "read", "--quiet"); got.err != "" {
		t.Errorf("quiet: %+v", got)
	}
	watched := func(a *App) { a.ErrTTY, a.Terminal = true, config.Terminal{} }
	for _, args := range [][]string{{"call", "read"}, {"call", "read", "--quiet"}, {"call", "read", "--no-progress"}} {
		f := answer(`{}`)
		run(t, f, "", watched, args...)
		if shown := f.setup.Progress != nil; shown != (len(args) == 2) {
			t.Errorf("%q: progress %v", args, shown)
		}
	}
}

// Nothing but frames is ever printed by the server, not even why it failed.
func TestServerFails(t *testing.T) {
	fails := func(a *App) {
		a.Serve = func(context.Context, Setup) error { return op.Errorf(op.CodeUnavailable, "no") }
	}
	for _, test := range []struct {
		args   []string
		status int
	}{
		{[]string{"mcp"}, op.ExitUnavailable}, {[]string{"mcp", "x"}, op.ExitUsage}, {[]string{"mcp", "--nope"}, op.ExitUsage},
	} {
		if got := run(t, answer(`{}`), "", fails, test.args...); got.out != "" || got.status != test.status || got.err == "" {
			t.Errorf("%q: %+v", test.args, got)
		}
	}
}

func TestNoSuchCommand(t *testing.T) {
	for _, test := range []struct{ word, want string }{
		{"read", "gortex: read is a tool, not a command; try: gortex call read\n"},
		{"get_callers", "gortex: get_callers is a tool, not a command; try: gortex call get_callers\n"},
		{"stats", "gortex: there is no command \"stats\"; did you mean status?\n"},
		{"xyzzy", "gortex: there is no command \"xyzzy\"\n"},
	} {
		got := run(t, answer(`{}`), "", nil, test.word, "--some=flag")
		if got.status != op.ExitUsage {
			t.Errorf("%s: %+v", test.word, got)
		}
		if got := run(t, answer(`{}`), "", nil, test.word); got.err != test.want || got.status != op.ExitUsage {
			t.Errorf("%s: %+v", test.word, got)
		}
	}
}

// A table of whatever an answer holds, made harmless to the terminal.
func TestRender(t *testing.T) {
	payload := `{"name":"x","index_bytes":12,"list":["a","b"],"empty":[],
		"skipped":[{"path":"a\u001b[31m.bin","reason":"binary"},{"path":"b","size":3}],"nested":{"k":true},
		"by_language":{"go":{"files":1},"c":{"files":2,"symbols":3}},
		"wide":[{"a":"` + strings.Repeat("x", 60) + `","b":1,"c":2,"d":3,"e":"` + strings.Repeat("y", 60) + `"},{"a":1}]}`
	got := run(t, answer(payload), "", terminal, "index")
	golden(t, "render.txt", got.out)
	many := `{"rows":[` + strings.Repeat(`{"a":1},`, 99) + `{"a":1}]}`
	if got := run(t, answer(many), "", terminal, "index"); !strings.Contains(got.out, "and 60 more; --json lists them all") {
		t.Errorf("%s", got.out)
	}
	if got := run(t, answer(many), "", terminal, "index", "--json"); !strings.HasPrefix(got.out, "{\n") {
		t.Errorf("%.40q", got.out)
	}
}

// The help of every command.
func TestHelp(t *testing.T) {
	a := &App{}
	commands := [][]string{{"--help"}, {"help", "exit-codes"}, {"version"}}
	for _, c := range a.root().Commands() {
		if c.Runnable() && c.Name() != "completion" {
			commands = append(commands, []string{c.Name(), "--help"})
		}
	}
	var all strings.Builder
	for _, args := range commands {
		got := run(t, answer(`{}`), "", nil, args...)
		if got.status != 0 || got.err != "" {
			t.Errorf("%q: %+v", args, got)
		}
		if slices.Equal(args, []string{"version"}) {
			if !strings.HasPrefix(got.out, "gortex v1.2.3 (go") {
				t.Errorf("version: %q", got.out)
			}
			continue
		}
		all.WriteString("$ gortex " + strings.Join(args, " ") + "\n" + got.out + "\n")
	}
	golden(t, "help.txt", all.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s, -update rewrites it (-want +got):\n%s", path, d)
	}
}

// Whatever --arg is given, what comes out is one JSON object or an error.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{"a=b", "a.b:=[1]", "a=", "=", "a:=", ".=1", "a=1e999", "a={\"b\":1}", "a\x00=\xff", "a:=\"\\ud800\"", "::==", "a.b.c.d=true"} {
		f.Add(seed, `{"a":{"b":1}}`)
	}
	f.Fuzz(func(t *testing.T, field, document string) {
		a := arguments{document: document, fields: []string{field}}
		text, err := a.object(strings.NewReader("{}"), "/")
		if err != nil {
			if e := op.AsError(err); e.Code != op.CodeInvalid {
				t.Errorf("%q: %v", field, err)
			}
			return
		}
		var object map[string]any
		if err := decode(text, &object); err != nil || object == nil {
			t.Fatalf("%q: %s: %v", field, text, err)
		}
		// The field can be found where the key says.
		var at any = object
		key, _, _ := strings.Cut(field, "=")
		if raw, ok := strings.CutSuffix(key, ":"); ok {
			key = raw
		}
		for _, name := range strings.Split(key, ".") {
			m, ok := at.(map[string]any)
			if !ok {
				t.Fatalf("%q is not in %s", field, text)
			}
			if at, ok = m[name]; !ok {
				t.Fatalf("%q: no %q in %s", field, name, text)
			}
		}
	})
}

// Colours change nothing but colours.
func FuzzColorize(f *testing.F) {
	f.Add([]byte(`{"a":["\\\"",1.5e-3,true,null,{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		var b bytes.Buffer
		if err := colorize(&b, text); err != nil {
			t.Fatal(err)
		}
		bare := b.String()
		for _, style := range []string{styleReset, styleKey, styleString, styleNull, styleScalar} {
			bare = strings.ReplaceAll(bare, style, "")
		}
		if bare != string(text) {
			t.Errorf("%q became %q", text, bare)
		}
	})
}
