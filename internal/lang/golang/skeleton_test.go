package golang

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is cut leaves every declaration what it was.
func TestSkeletonKeepsDeclarations(t *testing.T) {
	var names []string
	for _, dir := range []string{"go/types", "net/http", "fmt", "internal/types/testdata/fixedbugs", "text/template"} {
		list, _ := filepath.Glob(filepath.Join(testEnv().GOROOT, "src", dir, "*.go"))
		names = append(names, list...)
	}
	if len(names) < 100 {
		t.Skip("no source of the standard library")
	}
	blanked := 0
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution) // no comments: directives are cut with them
		if err != nil {
			continue
		}
		bare := skeleton(src)
		if again := skeleton(bare); string(again) != string(bare) {
			t.Fatalf("%s: the skeleton of the skeleton differs:\n%s", name, again)
		}
		if string(bare) != string(src) {
			blanked++
		}
		g, err := parser.ParseFile(fset, name, bare, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: skeleton does not parse: %v", name, err)
			continue
		}
		a := collect(f, fset.File(f.FileStart), src, name, false, false)
		b := collect(g, fset.File(g.FileStart), bare, name, false, false)
		if len(a.symbols) != len(b.symbols) {
			t.Fatalf("%s: %d symbols, %d in the skeleton", name, len(a.symbols), len(b.symbols))
		}
		for i := range a.symbols {
			x, y := a.symbols[i], b.symbols[i]
			if x.Qual != y.Qual || x.Kind != y.Kind || x.Owner != y.Owner || x.Flags != y.Flags || x.Member != y.Member {
				t.Errorf("%s: %+v, in the skeleton %+v", name, x, y)
			}
		}
	}
	if blanked < len(names)/2 {
		t.Errorf("only %d of %d files have a skeleton", blanked, len(names))
	}
}

// The hash of declarations ignores what other files cannot see and nothing else.
func TestDeclHash(t *testing.T) {
	base := "package p\n\n// doc\nfunc F(a int) struct{ x int } {\n\treturn g(`}` + \"{\" + string('}'))\n}\n\ntype T struct {\n\tA int\n}\n"
	same := []string{
		strings.Replace(base, "return g", "return h", 1),
		strings.Replace(base, "// doc", "// other { text", 1),
		strings.Replace(base, "\tA int", "\t\tA   int", 1),
		strings.Replace(base, "package p\n", "// c\n\npackage p\n", 1),
		strings.ReplaceAll(base, "\n", "\r\n"),
	}
	differ := []string{
		strings.Replace(base, "a int", "a string", 1),
		strings.Replace(base, "A int", "B int", 1),
		strings.Replace(base, "x int", "y int", 1),
		base + "var v = func() { f() }\n",
		strings.Replace(base, "func F", "func (T) F", 1),
		base + "}\n",
	}
	hash := func(s string) string { h, functions := declHash([]byte(s)); return fmt.Sprint(h, functions) }
	want := hash(base)
	for _, s := range same {
		if hash(s) != want {
			t.Errorf("hash differs of\n%s", s)
		}
	}
	for _, s := range differ {
		if hash(s) == want {
			t.Errorf("same hash of\n%s", s)
		}
	}
}
