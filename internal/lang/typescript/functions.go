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
// self is what this means inside; hint is the type of its first parameter if
// nothing is declared. It returns what a call yields.
func (w *walker) function(i uint32, sym, self, hint int32) int32 {
	cur, outerSelf, outer, owner := w.cur, w.self, w.fn, w.typeOwner
	mark := w.names.enter()
	fn := function{returns: none}
	if sym != none {
		w.cur = sym
	}
	w.self, w.fn, w.typeOwner = self, &fn, none
	w.ownName(i, sym)
	declared := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldTypeParameters:
			w.typeParameters(c)
		case fieldParameter:
			w.bindName(c, hint)
		case fieldParameters:
			w.parameters(c, hint)
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

func (w *walker) parameters(i uint32, hint int32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
			continue
		case kindRequiredParameter, kindOptionalParameter:
			w.parameter(c, hint)
		case kindError:
			w.node(c)
		default: // JavaScript has the patterns themselves
			w.bindPattern(c, hint)
		}
		hint = none
	}
}

// parameter takes one parameter with its type, default and decorators.
func (w *walker) parameter(i uint32, hint int32) {
	pattern, value := treesitter.NoRec, treesitter.NoRec
	typ := none
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldPattern, fieldName:
			pattern = c
		case fieldType:
			typ = w.typ(c, graph.ContextParameterType)
		case fieldValue:
			value = c
		default:
			if w.kind(c) == kindDecorator {
				w.node(c)
			}
		}
	}
	if pattern == treesitter.NoRec {
		return
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
		return
	}
	w.bindPatternOf(pattern, typ, w.objectTypeOf(i))
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
