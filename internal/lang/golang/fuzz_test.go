package golang

import (
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// checkFacts holds of the facts of any file, however broken.
func checkFacts(t *testing.T, text string, f *lang.Facts) {
	t.Helper()
	size := uint32(len(text))
	nlines := uint32(strings.Count(text, "\n") + 1)
	for i, s := range f.Symbols {
		sp := s.Span
		if sp.Start > sp.Name || sp.Name >= sp.End || sp.End > size || sp.Doc > sp.Start || sp.Body > sp.End {
			t.Errorf("%s: span %+v of %s in %d bytes", f.Path, sp, s.Qual, size)
		}
		if sp.StartLine == 0 || sp.EndLine < sp.StartLine || sp.EndLine > nlines || sp.NameLine < sp.StartLine {
			t.Errorf("%s: lines %+v of %s in %d lines", f.Path, sp, s.Qual, nlines)
		}
		if s.Name == "" || s.Qual == "" || int(s.Owner) >= i || s.Kind == graph.KindNone {
			t.Errorf("%s: symbol %+v", f.Path, s)
		} else if !strings.HasPrefix(text[sp.Name:], s.Name) {
			t.Errorf("%s: %q stands where %s should", f.Path, text[sp.Name:min(sp.End, sp.Name+20)], s.Name)
		}
	}
	list := strings.Split(text, "\n")
	for _, r := range f.Refs {
		if int(r.From) >= len(f.Symbols) || int(r.Target) >= len(f.Targets) || r.Line == 0 || r.Line > nlines || int(r.Col) > len(list[r.Line-1]) || r.Kind == graph.EdgeNone || r.Tier == graph.TierNone {
			t.Errorf("%s: ref %+v", f.Path, r)
			continue
		}
		target := f.Targets[r.Target]
		at := list[r.Line-1][r.Col:]
		name := target.Name[strings.LastIndexByte(target.Name, '.')+1:]
		if r.Kind != graph.EdgeImports && !strings.HasPrefix(at, name) {
			t.Errorf("%s:%d:%d: %q stands where %s should", f.Path, r.Line, r.Col, at, name)
		}
	}
}

var seeds = []string{
	"package p\n\nfunc f() { g() }\n",
	"\ufeffpackage p\r\n\r\n// doc\r\nfunc f() int {\r\n\treturn g[int](1)\r\n}\r\n",
	"package p; import (\"fmt\"; . \"os\"; _ \"a/b\"); type T struct{ T2; *fmt.Stringer; f, g func(T) }; var _, x = T{f: nil}, 1",
	"package p\ntype A[T any] interface{ ~int | B; m(T) A[A[T]] }\nfunc (a *A[T]) x() {}\nfunc (A) x() {}",
	"//go:build ignore || (linux && !cgo)\n// +build x\n\npackage main\nfunc main() {}\nfunc init() {}\nfunc init() {}",
	"package p\nfunc f( {\nfunc g() { switch x := y.(type) { case",
	"package p_test\nimport \"m\"\nfunc TestX() { m.X.Y.Z() }",
	"package p\n//line x.go:10\nfunc f() { /*line y:1*/ f() }\nconst s = `\n//line z:1\n`",
	"package p\nimport \"C\"\nfunc f() { C.x(C.y{}) }",
	"package p\ntype T T\ntype U struct{ U }\ntype I interface{ I }\ntype J = J\nvar v = v\nconst c = c",
	"package p\nfunc f() { for range 10 { defer go func() {}() }; L: goto L; if x, y := f(); z {} else if {} }",
}

// Analyze takes any bytes in any of the files it reads.
func FuzzAnalyze(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, seeds[(i+1)%len(seeds)], "module m\n\nrequire x.y/z v1.0.0\nreplace a => ./b", "go 1.22\nuse .\n", false)
		f.Add(s, s, "module \"\nrequire (\n", "use (\n", true)
	}
	f.Fuzz(func(t *testing.T, a, b, mod, work string, edit bool) {
		if len(a)+len(b)+len(mod)+len(work) > 1<<16 {
			return
		}
		files := map[string]string{"a.go": a, "b/b.go": b, "c/a_test.go": a, "c/b_windows.go": b, "go.mod": mod, "go.work": work}
		w := newWorkspace(t, files)
		start := time.Now()
		w.full(t)
		if edit {
			before := w.files
			w.files = map[string]string{"a.go": b, "b/b.go": b, "c/a_test.go": b, "c/b_windows.go": a, "go.mod": mod, "go.work": work}
			w.update(t, before)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("took %v", d)
		}
		for p, f := range w.sink.files {
			checkFacts(t, w.files[p], f)
		}
	})
}
