package golang

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	srcimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// The calls found in a copy of a package of the standard library are those
// that go/types finds by importing its dependencies from source.
func TestCallsAgainstTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks dependencies from source")
	}
	for _, path := range []string{"text/template", "net/textproto", "encoding/json"} {
		t.Run(path, func(t *testing.T) {
			dir := filepath.Join(testEnv().GOROOT, "src", filepath.FromSlash(path))
			if _, err := os.Stat(dir); err != nil {
				t.Skip(err)
			}
			want := callsByTypes(t, path, dir)
			got := callsByFacts(t, path, dir)
			if len(want) < 100 {
				t.Fatalf("only %d calls", len(want))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("go/types (-) and facts (+):\n%s", d)
			}
		})
	}
}

// callsByTypes lists "file:line:col name" of every call of a function or
// method that is declared somewhere.
func callsByTypes(t *testing.T, path, dir string) (list []string) {
	bp, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: srcimporter.ForCompiler(fset, "source", nil), FakeImportC: true}
	if _, err := conf.Check(path, fset, files, info); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := ast.Unparen(call.Fun)
			switch x := fun.(type) {
			case *ast.IndexExpr:
				fun = x.X
			case *ast.IndexListExpr:
				fun = x.X
			}
			id, _ := fun.(*ast.Ident)
			if sel, ok := fun.(*ast.SelectorExpr); ok {
				id = sel.Sel
			}
			if id == nil {
				return true
			}
			fn, ok := info.Uses[id].(*types.Func)
			if !ok {
				return true
			}
			p := fset.Position(id.Pos())
			list = append(list, fmt.Sprintf("%s:%d:%d %s", filepath.Base(p.Filename), p.Line, p.Column, fullName(fn)))
			return true
		})
	}
	slices.Sort(list)
	return list
}

func fullName(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	if fn.Pkg() != nil {
		name = fn.Pkg().Path() + "." + name
	}
	return strings.TrimPrefix(name, "vendor/")
}

// callsByFacts analyzes the package as a module of its own.
func callsByFacts(t *testing.T, path, dir string) (list []string) {
	files := map[string]string{"go.mod": "module copy.test/p\n"}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files[e.Name()] = string(b)
		}
	}
	w := newWorkspace(t, files)
	w.full(t)
	c := defaultConfig(testEnv())
	for name, f := range w.sink.files {
		if h := readHeader(name, []byte(files[name]), true); !c.match(&h) {
			continue
		}
		for _, r := range f.Refs {
			if r.Kind != graph.EdgeCalls {
				continue
			}
			if r.Tier != graph.TierCompilerResolved {
				t.Errorf("%s:%d:%d: %v is %s", name, r.Line, r.Col, f.Targets[r.Target], r.Tier)
			}
			target := f.Targets[r.Target].Name
			if f.Targets[r.Target].Kind == lang.TargetSymbol {
				target = path + "." + target
			}
			list = append(list, fmt.Sprintf("%s:%d:%d %s", name, r.Line, r.Col+1, target))
		}
	}
	slices.Sort(list)
	return list
}

// What an update costs is what changed: a body or a function that no other file
// names costs its file, a declaration its package, an API those who import it.
func TestUpdateIsMinimal(t *testing.T) {
	w := newWorkspace(t, map[string]string{
		"go.mod": "module example.test/m\n",
		"a/a.go": "package a\n\nimport \"example.test/m/b\"\n\nfunc A() { b.B() }\n",
		"b/b.go": "package b\n\nimport \"example.test/m/c\"\n\nfunc B() { c.C() }\n",
		"b/x.go": "package b\n\nfunc x() {}\n",
		"c/c.go": "package c\n\nfunc C() { c() }\n",
		"c/d.go": "package c\n\nfunc c() {}\n",
	})
	w.full(t)
	for _, step := range []struct{ why, file, text, want string }{
		{"a body", "c/c.go", "package c\n\nfunc C() { c(); c() }\n", "c/c.go"},
		{"a comment", "c/c.go", "package c\n\n// C does.\nfunc C() { c(); c() }\n", "c/c.go"},
		{"a function that nobody names", "c/d.go", "package c\n\nfunc c() {}\nfunc d() {}\n", "c/d.go"},
		{"a function that another file names", "c/d.go", "package c\n\nfunc c() int { return 1 }\nfunc d() {}\n", "c/c.go c/d.go"},
		{"an unexported declaration", "c/d.go", "package c\n\nfunc c() {}\ntype d int\n", "c/c.go c/d.go"},
		{"an exported declaration", "c/d.go", "package c\n\nfunc c() {}\nfunc D() {}\n", "b/b.go b/x.go c/c.go c/d.go"},
	} {
		before := map[string]string{}
		for p, s := range w.files {
			before[p] = s
		}
		w.files[step.file] = step.text
		w.update(t, before)
		var got []string
		for p := range w.sink.round {
			got = append(got, p)
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != step.want {
			t.Errorf("%s: facts of %s, want %s", step.why, s, step.want)
		}
	}
}

// A cancelled context ends the analysis.
func TestCancel(t *testing.T) {
	w := newWorkspace(t, map[string]string{"go.mod": "module m\n", "a.go": "package a\n"})
	in := w.input()
	in.Full = true
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w.sink.begin(t)
	if err := New().Analyze(ctx, in, w.sink); err == nil {
		t.Error("no error")
	}
}

// Brackets too deep for the checker do not exhaust the stack.
func TestDeepNesting(t *testing.T) {
	for _, s := range []string{
		"package p\nvar x = " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000) + "\n",
		"package p\nvar x = " + strings.Repeat("1 + ", 50000) + "1\n",
		"package p\nvar x = " + strings.Repeat("-", 50000) + "1\n",
		"package p\nfunc f() {" + strings.Repeat("if true {} else ", 5000) + "{}\n}\n",
		"package p\ntype T " + strings.Repeat("*", 50000) + "int\n",
		"package p\nvar x = f" + strings.Repeat(".f", 10000) + "\n",
		"package p\nfunc f() {" + strings.Repeat("x: ", 10000) + "}\n",
	} {
		w := newWorkspace(t, map[string]string{"a.go": s, "go.mod": "module m\n"})
		w.full(t)
	}
}
