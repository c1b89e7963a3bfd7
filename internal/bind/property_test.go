package bind_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/lang/python"
)

// sameAsFull changes a random tree step by step and compares the facts kept up
// to date with those of a fresh analysis after each step.
func sameAsFull(t *testing.T, analyzer func() lang.Analyzer, language func(string) string, paths []string, text func(*rapid.T) string) {
	rapid.Check(t, func(r *rapid.T) {
		files := map[string]string{}
		for _, p := range paths {
			if rapid.IntRange(0, 3).Draw(r, "there") > 0 {
				files[p] = text(r)
			}
		}
		inc := bindtest.New(t, analyzer(), language, files)
		for range rapid.IntRange(1, 4).Draw(r, "steps") {
			change := map[string]*string{}
			for range rapid.IntRange(1, 2).Draw(r, "edits") {
				p := rapid.SampledFrom(paths).Draw(r, "path")
				if _, ok := inc.Files[p]; ok && rapid.IntRange(0, 3).Draw(r, "remove") == 0 {
					change[p] = nil
					continue
				}
				s := text(r)
				if old, ok := inc.Files[p]; ok && rapid.Bool().Draw(r, "append") {
					s = old + s
				}
				change[p] = &s
			}
			inc.Change(t, change)
			full := bindtest.New(t, analyzer(), language, inc.Files)
			if d := cmp.Diff(full.String(), inc.String()); d != "" {
				r.Fatalf("after a change the facts differ from those of a fresh analysis (-fresh +kept):\n%s\n%s", d, render(inc.Files))
			}
		}
	})
}

func render(files map[string]string) (s string) {
	for p, text := range files {
		s += fmt.Sprintf("-- %s --\n%s", p, text)
	}
	return s
}

// Keeping Python facts up to date gives what a fresh analysis gives.
func TestIncrementalEqualsFullPython(t *testing.T) {
	paths := []string{"a.py", "b.py", "p/__init__.py", "p/m.py", "p/n.py", "q/m.py", "src/z.py"}
	mods := []string{"a", "b", "p", "p.m", "p.n", "q.m", "z", ".", ".m", "..a", "json"}
	names := []string{"A", "B", "f", "g", "x", "m", "n"}
	text := func(r *rapid.T) (s string) {
		mod := func() string { return rapid.SampledFrom(mods).Draw(r, "mod") }
		name := func() string { return rapid.SampledFrom(names).Draw(r, "name") }
		for range rapid.IntRange(0, 6).Draw(r, "lines") {
			switch rapid.IntRange(0, 12).Draw(r, "kind") {
			case 0:
				s += fmt.Sprintf("import %s\n", mod())
			case 1:
				s += fmt.Sprintf("from %s import %s as %s\n", mod(), name(), name())
			case 2:
				s += fmt.Sprintf("from %s import *\n", mod())
			case 3, 4:
				s += fmt.Sprintf("class %s(%s):\n    def f(self):\n        return self.g()\n    def g(self) -> '%s':\n        self.x = %s()\n", name(), name(), name(), name())
			case 5:
				s += fmt.Sprintf("def %s(x: %s = None):\n    return x.f().g()\n", name(), name())
			case 6:
				s += fmt.Sprintf("%s = %s()\n", name(), name())
			case 7:
				s += fmt.Sprintf("%s.%s.%s()\n", name(), name(), name())
			case 8:
				s += fmt.Sprintf("%s = %s.%s\n", name(), name(), name())
			case 9:
				s += fmt.Sprintf("try:\n    import %s\nexcept ImportError:\n    %s = None\n", mod(), name())
			case 10:
				s += fmt.Sprintf("__all__ = ['%s', '%s']\n", name(), name())
			case 11:
				s += fmt.Sprintf("for %s in %s():\n    %s.%s = 1\n", name(), name(), name(), name())
			case 12:
				s += fmt.Sprintf("def %s():\n    return %s().x\n", name(), name())
			}
		}
		return s
	}
	sameAsFull(t, python.New, bindtest.Languages(map[string]string{".py": "python"}), paths, text)
}
