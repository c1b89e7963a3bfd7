package python

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// assignment records "left: type = right" and returns the value.
func (x *extractor) assignment(i uint32, s *scope) int32 {
	k := x.k
	left, right := x.field(i, k.fLeft), x.field(i, k.fRight)
	typ := int32(-1)
	if t := x.field(i, k.fType); t != none {
		typ = x.annotation(t, s, graph.ContextType)
	}
	if s.kind == moduleScope && left != none && x.recs[left].Sym == k.identifier && x.text(left) == "__all__" {
		x.all(right, s, true)
	}
	v := x.value(right, s)
	if typ >= 0 {
		x.declareType(left, typ, s)
	}
	if right == none {
		if x.bare(left, s) {
			return -1
		}
		x.assign(left, typ, none, s)
		return -1
	}
	if typ >= 0 {
		x.assign(left, typ, none, s)
	} else {
		x.assign(left, v, right, s)
	}
	return v
}

// bare reports whether "name: type" declares a name whose binding is elsewhere.
func (x *extractor) bare(left uint32, s *scope) bool {
	return left != none && x.recs[left].Sym == x.k.identifier && s.kind != functionScope && len(s.variable(x.text(left)).cur) > 0
}

// declareType gives the symbol of an annotated target its type.
func (x *extractor) declareType(i uint32, typ int32, s *scope) {
	if v := x.targetVariable(i, s); v != nil && v.typ < 0 {
		v.typ = typ
	}
}

// targetVariable is the variable with a symbol that a target is, nil if none.
func (x *extractor) targetVariable(i uint32, s *scope) *variable {
	k := x.k
	if i == none {
		return nil
	}
	switch x.recs[i].Sym {
	case k.identifier:
		return s.variable(x.text(i))
	case k.attribute:
		o, a := x.field(i, k.fObject), x.field(i, k.fAttribute)
		if o == none || a == none || x.recs[o].Sym != k.identifier || s.class < 0 {
			return nil
		}
		if v, _, _ := s.find(x.text(o)); v != nil && v.self {
			return x.fields[s.class][x.text(a)]
		}
	}
	return nil
}

// assign binds a target to a value. right is the node the value comes from, to
// take tuples apart; none if it is not one.
func (x *extractor) assign(i uint32, v int32, right uint32, s *scope) {
	if i == none {
		return
	}
	k := x.k
	r := &x.recs[i]
	switch r.Sym {
	case k.identifier:
		x.assignName(i, v, s)
	case k.attribute:
		x.target(i, s, false)
		if f := x.targetVariable(i, s); f != nil && v >= 0 {
			f.held = union(f.held, []int32{v})
		}
	case k.asTarget, k.parenthesized:
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			x.assign(c, v, right, s)
		}
	case k.patternList, k.tuplePattern, k.listPattern, k.expressionList, k.tuple, k.list:
		x.unpack(i, right, s)
	case k.listSplatPattern, k.listSplat:
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			x.assign(c, -1, none, s)
		}
	case k.subscript:
		x.target(i, s, false)
		if o := x.field(i, k.fValue); v >= 0 {
			x.holds(o, x.expr(lang.ExprLiteral, 1, v, "dict"), s)
		}
	default:
		x.target(i, s, false)
	}
}

// filled notes what is put into a list or set that a name holds.
func (x *extractor) filled(fn uint32, v int32, s *scope) {
	if fn == none || x.recs[fn].Sym != x.k.attribute || v < 0 {
		return
	}
	o, a := x.field(fn, x.k.fObject), x.field(fn, x.k.fAttribute)
	if o == none || a == none {
		return
	}
	switch x.text(a) {
	case "append", "appendleft":
		x.holds(o, x.expr(lang.ExprLiteral, 0, v, "list"), s)
	case "add":
		x.holds(o, x.expr(lang.ExprLiteral, 0, v, "set"), s)
	}
}

// holds adds a container's type to the variable it is in, if that is known to
// be such a container.
func (x *extractor) holds(o uint32, typ int32, s *scope) {
	if o == none {
		return
	}
	name := x.unit.Exprs[typ].Name
	if f := x.targetVariable(o, s); f != nil && f.sym >= 0 {
		if f.typ < 0 && len(f.held) < maxMeanings && x.anyLiteral(f.held, name) {
			f.held = union(f.held, []int32{typ})
		}
		return
	}
	if x.recs[o].Sym != x.k.identifier {
		return
	}
	v, _, live := s.find(x.text(o))
	if v == nil || !live || len(v.cur) != 1 || x.unit.Exprs[v.cur[0]].Op != lang.ExprLocal {
		return
	}
	l := &x.unit.Locals[x.unit.Exprs[v.cur[0]].A]
	if l.Type >= 0 && x.anyLiteral([]int32{l.Type}, name) {
		l.Type = x.expr(lang.ExprUnion, l.Type, typ, "")
	}
}

// anyLiteral reports whether one of the values is a container written out.
func (x *extractor) anyLiteral(list []int32, name string) bool {
	for _, e := range list {
		for n := 0; n < maxMeanings && x.unit.Exprs[e].Op == lang.ExprUnion; n++ {
			e = x.unit.Exprs[e].A
		}
		if o := x.unit.Exprs[e]; o.Op == lang.ExprLiteral && o.Name == name {
			return true
		}
	}
	return false
}

// unpack binds the parts of a tuple target. Values written side by side on the
// right have been evaluated already; what a name there means is looked up again.
func (x *extractor) unpack(i, right uint32, s *scope) {
	k := x.k
	src := uint32(none)
	if right != none {
		switch x.recs[right].Sym {
		case k.expressionList, k.tuple, k.list:
			if x.items(right) == x.items(i) {
				src = right + 1
			}
		}
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == k.comment {
			continue
		}
		v := int32(-1)
		if src != none {
			for x.recs[src].Sym == k.comment {
				src = x.recs[src].Next
			}
			v = x.again(src, s)
			src = x.recs[src].Next
		}
		x.assign(c, v, none, s)
	}
}

func (x *extractor) items(i uint32) (n int) {
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Sym {
		case x.k.comment:
		case x.k.listSplat, x.k.listSplatPattern:
			return -1 - int(i)
		default:
			n++
		}
	}
	return n
}

// again is the value of a simple expression whose occurrences are recorded.
func (x *extractor) again(i uint32, s *scope) int32 {
	switch x.recs[i].Sym {
	case x.k.identifier, x.k.attribute:
		return x.quiet(i, s, 0)
	case x.k.call:
		if fn := x.field(i, x.k.fFunction); fn != none {
			if e := x.quiet(fn, s, 0); e >= 0 {
				return x.expr(lang.ExprCall, e, -1, "")
			}
		}
	}
	return x.constant(i)
}

func (x *extractor) assignName(i uint32, v int32, s *scope) {
	name := x.text(i)
	in := s
	if o := s.outside[name]; o != nil {
		in = o
	}
	t := in.variable(name)
	switch {
	case t.sym >= 0:
		sym := &x.unit.Symbols[t.sym]
		if sym.Span.Name != x.recs[i].Start {
			x.ref(i, s, x.own(t, t.sym), graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
		}
		if v >= 0 {
			t.held = union(t.held, []int32{v})
		}
		x.bind(t, []int32{x.own(t, t.sym)})
	case in.kind == moduleScope || in.kind == classScope:
		// A name that stands for a function, a class or an import: given None
		// (a missing optional module) or wrapped, it stays what it is.
		absent := x.isNone(x.assigned(x.recs[i].Parent))
		if len(t.all) > 0 && x.unit.Exprs[t.all[len(t.all)-1]].Op != lang.ExprImport && !absent {
			x.ref(i, s, t.all[len(t.all)-1], graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
		}
	case in != s:
		x.bind(t, append(t.cur[:len(t.cur):len(t.cur)], x.local(v)))
	default:
		x.bind(t, []int32{x.local(v)})
	}
}

// target records a place that is written to and not bound as a whole.
func (x *extractor) target(i uint32, s *scope, changed bool) {
	if i == none {
		return
	}
	k := x.k
	switch x.recs[i].Sym {
	case k.identifier:
		if e := x.name(x.text(i), s); changed {
			x.ref(i, s, e, graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
		}
		if s.kind == moduleScope && x.text(i) == "__all__" {
			x.all(x.field(x.recs[i].Parent, k.fRight), s, false)
		}
	case k.attribute:
		x.use(i, s, graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
	case k.expressionList, k.tuple, k.patternList, k.tuplePattern, k.list, k.listPattern:
		for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
			x.target(c, s, changed)
		}
	default:
		x.value(i, s)
	}
}

// iterate binds a loop's target to what iterating over v yields.
func (x *extractor) iterate(left, right uint32, v int32, s *scope) {
	if left == none {
		return
	}
	k := x.k
	pair := x.recs[left].Sym == k.patternList || x.recs[left].Sym == k.tuplePattern
	if !pair {
		if v >= 0 {
			v = x.expr(lang.ExprIter, v, -1, "")
		}
		x.assign(left, v, none, s)
		return
	}
	a, b := x.pairs(right, s)
	n := 0
	for c := left + 1; c < x.recs[left].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == k.comment {
			continue
		}
		part := int32(-1)
		if x.items(left) == 2 {
			part = [2]int32{a, b}[min(n, 1)]
		}
		x.assign(c, part, none, s)
		n++
	}
}

// pairs are the two parts of what d.items() and enumerate(l) yield.
func (x *extractor) pairs(i uint32, s *scope) (a, b int32) {
	k := x.k
	if i == none || x.recs[i].Sym != k.call {
		return -1, -1
	}
	fn, args := x.field(i, k.fFunction), x.field(i, k.fArguments)
	if fn == none || args == none {
		return -1, -1
	}
	if x.recs[fn].Sym == k.attribute && x.recs[args].Next == args+1 {
		if o, m := x.field(fn, k.fObject), x.field(fn, k.fAttribute); o != none && m != none && x.text(m) == "items" {
			if d := x.again(o, s); d >= 0 {
				return x.expr(lang.ExprArg, d, 0, ""), x.expr(lang.ExprArg, d, 1, "")
			}
		}
	}
	if x.recs[fn].Sym == k.identifier && x.text(fn) == "enumerate" && args+1 < x.recs[args].Next {
		if l := x.again(args+1, s); l >= 0 {
			return -1, x.expr(lang.ExprIter, l, -1, "")
		}
	}
	return -1, -1
}

// all reads the names in __all__.
func (x *extractor) all(i uint32, s *scope, first bool) {
	if first {
		x.public = nil
	}
	x.allSeen = true
	if i == none || !x.allNames(i, s, 0) {
		x.allKnown = false
	}
}

func (x *extractor) allNames(i uint32, s *scope, depth int) bool {
	k := x.k
	r := &x.recs[i]
	switch {
	case depth > 64:
		return false
	case r.Sym == k.list || r.Sym == k.tuple || r.Sym == k.parenthesized || r.Sym == k.listSplat || r.Sym == k.setLiteral || r.Sym == k.argumentList:
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			if !x.allNames(c, s, depth+1) {
				return false
			}
		}
		return true
	case r.Sym == k.comment:
		return true
	case r.Sym == k.str:
		name := x.content(i)
		if name != "" {
			x.public = append(x.public, lang.Export{Name: name, Expr: -1})
			x.allRefs = append(x.allRefs, allRef{i + 2, name})
		}
		return true
	case r.Sym == k.binary:
		return x.allNames(x.field(i, k.fLeft), s, depth+1) && x.allNames(x.field(i, k.fRight), s, depth+1)
	case r.Sym == k.attribute:
		a := x.field(i, k.fAttribute)
		if a == none || x.text(a) != "__all__" {
			return false
		}
		if e := x.quiet(x.field(i, k.fObject), s, 0); e >= 0 {
			x.public = append(x.public, lang.Export{Name: "*", Expr: e})
			return true
		}
	}
	return false
}

// extendsAll takes part of __all__.extend and __all__.append.
func (x *extractor) extendsAll(fn, args uint32, s *scope) {
	o, a := x.field(fn, x.k.fObject), x.field(fn, x.k.fAttribute)
	if o == none || a == none || x.recs[o].Sym != x.k.identifier || x.text(o) != "__all__" {
		return
	}
	switch x.text(a) {
	case "extend", "append":
		x.all(args, s, false)
	default:
		x.allKnown = false
	}
}

// allRef is a name quoted in __all__.
type allRef struct {
	node uint32
	name string
}

// mentions records the names quoted in __all__ once the file's names are known.
func (x *extractor) mentions(top *scope) {
	for _, a := range x.allRefs {
		if v := top.vars[a.name]; v != nil {
			x.ref(a.node, top, x.name(a.name, top), graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
		}
	}
}
