package golang

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// header is what must be known of a file before it is worth parsing: where it
// belongs and what it needs.
type header struct {
	dir        *dir
	name       string // base name
	pkg        string // package clause; "" if there is none
	imports    []string
	constraint string // of //go:build or the // +build lines, "" if there is none
	expr       constraint.Expr
	generated  bool
	hash       [16]byte
	exports    bool     // a test file that gives external tests more than its tests
	decl       [16]byte // see declHash
	locals     []local  // see declHash, sorted
	src        []byte   // of a file outside the tree that has yet to be parsed
	mentions   []string // interfaces outside the tree that the file names, in its first configuration
}

// isTest reports whether the file is compiled only by go test.
func (h *header) isTest() bool { return strings.HasSuffix(h.name, "_test.go") }

// isExternalTest reports whether the file belongs to the foo_test package.
func (h *header) isExternalTest() bool {
	return h.isTest() && strings.HasSuffix(h.pkg, "_test")
}

// readHeader reads the head of a Go file. It never fails: what cannot be read
// is left empty.
func readHeader(name string, src []byte, inTree bool) header {
	h := header{name: path.Base(name)}
	if inTree {
		h.decl, h.locals = declHash(src)
	}
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, h.name, src, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || f.Name == nil || f.Name.Name == "_" {
		return h
	}
	h.pkg = f.Name.Name
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p != "" && !slices.Contains(h.imports, p) {
			h.imports = append(h.imports, p)
		}
	}
	h.constraint = buildConstraint(f)
	h.expr = parseConstraint(h.constraint)
	h.generated = ast.IsGenerated(f)
	return h
}

// buildConstraint returns the build expression in the comments above the
// package clause.
func buildConstraint(f *ast.File) string {
	var plus constraint.Expr
	for _, group := range f.Comments {
		if group.Pos() >= f.Package {
			break
		}
		for _, c := range group.List {
			text := strings.TrimRight(c.Text, "\r")
			if constraint.IsGoBuild(text) {
				if x, err := constraint.Parse(text); err == nil {
					return x.String()
				}
			} else if constraint.IsPlusBuild(text) {
				x, err := constraint.Parse(text)
				switch {
				case err != nil:
				case plus == nil:
					plus = x
				default:
					plus = &constraint.AndExpr{X: plus, Y: x}
				}
			}
		}
	}
	if plus == nil {
		return ""
	}
	return plus.String()
}

// blankLineDirectives replaces //line and /*line comments, which would move
// positions to other files, by comments of the same length that mean nothing.
func blankLineDirectives(src []byte) []byte {
	for _, mark := range [...]string{"//line ", "/*line "} {
		if !bytes.Contains(src, []byte(mark)) {
			continue
		}
		src = bytes.ReplaceAll(src, []byte(mark), []byte(mark[:2]+"Line "))
	}
	return src
}
