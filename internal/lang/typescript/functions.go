package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// mostReturns bounds the union of what a function without a declared result
// returns.
const mostReturns = 4

// function walks a function, method or signature. sym is its symbol or none;
// self is what this means inside; h says what undeclared parameters are. It
// returns what a call yields.
func (w *walker) function(i uint32, sym, self int32, h *hints) int32 {
	cur, outerSelf, outer, owner := w.cur, w.self, w.fn, w.typeOwner
	mark := w.names.enter()
	fn := function{returns: none}
	if sym != none {
		w.cur = sym
	}
	w.self, w.fn, w.typeOwner = self, &fn, none
	w.ownName(i, sym)
	declared := none
	var callbacks []int32
	params := noTypes
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldTypeParameters:
			w.typeParameters(c)
		case fieldParameter:
			w.bindName(c, h.of(w, 0))
		case fieldParameters:
			params, callbacks = w.parameters(c, h)
		case fieldReturnType, fieldType:
			declared = w.typ(c, graph.ContextReturnType)
		case fieldBody:
			w.body(c, mark)
		case fieldDecorator:
			w.node(c)
		case fieldName:
			if w.kind(c) == kindComputedPropertyName {
				w.node(c)
			}
		}
	}
	if declared == none {
		declared = fn.returns
	}
	if sym != none && declared != none {
		s := &w.symbols[sym]
		s.Result = w.union(s.Result, declared)
	}
	if sym != none && len(callbacks) > 0 {
		w.callbacksOf(sym, callbacks)
	}
	w.lastParams, w.lastCallbacks = params, callbacks
	w.names.leave(mark)
	w.cur, w.self, w.fn, w.typeOwner = cur, outerSelf, outer, owner
	return declared
}

// ownName puts the name of a function expression in its own scope.
func (w *walker) ownName(i uint32, sym int32) {
	switch w.kind(i) {
	case kindFunctionExpression, kindGeneratorFunction:
		n := w.child(i, fieldName)
		if n == treesitter.NoRec {
			return
		}
		e := none
		if sym != none {
			e = w.symbolExpr(sym)
		} else {
			e = w.expr(lang.ExprLocal, w.newLocal(none), none, noName)
		}
		w.names.declare(w.name(n), spaceValue, whatLocal, e)
	}
}

// body walks what a function does.
func (w *walker) body(i uint32, mark int) {
	if w.kind(i) != kindStatementBlock {
		w.fn.returns = w.value(i, graph.ReturnReturned)
		return
	}
	w.hoist(i, mark, false)
	w.hoistVars(i, mark, false)
	w.children(i)
}

// returned notes what a return statement gives.
func (w *walker) returned(e int32) {
	if w.fn == nil || e == none || w.fn.many >= mostReturns {
		return
	}
	w.fn.many++
	w.fn.returns = w.union(w.fn.returns, e)
}

// parameters declares the parameters. It returns their types and what is
// passed to those that are callbacks.
func (w *walker) parameters(i uint32, h *hints) (types paramTypes, callbacks []int32) {
	types = noTypes
	n := 0
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
			continue
		case kindRequiredParameter, kindOptionalParameter:
			if w.kindOf(w.child(c, fieldPattern)) == kindThis {
				w.parameter(c, none)
				continue
			}
			typ := w.parameter(c, h.of(w, n))
			if n < mostParams {
				types[n] = typ
			}
			if t := w.child(c, fieldType); t != treesitter.NoRec && w.isCallbackType(t) {
				callbacks = w.passes(callbacks, n, w.passed)
			}
		case kindError:
			w.node(c)
			continue
		default: // JavaScript has the patterns themselves
			w.bindPattern(c, h.of(w, n))
		}
		n++
	}
	return types, callbacks
}

// parameter takes one parameter with its type, default and decorators, and
// returns the type declared. What a callback is passed is left in w.passed.
func (w *walker) parameter(i uint32, hint int32) (declared int32) {
	pattern, value := treesitter.NoRec, treesitter.NoRec
	typ := none
	declared = none
	passed := noTypes
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldPattern, fieldName:
			pattern = c
		case fieldType:
			typ = w.typ(c, graph.ContextParameterType)
			declared, passed = typ, w.lastParams
		case fieldValue:
			value = c
		default:
			if w.kind(c) == kindDecorator {
				w.node(c)
			}
		}
	}
	if pattern == treesitter.NoRec {
		return declared
	}
	sym := w.parameterProperty(i, pattern, typ)
	if value != treesitter.NoRec {
		e := w.value(value, graph.ReturnAssigned)
		if typ == none {
			typ = e
		}
	}
	if typ == none {
		typ = hint
	}
	if sym != none && w.symbols[sym].Type == none {
		w.symbols[sym].Type = typ
	}
	if w.kind(pattern) == kindThis {
		w.self = typ
		return declared
	}
	w.bindPatternOf(pattern, typ, w.objectTypeOf(i))
	w.passed = passed
	return declared
}

// parameterProperty declares the field that "private x: T" makes in a
// constructor.
func (w *walker) parameterProperty(i, pattern uint32, typ int32) int32 {
	if w.recs[pattern].Start == w.recs[i].Start || w.kind(pattern) != kindIdentifier ||
		w.class == none || w.cur == none || w.symbols[w.cur].Kind != graph.KindConstructor {
		return none
	}
	m := w.modifiers(i, pattern)
	if !m.property {
		return none
	}
	r := w.recs[i]
	s := statement{rec: i, doc: r.Start, flags: m.flags &^ graph.FlagStatic}
	sym := none
	w.withOwner(w.class, func() { sym = w.symbol(graph.KindField, s, i, pattern) })
	w.symbols[sym].Type = typ
	return sym
}

// modifiers is what the words before a name say.
type modifiers struct {
	flags    graph.Flags
	property bool // a word that makes a parameter a property
}

// modifiers reads the words between a declaration's decorators and its name.
func (w *walker) modifiers(i, name uint32) modifiers {
	var m modifiers
	from := w.recs[i].Start
	for c := i + 1; c < name; c = w.recs[c].Next {
		if k := w.kind(c); k == kindDecorator || k == kindComment {
			from = w.recs[c].End
		}
	}
	if from >= w.recs[name].Start {
		return m
	}
	for word := range bytes.FieldsSeq(w.src[from:w.recs[name].Start]) {
		switch string(bytes.TrimRight(word, "*")) {
		case "static":
			m.flags |= graph.FlagStatic
		case "async":
			m.flags |= graph.FlagAsync
		case "abstract":
			m.flags |= graph.FlagAbstract
		case "private":
			m.flags |= graph.FlagPrivate
			m.property = true
		case "protected":
			m.flags |= graph.FlagProtected
			m.property = true
		case "public", "readonly", "override":
			m.property = true
		case "get", "set":
			m.flags |= graph.FlagAccessor
		}
	}
	return m
}

// typeParameters declares T and U of "<T extends X, U = T>".
func (w *walker) typeParameters(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) != kindTypeParameter {
			continue
		}
		if n := w.child(c, fieldName); n != treesitter.NoRec {
			w.names.declare(w.name(n), spaceType, whatTypeParameter, none)
		}
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) != kindTypeParameter {
			continue
		}
		n, bound := w.child(c, fieldName), w.child(c, fieldConstraint)
		if bound != treesitter.NoRec {
			e := w.thing(w.typ(bound, graph.ContextType))
			if d := w.names.lookup(w.name(n), spaceType); d != nil {
				d.expr = e
			}
		}
		if v := w.child(c, fieldValue); v != treesitter.NoRec {
			w.typ(v, graph.ContextType)
		}
	}
}
