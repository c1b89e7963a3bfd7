package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// source is one parsed file.
type source struct {
	src    []byte // as it was parsed; nil once the declarations are listed
	path   string // relative to the root, absolute if outside
	syntax *ast.File
	file   *token.File
	lines  []int // offsets of its lines: export replaces those of file
	decls  *decls
	errors int
}

// maxNesting is the depth of brackets beyond which a file is not given to the
// type checker, whose recursion follows the syntax.
const maxNesting = 2000

// parse reads src into fset, in full with comments or only its declarations.
func parse(fset *token.FileSet, path string, src []byte, full bool) *source {
	mode := parser.SkipObjectResolution
	if full {
		mode |= parser.ParseComments
	} else {
		src = skeleton(src)
	}
	if nesting(src) > maxNesting {
		return nil
	}
	src = blankLineDirectives(src)
	f, err := parser.ParseFile(fset, path, src, mode)
	if f == nil || f.Name == nil || !f.FileStart.IsValid() {
		return nil
	}
	s := &source{src: src, path: path, syntax: f, file: fset.File(f.FileStart)}
	s.lines = s.file.Lines()
	if err != nil {
		s.errors = 1
	}
	f.Comments = nil
	return s
}

// nesting is the depth of brackets in src, counted without regard to strings
// and comments: a bound, not a measure.
func nesting(src []byte) int {
	depth, most := 0, 0
	for _, b := range src {
		depth += int(brackets[b])
		most = max(most, depth)
	}
	return most
}

// brackets says how each byte changes the depth.
var brackets = [256]int8{'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}

// withoutBodies returns f with every function body empty. The declarations
// are shared. A body must be there: the checker wants one of generic functions.
func withoutBodies(f *ast.File) *ast.File {
	g := *f
	g.Decls = make([]ast.Decl, len(f.Decls))
	for i, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && len(fd.Body.List) > 0 {
			e := *fd
			e.Body = &ast.BlockStmt{Lbrace: fd.Body.Lbrace, Rbrace: fd.Body.Rbrace}
			d = &e
		}
		g.Decls[i] = d
	}
	return &g
}
