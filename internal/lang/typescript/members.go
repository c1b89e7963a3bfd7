package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// interfaceLike walks an interface and declares its members.
func (w *walker) interfaceLike(i uint32) {
	sym := w.symbolAt(i)
	cur, self := w.cur, w.self
	mark := w.names.enter()
	if sym != none {
		w.cur = sym
		w.self = w.inst(w.symbolExpr(sym))
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch {
		case w.field(c) == fieldTypeParameters:
			w.typeParameters(c)
		case w.kind(c) == kindExtendsTypeClause:
			for b := c + 1; b < w.recs[c].Next; b = w.recs[b].Next {
				if e := w.heritageType(b, graph.EdgeExtends); e != none && sym != none {
					w.symbols[sym].Bases = append(w.symbols[sym].Bases, e)
				}
			}
		case w.field(c) == fieldBody:
			w.typeOwner = sym
			w.objectType(c)
			w.typeOwner = none
		case w.kind(c) == kindError:
			w.node(c)
		}
	}
	w.names.leave(mark)
	w.cur, w.self = cur, self
}

// alias walks a type alias. The members of object types in it are its own.
func (w *walker) alias(i uint32) {
	sym := w.symbolAt(i)
	cur := w.cur
	mark := w.names.enter()
	if sym != none {
		w.cur = sym
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldTypeParameters:
			w.typeParameters(c)
		case fieldValue:
			if w.ownsMembers(c) {
				w.typeOwner = sym
			}
			e := w.typ(c, graph.ContextType)
			w.typeOwner = none
			if sym != none {
				w.symbols[sym].Type = w.owned(sym, c, e)
			}
			if sym != none && w.kind(c) == kindFunctionType {
				w.symbols[sym].Result = w.result
			}
		}
	}
	w.names.leave(mark)
	w.cur = cur
}

// owned is a value of a type whose object types are the symbol's own: it has
// the members that the symbol owns.
func (w *walker) owned(sym int32, typ uint32, e int32) int32 {
	if w.ownsMembers(typ) {
		return w.union(w.expr(lang.ExprThis, sym, none, noName), e)
	}
	return e
}

// annotation walks the type written for a symbol.
func (w *walker) annotation(sym int32, i uint32, ctx graph.Context) int32 {
	t := w.first(i)
	if sym == none || t == treesitter.NoRec || !w.ownsMembers(t) || w.kindOf(w.first(t)) == kindCallSignature {
		return w.typ(i, ctx)
	}
	w.typeOwner = sym
	e := w.owned(sym, t, w.typ(i, ctx))
	w.typeOwner = none
	return e
}

// ownsMembers says whether object types in the type make members of its alias.
func (w *walker) ownsMembers(i uint32) bool {
	switch w.kind(i) {
	case kindObjectType:
		return true
	case kindUnionType, kindIntersectionType, kindParenthesizedType, kindReadonlyType:
		for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
			if w.ownsMembers(c) {
				return true
			}
		}
	}
	return false
}

// objectType walks the members of an object type or interface; they are
// symbols when something owns them.
func (w *walker) objectType(i uint32) {
	owner := w.typeOwner
	w.typeOwner = none
	doc := treesitter.NoRec
	sig, result := none, none
	var callbacks []int32
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		k := w.kind(c)
		if k == kindComment {
			if w.isDoc(c) {
				doc = w.recs[c].Start
			}
			continue
		}
		next := none
		switch k {
		case kindPropertySignature, kindMethodSignature:
			next = w.memberSignature(c, statement{rec: c, doc: min(doc, w.recs[c].Start)}, owner, sig)
		case kindCallSignature:
			result = w.union(result, w.function(c, none, w.self, nil))
			callbacks = append(callbacks, w.lastCallbacks...)
		case kindConstructSignature:
			w.function(c, none, w.self, nil)
		case kindExportStatement, kindError:
			w.node(c)
		default:
			w.typ(c, graph.ContextField)
		}
		sig = next
		doc = treesitter.NoRec
	}
	w.typeOwner, w.result, w.lastCallbacks = owner, result, callbacks
}

// memberSignature walks a property or method of a type; it returns the symbol
// of a method that overloads may follow.
func (w *walker) memberSignature(i uint32, s statement, owner, sig int32) int32 {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return none
	}
	method := w.kind(i) == kindMethodSignature
	if !method && w.kind(n) == kindComputedPropertyName {
		w.node(n)
	}
	sym := none
	if owner != none {
		s.flags = w.modifiers(i, n).flags
		k := graph.KindProperty
		if method && s.flags&graph.FlagAccessor == 0 {
			k = graph.KindMethod
		}
		id := w.memberName(n)
		switch {
		case sig != none && w.symbols[sig].Name == w.names.text(id):
			sym = sig
			w.join(sym, i, s)
		default:
			w.withOwner(owner, func() { sym = w.symbol(k, s, i, n) })
		}
	}
	if method {
		w.function(i, sym, w.self, nil)
		return sym
	}
	cur := w.cur
	if sym != none {
		w.cur = sym
	}
	if t := w.child(i, fieldType); t != treesitter.NoRec {
		e := w.annotation(sym, t, graph.ContextField)
		if sym != none {
			w.symbols[sym].Type = e
			if w.kindOf(w.first(t)) == kindFunctionType {
				w.symbols[sym].Result = w.result
			}
		}
	}
	w.cur = cur
	return none
}
