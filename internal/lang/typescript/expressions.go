package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// value walks an expression and returns what it evaluates to, none if nothing
// is known. use says what becomes of it.
func (w *walker) value(i uint32, use graph.Return) int32 {
	switch w.kind(i) {
	case kindComment:
		return none
	case kindIdentifier, kindShorthandPropertyIdentifier:
		return w.read(i)
	case kindMemberExpression:
		e, p := w.memberOf(i)
		if p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
		}
		return e
	case kindSubscriptExpression:
		return w.subscript(i, graph.EdgeReferences)
	case kindCallExpression:
		return w.call(i, graph.ContextCall, use)
	case kindNewExpression:
		return w.construct(i)
	case kindArrowFunction:
		w.function(i, w.symbolAt(i), w.self, w.hinted(i))
		return none
	case kindFunctionExpression, kindGeneratorFunction:
		w.function(i, w.symbolAt(i), w.functionSelf(i), w.hinted(i))
		return none
	case kindClass:
		sym := w.symbolAt(i)
		w.classLike(i, sym)
		if sym != none {
			return w.symbolExpr(sym)
		}
		return none
	case kindObject:
		return w.object(i, none)
	case kindArray:
		return w.array(i)
	case kindThis:
		return w.self
	case kindSuper:
		return w.superOf()
	case kindParenthesizedExpression, kindNonNullExpression:
		return w.inside(i, use)
	case kindAwaitExpression:
		return w.awaited(w.inside(i, use))
	case kindYieldExpression:
		w.inside(i, graph.ReturnNone)
		return none
	case kindSequenceExpression:
		return w.sequence(i, use)
	case kindAssignmentExpression:
		return w.assign(i)
	case kindAugmentedAssignmentExpression, kindUpdateExpression:
		w.update(i)
		return none
	case kindBinaryExpression:
		return w.binary(i, use)
	case kindTernaryExpression:
		return w.ternary(i, use)
	case kindAsExpression, kindSatisfiesExpression:
		return w.cast(i, use)
	case kindTypeAssertion, kindInstantiationExpression:
		return w.assertion(i, use)
	case kindUnaryExpression:
		return w.unary(i)
	case kindJsxElement, kindJsxSelfClosingElement:
		w.jsx(i)
		return none
	}
	return w.constant(i)
}

// constant is the value of a literal; of anything else it walks what is inside.
func (w *walker) constant(i uint32) int32 {
	switch w.kind(i) {
	case kindString, kindTemplateString:
		w.children(i)
		return w.literal("string")
	case kindNumber:
		return w.literal("number")
	case kindTrue, kindFalse:
		return w.literal("boolean")
	case kindRegex:
		return w.literal("RegExp")
	case kindPropertyIdentifier, kindPrivatePropertyIdentifier, kindNull, kindUndefined,
		kindShorthandPropertyIdentifierPattern:
		return none
	}
	w.children(i)
	return none
}

// typedValue is value for an expression whose type is declared: the keys of
// an object literal are properties of it.
func (w *walker) typedValue(i uint32, typ int32) int32 {
	if typ != none && w.kind(i) == kindObject {
		return w.object(i, typ)
	}
	return w.value(i, graph.ReturnAssigned)
}

// meaning is what an identifier denotes, without a mention of it.
func (w *walker) meaning(i uint32) int32 {
	id := w.name(i)
	if d := w.names.lookup(id, spaceValue); d != nil {
		return d.expr
	}
	if w.names.text(id) == "arguments" {
		return none
	}
	return w.expr(lang.ExprGlobal, none, none, id)
}

// notLocal says that a mention of the bare name is a site.
func (w *walker) notLocal(e int32) bool {
	return e != none && w.exprs[e].Op != lang.ExprLocal
}

// read walks an identifier that is read.
func (w *walker) read(i uint32) int32 {
	e := w.meaning(i)
	if w.notLocal(e) {
		w.mention(i, e, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
	}
	return e
}

// memberOf walks the object of a.b and returns what a.b denotes with the
// record of b. A module or global before the dot is no site of its own: what
// is taken from it is.
func (w *walker) memberOf(i uint32) (e int32, property uint32) {
	o, p := w.child(i, fieldObject), w.child(i, fieldProperty)
	if o == treesitter.NoRec || p == treesitter.NoRec {
		w.children(i)
		return none, treesitter.NoRec
	}
	switch w.kind(o) {
	case kindIdentifier:
		e = w.rooted(o)
		if shape := w.shapeOf(e); shape != treesitter.NoRec {
			return w.shapeMember(shape, w.name(p)), treesitter.NoRec
		}
	case kindMemberExpression:
		var at uint32
		if e, at = w.memberOf(o); at != treesitter.NoRec {
			w.mention(at, e, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
		}
	case kindOther: // import.meta
		return none, treesitter.NoRec
	default:
		e = w.value(o, graph.ReturnNone)
	}
	if e == none {
		e = w.unknown()
	}
	return w.member(e, w.name(p)), p
}

// shapeOf is the object type written for a local, whose members are no
// symbols.
func (w *walker) shapeOf(e int32) uint32 {
	if e == none || w.exprs[e].Op != lang.ExprLocal {
		return treesitter.NoRec
	}
	return w.shapes[w.exprs[e].A]
}

// rooted walks the identifier before a dot.
func (w *walker) rooted(i uint32) int32 {
	id := w.name(i)
	d := w.names.lookup(id, spaceValue)
	if d == nil {
		return w.meaning(i)
	}
	if d.what == whatSymbol || d.what == whatImport {
		w.mention(i, d.expr, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
	}
	return d.expr
}

// unknown is a value of which nothing is known; only the names of its members
// are.
func (w *walker) unknown() int32 { return w.expr(lang.ExprUnknown, none, none, noName) }

// subscript takes a["b"], which is a.b, and a[i].
func (w *walker) subscript(i uint32, k graph.EdgeKind) int32 {
	o, x := w.child(i, fieldObject), w.child(i, fieldIndex)
	if o == treesitter.NoRec || x == treesitter.NoRec {
		w.children(i)
		return none
	}
	e := none
	if w.kind(o) == kindIdentifier {
		e = w.rooted(o)
	} else {
		e = w.value(o, graph.ReturnNone)
	}
	if s, ok := w.stringValue(x); ok && len(s) > 0 {
		if e == none {
			return none
		}
		e = w.expr(lang.ExprIndexKey, e, none, w.names.intern(s))
		w.mention(x, e, k, graph.ContextValue, graph.ReturnNone)
		return e
	}
	w.value(x, graph.ReturnNone)
	return w.of(lang.ExprElem, e)
}

// superOf is the receiver "super".
func (w *walker) superOf() int32 {
	if w.class == none {
		return none
	}
	return w.expr(lang.ExprSuper, w.class, none, noName)
}

// inside walks the one expression in a wrapper.
func (w *walker) inside(i uint32, use graph.Return) int32 {
	e := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindTypeAnnotation {
			e = w.typ(c, graph.ContextType)
		} else if w.kind(c) != kindComment {
			e = w.value(c, use)
		}
	}
	return e
}

// awaited is what awaiting a value yields; import("m") yields the module.
func (w *walker) awaited(e int32) int32 {
	if e != none && w.exprs[e].Op == lang.ExprImport {
		return e
	}
	return w.of(lang.ExprAwait, e)
}

func (w *walker) sequence(i uint32, use graph.Return) int32 {
	e := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.recs[c].Next < w.recs[i].Next {
			w.value(c, graph.ReturnDiscarded)
		} else {
			e = w.value(c, use)
		}
	}
	return e
}

// assign takes "target = value".
func (w *walker) assign(i uint32) int32 {
	l, r := w.child(i, fieldLeft), w.child(i, fieldRight)
	if l == treesitter.NoRec || r == treesitter.NoRec {
		w.children(i)
		return none
	}
	whole, property := w.exportTarget(l)
	exports := whole || property != treesitter.NoRec
	inner := w.unwrap(r)
	sym := none
	if inner != treesitter.NoRec {
		sym = w.symbolAt(inner)
	}
	target := none
	if !exports && sym == none {
		target = w.write(l)
	}
	var e int32
	if sym != none && w.kind(r) != kindAssignmentExpression {
		w.initialize(sym, r, inner)
		e = w.symbolExpr(sym)
	} else {
		e = w.value(r, graph.ReturnAssigned)
	}
	if exports {
		w.exportAssigned(whole, property, r, e)
		return e
	}
	switch w.kind(l) {
	case kindIdentifier:
		w.setType(target, e)
	case kindObjectPattern, kindArrayPattern:
		w.assignPattern(l, e, treesitter.NoRec)
	case kindMemberExpression:
		if o := w.child(l, fieldObject); w.kindOf(o) == kindThis {
			w.assignedField(l, w.child(l, fieldProperty), e)
		}
	}
	return e
}

// write walks the target of an assignment and returns what it denotes.
func (w *walker) write(l uint32) int32 {
	switch w.kind(l) {
	case kindIdentifier:
		e := w.meaning(l)
		if w.notLocal(e) {
			w.mention(l, e, graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
		}
		return e
	case kindMemberExpression:
		e, p := w.memberOf(l)
		if p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeWrites, graph.ContextValue, graph.ReturnNone)
		}
		return e
	case kindSubscriptExpression:
		return w.subscript(l, graph.EdgeWrites)
	case kindParenthesizedExpression, kindNonNullExpression:
		if c := w.first(l); c != treesitter.NoRec {
			return w.write(c)
		}
	case kindObjectPattern, kindArrayPattern: // each name when the value is known
	default:
		w.value(l, graph.ReturnNone)
	}
	return none
}

// update takes "x += 1" and "x++".
func (w *walker) update(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldLeft, fieldArgument:
			w.write(c)
		case fieldRight:
			w.value(c, graph.ReturnAssigned)
		case fieldOperator:
		default:
			w.node(c)
		}
	}
}

// binary walks an operation; || and ?? yield either side, && the right one.
func (w *walker) binary(i uint32, use graph.Return) int32 {
	l, r := w.child(i, fieldLeft), w.child(i, fieldRight)
	op := w.child(i, fieldOperator)
	if l == treesitter.NoRec || r == treesitter.NoRec || op == treesitter.NoRec {
		w.children(i)
		return none
	}
	switch string(w.text(op)) {
	case "||", "??":
		x := w.value(l, use)
		return w.union(x, w.value(r, use))
	case "&&":
		w.value(l, graph.ReturnCondition)
		mark := w.narrow(l)
		e := w.value(r, use)
		w.names.leave(mark)
		return e
	}
	if use != graph.ReturnCondition {
		use = graph.ReturnNone
	}
	w.value(l, use)
	w.value(r, use)
	return none
}

func (w *walker) ternary(i uint32, use graph.Return) int32 {
	e, cond := none, treesitter.NoRec
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldCondition:
			w.value(c, graph.ReturnCondition)
			cond = c
		case fieldConsequence:
			mark := w.narrow(cond)
			e = w.value(c, use)
			w.names.leave(mark)
		case fieldAlternative:
			e = w.union(e, w.value(c, use))
		}
	}
	return e
}

// cast takes "x as T" and "x satisfies T".
func (w *walker) cast(i uint32, use graph.Return) int32 {
	c := w.first(i)
	if c == treesitter.NoRec {
		return none
	}
	t := w.recs[c].Next
	for t < w.recs[i].Next && w.kind(t) == kindComment {
		t = w.recs[t].Next
	}
	typ := none
	if t < w.recs[i].Next {
		typ = w.typ(t, graph.ContextType)
	}
	var e int32
	if w.kind(c) == kindObject {
		e = w.object(c, typ)
	} else {
		e = w.value(c, use)
	}
	if typ != none && (w.kind(i) == kindAsExpression || e == none) {
		return typ
	}
	return e
}

// assertion takes "<T>x" and "f<T>".
func (w *walker) assertion(i uint32, use graph.Return) int32 {
	e, typ := none, none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindTypeArguments {
			if args := w.typeArguments(c); len(args) == 1 && w.kind(i) == kindTypeAssertion {
				typ = w.inst(args[0])
			}
			continue
		}
		e = w.value(c, use)
	}
	if typ != none {
		return typ
	}
	return e
}

func (w *walker) unary(i uint32) int32 {
	op, x := w.child(i, fieldOperator), w.child(i, fieldArgument)
	if op == treesitter.NoRec || x == treesitter.NoRec {
		w.children(i)
		return none
	}
	switch string(w.text(op)) {
	case "void":
		w.value(x, graph.ReturnDiscarded)
	case "!":
		w.value(x, graph.ReturnCondition)
		return w.literal("boolean")
	case "typeof":
		w.value(x, graph.ReturnNone)
		return w.literal("string")
	default:
		w.value(x, graph.ReturnNone)
	}
	return none
}
