package briefing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/briefing"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// The first sentence of running text, without marks.
func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"# Title\n":                          "",
		"# Title\n\nIt is a thing. More.\n":  "It is a thing.",
		"Title\n=====\n\nIt is\na thing.\n":  "It is a thing.",
		"---\na: b c d\n---\nIt is a thing.": "It is a thing.",
		"[![b](c)](d)\n![e](f)\n\n<p align=\"center\">\n<b>It</b> is a [thing](x).\n</p>": "It is a thing.",
		"<!-- It is a comment -->\n<!--\nIt is one more\n-->\nIt is a thing.":             "It is a thing.",
		"```\nIt is some code\n```\n\nIt is a thing.":                                     "It is a thing.",
		"- It is a list\n\n> It is a **quote**.":                                          "It is a quote.",
		".. image:: x.png\n   :alt: It is text\n\n`Thing <https://example.test>`_ is it.": "Thing is it.",
		"Short one\n\nIt is a thing.\r\n":                                                 "It is a thing.",
		"    It is code\n\n| It | is | a table |\n":                                       "",
	} {
		if got := briefing.Prose([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Any document has one line of text, or none.
func FuzzProse(f *testing.F) {
	f.Add([]byte("---\n"))
	f.Add([]byte("<!--\n```\n~~~\n[![x](y)](z) `a <b>`_ **c**"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got := briefing.Prose(text)
		if strings.Contains(got, "\n") || len(got) > 300 || utf8.Valid(text) && !utf8.ValidString(got) {
			t.Errorf("%q: %q", text, got)
		}
	})
}

// A directory that is most of the repository is shown by what it holds.
func TestLayout(t *testing.T) {
	long := strings.Repeat("x\n", 50)
	e := enginetest.New(t, "-- src/app/core/a.txt --\n"+long+"-- src/app/ui/a.txt --\n"+long+
		"-- src/lib/__init__.py --\n'''The lib. More.'''\n-- docs/README.md --\nWhere the manual is.\n-- tool/package.json --\n{\"description\": \"A tool\"}\n-- top.txt --\nx\n")
	v, _ := e.View(context.Background(), engine.Scope{})
	dirs, total := briefing.Look(v).Layout(context.Background(), 4)
	got := ""
	for _, d := range dirs {
		got += fmt.Sprintf("%s %d %s;", d.Path, d.Files, d.About)
	}
	if want := "docs 1 Where the manual is.;src/app/core 1 ;src/app/ui 1 ;src/lib 1 The lib.;"; got != want || total != 5 {
		t.Errorf("got %q, %d; want %q, 5", got, total, want)
	}
}

// A command is named with the file that says so, and by the manager in use.
func TestRuns(t *testing.T) {
	e := enginetest.New(t, "-- go.mod --\nmodule x\n-- package.json --\n{\"scripts\": {\"test\": \"vitest\"}}\n-- pnpm-lock.yaml --\n\n-- pyproject.toml --\n[tool.other]\n-- Makefile --\ntest: all\n-- sub/Cargo.toml --\n\n")
	v, _ := e.View(context.Background(), engine.Scope{})
	want := "[{pnpm test package.json} {go test ./... go.mod} {make test Makefile}]"
	if got := fmt.Sprint(briefing.Look(v).Runs(context.Background())); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
