package bench

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A test binary with this variable is the program under measurement.
const asProgram = "BENCH_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(asProgram) {
	case "":
		os.Exit(m.Run())
	case "rival":
		os.Exit(rivalMain(os.Args[1]))
	default:
		os.Exit(fakeMain(os.Args[1:]))
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

// repository is a tree with a link, a read-only file and some Go.
func repository(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("sh and links")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	write(t, filepath.Join(dir, "a", "small.go"), "package a\n")
	write(t, filepath.Join(dir, "a", "middle.go"), "package a\n\nfunc Middle() {}\n")
	write(t, filepath.Join(dir, "a", "large.go"), "package a\n\nfunc Large() { Middle(); Middle(); Middle() }\n")
	write(t, filepath.Join(dir, "a", "large_test.go"), "package a\n\n// "+strings.Repeat("x", 500)+"\n")
	write(t, filepath.Join(dir, "one.py"), "")
	if err := os.Chmod(filepath.Join(dir, "one.py"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("one.py", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// program is this test as the program under measurement.
func program(t *testing.T, as string) string {
	t.Helper()
	t.Setenv(asProgram, as)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// Everything is measured, the tree is as before, and no scratch is left.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts hundreds of processes")
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	dir := repository(t)
	before := contents(t, dir)
	exe := program(t, "gortex")
	report, err := Run(t.Context(), Config{
		Program: exe, Dirs: []string{filepath.Join(dir, "a")}, Runs: 2,
		Against:     asProgram + "=rival " + exe + " {dir}",
		AgainstSize: "left/*", settle: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Trees[0]
	if len(r.Failures) > 0 {
		t.Fatalf("failures: %q", r.Failures)
	}
	if r.Language != "go" || r.Files != 4 || r.Symbol != "a/middle.go::Middle" {
		t.Errorf("survey: %+v", r)
	}
	if report.Machine.Version != "gortex fake" {
		t.Errorf("version %q", report.Machine.Version)
	}
	checkCold(t, r.Cold)
	if len(r.Call) != 4 || r.Call[1].Wall.N != leastCalls || r.Call[1].Answer != len(`{"source":"a/middle.go::Middle"}`)+1 {
		t.Errorf("calls: %+v", r.Call)
	}
	if e := r.Edit; e.File != filepath.Join("a", "middle.go") || e.Lines != 3 || e.Of != 15 || e.Found != 15 || e.Calls[2].Wall.N != 5 {
		t.Errorf("edits: %+v", e)
	}
	if m := r.MCP; m.ListBytes != len(`{"tools":[]}`) || m.Warm[2].Wall.N != leastMCP || m.ToolsList.P50 < m.Initialize.P50 || m.FirstRead.P50 < m.ToolsList.P50 {
		t.Errorf("MCP: %+v", m)
	}
	if d := cmp.Diff(before, contents(t, dir)); d != "" {
		t.Errorf("the tree was changed (-before +after):\n%s", d)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	checkPrinted(t, report)
}

func checkCold(t *testing.T, c *Cold) {
	t.Helper()
	if len(c.Runs) != 2 || c.Index != 1000 || c.Wall.Min <= 0 || c.CPU.Min <= 0 || c.RSS < 1<<20 {
		t.Errorf("cold: %+v", c)
	}
	// The rival fails on a tree that it has seen, so it was cleaned in between.
	o := c.Against
	if len(o.Runs) != 2 || o.Index != 4000 || o.IndexRatio.Median != 0.25 {
		t.Errorf("against: %+v", o)
	}
	// It holds 64 MB in a process that sh starts.
	if o.RSS < 64<<20 || o.RSSRatio.Max >= 1 {
		t.Errorf("peak of the tree of processes is %d, ratio %+v", o.RSS, o.RSSRatio)
	}
	if len(o.WallRatio.Pairs) != 2 || o.WallRatio.Min > o.WallRatio.Median {
		t.Errorf("ratio: %+v", o.WallRatio)
	}
}

// checkPrinted looks for what a reader needs in both forms.
func checkPrinted(t *testing.T, report *Report) {
	t.Helper()
	table := report.Table(100)
	for _, want := range []string{
		"cold index", "the other", "call: relations callers", "one file changed: read source, the new one", "MCP warm: search symbols",
		"text literal Middle", "load average", "new function found after 15 of 15 changes", "wall, gortex / the other", `"operation":"callers"`,
	} {
		if !strings.Contains(table, want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
	text, err := json.Marshal(report)
	if err != nil || !strings.Contains(string(text), `"wall_ratio":{"median":`) {
		t.Errorf("%v: %s", err, text)
	}
}

// What cannot be measured is said, and the rest is measured.
func TestFailuresAreReported(t *testing.T) {
	dir := repository(t)
	exe := program(t, "gortex")
	report, err := Run(t.Context(), Config{
		Program: exe, Dirs: []string{dir}, Runs: 1, Only: []string{"cold", "call"}, Symbol: "a::Nothing",
	})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Trees[0]
	if report.Failed() != 1 || !strings.HasPrefix(r.Failures[0], "call: ") || !strings.HasSuffix(r.Failures[0], "no symbol a::Nothing") {
		t.Errorf("failures: %q", r.Failures)
	}
	if r.Cold == nil || r.Call != nil || r.MCP != nil {
		t.Errorf("%+v", r)
	}
	if !strings.Contains(report.Table(80), "not measured: call: ") {
		t.Errorf("the table does not say so:\n%s", report.Table(80))
	}
}

// An interrupt ends it, with nothing left behind.
func TestCancel(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	dir := repository(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, Config{Program: program(t, "gortex"), Dirs: []string{dir}, Progress: func(phase string, done, _ int) {
		if phase == "calls" && done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		c    Config
		want string
	}{
		{Config{Only: []string{"cold", "warm"}}, `no step "warm"`},
		{Config{AgainstSize: "x"}, "without a command"},
		{Config{File: "../x.go"}, "not inside the tree"},
		{Config{Only: []string{"mcp"}, File: "x.go"}, ""},
	} {
		err := test.c.Check()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test.c, err)
		}
	}
}

// contents is each path of a tree with what is there.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		all[rel] = info.Mode().String() + info.ModTime().String()
		if d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			all[rel] += string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
