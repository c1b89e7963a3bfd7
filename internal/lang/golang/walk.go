package golang

import (
	"go/ast"
	"go/token"
	"sort"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// useKind says what an identifier denotes.
type useKind uint8

const (
	useNone    useKind = iota // a local, a label, nil: nothing to record
	useBuiltin                // a predeclared function
	usePackage
	useFunc
	useType
	useVar
	useField
	useConst
	useUnresolved
)

// use is what an identifier denotes and, if that is a symbol or an external
// name, its target.
type use struct {
	kind   useKind
	known  bool // target is set
	target uint32
	tier   graph.Tier
	spec   token.Pos // usePackage: where the import stands
}

// resolver tells what identifiers denote. sel is the selector whose Sel id is,
// or nil.
type resolver interface {
	use(id *ast.Ident, sel *ast.SelectorExpr) use
	// field resolves the key of an element of a literal.
	field(id *ast.Ident) use
	target(i uint32) lang.Target
	add(lang.Target) uint32
}

// how says in what role an expression stands.
type how struct {
	write, call, make bool
	ctx               graph.Context // for types
	ret               graph.Return  // for calls
}

// walker records a Ref for every identifier of a file that denotes something
// outside the function it stands in.
type walker struct {
	resolver
	decls *decls
	file  *token.File
	lines []int
	near  int // line of the last lookup: most lookups are close to it
	from  int32
	refs  []lang.Ref
	used  map[token.Pos]map[string]bool // by import: the files of the tree it is used for
}

func newWalker(r resolver, s *source) *walker {
	return &walker{resolver: r, decls: s.decls, file: s.file, lines: s.lines, from: -1, used: map[token.Pos]map[string]bool{}}
}

func (w *walker) offset(p token.Pos) int { return int(p) - w.file.Base() }

// at enters the symbol whose name stands at p and returns what to go back to.
func (w *walker) at(p token.Pos) (outer int32) {
	outer = w.from
	if o := w.offset(p); o >= 0 {
		if i := w.decls.find(uint32(o)); i >= 0 {
			w.from = i
		}
	}
	return outer
}

// position returns the 1-based line and 0-based column of p.
func (w *walker) position(p token.Pos) (line, col uint32) {
	o := w.offset(p)
	n := w.near
	if n < len(w.lines) && w.lines[n] <= o {
		for k := 0; k < 8 && n+1 < len(w.lines) && w.lines[n+1] <= o; k++ {
			n++
		}
		if n+1 < len(w.lines) && w.lines[n+1] <= o {
			n = sort.Search(len(w.lines), func(i int) bool { return w.lines[i] > o }) - 1
		}
	} else {
		n = max(0, sort.Search(len(w.lines), func(i int) bool { return w.lines[i] > o })-1)
	}
	w.near = n
	return uint32(n + 1), uint32(o - w.lines[n])
}

// emit records one occurrence at p.
func (w *walker) emit(kind graph.EdgeKind, u use, p token.Pos, ctx graph.Context, ret graph.Return) {
	if !u.known {
		return
	}
	line, col := w.position(p)
	w.refs = append(w.refs, lang.Ref{From: w.from, Target: u.target, Kind: kind, Tier: u.tier, Context: ctx, Return: ret, Line: line, Col: col})
}

// ident records an identifier in its role and says what it denotes.
func (w *walker) ident(id *ast.Ident, sel *ast.SelectorExpr, h how) use {
	if id.Name == "_" {
		return use{}
	}
	u := w.use(id, sel)
	w.emitUse(u, id.Pos(), h)
	return u
}

func (w *walker) emitUse(u use, p token.Pos, h how) {
	switch u.kind {
	case useType:
		if h.make {
			w.emit(graph.EdgeInstantiates, u, p, graph.ContextType, graph.ReturnNone)
			return
		}
		if h.ctx == graph.ContextNone {
			h.ctx = graph.ContextType
		}
		w.emit(graph.EdgeUsesType, u, p, h.ctx, graph.ReturnNone)
	case useUnresolved:
		switch {
		case h.call:
			w.emit(graph.EdgeCalls, u, p, graph.ContextCall, h.ret)
		case h.make:
			w.emit(graph.EdgeInstantiates, u, p, graph.ContextType, graph.ReturnNone)
		case h.ctx != graph.ContextNone:
			w.emit(graph.EdgeUsesType, u, p, h.ctx, graph.ReturnNone)
		default:
			w.value(u, p, h)
		}
	case useFunc:
		if h.call {
			w.emit(graph.EdgeCalls, u, p, graph.ContextCall, h.ret)
			return
		}
		w.value(u, p, h)
	case useVar, useField, useConst:
		w.value(u, p, h)
	}
}

// value records a read or a write. A call of what a variable holds is a read
// of the variable in the context of a call.
func (w *walker) value(u use, p token.Pos, h how) {
	kind, ctx := graph.EdgeReferences, graph.ContextValue
	if h.write {
		kind = graph.EdgeWrites
	}
	if h.call {
		ctx = graph.ContextCall
	}
	w.emit(kind, u, p, ctx, graph.ReturnNone)
}

// declarations walks the whole file.
func (w *walker) declarations(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function(d)
		case *ast.GenDecl:
			w.general(d)
		}
	}
}

func (w *walker) function(d *ast.FuncDecl) {
	outer := w.at(d.Name.Pos())
	if d.Recv != nil {
		for _, f := range d.Recv.List {
			w.receiver(f.Type)
		}
	}
	w.signature(d.Type)
	if d.Body != nil {
		w.block(d.Body.List)
	}
	w.from = outer
}

// receiver walks a receiver type, whose type arguments declare names.
func (w *walker) receiver(x ast.Expr) {
	switch t := x.(type) {
	case *ast.StarExpr:
		w.receiver(t.X)
	case *ast.ParenExpr:
		w.receiver(t.X)
	case *ast.IndexExpr:
		w.receiver(t.X)
	case *ast.IndexListExpr:
		w.receiver(t.X)
	default:
		w.typ(x, graph.ContextType)
	}
}

func (w *walker) general(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			outer := w.at(s.Name.Pos())
			w.fields(s.TypeParams, graph.ContextType)
			w.typ(s.Type, graph.ContextType)
			w.from = outer
		case *ast.ValueSpec:
			w.valueSpec(s)
		}
	}
}

func (w *walker) valueSpec(s *ast.ValueSpec) {
	outer := w.from
	if len(s.Names) > 0 {
		w.at(s.Names[0].Pos())
	}
	if s.Type != nil {
		w.typ(s.Type, graph.ContextType)
	}
	for i, v := range s.Values {
		w.from = outer
		if len(s.Names) > 0 {
			name := s.Names[0]
			if len(s.Values) == len(s.Names) {
				name = s.Names[i]
			}
			w.at(name.Pos())
		}
		w.expr(v, how{ret: namesReturn(s.Names, i, len(s.Values))})
	}
	w.from = outer
}

// namesReturn says what becomes of the i-th of n values given to names.
func namesReturn(names []*ast.Ident, i, n int) graph.Return {
	lhs := make([]ast.Expr, len(names))
	for j, name := range names {
		lhs[j] = name
	}
	return assignReturn(lhs, i, n)
}

// assignReturn says what becomes of the i-th of n values assigned to lhs.
func assignReturn(lhs []ast.Expr, i, n int) graph.Return {
	blank := func(x ast.Expr) bool { id, ok := x.(*ast.Ident); return ok && id.Name == "_" }
	if n == 1 && len(lhs) > 1 {
		ignored := 0
		for _, x := range lhs {
			if blank(x) {
				ignored++
			}
		}
		switch ignored {
		case 0:
			return graph.ReturnAssigned
		case len(lhs):
			return graph.ReturnDiscarded
		}
		return graph.ReturnPartiallyIgnored
	}
	if i < len(lhs) && blank(lhs[i]) {
		return graph.ReturnDiscarded
	}
	return graph.ReturnAssigned
}
