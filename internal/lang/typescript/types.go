package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// typ walks a type and returns a value of it, none if nothing is known.
func (w *walker) typ(i uint32, ctx graph.Context) int32 {
	switch w.kind(i) {
	case kindComment, kindTypePredicate:
		if w.kind(i) == kindTypePredicate {
			if t := w.child(i, fieldType); t != treesitter.NoRec {
				w.typ(t, ctx)
			}
			return w.literal("boolean")
		}
		return none
	case kindTypeIdentifier, kindNestedTypeIdentifier:
		return w.inst(w.named(i, graph.EdgeUsesType, ctx))
	case kindIdentifier: // undefined, or what the grammar takes for a name
		return w.inst(w.named(i, graph.EdgeUsesType, ctx))
	case kindGenericType, kindInstantiationExpression:
		return w.genericType(i, ctx)
	case kindPredefinedType:
		return w.predefined(i)
	case kindTypeAnnotation, kindParenthesizedType, kindReadonlyType, kindOptionalType, kindConstraint,
		kindDefaultType, kindTypePredicateAnnotation, kindOptingTypeAnnotation,
		kindAddingTypeAnnotation, kindOmittingTypeAnnotation, kindFlowMaybeType:
		return w.onlyType(i, ctx)
	case kindRestType:
		w.onlyType(i, ctx)
		return none
	case kindArrayType:
		return w.inst(w.apply(w.global("Array"), []int32{w.thing(w.onlyType(i, ctx))}))
	case kindUnionType, kindIntersectionType:
		return w.combined(i, ctx)
	case kindObjectType:
		w.objectType(i)
		return none
	case kindFunctionType, kindConstructorType, kindCallSignature, kindConstructSignature:
		w.result = w.function(i, none, w.self, nil)
		return none
	case kindThisType:
		return w.self
	case kindTypeQuery:
		return w.typeQuery(i)
	case kindLookupType:
		return w.lookup(i, ctx)
	case kindConditionalType:
		w.conditional(i, ctx)
		return none
	case kindIndexSignature:
		w.indexSignature(i, ctx)
		return none
	case kindLiteralType:
		return w.literalType(i)
	case kindMemberExpression, kindCallExpression:
		return w.importType(i, ctx)
	}
	w.eachType(i, ctx)
	return none
}

// eachType walks the types inside a record.
func (w *walker) eachType(i uint32, ctx graph.Context) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindIdentifier, kindPropertyIdentifier, kindThis, kindString, kindNumber:
			continue // names of tuple members and of asserted parameters
		case kindInferType:
			continue // declared by the conditional type
		}
		w.typ(c, ctx)
	}
}

// onlyType is the type inside a wrapper.
func (w *walker) onlyType(i uint32, ctx graph.Context) int32 {
	if c := w.first(i); c != treesitter.NoRec {
		return w.typ(c, ctx)
	}
	return none
}

// inst is an instance of a thing.
func (w *walker) inst(thing int32) int32 {
	if thing == none {
		return none
	}
	switch e := w.exprs[thing]; e.Op {
	case lang.ExprLiteral:
		return thing
	case lang.ExprUnion:
		return w.union(w.inst(e.A), w.inst(e.B))
	}
	return w.expr(lang.ExprInst, thing, none, noName)
}

// thing undoes inst.
func (w *walker) thing(value int32) int32 {
	if value == none {
		return none
	}
	switch e := w.exprs[value]; e.Op {
	case lang.ExprInst:
		return e.A
	case lang.ExprLiteral:
		return value
	case lang.ExprUnion:
		return w.union(w.thing(e.A), w.thing(e.B))
	}
	return none
}

// named is the thing a type name denotes; the name is a site.
func (w *walker) named(i uint32, k graph.EdgeKind, ctx graph.Context) int32 {
	if w.kind(i) == kindNestedTypeIdentifier {
		m, n := w.child(i, fieldModule), w.child(i, fieldName)
		if m == treesitter.NoRec || n == treesitter.NoRec {
			return none
		}
		o := w.qualifier(m)
		if o == none {
			return none
		}
		e := w.member(o, w.name(n))
		w.mention(n, e, k, ctx, graph.ReturnNone)
		return e
	}
	id := w.name(i)
	d := w.names.lookup(id, spaceType)
	if d == nil {
		if w.names.text(id) == "bigint" { // the grammar does not know it
			return w.literal("bigint")
		}
		e := w.expr(lang.ExprGlobal, none, none, id)
		w.mention(i, e, k, ctx, graph.ReturnNone)
		return e
	}
	if d.what != whatTypeParameter {
		w.mention(i, d.expr, k, ctx, graph.ReturnNone)
	}
	return d.expr
}

// qualifier is what stands before the dot of a type name. A whole module is no
// site of its own: what is taken from it is.
func (w *walker) qualifier(i uint32) int32 {
	switch w.kind(i) {
	case kindIdentifier:
		id := w.name(i)
		d := w.names.lookup(id, spaceNamespace)
		if d == nil {
			d = w.names.lookup(id, spaceType)
		}
		if d == nil {
			return w.expr(lang.ExprGlobal, none, none, id)
		}
		if d.what == whatSymbol || d.what == whatImport {
			w.mention(i, d.expr, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
		}
		return d.expr
	case kindNestedIdentifier, kindMemberExpression:
		o, p := w.child(i, fieldObject), w.child(i, fieldProperty)
		if o == treesitter.NoRec || p == treesitter.NoRec {
			return none
		}
		e := w.qualifier(o)
		if e == none {
			return none
		}
		e = w.member(e, w.name(p))
		w.mention(p, e, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
		return e
	}
	return none
}

// genericType takes Name<A, B>.
func (w *walker) genericType(i uint32, ctx graph.Context) int32 {
	e := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch {
		case w.field(c) == fieldName:
			e = w.named(c, graph.EdgeUsesType, ctx)
		case w.kind(c) == kindTypeArguments:
			args := w.typeArguments(c)
			if len(args) > 0 {
				if v, known := w.utility(e, w.firstArgument); known {
					return v
				}
			}
			e = w.apply(e, args)
		case w.kind(c) != kindComment:
			e = w.thing(w.typ(c, ctx))
		}
	}
	return w.inst(e)
}

// typeArguments walks type arguments and returns the things they name.
func (w *walker) typeArguments(i uint32) []int32 {
	var args [4]int32
	n := 0
	first := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindComment {
			continue
		}
		v := w.typ(c, graph.ContextGenericArg)
		if n == 0 {
			first = v
		}
		if n < len(args) {
			args[n] = w.thing(v)
			n++
		}
	}
	w.firstArgument = first
	return append([]int32(nil), args[:n]...)
}

// apply gives a generic type its arguments.
func (w *walker) apply(e int32, args []int32) int32 {
	if e == none {
		return none
	}
	for _, a := range args {
		if a == none {
			a = w.unknown()
		}
		e = w.expr(lang.ExprApply, e, a, noName)
	}
	return e
}

// predefined is a value of string, number and the like; of void, any and
// unknown nothing is known.
func (w *walker) predefined(i uint32) int32 {
	switch t := string(w.text(i)); t {
	case "string", "number", "boolean", "symbol", "object":
		return w.literal(t)
	}
	return none
}

func (w *walker) literalType(i uint32) int32 {
	switch w.kindOf(w.first(i)) {
	case kindString:
		return w.literal("string")
	case kindNumber, kindUnaryExpression:
		return w.literal("number")
	case kindTrue, kindFalse:
		return w.literal("boolean")
	}
	return none
}

// combined takes a union or intersection: its members are those of either.
func (w *walker) combined(i uint32, ctx graph.Context) int32 {
	e := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		e = w.union(e, w.typ(c, ctx))
	}
	return e
}

// typeQuery takes "typeof x", whose instances are as x is.
func (w *walker) typeQuery(i uint32) int32 {
	c := w.first(i)
	switch w.kindOf(c) {
	case kindIdentifier:
		e := w.meaning(c)
		if w.notLocal(e) {
			w.mention(c, e, graph.EdgeReferences, graph.ContextType, graph.ReturnNone)
		}
		return e
	case kindMemberExpression:
		e, p := w.memberOf(c)
		if p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeReferences, graph.ContextType, graph.ReturnNone)
		}
		return e
	case kindOther:
		return none
	}
	return w.value(c, graph.ReturnNone)
}

// lookup takes T["key"], T[number] and T[K].
func (w *walker) lookup(i uint32, ctx graph.Context) int32 {
	o := w.first(i)
	if o == treesitter.NoRec {
		return none
	}
	e := w.typ(o, ctx)
	k := w.recs[o].Next
	if k >= w.recs[i].Next {
		return none
	}
	if w.kind(k) == kindLiteralType {
		if s, ok := w.stringValue(w.first(k)); ok && e != none && len(s) > 0 {
			e = w.member(e, w.names.intern(s))
			w.mention(k, e, graph.EdgeReferences, graph.ContextType, graph.ReturnNone)
			return e
		}
	}
	w.typ(k, ctx)
	if string(w.text(k)) == "number" {
		return w.of(lang.ExprElem, e)
	}
	return none
}

// conditional declares the inferred names of a conditional type for its
// branches.
func (w *walker) conditional(i uint32, ctx graph.Context) {
	mark := w.names.enter()
	if r := w.child(i, fieldRight); r != treesitter.NoRec {
		for c := r; c < w.recs[r].Next; c++ {
			if w.kind(c) != kindInferType {
				continue
			}
			if n := w.first(c); n != treesitter.NoRec {
				w.names.declare(w.name(n), spaceType, whatTypeParameter, none)
				for t := w.recs[n].Next; t < w.recs[c].Next; t = w.recs[t].Next {
					w.typ(t, ctx)
				}
			}
		}
		if w.kind(r) != kindInferType {
			for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
				w.typ(c, ctx)
			}
		} else {
			for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
				if c != r {
					w.typ(c, ctx)
				}
			}
		}
	}
	w.names.leave(mark)
}

// indexSignature takes "[key: K]: T" and the mapped type "[K in T]: U".
func (w *walker) indexSignature(i uint32, ctx graph.Context) {
	mark := w.names.enter()
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindIdentifier, kindComment:
		case kindMappedTypeClause:
			if n := w.child(c, fieldName); n != treesitter.NoRec {
				w.names.declare(w.name(n), spaceType, whatTypeParameter, none)
				for t := w.recs[n].Next; t < w.recs[c].Next; t = w.recs[t].Next {
					w.typ(t, ctx)
				}
			}
		default:
			w.typ(c, ctx)
		}
	}
	w.names.leave(mark)
}

// importType takes import("m").X in a type.
func (w *walker) importType(i uint32, ctx graph.Context) int32 {
	if w.kind(i) == kindCallExpression {
		return w.value(i, graph.ReturnNone)
	}
	e, p := w.memberOf(i)
	if p == treesitter.NoRec {
		return none
	}
	w.mention(p, e, graph.EdgeUsesType, ctx, graph.ReturnNone)
	return w.inst(e)
}
