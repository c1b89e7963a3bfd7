package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// object walks an object literal. Keys are no sites, except where the type of
// the literal is declared: then they are its properties.
func (w *walker) object(i uint32, typ int32) int32 {
	sym := w.symbolAt(i)
	self := w.self
	if sym != none {
		w.self = w.symbolExpr(sym)
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
		case kindPair:
			w.pair(c, typ, self)
		case kindShorthandPropertyIdentifier:
			w.read(c)
			w.key(c, typ)
		case kindMethodDefinition:
			if n := w.child(c, fieldName); n != treesitter.NoRec {
				w.key(n, typ)
			}
			w.function(c, w.symbolAt(c), w.methodSelf(sym), nil)
		default:
			w.node(c)
		}
	}
	w.self = self
	if sym != none {
		return w.symbolExpr(sym)
	}
	return w.literal("Object")
}

// methodSelf is this in the methods of an object literal.
func (w *walker) methodSelf(sym int32) int32 {
	if sym == none {
		return none
	}
	return w.self
}

func (w *walker) key(n uint32, typ int32) {
	if typ == none || w.kind(n) == kindComputedPropertyName {
		return
	}
	w.mention(n, w.member(typ, w.memberName(n)), graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
}

// pair walks one property. self is this outside the literal, as arrow
// functions in it see it.
func (w *walker) pair(i uint32, typ, self int32) {
	k, v := w.child(i, fieldKey), w.child(i, fieldValue)
	if k == treesitter.NoRec || v == treesitter.NoRec {
		w.children(i)
		return
	}
	if w.kind(k) == kindComputedPropertyName {
		w.node(k)
	} else {
		w.key(k, typ)
	}
	own := w.self
	if !w.isFunction(w.unwrap(v)) || w.kind(w.unwrap(v)) == kindArrowFunction {
		w.self = self
	}
	if sym := w.symbolAt(i); sym != none {
		w.initialize(sym, v, w.unwrap(v))
	} else if inner := w.unwrap(v); inner != treesitter.NoRec && w.symbolAt(inner) != none {
		w.initialize(w.symbolAt(inner), v, inner)
	} else {
		w.value(v, graph.ReturnAssigned)
	}
	w.self = own
}

// functionSelf is this in a function expression: the object whose property it
// is, or the class whose prototype it was assigned to.
func (w *walker) functionSelf(i uint32) int32 {
	sym := w.symbolAt(i)
	if sym == none {
		return none
	}
	s := &w.symbols[sym]
	if s.Owner == none || s.Kind != graph.KindMethod {
		return w.prototypeSelf(sym)
	}
	switch o := &w.symbols[s.Owner]; {
	case o.Kind == graph.KindFunction && s.Flags&graph.FlagStatic != 0:
		return w.symbolExpr(s.Owner)
	case o.Kind == graph.KindFunction || o.Kind == graph.KindClass && s.Flags&graph.FlagStatic == 0:
		return w.expr(lang.ExprThis, s.Owner, none, noName)
	case o.Kind == graph.KindClass:
		return w.expr(lang.ExprClass, s.Owner, none, noName)
	default:
		return w.symbolExpr(s.Owner)
	}
}

// prototypeSelf is this in a function that serves as a class in JavaScript.
func (w *walker) prototypeSelf(sym int32) int32 {
	if !w.js || sym == none {
		return none
	}
	if w.symbols[sym].Kind == graph.KindClass {
		return w.expr(lang.ExprThis, sym, none, noName)
	}
	if w.symbols[sym].Kind != graph.KindFunction {
		return none
	}
	if c := w.symbols[sym].Name[0]; c < 'A' || c > 'Z' {
		return none
	}
	return w.expr(lang.ExprThis, sym, none, noName)
}

// array walks an array literal; its elements are as the first ones are.
func (w *walker) array(i uint32) int32 {
	elem := none
	n := 0
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindSpreadElement {
			w.children(c)
			continue
		}
		if e := w.value(c, graph.ReturnArgument); n < mostReturns && e != none {
			elem = w.union(elem, e)
			n++
		}
	}
	return w.arrayOf(elem)
}
