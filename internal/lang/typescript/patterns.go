package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// bindName declares a parameter.
func (w *walker) bindName(n uint32, value int32) {
	w.names.declare(w.name(n), spaceValue, whatLocal, w.expr(lang.ExprLocal, w.newLocal(value), none, noName))
}

// bindPattern declares the parameters in a pattern and gives each its part of
// the value. Properties taken from it are sites.
func (w *walker) bindPattern(p uint32, value int32) {
	w.bindPatternOf(p, value, treesitter.NoRec)
}

// bindPatternOf also knows the object type that was written for the pattern.
func (w *walker) bindPatternOf(p uint32, value int32, shape uint32) {
	w.destructure(p, value, shape, func(n uint32, value int32) { w.bindName(n, value) })
	if w.kind(p) == kindIdentifier {
		w.shapes[len(w.shapes)-1] = shape
	}
}

// assignPattern gives the declared variables of a pattern their parts of a value.
func (w *walker) assignPattern(p uint32, value int32, shape uint32) {
	w.destructure(p, value, shape, func(n uint32, value int32) {
		if d := w.names.lookup(w.name(n), spaceValue); d != nil {
			w.setType(d.expr, value)
			if d.expr != none && n == p && w.exprs[d.expr].Op == lang.ExprLocal {
				w.shapes[w.exprs[d.expr].A] = shape
			}
		}
	})
}

// setType records what a variable holds, unless that is known.
func (w *walker) setType(variable, value int32) {
	if variable == none || value == none || value == variable {
		return
	}
	switch e := w.exprs[variable]; e.Op {
	case lang.ExprLocal:
		if w.locals[e.A].Type == none && w.shapes[e.A] == treesitter.NoRec {
			w.locals[e.A].Type = value
		}
	case lang.ExprSymbol:
		if s := &w.symbols[e.A]; s.Type == none && (s.Kind == graph.KindVariable || s.Kind == graph.KindConstant) {
			s.Type = value
		}
	}
}

// destructure walks a pattern and calls leaf for each name it binds.
func (w *walker) destructure(p uint32, value int32, shape uint32, leaf func(n uint32, value int32)) {
	switch w.kind(p) {
	case kindIdentifier, kindShorthandPropertyIdentifierPattern:
		leaf(p, value)
	case kindObjectPattern:
		for c := p + 1; c < w.recs[p].Next; c = w.recs[c].Next {
			w.destructureProperty(c, value, shape, leaf)
		}
	case kindArrayPattern:
		for c := p + 1; c < w.recs[p].Next; c = w.recs[c].Next {
			w.destructure(c, w.of(lang.ExprIter, value), treesitter.NoRec, leaf)
		}
	case kindAssignmentPattern, kindObjectAssignmentPattern:
		l, r := w.child(p, fieldLeft), w.child(p, fieldRight)
		if r != treesitter.NoRec {
			e := w.value(r, graph.ReturnAssigned)
			if value == none {
				value = e
			}
		}
		if l != treesitter.NoRec {
			w.destructure(l, value, shape, leaf)
		}
	case kindRestPattern:
		if c := w.first(p); c != treesitter.NoRec {
			w.destructure(c, value, treesitter.NoRec, leaf)
		}
	case kindComment, kindUndefined:
	default: // in an assignment: a member, or any place to write to
		w.node(p)
	}
}

// destructureProperty takes one property of an object pattern.
func (w *walker) destructureProperty(c uint32, value int32, shape uint32, leaf func(n uint32, value int32)) {
	switch w.kind(c) {
	case kindShorthandPropertyIdentifierPattern:
		leaf(c, w.property(c, c, value, shape))
	case kindObjectAssignmentPattern:
		l, r := w.child(c, fieldLeft), w.child(c, fieldRight)
		e := none
		if r != treesitter.NoRec {
			e = w.value(r, graph.ReturnAssigned)
		}
		if l == treesitter.NoRec {
			return
		}
		if part := w.property(l, l, value, shape); part != none {
			e = part
		}
		leaf(l, e)
	case kindPairPattern:
		k, v := w.child(c, fieldKey), w.child(c, fieldValue)
		if k == treesitter.NoRec || v == treesitter.NoRec {
			return
		}
		if w.kind(k) == kindComputedPropertyName {
			w.node(k)
			w.destructure(v, none, treesitter.NoRec, leaf)
			return
		}
		w.destructure(v, w.property(k, k, value, shape), treesitter.NoRec, leaf)
	default:
		w.destructure(c, none, treesitter.NoRec, leaf)
	}
}

// property is the part of a value under a key, which is a site; with a written
// object type it is what the type says.
func (w *walker) property(key, at uint32, value int32, shape uint32) int32 {
	id := w.memberName(key)
	if shape != treesitter.NoRec {
		return w.shapeMember(shape, id)
	}
	if value == none {
		return none
	}
	e := w.member(value, id)
	w.mention(at, e, graph.EdgeReferences, graph.ContextValue, graph.ReturnNone)
	return e
}

// objectTypeOf is the object type written for a parameter or variable.
func (w *walker) objectTypeOf(i uint32) uint32 {
	t := w.child(i, fieldType)
	if t == treesitter.NoRec {
		return treesitter.NoRec
	}
	if t = w.first(t); w.kindOf(t) == kindObjectType {
		return t
	}
	return treesitter.NoRec
}

// shapeMember is the type an object type writes for a property. The type has
// been walked, so its sites are not recorded again.
func (w *walker) shapeMember(shape uint32, id int32) int32 {
	for c := shape + 1; c < w.recs[shape].Next; c = w.recs[c].Next {
		n, t := w.child(c, fieldName), w.child(c, fieldType)
		if w.kind(c) != kindPropertySignature || n == treesitter.NoRec || t == treesitter.NoRec || w.memberName(n) != id {
			continue
		}
		refs := len(w.refs)
		e := w.typ(t, graph.ContextType)
		w.refs = w.refs[:refs]
		return e
	}
	return none
}
