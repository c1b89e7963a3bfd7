package python

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// annotation records a type and returns the value a thing of that type is: an
// ExprInst of it, -1 if nothing is known.
func (x *extractor) annotation(i uint32, s *scope, ctx graph.Context) int32 {
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
	case k.typ, k.constrainedType, k.parenthesized, k.splatType:
		v := int32(-1)
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			v = x.annotation(c, s, ctx)
		}
		return v
	case k.identifier:
		e := x.name(x.text(i), s)
		x.ref(i, s, e, graph.EdgeUsesType, ctx, graph.ReturnNone)
		return x.instance(e, x.text(i), s)
	case k.attribute, k.memberType:
		return x.annotatedMember(i, s, ctx)
	case k.subscript:
		return x.typeArguments(i, x.field(i, k.fValue), s, ctx)
	case k.genericType:
		return x.typeArguments(i, i+1, s, ctx)
	case k.binary:
		a := x.annotation(x.field(i, k.fLeft), s, ctx)
		return x.either(a, x.annotation(x.field(i, k.fRight), s, ctx))
	case k.unionType:
		v := int32(-1)
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			v = x.either(v, x.annotation(c, s, ctx))
		}
		return v
	case k.str:
		return x.forward(i, s, ctx)
	case k.none, k.ellipsis, k.comment, k.integer, k.true_, k.false_:
		return -1
	case k.list, k.tuple:
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			x.annotation(c, s, graph.ContextGenericArg)
		}
		return -1
	}
	return x.value(i, s)
}

// instance is a thing of the type e, whose written name may mean something
// special.
func (x *extractor) instance(e int32, name string, s *scope) int32 {
	switch name {
	case "Self":
		if s.class >= 0 {
			return x.expr(lang.ExprThis, s.class, -1, "")
		}
	case "Any", "Optional", "Union", "NoReturn", "Never", "ClassVar", "Final", "object", "TypeAlias":
		return -1
	}
	if e < 0 {
		return -1
	}
	return x.expr(lang.ExprInst, e, -1, "")
}

func (x *extractor) annotatedMember(i uint32, s *scope, ctx graph.Context) int32 {
	if x.recs[i].Sym == x.k.memberType {
		for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
			x.annotation(c, s, ctx)
		}
		return -1
	}
	e := x.attribute(i, s, graph.EdgeUsesType, ctx, graph.ReturnNone)
	return x.instance(e, x.text(x.field(i, x.k.fAttribute)), s)
}

// typeArguments records A[B, C], of which A stands at v, as a type.
func (x *extractor) typeArguments(i, v uint32, s *scope, ctx graph.Context) int32 {
	k := x.k
	if v == none || v >= x.recs[i].Next {
		return -1
	}
	e, name := int32(-1), ""
	switch x.recs[v].Sym {
	case k.identifier:
		name = x.text(v)
		e = x.name(name, s)
	case k.attribute:
		if a := x.field(v, k.fAttribute); a != none {
			name = x.text(a)
		}
		e = x.quiet(v, s, 0)
	}
	if x.recs[i].Parent == none || x.recs[x.recs[i].Parent].Sym != k.argumentList || ctx != graph.ContextGenericArg {
		x.use(v, s, graph.EdgeUsesType, ctx, graph.ReturnNone)
	}
	var args []int32
	if name == "Literal" {
		return x.literalType(i, v)
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch {
		case c == v || x.recs[c].Sym == k.comment:
		case x.recs[c].Sym == k.typeParameter || x.recs[c].Sym == k.tuple:
			for d := c + 1; d < x.recs[c].Next; d = x.recs[d].Next {
				args = append(args, x.annotation(d, s, graph.ContextGenericArg))
			}
		default:
			args = append(args, x.annotation(c, s, graph.ContextGenericArg))
		}
	}
	return x.applied(e, name, args)
}

func (x *extractor) literalType(i, v uint32) int32 {
	for c := i + 1; c < x.recs[i].Next; c++ {
		if c != v && x.recs[c].Sym == x.k.str {
			return x.expr(lang.ExprLiteral, 0, -1, "str")
		}
	}
	return -1
}

// applied is a thing of the type e applied to arguments that are values.
func (x *extractor) applied(e int32, name string, args []int32) int32 {
	switch name {
	case "Optional", "Union":
		out := int32(-1)
		for _, a := range args {
			out = x.either(out, a)
		}
		return out
	case "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "InitVar", "Unpack":
		if len(args) > 0 {
			return args[0]
		}
		return -1
	case "Type", "type":
		if len(args) == 1 && args[0] >= 0 && x.unit.Exprs[args[0]].Op == lang.ExprInst {
			return x.unit.Exprs[args[0]].A
		}
		return -1
	case "Generic", "Protocol":
		return -1
	}
	if e < 0 {
		return -1
	}
	for n, a := range args {
		if n == 4 {
			break
		}
		if a < 0 {
			a = x.unknown()
		}
		e = x.expr(lang.ExprApply, e, a, "")
	}
	return x.expr(lang.ExprInst, e, -1, "")
}

func (x *extractor) alias(i uint32, s *scope) {
	l, r := x.field(i, x.k.fLeft), x.field(i, x.k.fRight)
	if l == none || r == none {
		return
	}
	t := x.annotation(r, s, graph.ContextType)
	for c := l; c < x.recs[l].Next; c++ {
		if x.recs[c].Sym == x.k.identifier {
			if v := s.variable(x.text(c)); v.sym >= 0 {
				v.typ = t
				x.bind(v, []int32{x.own(v, v.sym)})
			}
			return
		}
	}
}
