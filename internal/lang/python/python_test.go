package python_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/lang/python"
)

type symbol = lang.Symbol

var language = bindtest.Languages(map[string]string{".py": "python", ".pyi": "python"})

func analyze(t testing.TB, files map[string]string) *bindtest.Project {
	t.Helper()
	return bindtest.New(t, python.New(), language, files)
}

func load(t *testing.T, name string) *bindtest.Project {
	t.Helper()
	return analyze(t, bindtest.Archive(t, "testdata/cases/"+name+".txtar"))
}

func wantSites(t *testing.T, p *bindtest.Project, target string, kinds []string, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, p.Sites(target, kinds...)); d != "" {
		t.Errorf("sites of %s (-want +got):\n%s%s", target, d, p)
	}
}

var calls = []string{"calls"}

// A module imported under another name is the same module.
func TestAliasedModule(t *testing.T) {
	wantSites(t, load(t, "py-01-aliased-module"), "services/kit.py::sync", calls, "routes.py:15", "routes.py:7")
}

// A package passes names on under other names, also to star imports.
func TestReExportAndStar(t *testing.T) {
	wantSites(t, load(t, "py-02-init-reexport-star"), "pkg/impl.py::price", calls, "a.py:5", "b.py:5")
}

// Decorators are uses at their own line; a parameter hides a function.
func TestDecorators(t *testing.T) {
	p := load(t, "py-05-decorator-usages")
	wantSites(t, p, "util.py::retry", nil, "app.py:13", "app.py:2", "app.py:20")
	wantSites(t, p, "app.py::App.retry", nil, "app.py:18")
}

// A function and a method of one name are told apart as callers and callees.
func TestFunctionAndMethodOfOneName(t *testing.T) {
	p := load(t, "py-07-function-and-method-same-name")
	wantSites(t, p, "lexer.py::tokenize", calls, "parser.py:13")
	f := p.Facts["parser.py"]
	for _, r := range f.Refs {
		if bindtest.Target(f, r) == "lexer.py::tokenize" && r.Kind.String() == "calls" {
			if got := f.Symbols[r.From].Qual; got != "parse" {
				t.Errorf("caller is %s, want parse", got)
			}
		}
	}
	wantSites(t, p, "parser.py::Parser.parse", calls, "parser.py:13")
}

// Relative imports are of the importing package.
func TestSameModuleNames(t *testing.T) {
	wantSites(t, load(t, "py-08-same-module-names"), "pkg_b/util.py::clean", calls, "pkg_b/job.py:5", "pkg_b/sub/deep.py:5")
}

// Bases are bound through imports and modules, and methods override theirs.
func TestAbstractBase(t *testing.T) {
	p := load(t, "py-10-abc-implementations")
	wantSites(t, p, "repo.py::Repo", []string{"extends"}, "impl.py:15", "impl.py:5")
	wantSites(t, p, "impl.py::Sql", []string{"extends"}, "impl.py:10")
	wantSites(t, p, "repo.py::Repo.get", []string{"overrides"}, "impl.py:16", "impl.py:6")
	wantSites(t, p, "impl.py::Sql.get", []string{"overrides"}, "impl.py:11")
	wantSites(t, p, "impl.py::Sql.get", calls, "impl.py:12")
}

// After lines were put in front, spans are those of the new text.
func TestShiftedLines(t *testing.T) {
	p := load(t, "bonus-06-shifted-lines")
	text := "import os\n\n\ndef zero():\n    return os.name\n\n\n" + p.Files["a.py"]
	p.Change(t, map[string]*string{"a.py": &text})
	f := p.Facts["a.py"]
	i := slices.IndexFunc(f.Symbols, func(s symbol) bool { return s.Qual == "second" })
	if got := text[f.Symbols[i].Span.Start:f.Symbols[i].Span.End]; got != "def second():\n    return 'two'" {
		t.Errorf("second is %q", got)
	}
}

// A byte order mark and CRLF change neither names nor lines.
func TestMarkAndCRLF(t *testing.T) {
	files := bindtest.Archive(t, "testdata/cases/bonus-08-bom-crlf-source.txtar")
	files["a.py"] = "\uFEFF" + strings.ReplaceAll(files["a.py"], "\n", "\r\n")
	p := analyze(t, files)
	wantSites(t, p, "a.py::first", nil, "a.py:6")
}

// What is marked in the sources is found, and nothing else.
func TestMarkers(t *testing.T) {
	bindtest.Markers(t, python.New, language)
}
