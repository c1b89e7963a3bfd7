package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/op"
)

// Requests of the tools that are completed here.
type (
	relationsRequest struct {
		Target  op.Target `json:"target" selectors:"symbol,symbols"`
		Options struct {
			Direction string `json:"direction,omitempty" enum:"in,out,both" doc:"which way"`
			Depth     int    `json:"depth,omitempty" default:"2" doc:"how far"`
			op.Scope
		} `json:"options,omitzero"`
	}
	usagesRequest struct {
		Target  op.Target `json:"target" selectors:"symbol"`
		Options struct {
			Tests bool     `json:"tests,omitempty" doc:"those in tests too"`
			Kinds []string `json:"kinds,omitempty" doc:"only of these kinds"`
		} `json:"options,omitzero"`
	}
)

func noAnswer[Req any](context.Context, Req) (struct{}, error) { return struct{}{}, nil }

var completed = map[string]*op.Facade{
	"read": op.ReadFacade(op.Tool{Name: "read", Summary: "Reads."},
		op.Described(op.Spec{Name: "source", Summary: "The source of a symbol.", Default: true}, noAnswer[struct {
			Target op.Target `json:"target" selectors:"symbol,file"`
		}])),
	"relations": op.ReadFacade(op.Tool{Name: "relations", Summary: "Relates."},
		op.Described(op.Spec{Name: "callers", Summary: "Who calls.", Legacy: []op.Legacy{
			{Name: "get_callers", Args: op.Renames{"id": "target.symbol", "ids": "target.symbols"}},
		}}, noAnswer[relationsRequest]),
		op.Described(op.Spec{Name: "usages", Summary: "Who uses."}, noAnswer[usagesRequest]),
	).Planned(op.Later("later", "Some day.", "get_later")),
}

// index is Stored as tests have it. It says in which repository it was asked.
type index struct{ repo string }

func (i index) Symbols(typed string, most int) []Candidate {
	return beginning(typed, []Candidate{
		{Word: "Server", About: "struct a.go:3"}, {Word: "Server.Start", About: i.repo + "method a.go:9\nmore"},
		{Word: "dir/a.go::", Open: true}, {Word: "say \"hi\"", About: "heading"}, {Word: "two\tcolumns"}, {Word: "two\nlines"},
	})
}

func (i index) Files(typed string, most int) []Candidate {
	return beginning(typed, []Candidate{{Word: "dir/", Open: true}, {Word: "main.go", About: "go"}})
}

func (i index) Repositories() []Candidate {
	return []Candidate{{Word: "alpha", About: "/src/alpha"}, {Word: "beta", About: "/src/beta"}}
}

func (i index) Sessions() []Candidate { return []Candidate{{Word: "monday"}} }

// complete is what a shell is offered for the words of a command line, the
// last of which is not finished.
func complete(t *testing.T, with func(*App), words ...string) string {
	t.Helper()
	var asked *App
	got := run(t, answer(`{}`), "", func(a *App) {
		a.Tools = []string{"relations", "read", "search"}
		a.Facade = func(name string) *op.Facade { return completed[name] }
		a.LegacyTools = []string{"get_callers", "get_later"}
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
		a.Stored = func(_ Setup, repo string) Stored { return index{repo} }
		a.Warnings = []string{"nobody wants to know now"}
		asked = a
		if with != nil {
			with(a)
		}
	}, append([]string{"__complete"}, words...)...)
	if got.status != op.ExitDone || got.err != "" {
		t.Errorf("%q: status %d, %q on standard error", words, got.status, got.err)
	}
	if asked.bar != nil {
		t.Errorf("%q: shows progress", words)
	}
	return got.out
}

func TestCompletion(t *testing.T) {
	var b strings.Builder
	for _, line := range []string{
		"call|", "call|re", "call|get_c", "call|--legacy|", "call|none", "call|read|",
		"call|read|--arg|", "call|read|--arg|target.", "call|read|--arg|output.", "call|read|--arg|target.symbol=x|--arg|",
		"call|relations|--arg|op", "call|relations|--arg|operation=", "call|relations|--arg|operation=us",
		"call|relations|--arg|operation=callers|--arg|options.", `call|relations|{"operation":"usages"}|--arg|options.`,
		"call|relations|--arg|operation=callers|--arg|options.direction=", "call|relations|--arg|operation=usages|--arg|options.tests=",
		"call|read|--arg|target.symbol=S", "call|read|--arg=target.symbol=Server.", "call|read|--arg|target.symbol=say", "call|read|--arg|target.symbol=two",
		"call|relations|--arg|options.repo=beta|--arg|target.symbol=Server.",
		"call|read|--arg|target.file=", "call|relations|--arg|options.repo=", "call|relations|--arg|options.repo=b",
		"call|relations|--arg|target.symbols=", `call|relations|--arg|target.symbols:=["Server","sa`, `call|relations|--arg|target.symbols:=["dir`, `call|relations|--arg|target.symbols:=["x"]`,
		"call|get_callers|--arg|", "call|get_callers|--arg|id=Server.", "call|get_callers|--arg|ids=Server,Serv",
		"call|read|--arg|nothing=", "call|read|--arg|=", "call|nothing|--arg|x", "call|--arg|x", "call|-|--arg|op", "call|read|{|--arg|target.sy",
		"call|read|--format|", "call|read|--format=g", "call|read|--session|", "call|read|--jq|", "call|read|--json|", "call|read|--for",
		"--color|a", "-C|", "--directory=x", "help|se", "help|read|", "track|", "untrack|", "untrack|a", "untrack|a|", "index|", "status|", "tra", "stat",
		"completion|", "completion|bash|", "nothing|", "call|--no-such-flag|x|",
	} {
		words := strings.Split(line, "|")
		b.WriteString("$ gortex " + strings.Join(words, " ") + "\n" + complete(t, nil, words...) + "\n")
	}
	golden(t, "complete.txt", b.String())
}

// A shell is told nothing where nothing can be known, and never of a fault.
func TestCompletionOfNothing(t *testing.T) {
	for name, with := range map[string]func(*App){
		"no index":  func(a *App) { a.Stored = func(Setup, string) Stored { return nil } },
		"no stored": func(a *App) { a.Stored = nil },
		"no tools":  func(a *App) { a.Facade, a.Legacy, a.Stored, a.Tools = nil, nil, nil, nil },
	} {
		for _, typed := range []string{"target.symbol=S", "target.file=m", "options.repo="} {
			if got := complete(t, with, "call", "read", "--arg", typed); got != ":36\n" && got != ":4\n" {
				t.Errorf("%s, %s: %q", name, typed, got)
			}
		}
	}
	if got := complete(t, func(a *App) { a.Stored = func(Setup, string) Stored { panic("an index that is broken") } },
		"call", "read", "--arg", "target.symbol=S"); got != "" {
		t.Errorf("after a fault: %q", got)
	}
	if got := run(t, answer(`{}`), "", nil, "__complete"); got.status != op.ExitDone || got.err != "" {
		t.Errorf("without a word: %+v", got)
	}
}

// The scripts are printed as they are kept, or so that they ask for words alone.
func TestCompletionScripts(t *testing.T) {
	for shell, file := range map[string]string{"bash": "gortex.bash", "zsh": "_gortex", "fish": "gortex.fish", "powershell": "gortex.ps1"} {
		want, err := os.ReadFile(filepath.Join("../completions", file))
		if err != nil {
			t.Fatal(err)
		}
		got := run(t, answer(`{}`), "", nil, "completion", shell)
		if d := cmp.Diff(string(want), got.out); d != "" || got.status != 0 {
			t.Errorf("%s: status %d (-want +got):\n%s", shell, got.status, d)
		}
		plain := run(t, answer(`{}`), "", nil, "completion", shell, "--no-descriptions").out
		if strings.Contains(plain, "__complete ") || !strings.Contains(plain, "__completeNoDesc ") {
			t.Errorf("%s without descriptions asks for them", shell)
		}
		if help := run(t, answer(`{}`), "", nil, "completion", shell, "--help").out; !strings.Contains(help, shells[shell].once) {
			t.Errorf("%s: the help does not say how to load it:\n%s", shell, help)
		}
	}
}
