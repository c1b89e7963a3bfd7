package arch

import (
	"bytes"
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

const (
	mostFileLines     = 600
	mostFunctionLines = 80
)

// longFunctions may be longer, for the reason given.
var longFunctions = map[string]string{}

// A file is one idea, and a function fits on a page or two.
func TestSizes(t *testing.T) {
	found := map[string]bool{}
	eachFile(t, func(s source) {
		if n := bytes.Count(s.text, []byte("\n")); n > mostFileLines {
			t.Errorf("%s has %d lines, over %d: it holds more than one idea", s.path, n, mostFileLines)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			name := s.pkg + "." + f.Name.Name
			n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1
			if _, excused := longFunctions[name]; excused {
				found[name] = true
			} else if n > mostFunctionLines {
				t.Errorf("%s: %s has %d lines, over %d", s.path, f.Name.Name, n, mostFunctionLines)
			}
		}
	})
	for name := range longFunctions {
		if !found[name] {
			t.Errorf("longFunctions excuses %s, which is gone", name)
		}
	}
}

// A reader finds what runs by reading: nothing registers itself.
func TestNoInitFunctions(t *testing.T) {
	eachFile(t, func(s source) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init registers behind the reader's back; list it where it is used", s.path)
			}
		}
	})
}

// A package is named after what it is for.
func TestPackageNames(t *testing.T) {
	forbidden := []string{"util", "utils", "helper", "helpers", "common", "shared", "misc", "types", "base", "lib"}
	documented := map[string]bool{}
	eachFile(t, func(s source) {
		if name := path.Base(s.pkg); slices.Contains(forbidden, name) || slices.Contains(forbidden, s.file.Name.Name) {
			t.Errorf("%s: a package called %s is about nothing", s.path, name)
		}
		documented[s.pkg] = documented[s.pkg] || s.file.Doc.Text() != ""
	})
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no sentence that says what it is for", pkg)
		}
	}
}

// owners lists what touches the process or its surroundings, and the only
// package tree that may.
var owners = []struct{ call, tree string }{
	{"os.Getenv", "internal/config"},
	{"os.LookupEnv", "internal/config"},
	{"os.Environ", "internal/config"},
	{"os.Stdout", "cli"},
	{"fmt.Print", "cli"},
	{"fmt.Println", "cli"},
	{"fmt.Printf", "cli"},
	{"os.Exit", "cmd/gortex"},
}

// What a process is, and what it was started in, is known in one place.
func TestOwners(t *testing.T) {
	eachFile(t, func(s source) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			for _, o := range owners {
				if pkg.Name+"."+sel.Sel.Name == o.call && s.pkg != o.tree && !strings.HasPrefix(s.pkg, o.tree+"/") {
					t.Errorf("%s:%d: %s belongs in %s", s.path, s.fset.Position(n.Pos()).Line, o.call, o.tree)
				}
			}
			return true
		})
	})
}
