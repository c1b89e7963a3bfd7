package golang

import (
	"go/ast"
	"go/token"
	"sort"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// decls are the symbols of one file as its syntax declares them, the same
// under every build configuration.
type decls struct {
	path    string // of the file, relative to the root; import path if outside
	outside bool
	symbols []lang.Symbol
	names   []uint32 // offsets of the symbols' names, ascending: what objects are found by
	types   map[string]int32
}

// find returns the symbol whose name stands at an offset, or -1.
func (d *decls) find(offset uint32) int32 {
	i := sort.Search(len(d.names), func(i int) bool { return d.names[i] >= offset })
	if i < len(d.names) && d.names[i] == offset {
		return int32(i)
	}
	return -1
}

// exports reports whether a test file gives its package more that others can
// see than tests: then external tests see another package than the rest.
func (d *decls) exports() bool {
	for i := range d.symbols {
		s := &d.symbols[i]
		if s.Member.Kind != lang.TargetNone {
			return true // a method of a type of another file
		}
		if s.Owner < 0 && s.Flags&graph.FlagExported != 0 && s.Flags&graph.FlagEntry == 0 {
			return true
		}
	}
	return false
}

// collector walks the declarations of one file.
type collector struct {
	out   *decls
	file  *token.File
	src   []byte
	lines []int
	flags graph.Flags
	seen  map[string]bool
	pkg   string
	test  bool
}

// collect lists what f declares. Methods whose type is not declared above them
// in the file have no owner yet: see link.
func collect(f *ast.File, tf *token.File, src []byte, path string, outside, generated bool) *decls {
	c := &collector{
		out:   &decls{path: path, outside: outside, types: map[string]int32{}},
		file:  tf,
		src:   src,
		lines: tf.Lines(),
		seen:  map[string]bool{},
		pkg:   f.Name.Name,
		test:  strings.HasSuffix(path, "_test.go"),
	}
	if c.test {
		c.flags |= graph.FlagTest
	}
	if generated {
		c.flags |= graph.FlagGenerated
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.function(d)
		case *ast.GenDecl:
			c.general(d)
		}
	}
	if !sort.SliceIsSorted(c.out.names, func(i, j int) bool { return c.out.names[i] < c.out.names[j] }) {
		c.sort()
	}
	return c.out
}

// sort restores source order, which only broken syntax trees can violate.
func (c *collector) sort() {
	sort.SliceStable(c.out.names, func(i, j int) bool { return c.out.names[i] < c.out.names[j] })
	sort.SliceStable(c.out.symbols, func(i, j int) bool { return c.out.symbols[i].Span.Name < c.out.symbols[j].Span.Name })
	for i := range c.out.symbols {
		c.out.symbols[i].Owner = -1
	}
}

func (c *collector) offset(p token.Pos) uint32 {
	if p < token.Pos(c.file.Base()) {
		return 0
	}
	if o := int(p) - c.file.Base(); o <= c.file.Size() {
		return uint32(o)
	}
	return uint32(c.file.Size())
}

func (c *collector) line(offset uint32) uint32 {
	return uint32(sort.Search(len(c.lines), func(i int) bool { return c.lines[i] > int(offset) }))
}

// add appends a symbol and returns its index, -1 for a name that the parser
// made up where one is missing.
func (c *collector) add(kind graph.Kind, owner int32, qual string, name *ast.Ident, node ast.Node, doc *ast.CommentGroup, body token.Pos) int32 {
	at := int(c.offset(name.Pos()))
	if name.Name == "" || at+len(name.Name) > len(c.src) || string(c.src[at:at+len(name.Name)]) != name.Name {
		return -1
	}
	s := lang.Symbol{Kind: kind, Flags: c.flags, Name: name.Name, Qual: qual, Owner: owner}
	if ast.IsExported(name.Name) {
		s.Flags |= graph.FlagExported
	}
	if c.seen[qual] {
		s.Flags |= graph.FlagDuplicate
	}
	c.seen[qual] = true
	sp := &s.Span
	sp.Start, sp.End = c.offset(node.Pos()), c.offset(node.End())
	sp.Name = c.offset(name.Pos())
	if sp.End <= sp.Name {
		sp.End = min(sp.Name+uint32(len(name.Name)), uint32(c.file.Size()))
	}
	sp.StartLine, sp.EndLine = c.line(sp.Start), c.line(max(sp.Start, sp.End-1))
	sp.NameLine = c.line(sp.Name)
	sp.Doc = sp.Start
	if doc != nil && doc.Pos() < node.Pos() {
		sp.Doc = c.offset(doc.Pos())
	}
	if body.IsValid() {
		sp.Body = c.offset(body)
	}
	c.out.symbols = append(c.out.symbols, s)
	c.out.names = append(c.out.names, sp.Name)
	return int32(len(c.out.symbols) - 1)
}

func (c *collector) function(d *ast.FuncDecl) {
	if d.Name == nil {
		return
	}
	kind, owner, qual := graph.KindFunction, int32(-1), d.Name.Name
	var recv string
	if d.Recv != nil && len(d.Recv.List) > 0 {
		kind = graph.KindMethod
		if recv = receiverName(d.Recv.List[0].Type); recv != "" {
			qual = recv + "." + qual
		}
		if i, ok := c.out.types[recv]; ok {
			owner = i
		}
	}
	var body token.Pos
	if d.Body != nil {
		body = d.Body.Lbrace
	}
	i := c.add(kind, owner, qual, d.Name, d, d.Doc, body)
	if i < 0 {
		return
	}
	s := &c.out.symbols[i]
	if kind == graph.KindFunction && (isEntry(d.Name.Name, c.pkg, c.test) || d.Body != nil && calledOutside(d.Name.Name, d.Doc)) {
		s.Flags |= graph.FlagEntry
	}
	if kind == graph.KindMethod && owner < 0 {
		s.Member = lang.Target{Kind: lang.TargetUnresolved, Name: recv}
	}
}

// isEntry reports whether the system, not the program, calls the function.
func isEntry(name, pkg string, test bool) bool {
	if name == "init" || name == "main" && pkg == "main" {
		return true
	}
	if test {
		for _, p := range [...]string{"Test", "Benchmark", "Fuzz", "Example"} {
			if rest, ok := strings.CutPrefix(name, p); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
				return true
			}
		}
	}
	return false
}

// calledOutside reports whether a directive gives a function to C, to the host
// of a WebAssembly module, or to another package under another name.
func calledOutside(name string, doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		word, rest, _ := strings.Cut(c.Text, " ")
		switch word {
		case "//export", "//go:wasmexport":
			return true
		case "//go:linkname":
			if local, _, _ := strings.Cut(strings.TrimSpace(rest), " "); local == name {
				return true
			}
		}
	}
	return false
}

// receiverName is the type name of a receiver: T of T, *T, T[K], (*T)[K].
func receiverName(x ast.Expr) string {
	for {
		switch t := x.(type) {
		case *ast.Ident:
			return t.Name
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		default:
			return ""
		}
	}
}

func (c *collector) general(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		var node ast.Node = spec
		if !d.Lparen.IsValid() {
			node = d
		}
		switch s := spec.(type) {
		case *ast.TypeSpec:
			doc := s.Doc
			if doc == nil && node == d {
				doc = d.Doc
			}
			c.typeSpec(s, node, doc)
		case *ast.ValueSpec:
			doc := s.Doc
			if doc == nil && node == d {
				doc = d.Doc
			}
			c.valueSpec(s, d.Tok, node, doc)
		}
	}
}

func (c *collector) typeSpec(s *ast.TypeSpec, node ast.Node, doc *ast.CommentGroup) {
	kind, body := graph.KindType, token.NoPos
	switch t := s.Type.(type) {
	case *ast.StructType:
		kind, body = graph.KindStruct, t.Fields.Opening
	case *ast.InterfaceType:
		kind, body = graph.KindInterface, t.Methods.Opening
	}
	if s.Assign.IsValid() {
		kind = graph.KindType
	}
	i := c.add(kind, -1, s.Name.Name, s.Name, node, doc, body)
	if i < 0 {
		return
	}
	if _, dup := c.out.types[s.Name.Name]; !dup {
		c.out.types[s.Name.Name] = i
	}
	c.members(s.Type, i, s.Name.Name)
}

func (c *collector) valueSpec(s *ast.ValueSpec, tok token.Token, node ast.Node, doc *ast.CommentGroup) {
	kind := graph.KindVariable
	if tok == token.CONST {
		kind = graph.KindConstant
	}
	first := int32(len(c.out.symbols))
	for _, name := range s.Names {
		c.add(kind, -1, name.Name, name, node, doc, token.NoPos)
	}
	if n := len(s.Names); n == 0 || len(c.out.symbols) != int(first)+n {
		return
	}
	if s.Type != nil {
		c.members(s.Type, first, s.Names[0].Name)
		return
	}
	for j, v := range s.Values {
		if u, ok := v.(*ast.UnaryExpr); ok && u.Op == token.AND {
			v = u.X
		}
		// The fields must follow the names in the text.
		if lit, ok := v.(*ast.CompositeLit); ok && lit.Type != nil && j < len(s.Names) {
			c.members(lit.Type, first+int32(j), s.Names[j].Name)
		}
	}
}

// members lists the fields and interface methods inside a type expression.
func (c *collector) members(x ast.Expr, owner int32, qual string) {
	switch t := x.(type) {
	case *ast.ParenExpr:
		c.members(t.X, owner, qual)
	case *ast.StarExpr:
		c.members(t.X, owner, qual)
	case *ast.ArrayType:
		c.members(t.Elt, owner, qual)
	case *ast.ChanType:
		c.members(t.Value, owner, qual)
	case *ast.MapType:
		c.members(t.Key, owner, qual)
		c.members(t.Value, owner, qual)
	case *ast.StructType:
		for _, f := range t.Fields.List {
			c.field(f, owner, qual)
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			if _, ok := f.Type.(*ast.FuncType); ok {
				for _, name := range f.Names {
					c.add(graph.KindMethod, owner, qual+"."+name.Name, name, f, f.Doc, token.NoPos)
				}
			} else if in, ok := ast.Unparen(f.Type).(*ast.InterfaceType); ok {
				c.members(in, owner, qual)
			}
		}
	}
}

func (c *collector) field(f *ast.Field, owner int32, qual string) {
	if len(f.Names) == 0 {
		if name := embeddedName(f.Type); name != nil {
			c.add(graph.KindField, owner, qual+"."+name.Name, name, f, f.Doc, token.NoPos)
		}
		return
	}
	first := int32(len(c.out.symbols))
	for _, name := range f.Names {
		c.add(graph.KindField, owner, qual+"."+name.Name, name, f, f.Doc, token.NoPos)
	}
	if len(c.out.symbols) != int(first)+len(f.Names) {
		return
	}
	c.members(f.Type, first, qual+"."+f.Names[0].Name)
}

// embeddedName is the identifier that gives an embedded field its name.
func embeddedName(x ast.Expr) *ast.Ident {
	for {
		switch t := x.(type) {
		case *ast.Ident:
			return t
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.SelectorExpr:
			return t.Sel
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		default:
			return nil
		}
	}
}
