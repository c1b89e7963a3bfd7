package golang

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// A type that is written in few lines and endless when written out costs no
// more than the bound, and is not taken for the same as another such type.
func TestTermIsBounded(t *testing.T) {
	var src strings.Builder
	src.WriteString("package p\n\ntype T0 = interface{ m(int) }\n")
	for i := 1; i <= 60; i++ {
		fmt.Fprintf(&src, "type T%d = interface{ m(T%d, T%d) T%d }\n", i, i-1, i-1, i-1)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string) string {
		var w termWriter
		w.term(pkg.Scope().Lookup(name).Type())
		return w.b.String()
	}
	long, short := write("T60"), write("T3")
	if len(long) > 2*maxTerm {
		t.Errorf("a term of %d bytes", len(long))
	}
	same := func(a, b string) bool {
		u := unifier{bound: map[string]side{}}
		return u.unify(side{'i', tokens(a)}, side{'t', tokens(b)})
	}
	if same(long, long) {
		t.Error("what was cut off is taken for equal")
	}
	if !same(short, short) || same(short, write("T2")) {
		t.Error("short terms do not compare")
	}
}
