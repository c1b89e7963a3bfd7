package golang

import (
	"crypto/sha256"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// source is one parsed file.
type source struct {
	path   string // relative to the root, absolute if outside
	syntax *ast.File
	file   *token.File
	decls  *decls
	errors int
	decl   [16]byte
}

// maxNesting is the depth of brackets beyond which a file is not given to the
// type checker, whose recursion follows the syntax.
const maxNesting = 2000

// parse reads src into fset. name is what the file is called in fset.
func parse(fset *token.FileSet, path string, src []byte, comments bool) *source {
	mode := parser.SkipObjectResolution
	if comments {
		mode |= parser.ParseComments
	}
	if nesting(src) > maxNesting {
		return nil
	}
	src = blankLineDirectives(src)
	f, err := parser.ParseFile(fset, path, src, mode)
	if f == nil || f.Name == nil || !f.FileStart.IsValid() {
		return nil
	}
	s := &source{path: path, syntax: f, file: fset.File(f.FileStart)}
	if err != nil {
		s.errors = 1
	}
	if comments {
		s.decl = declHash(f, s.file, src)
		f.Comments = nil
	}
	return s
}

// nesting is the depth of brackets in src, counted without regard to strings
// and comments: a bound, not a measure.
func nesting(src []byte) int {
	depth, most := 0, 0
	for _, b := range src {
		switch b {
		case '(', '[', '{':
			if depth++; depth > most {
				most = depth
			}
		case ')', ']', '}':
			depth--
		}
	}
	return most
}

// declHash hashes what other files of the package can see of a file: its text
// without function bodies, comments and the amount of white space.
func declHash(f *ast.File, tf *token.File, src []byte) [16]byte {
	type span struct{ from, to int }
	var cut []span
	add := func(from, to token.Pos) {
		a, b := int(from)-tf.Base(), int(to)-tf.Base()
		if a >= 0 && a < b && b <= len(src) {
			cut = append(cut, span{a, b})
		}
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Body.Rbrace.IsValid() {
			add(fd.Body.Lbrace+1, fd.Body.Rbrace)
		}
	}
	for _, g := range f.Comments {
		add(g.Pos(), g.End())
	}
	slices.SortFunc(cut, func(a, b span) int { return a.from - b.from })
	buf := make([]byte, 0, len(src)/2)
	space := false
	keep := func(part []byte) {
		for _, b := range part {
			if b == ' ' || b == '\t' || b == '\r' {
				space = true
				continue
			}
			if space {
				buf, space = append(buf, ' '), false
			}
			if b == '\n' && len(buf) > 0 && buf[len(buf)-1] == '\n' {
				continue
			}
			buf = append(buf, b)
		}
	}
	at := 0
	for _, c := range cut {
		if c.from > at {
			keep(src[at:c.from])
		}
		at = max(at, c.to)
	}
	keep(src[min(at, len(src)):])
	sum := sha256.Sum256(buf)
	return [16]byte(sum[:16])
}

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
