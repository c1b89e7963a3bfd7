package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/gortexhq/gortex/"
)

// source is one Go file that is no test.
type source struct {
	path string // from the root, with slashes
	pkg  string // its directory
	text []byte
	file *ast.File
	fset *token.FileSet
}

// eachFile visits every Go file that is no test, testdata and generated files
// left out.
func eachFile(t *testing.T, visit func(source)) {
	t.Helper()
	tree := os.DirFS(root)
	n := 0
	err := fs.WalkDir(tree, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); p != "." && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, p)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if ast.IsGenerated(file) {
			return nil
		}
		n++
		visit(source{p, path.Dir(p), text, file, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 50 {
		t.Fatalf("only %d files seen: the walk does not see the tree", n)
	}
}
