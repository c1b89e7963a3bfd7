package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// mostParams is how many parameters of a function are looked at for callbacks,
// and how many of a callback's are known. Together they number an ExprArg.
const mostParams = 4

// paramTypes are the declared types of a function's first parameters.
type paramTypes [mostParams]int32

var noTypes = paramTypes{none, none, none, none}

// hints say what the parameters of a function literal are that declares no
// types for them.
type hints struct {
	types  paramTypes // as the place it is assigned to says
	callee int32      // or what it is passed to, as the argument at index
	index  int32
}

// of is the type of the n-th parameter, none if nobody says.
func (h *hints) of(w *walker, n int) int32 {
	if h == nil || n >= mostParams {
		return none
	}
	e := h.types[n]
	if h.callee != none && h.index < mostParams {
		e = w.union(e, w.expr(lang.ExprArg, h.callee, h.index*mostParams+int32(n), noName))
	}
	return e
}

// isCallbackType reports a function type, bare, in parentheses or as one part
// of a union.
func (w *walker) isCallbackType(t uint32) bool {
	switch w.kindOf(t) {
	case kindFunctionType:
		return true
	case kindTypeAnnotation, kindParenthesizedType:
		return w.isCallbackType(w.first(t))
	case kindUnionType:
		for c := t + 1; c < w.recs[t].Next; c = w.recs[c].Next {
			if w.isCallbackType(c) {
				return true
			}
		}
	}
	return false
}

// passes notes that a function passes values of these types to the callback
// that is its n-th parameter.
func (w *walker) passes(list []int32, n int, types paramTypes) []int32 {
	for q, t := range types {
		if t != none && n < mostParams {
			list = append(list, w.expr(lang.ExprArg, t, int32(n*mostParams+q), noName))
		}
	}
	return list
}

// callbackHints are the hints for a function literal that is an argument.
func (w *walker) callbackHints(callee int32, index int) *hints {
	if callee == none || index >= mostParams {
		return nil
	}
	h := &hints{types: noTypes, callee: callee, index: int32(index)}
	if index == 0 {
		h.types[0] = w.callbackHint(callee)
	}
	if e := w.exprs[callee]; e.Op == lang.ExprMember && w.exprs[e.A].Op == lang.ExprUnknown {
		return nil
	}
	return h
}

// constructorOf is what "new C" calls.
func (w *walker) constructorOf(class int32) int32 {
	if class == none {
		return none
	}
	return w.member(w.of(lang.ExprNew, class), w.names.intern([]byte("constructor")))
}

// functionArgument walks a function literal that is the index-th argument of a call.
func (w *walker) functionArgument(c uint32, callee int32, index int) {
	self := w.self
	if w.kind(c) == kindFunctionExpression {
		self = none
	}
	w.function(c, w.namedArgument(c), self, w.callbackHints(callee, index))
}

// expects returns the hints for the literal that is given to something whose
// declared type, just walked, is a function type.
func (w *walker) expects(i, inner uint32) *hints {
	t := w.child(i, fieldType)
	if t == treesitter.NoRec || !w.isFunction(inner) || !w.isCallbackType(t) {
		return nil
	}
	return &hints{types: w.lastParams, callee: none}
}

// hinted returns the hints that wait for the function literal at i.
func (w *walker) hinted(i uint32) *hints {
	h := w.expected
	if h == nil || w.expectedAt != i {
		return nil
	}
	w.expected = nil
	return h
}

// callbacksOf moves what was noted of callbacks to the symbol.
func (w *walker) callbacksOf(sym int32, list []int32) {
	s := &w.symbols[sym]
	if s.Kind != graph.KindClass && s.Kind != graph.KindInterface {
		s.Implements = append(s.Implements, list...)
	}
}
