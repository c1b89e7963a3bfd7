package python

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// value records an expression that is read and returns what it is, -1 if
// nothing is known.
func (x *extractor) value(i uint32, s *scope) int32 {
	return x.use(i, s, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
}

// use records an expression whose outermost name is used as said.
func (x *extractor) use(i uint32, s *scope, kind graph.EdgeKind, ctx graph.Context, ret graph.Return) int32 {
	if i == none {
		return -1
	}
	x.depth++
	defer func() { x.depth-- }()
	if x.depth > maxDepth {
		return -1
	}
	k := x.k
	r := &x.recs[i]
	switch r.Sym {
	case k.identifier:
		e := x.name(x.text(i), s)
		x.ref(i, s, e, kind, ctx, ret)
		return e
	case k.attribute:
		return x.attribute(i, s, kind, ctx, ret)
	case k.call:
		return x.callAs(i, s, graph.ContextCall)
	case k.parenthesized:
		e := int32(-1)
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			e = x.use(c, s, kind, ctx, ret)
		}
		return e
	case k.subscript:
		return x.subscript(i, s)
	case k.assignment:
		return x.assignment(i, s)
	case k.augmented:
		x.value(x.field(i, k.fRight), s)
		x.target(x.field(i, k.fLeft), s, true)
		return -1
	case k.named:
		v := x.value(x.field(i, k.fValue), s)
		x.assign(x.field(i, k.fName), v, none, s.function())
		return v
	case k.conditional:
		return x.conditional(i, s)
	case k.boolean:
		a := x.value(x.field(i, k.fLeft), s)
		return x.either(a, x.value(x.field(i, k.fRight), s))
	case k.await:
		if v := x.values(i, s); v >= 0 {
			return x.expr(lang.ExprAwait, v, -1, "")
		}
		return -1
	}
	return x.useOther(i, s)
}

// useOther records the expressions that are no place of their own.
func (x *extractor) useOther(i uint32, s *scope) int32 {
	k := x.k
	r := &x.recs[i]
	switch r.Sym {
	case treesitter.ErrorSymbol:
		x.broken(i, s)
		return -1
	case k.lambda:
		x.lambda(i, s)
		return -1
	case k.listComp, k.setComp, k.generator, k.dictComp:
		return x.comprehension(i, s)
	case k.yield:
		v := x.values(i, s)
		f := s.function()
		f.yielded = true
		if v >= 0 {
			f.yields = union(f.yields, []int32{v})
		}
		return -1
	case k.del:
		x.deleted(i, s)
		return -1
	case k.asPattern:
		v := x.value(i+1, s)
		x.assign(x.field(i, k.fAlias), v, none, s)
		return v
	case k.keyword:
		return x.value(x.field(i, k.fValue), s)
	case k.typ:
		return x.annotation(i, s, graph.ContextType)
	case k.comment, k.integer, k.float, k.none, k.true_, k.false_:
		return x.constant(i)
	case k.str, k.concatenated:
		if !x.plain(i) || r.Sym == k.concatenated {
			x.values(i, s)
		}
		return x.expr(lang.ExprLiteral, 0, -1, x.stringType(i))
	case k.list, k.tuple, k.setLiteral, k.dict:
		return x.display(i, s)
	case k.binary:
		return x.binaryOperator(i, s)
	}
	if r.Next > i+1 {
		x.values(i, s)
	}
	return -1
}

func (x *extractor) constant(i uint32) int32 {
	switch x.recs[i].Sym {
	case x.k.integer:
		return x.expr(lang.ExprLiteral, 0, -1, "int")
	case x.k.float:
		return x.expr(lang.ExprLiteral, 0, -1, "float")
	case x.k.true_, x.k.false_:
		return x.expr(lang.ExprLiteral, 0, -1, "bool")
	}
	return -1
}

func (x *extractor) stringType(i uint32) string {
	for c := i; c < x.recs[i].Next; c++ {
		if x.recs[c].Sym == x.k.strStart {
			for _, b := range x.src[x.recs[c].Start:x.recs[c].End] {
				if b == 'b' || b == 'B' {
					return "bytes"
				}
			}
			break
		}
	}
	return "str"
}

// either is the union of two values that may be unknown.
func (x *extractor) either(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b < 0 || a == b {
		return a
	}
	return x.expr(lang.ExprUnion, a, b, "")
}

func (x *extractor) conditional(i uint32, s *scope) int32 {
	var v [3]int32
	n := 0
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == x.k.comment {
			continue
		}
		e := x.value(c, s)
		if n < 3 {
			v[n] = e
		}
		n++
	}
	if n != 3 {
		return -1
	}
	return x.either(v[0], v[2])
}

func (x *extractor) binaryOperator(i uint32, s *scope) int32 {
	l := x.value(x.field(i, x.k.fLeft), s)
	x.value(x.field(i, x.k.fRight), s)
	if l >= 0 && x.unit.Exprs[l].Op == lang.ExprLiteral {
		switch x.unit.Exprs[l].Name {
		case "str", "bytes", "list":
			return l
		}
	}
	return -1
}

// attribute records a.b: the receiver, and the member as used.
func (x *extractor) attribute(i uint32, s *scope, kind graph.EdgeKind, ctx graph.Context, ret graph.Return) int32 {
	o, a := x.field(i, x.k.fObject), x.field(i, x.k.fAttribute)
	if o == none || a == none {
		return -1
	}
	v := x.use(o, s, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
	if v < 0 {
		v = x.unknown()
	}
	name := x.text(a)
	if name == "" {
		return -1
	}
	e := x.expr(lang.ExprMember, v, -1, name)
	if !x.declared[a] || kind != graph.EdgeWrites {
		x.refAt(x.recs[a].Row+1, x.recs[a].Col, s, e, kind, ctx, ret)
	}
	if name == "__class__" && x.unit.Exprs[v].Op == lang.ExprThis {
		return x.expr(lang.ExprClass, x.unit.Exprs[v].A, -1, "")
	}
	return e
}

// callAs records a call and its arguments.
func (x *extractor) callAs(i uint32, s *scope, ctx graph.Context) int32 {
	k := x.k
	fn, args := x.field(i, k.fFunction), x.field(i, k.fArguments)
	e := x.use(fn, s, graph.EdgeCalls, ctx, x.returnUse(i))
	if e >= 0 && fn != none {
		switch x.unit.Exprs[e].Op {
		case lang.ExprCall, lang.ExprElem, lang.ExprIndexKey: // what is called has no name here
			x.ref(fn, s, e, graph.EdgeCalls, ctx, x.returnUse(i))
		}
	}
	var first, second int32 = -1, -1
	if args != none && x.recs[args].Sym == k.generator {
		first = x.value(args, s)
	} else if args != none {
		n := 0
		for c := args + 1; c < x.recs[args].Next; c = x.recs[c].Next {
			if x.recs[c].Sym == k.comment {
				continue
			}
			v := x.value(c, s)
			if n == 0 {
				first = v
			} else if n == 1 {
				second = v
			}
			n++
		}
	}
	x.filled(fn, first, s)
	if s.kind == moduleScope && fn != none && x.recs[fn].Sym == k.attribute && args != none {
		x.extendsAll(fn, args, s)
	}
	if e < 0 {
		return -1
	}
	if g := x.unit.Exprs[e]; g.Op == lang.ExprGlobal {
		if v, ok := x.builtinCall(g.Name, first, second, s); ok {
			return v
		}
	}
	return x.expr(lang.ExprCall, e, -1, "")
}

// builtinCall is what a call of a builtin yields whose result depends on its
// arguments or its place.
func (x *extractor) builtinCall(name string, first, second int32, s *scope) (int32, bool) {
	switch name {
	case "super":
		class := s.class
		if first >= 0 {
			if e := x.unit.Exprs[first]; e.Op == lang.ExprSymbol && x.unit.Symbols[e.A].Kind.IsType() {
				class = e.A
			}
		}
		if class < 0 {
			return -1, true
		}
		return x.expr(lang.ExprSuper, class, -1, ""), true
	case "type":
		if first >= 0 && x.unit.Exprs[first].Op == lang.ExprThis {
			return x.expr(lang.ExprClass, x.unit.Exprs[first].A, -1, ""), true
		}
	case "iter", "list", "tuple", "set", "frozenset", "sorted", "reversed":
		if first < 0 {
			break
		}
		if name == "iter" || name == "reversed" {
			name = "generator"
		} else if name == "sorted" {
			name = "list"
		}
		return x.expr(lang.ExprLiteral, 0, x.expr(lang.ExprIter, first, -1, ""), name), true
	case "next":
		if first >= 0 {
			return x.expr(lang.ExprIter, first, -1, ""), true
		}
	case "min", "max":
		if first >= 0 && second < 0 {
			return x.expr(lang.ExprIter, first, -1, ""), true
		}
	case "cast":
		return -1, true
	}
	return -1, false
}

// returnUse says what the code around a call does with its result.
func (x *extractor) returnUse(i uint32) graph.Return {
	k := x.k
	for at := i; ; {
		p := x.recs[at].Parent
		if p == none {
			return graph.ReturnNone
		}
		switch x.recs[p].Sym {
		case k.parenthesized, k.await, k.conditional:
			at = p
			continue
		case k.expressionStatement:
			return graph.ReturnDiscarded
		case k.assignment:
			return x.assignedUse(x.field(p, k.fLeft))
		case k.augmented, k.named, k.withItem, k.asPattern:
			return graph.ReturnAssigned
		case k.returnStatement:
			return graph.ReturnReturned
		case k.argumentList, k.keyword:
			return graph.ReturnArgument
		case k.ifStatement, k.elif, k.while, k.boolean, k.not, k.comparison, k.assert:
			return graph.ReturnCondition
		}
		return graph.ReturnNone
	}
}

// assignedUse tells by the target whether all of a result is kept: what goes
// to "_" is not.
func (x *extractor) assignedUse(left uint32) graph.Return {
	if left == none {
		return graph.ReturnAssigned
	}
	dropped, kept := 0, 0
	for c := left; c < x.recs[left].Next; c++ {
		if x.recs[c].Sym == x.k.identifier {
			if x.text(c) == "_" {
				dropped++
			} else {
				kept++
			}
		}
	}
	switch {
	case dropped == 0:
		return graph.ReturnAssigned
	case kept == 0:
		return graph.ReturnDiscarded
	}
	return graph.ReturnPartiallyIgnored
}

func (x *extractor) subscript(i uint32, s *scope) int32 {
	k := x.k
	v := x.field(i, k.fValue)
	e := x.use(v, s, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
	slice, key := false, ""
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if c == v || x.recs[c].Sym == k.comment {
			continue
		}
		switch x.recs[c].Sym {
		case k.slice:
			slice = true
		case k.str:
			key = x.content(c)
		}
		x.value(c, s)
	}
	switch {
	case e < 0 || slice:
		return e
	case key != "":
		return x.expr(lang.ExprIndexKey, e, -1, key)
	}
	return x.expr(lang.ExprElem, e, -1, "")
}

// content is the text of a plain string.
func (x *extractor) content(i uint32) string {
	if i+2 < x.recs[i].Next && x.recs[i+2].Sym == x.k.strContent && x.recs[i+2].Next == i+3 {
		return x.text(i + 2)
	}
	return ""
}

// display is a list, tuple, set or dict written out.
func (x *extractor) display(i uint32, s *scope) int32 {
	k := x.k
	name, before := "list", int32(0)
	switch x.recs[i].Sym {
	case k.tuple:
		name = "tuple"
	case k.setLiteral:
		name = "set"
	case k.dict:
		name, before = "dict", 1
	}
	var items []int32
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		v := int32(-1)
		switch x.recs[c].Sym {
		case k.pair:
			x.value(x.field(c, k.fKey), s)
			v = x.value(x.field(c, k.fValue), s)
		case k.listSplat, k.dictSplat:
			x.values(c, s)
		case k.comment:
			continue
		default:
			v = x.value(c, s)
		}
		if v >= 0 && len(items) <= maxMeanings && x.unit.Exprs[v].Op != lang.ExprLiteral {
			items = append(items, v)
		}
	}
	if len(items) > maxMeanings {
		items = nil
	}
	return x.expr(lang.ExprLiteral, before, x.meaning(items), name)
}

func (x *extractor) lambda(i uint32, s *scope) {
	f := x.scopes[i]
	if f == nil {
		return
	}
	f.parent = s
	x.bindParameters(x.field(i, x.k.fParameters), f, s, decorated{static: true})
	f.running = true
	x.value(x.field(i, x.k.fBody), f)
	f.running = false
	x.finish(f)
}

// comprehension walks the loops before what they yield.
func (x *extractor) comprehension(i uint32, s *scope) int32 {
	k := x.k
	c := newScope(innerScope, s, s.sym)
	c.self, c.running = s.self, true
	outer := s
	for d := i + 1; d < x.recs[i].Next; d = x.recs[d].Next {
		if d == x.field(i, k.fBody) {
			continue
		}
		if x.recs[d].Sym != k.forIn {
			x.values(d, c)
			continue
		}
		right := x.field(d, k.fRight)
		v := x.value(right, outer)
		left := x.field(d, k.fLeft)
		x.inner(left, c)
		x.iterate(left, right, v, c)
		outer = c
	}
	body := x.field(i, k.fBody)
	name, before, v := "list", int32(0), int32(-1)
	switch x.recs[i].Sym {
	case k.dictComp:
		x.value(x.field(body, k.fKey), c)
		v, name, before = x.value(x.field(body, k.fValue), c), "dict", 1
	case k.setComp:
		v, name = x.value(body, c), "set"
	case k.generator:
		v, name = x.value(body, c), "generator"
	default:
		v = x.value(body, c)
	}
	s.rest = append(s.rest, c.rest...)
	return x.expr(lang.ExprLiteral, before, v, name)
}

// inner declares the targets of a comprehension in its own scope.
func (x *extractor) inner(i uint32, c *scope) {
	if i == none {
		return
	}
	for d := i; d < x.recs[i].Next; d++ {
		if x.recs[d].Sym == x.k.identifier && (d == i || x.recs[x.recs[d].Parent].Sym != x.k.attribute) {
			c.variable(x.text(d))
		}
	}
}

func (x *extractor) deleted(i uint32, s *scope) {
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		x.target(c, s, true)
	}
}
