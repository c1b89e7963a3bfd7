package python

import (
	"maps"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// decorated is what a function's decorators make of it.
type decorated struct {
	static, class, abstract, property, context, overload bool
}

// decorations returns the node that includes the decorators of a definition,
// and what the well-known ones among them mean.
func (x *extractor) decorations(i uint32) (whole uint32, m decorated) {
	p := x.recs[i].Parent
	if p == none || x.recs[p].Sym != x.k.decorated {
		return i, m
	}
	for c := p + 1; c < x.recs[p].Next; c = x.recs[c].Next {
		if x.recs[c].Sym != x.k.decorator || c+1 >= x.recs[c].Next {
			continue
		}
		at := c + 1
		if x.recs[at].Sym == x.k.call {
			if at = x.field(at, x.k.fFunction); at == none {
				continue
			}
		}
		if x.recs[at].Sym == x.k.attribute {
			at = x.field(at, x.k.fAttribute)
		}
		if at == none {
			continue
		}
		switch x.text(at) {
		case "staticmethod":
			m.static = true
		case "classmethod":
			m.class = true
		case "abstractmethod":
			m.abstract = true
		case "property", "cached_property", "setter", "getter", "deleter", "DynamicClassAttribute":
			m.property = true
		case "abstractproperty":
			m.property, m.abstract = true, true
		case "contextmanager", "asynccontextmanager":
			m.context = true
		case "overload":
			m.overload = true
		}
	}
	return p, m
}

// definition walks a function or class and its decorators.
func (x *extractor) definition(i, whole uint32, s *scope) {
	d := x.scopes[i]
	if d == nil {
		x.values(i, s)
		return
	}
	at := *s // decorators and defaults belong to what they stand at
	at.sym = d.sym
	if whole != none {
		for c := whole + 1; c < x.recs[whole].Next; c = x.recs[c].Next {
			if x.recs[c].Sym == x.k.decorator && c+1 < x.recs[c].Next {
				x.decorator(c+1, &at)
			}
		}
	}
	x.bindTypeParameters(i, d, &at)
	if x.recs[i].Sym == x.k.class {
		x.classDefinition(i, d, &at)
	} else {
		x.function(i, d, &at)
	}
	name := x.text(x.field(i, x.k.fName))
	x.bind(s.variable(name), []int32{x.own(s.variable(name), d.sym)})
	s.rest = append(s.rest, at.rest[len(s.rest):]...)
}

// bindTypeParameters makes the parameters of PEP 695 known in a definition and
// in its signature; each stands for its bound.
func (x *extractor) bindTypeParameters(i uint32, d, at *scope) {
	cloned := false
	x.typeParameters(i, func(name, bound uint32) {
		if !cloned {
			at.vars, cloned = maps.Clone(at.vars), true
		}
		e := x.unknown()
		if bound != none {
			e = x.local(x.name(x.text(bound), at)) // the parameter is not a use of its bound
		}
		v := &variable{sym: -1, typ: -1, cur: []int32{e}, all: []int32{e}}
		at.vars[x.text(name)] = v
		if d.vars[x.text(name)] == nil {
			d.vars[x.text(name)] = v
		}
	})
}

// own is the expression of a symbol made when it was declared.
func (x *extractor) own(v *variable, sym int32) int32 {
	for _, e := range v.all {
		if o := x.unit.Exprs[e]; o.Op == lang.ExprSymbol && o.A == sym {
			return e
		}
	}
	return x.exprSymbol(sym)
}

func (x *extractor) decorator(i uint32, s *scope) {
	if x.recs[i].Sym == x.k.call {
		x.callAs(i, s, graph.ContextAttribute)
		return
	}
	x.use(i, s, graph.EdgeCalls, graph.ContextAttribute, graph.ReturnNone)
}

func (x *extractor) classDefinition(i uint32, d, at *scope) {
	k := x.k
	if args := x.field(i, k.fSuperclasses); args != none {
		for c := args + 1; c < x.recs[args].Next; c = x.recs[c].Next {
			switch x.recs[c].Sym {
			case k.comment:
			case k.keyword:
				x.use(x.field(c, k.fValue), at, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
			default:
				x.base(c, d.sym, at)
			}
		}
	}
	x.classTypeParameters(i, at)
	d.running = true
	x.block(x.field(i, k.fBody), d)
	d.running = false
	at.rest = append(at.rest, d.rest...) // methods run no earlier than the class is done
	d.rest = nil
}

// base records one item of a base list.
func (x *extractor) base(i uint32, class int32, s *scope) {
	k := x.k
	e := int32(-1)
	if x.recs[i].Sym == k.subscript {
		v := x.field(i, k.fValue)
		e = x.use(v, s, graph.EdgeExtends, graph.ContextHeritage, graph.ReturnNone)
		x.typeArguments(i, v, s, graph.ContextGenericArg)
	} else {
		e = x.use(i, s, graph.EdgeExtends, graph.ContextHeritage, graph.ReturnNone)
	}
	if e >= 0 {
		sym := &x.unit.Symbols[class]
		sym.Bases = append(sym.Bases, e)
	}
}

func (x *extractor) function(i uint32, f, at *scope) {
	k := x.k
	m := x.marks[f.sym]
	if r := x.field(i, k.fReturn); r != none {
		t := x.annotation(r, at, graph.ContextReturnType)
		x.unit.Symbols[f.sym].Result = x.declaredResult(t, m)
	}
	x.classTypeParameters(i, at)
	x.bindParameters(x.field(i, k.fParameters), f, at, m)
	at.rest = append(at.rest, func() {
		f.running = true
		x.block(x.field(i, k.fBody), f)
		f.running = false
		x.finish(f)
		x.inferResult(f, m)
	})
}

// declaredResult is what a call yields by the annotation.
func (x *extractor) declaredResult(t int32, m decorated) int32 {
	if t >= 0 && m.context {
		return x.expr(lang.ExprLiteral, 0, x.expr(lang.ExprIter, t, -1, ""), "contextmanager")
	}
	return t
}

// inferResult is what a call yields by the return statements.
func (x *extractor) inferResult(f *scope, m decorated) {
	s := &x.unit.Symbols[f.sym]
	if s.Result >= 0 {
		return
	}
	switch {
	case f.yielded:
		name := "generator"
		if m.context {
			name = "contextmanager"
		}
		if len(f.yields) <= maxMeanings {
			s.Result = x.expr(lang.ExprLiteral, 0, x.meaning(f.yields), name)
		}
	case len(f.returns) <= maxMeanings:
		s.Result = x.meaning(f.returns)
	}
}

// classTypeParameters records the bounds of PEP 695 parameters.
func (x *extractor) classTypeParameters(i uint32, s *scope) {
	if p := x.field(i, x.k.fTypeParameters); p != none {
		for c := p + 1; c < x.recs[p].Next; c++ {
			if x.recs[c].Sym == x.k.constrainedType {
				first := c + 1
				for d := first; d < x.recs[c].Next; d = x.recs[d].Next {
					if d != first {
						x.annotation(d, s, graph.ContextGenericArg)
					}
				}
			}
		}
	}
}

// parameters calls yield for the identifier of each parameter.
func (x *extractor) parameters(i uint32, yield func(name uint32)) {
	if i == none {
		return
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if n := x.parameterName(c); n != none {
			yield(n)
		}
	}
}

func (x *extractor) parameterName(c uint32) uint32 {
	k := x.k
	switch x.recs[c].Sym {
	case k.identifier:
		return c
	case k.defaultParameter, k.typedDefault:
		if n := x.field(c, k.fName); n != none && x.recs[n].Sym == k.identifier {
			return n
		}
	case k.typedParameter, k.listSplatPattern, k.dictSplatPattern:
		for d := c + 1; d < x.recs[c].Next; d++ {
			if x.recs[d].Field == k.fType {
				break
			}
			if x.recs[d].Sym == k.identifier {
				return d
			}
		}
	}
	return none
}

// bindParameters gives parameters their declared types; the first of a method
// is the instance or the class.
func (x *extractor) bindParameters(i uint32, f, at *scope, m decorated) {
	if i == none {
		return
	}
	k := x.k
	first := f.sym >= 0 && f.parent.kind == classScope
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		t := int32(-1)
		if a := x.field(c, k.fType); a != none {
			t = x.annotation(a, at, graph.ContextParameterType)
		}
		if d := x.field(c, k.fValue); d != none {
			v := x.value(d, at)
			if t < 0 && v >= 0 && x.unit.Exprs[v].Op != lang.ExprLiteral {
				t = -1 // a default says little about other arguments
			}
		}
		n := x.parameterName(c)
		if n == none {
			continue
		}
		v := f.variable(x.text(n))
		var e int32
		switch {
		case first && !m.static && x.classReceiver(f, m):
			e = x.expr(lang.ExprClass, f.class, -1, "")
			v.self = true
		case first && !m.static:
			e = x.expr(lang.ExprThis, f.class, -1, "")
			v.self = true
		default:
			e = x.local(x.splatted(c, t))
		}
		first = false
		v.cur, v.all = []int32{e}, []int32{e}
	}
}

func (x *extractor) classReceiver(f *scope, m decorated) bool {
	switch x.unit.Symbols[f.sym].Name {
	case "__new__", "__init_subclass__", "__class_getitem__":
		return true
	}
	return m.class
}

// splatted is the type of the tuple or dict that *args and **kwargs are.
func (x *extractor) splatted(c uint32, t int32) int32 {
	for d := c; d < x.recs[c].Next && d <= c+1; d++ {
		switch x.recs[d].Sym {
		case x.k.listSplatPattern:
			return x.expr(lang.ExprLiteral, 0, t, "tuple")
		case x.k.dictSplatPattern:
			return x.expr(lang.ExprLiteral, 1, t, "dict")
		}
	}
	return t
}
