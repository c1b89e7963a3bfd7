package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// none is a node that is not there.
const none = treesitter.NoRec

// extractor makes the unit of one file.
type extractor struct {
	k    *ids
	src  []byte
	recs []treesitter.Rec
	unit *lang.Unit

	pkg      bool // the file is a package's __init__
	strings  map[string]string
	scopes   map[uint32]*scope // of a function, class or lambda node
	classes  map[int32]*scope
	fields   map[int32]map[string]*variable // of each class
	funcs    map[*variable]bool             // names of functions and classes
	declared map[uint32]bool                // attribute nodes that declare a field
	vars     map[int32]*variable            // of symbols that hold a value
	marks    map[int32]decorated
	imports  map[uint32][]binding // of an import node

	journal  []change
	globals  map[string]int32
	unknowns int32 // the expression nothing is known of, -1
	typeOnly int   // depth of "if TYPE_CHECKING"
	public   []lang.Export
	allKnown bool // __all__ was understood
	allSeen  bool
	allRefs  []allRef
	defined  map[string]bool // functions and classes at the top of the file
	depth    int
}

// Extract makes the unit of a Python file.
func Extract(s *bind.Source) *lang.Unit {
	x := &extractor{k: names(), src: s.Text, recs: s.Recs, unit: &lang.Unit{}, strings: map[string]string{},
		scopes: map[uint32]*scope{}, classes: map[int32]*scope{}, fields: map[int32]map[string]*variable{},
		vars: map[int32]*variable{}, funcs: map[*variable]bool{}, declared: map[uint32]bool{}, marks: map[int32]decorated{},
		imports: map[uint32][]binding{}, globals: map[string]int32{}, unknowns: -1, allKnown: true}
	x.pkg = strings.HasPrefix(s.Path[strings.LastIndexByte(s.Path, '/')+1:], "__init__.py")
	if len(x.recs) == 0 {
		return x.unit
	}
	x.definedNames()
	top := newScope(moduleScope, nil, -1)
	x.declareAll(0, top)
	top.running = true
	x.block(0, top)
	top.running = false
	x.finish(top)
	x.mentions(top)
	x.names(top)
	x.types()
	return x.unit
}

// definedNames collects the functions and classes at the top of the file: a
// name that is None until then is not a variable.
func (x *extractor) definedNames() {
	x.defined = map[string]bool{}
	for i := uint32(0); i < uint32(len(x.recs)); {
		if s := x.recs[i].Sym; s != x.k.function && s != x.k.class {
			i++
			continue
		}
		if n := x.field(i, x.k.fName); n != none {
			x.defined[x.text(n)] = true
		}
		i = x.recs[i].Next
	}
}

// declareAll declares the children of a node.
func (x *extractor) declareAll(i uint32, s *scope) {
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		x.declare(c, s)
	}
}

// finish walks the bodies that were put off until the names of the scope are
// known.
func (x *extractor) finish(s *scope) {
	for n := 0; n < len(s.rest); n++ {
		s.rest[n]()
	}
	s.rest = nil
}

// names exports what the top of the file means by a name when that is not
// simply the last declaration or import of it.
func (x *extractor) names(top *scope) {
	type named struct {
		name string
		v    *variable
	}
	var list []named
	for name, v := range top.vars {
		if len(v.cur) > 0 && !x.implied(name, v) {
			list = append(list, named{name, v})
		}
	}
	slices.SortFunc(list, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	for _, n := range list {
		x.unit.Exports = append(x.unit.Exports, lang.Export{Name: n.name, Expr: x.meaning(n.v.cur)})
	}
	if x.allSeen && x.allKnown {
		x.unit.Star = x.public
	}
}

// implied reports whether importers find the name without an export.
func (x *extractor) implied(name string, v *variable) bool {
	if len(v.cur) != 1 {
		return false
	}
	e := x.unit.Exprs[v.cur[0]]
	last := int32(-1)
	for _, a := range v.all {
		if o := x.unit.Exprs[a]; o.Op == lang.ExprSymbol && x.unit.Symbols[o.A].Owner < 0 {
			last = max(last, o.A)
		}
	}
	if last >= 0 {
		return e.Op == lang.ExprSymbol && e.A == last
	}
	return e.Op == lang.ExprImport && x.unit.Imports[e.A].From < 0 && x.lastAlias(name) == e.A
}

func (x *extractor) lastAlias(name string) int32 {
	for i := len(x.unit.Imports) - 1; i >= 0; i-- {
		if m := &x.unit.Imports[i]; m.From < 0 && m.Alias == name {
			return int32(i)
		}
	}
	return -1
}

// types gives fields and variables the types of what was assigned to them.
func (x *extractor) types() {
	set := func(v *variable) {
		if v == nil || v.sym < 0 || x.unit.Symbols[v.sym].Type >= 0 {
			return
		}
		t := v.typ
		if t < 0 && len(v.held) <= maxMeanings {
			t = x.meaning(v.held)
		}
		x.unit.Symbols[v.sym].Type = t
	}
	for sym := range x.unit.Symbols {
		set(x.vars[int32(sym)])
	}
}

// expr appends an expression.
func (x *extractor) expr(op lang.ExprOp, a, b int32, name string) int32 {
	x.unit.Exprs = append(x.unit.Exprs, lang.Expr{Op: op, A: a, B: b, Name: name})
	return int32(len(x.unit.Exprs) - 1)
}

func (x *extractor) exprSymbol(sym int32) int32 { return x.expr(lang.ExprSymbol, sym, -1, "") }

// unknown is the expression nothing is known of.
func (x *extractor) unknown() int32 {
	if x.unknowns < 0 {
		x.unknowns = x.expr(lang.ExprUnknown, -1, -1, "")
	}
	return x.unknowns
}

// local makes a variable that holds a value.
func (x *extractor) local(typ int32) int32 {
	x.unit.Locals = append(x.unit.Locals, lang.Local{Type: typ})
	return x.expr(lang.ExprLocal, int32(len(x.unit.Locals)-1), -1, "")
}

// meaning is the union of expressions, -1 if there is none.
func (x *extractor) meaning(list []int32) int32 {
	out := int32(-1)
	for _, e := range list {
		switch {
		case e < 0:
		case out < 0:
			out = e
		default:
			out = x.expr(lang.ExprUnion, out, e, "")
		}
	}
	return out
}

// name is the expression a name stands for in a scope.
func (x *extractor) name(name string, s *scope) int32 {
	v, _, live := s.find(name)
	if v != nil {
		list := v.all
		if live || len(v.cur) > 0 && x.isModule(v, name, s) {
			list = v.cur
		}
		if len(list) == 0 {
			list = v.all
		}
		if len(list) > maxMeanings {
			return x.unknown()
		}
		if e := x.meaning(list); e >= 0 {
			return e
		}
		return x.unknown()
	}
	e, ok := x.globals[name]
	if !ok {
		e = x.expr(lang.ExprGlobal, -1, -1, name)
		x.globals[name] = e
	}
	return e
}

// isModule reports whether the variable is one of the file's top, of which
// functions see the last meaning.
func (x *extractor) isModule(v *variable, name string, s *scope) bool {
	return s.module().vars[name] == v
}

// ref records an occurrence at a node.
func (x *extractor) ref(i uint32, s *scope, e int32, kind graph.EdgeKind, ctx graph.Context, ret graph.Return) {
	if e < 0 || x.unit.Exprs[e].Op == lang.ExprUnknown {
		return
	}
	x.refAt(x.recs[i].Row+1, x.recs[i].Col, s, e, kind, ctx, ret)
}

func (x *extractor) refAt(line, col uint32, s *scope, e int32, kind graph.EdgeKind, ctx graph.Context, ret graph.Return) {
	switch op := x.unit.Exprs[e].Op; {
	case op == lang.ExprThis || op == lang.ExprClass:
		return
	case op == lang.ExprLocal && (kind == graph.EdgeReferences || kind == graph.EdgeWrites || kind == graph.EdgeUsesType):
		return
	}
	x.unit.Refs = append(x.unit.Refs, lang.UnitRef{From: s.sym, Expr: e, Kind: kind, Context: ctx, Return: ret, Line: line, Col: col})
}

// field is the child of a node in a field.
func (x *extractor) field(i uint32, field uint16) uint32 {
	if i == none {
		return none
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Field == field && x.recs[c].Sym != x.k.comment {
			return c
		}
	}
	return none
}

// isNone reports whether a node is the constant None.
func (x *extractor) isNone(i uint32) bool { return i != none && x.recs[i].Sym == x.k.none }

// plain reports whether a string has nothing to evaluate in it.
func (x *extractor) plain(i uint32) bool {
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == x.k.interpolation {
			return false
		}
	}
	return true
}
