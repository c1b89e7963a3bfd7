package python_test

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang/python"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// Any bytes give a unit that keeps the rules, with spans inside the file.
func FuzzExtract(f *testing.F) {
	for _, dir := range []string{"cases", "markers"} {
		paths, _ := filepath.Glob("testdata/" + dir + "/*.txtar")
		for _, p := range paths {
			raw, err := os.ReadFile(p)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range txtar.Parse(raw).Files {
				f.Add(file.Data)
			}
		}
	}
	for _, s := range []string{
		"", "def", "class A(", "lambda: (yield)", "from . import (a, b as c,\n", "x: 'A[B, C.d | None' = 1",
		"match x:\n case A(b=C.D, *r) as q: pass\n", "try: pass\nexcept* E as e: pass\n", "global x\nx = 1\nclass C:\n global y\n y = 2\n",
		"def f(a, (b, c), *, d=lambda a: a, **k): nonlocal z\n", "[x for x in y if (z := x)]\n", "async with a as (b, c): pass\n",
		"type A[T: int] = list[T]\n", "print >>f, x\nexec 'a' in b\n", "__all__ += ['a'] + b.__all__\n", "@\ndef f(): pass\n", "\xff\xfe = \xe9\n",
	} {
		f.Add([]byte(s))
	}
	p := treesitter.NewParser(grammar.Language())
	f.Cleanup(p.Close)
	f.Fuzz(func(t *testing.T, src []byte) {
		recs, _, _ := p.Parse(src, 1000)
		u := python.Extract(&bind.Source{Path: "p/__init__.py", Text: src, Recs: recs})
		if err := bind.Check(u); err != nil {
			t.Fatal(err)
		}
		for _, s := range u.Symbols {
			n := uint32(len(src))
			if s.Span.Start > s.Span.End || s.Span.End > n || s.Span.Name > n || s.Span.Body > n || s.Span.Doc > n {
				t.Errorf("%s: span %+v in a file of %d bytes", s.Qual, s.Span, n)
			}
			if !utf8.ValidString(s.Name) {
				t.Errorf("name %q", s.Name)
			}
		}
	})
}
