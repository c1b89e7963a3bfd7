package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// call walks a call and returns what it yields.
func (w *walker) call(i uint32, ctx graph.Context, use graph.Return) int32 {
	f, args := w.child(i, fieldFunction), w.child(i, fieldArguments)
	if f == treesitter.NoRec {
		w.children(i)
		return none
	}
	if w.kind(f) == kindImport {
		return w.dynamicImport(args)
	}
	if source := w.required(i); source != treesitter.NoRec {
		return w.requireCall(source)
	}
	e := w.callee(f, ctx, use)
	for c := w.recs[f].Next; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindTypeArguments {
			w.typeArguments(c)
		}
	}
	arg := none
	if args != treesitter.NoRec {
		arg = w.arguments(args, e)
	}
	if e == none || w.kind(f) == kindSuper {
		return none
	}
	if v, known := w.libraryResult(e, arg); known {
		return v
	}
	return w.expr(lang.ExprCall, e, none, noName)
}

// libraryResult is what functions of the language's own library yield that
// give back what they are given, or nobody knows what.
func (w *walker) libraryResult(callee, arg int32) (value int32, known bool) {
	e := w.exprs[callee]
	if e.Op != lang.ExprMember || w.exprs[e.A].Op != lang.ExprGlobal {
		return none, false
	}
	switch w.exprs[e.A].Name + "." + e.Name {
	case "Object.assign", "Object.freeze", "Object.seal", "Object.preventExtensions", "Promise.resolve":
		return arg, true
	case "Array.from":
		return w.arrayOf(w.of(lang.ExprIter, arg)), true
	case "Array.of":
		return w.arrayOf(arg), true
	case "Object.values":
		return w.arrayOf(w.of(lang.ExprElem, arg)), true
	case "Object.keys":
		return w.arrayOf(w.literal("string")), true
	case "JSON.parse", "Object.create", "Object.entries", "Object.fromEntries", "Reflect.get", "Reflect.apply", "Reflect.construct",
		"Promise.all", "Promise.allSettled", "Promise.any", "Promise.race":
		return none, true
	}
	return none, false
}

func (w *walker) arrayOf(elem int32) int32 {
	return w.expr(lang.ExprLiteral, none, elem, w.names.intern([]byte("Array")))
}

// callee walks what is called. Its name is the site.
func (w *walker) callee(f uint32, ctx graph.Context, use graph.Return) int32 {
	switch w.kind(f) {
	case kindIdentifier:
		e := w.meaning(f)
		w.mention(f, e, graph.EdgeCalls, ctx, use)
		return e
	case kindMemberExpression:
		e, p := w.memberOf(f)
		if p != treesitter.NoRec {
			w.mention(p, w.applied(e), graph.EdgeCalls, ctx, use)
		}
		return w.applied(e)
	case kindCallExpression:
		// require("./m")(x) calls what the module is.
		if source := w.required(f); source != treesitter.NoRec {
			e := w.requireCall(source)
			if e != none {
				w.mention(f, e, graph.EdgeCalls, ctx, use)
			}
			return e
		}
	case kindSuper:
		e := w.superOf()
		if e != none {
			e = w.member(e, w.names.intern([]byte("constructor")))
			w.mention(f, e, graph.EdgeCalls, ctx, use)
		}
		return e
	case kindNonNullExpression, kindParenthesizedExpression:
		c := w.first(f)
		if c != treesitter.NoRec && w.recs[c].Next >= w.recs[f].Next {
			return w.callee(c, ctx, use)
		}
	case kindInstantiationExpression:
		if c := w.first(f); c != treesitter.NoRec {
			e := w.callee(c, ctx, use)
			for t := w.recs[c].Next; t < w.recs[f].Next; t = w.recs[t].Next {
				w.node(t)
			}
			return e
		}
	case kindSubscriptExpression:
		refs := len(w.refs)
		e := w.subscript(f, graph.EdgeCalls)
		if n := len(w.refs); n > refs && w.refs[n-1].Kind == graph.EdgeCalls {
			w.refs[n-1].Context, w.refs[n-1].Return = ctx, use
		}
		return e
	}
	return w.value(f, graph.ReturnNone)
}

// applied is the function that f.call and f.apply call.
func (w *walker) applied(e int32) int32 {
	if e == none {
		return none
	}
	x := w.exprs[e]
	if x.Op != lang.ExprMember || x.Name != "call" && x.Name != "apply" {
		return e
	}
	if o := w.exprs[x.A]; o.Op == lang.ExprSymbol && w.symbols[o.A].Kind == graph.KindFunction {
		return x.A
	}
	return e
}

// construct takes "new C(...)".
func (w *walker) construct(i uint32) int32 {
	f := w.child(i, fieldConstructor)
	if f == treesitter.NoRec {
		w.children(i)
		return none
	}
	e := none
	switch w.kind(f) {
	case kindIdentifier:
		if e = w.meaning(f); w.notLocal(e) {
			w.mention(f, e, graph.EdgeInstantiates, graph.ContextCall, graph.ReturnNone)
		}
	case kindMemberExpression:
		var p uint32
		if e, p = w.memberOf(f); p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeInstantiates, graph.ContextCall, graph.ReturnNone)
		}
	default:
		e = w.value(f, graph.ReturnNone)
	}
	for c := w.recs[f].Next; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindTypeArguments:
			e = w.apply(e, w.typeArguments(c))
		case kindArguments:
			w.arguments(c, w.constructorOf(e))
		}
	}
	return w.of(lang.ExprNew, e)
}

// arguments walks the arguments of a call of callee and returns the first.
func (w *walker) arguments(i uint32, callee int32) int32 {
	arg := none
	if w.kind(i) != kindArguments {
		w.value(i, graph.ReturnNone) // a tagged template
		return none
	}
	n := 0
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
			continue
		case kindArrowFunction, kindFunctionExpression:
			w.functionArgument(c, callee, n)
		default:
			if e := w.value(c, graph.ReturnArgument); n == 0 {
				arg = e
			}
		}
		n++
	}
	return arg
}

// namedArgument declares a function expression that has a name of its own.
func (w *walker) namedArgument(c uint32) int32 {
	if w.kind(c) != kindFunctionExpression {
		return none
	}
	n := w.child(c, fieldName)
	if n == treesitter.NoRec {
		return none
	}
	s := statement{rec: c, doc: w.recs[c].Start}
	return w.symbol(graph.KindFunction, s, c, n)
}

// callbackHint is the type of a callback's first parameter, where the name of
// the method that takes it says so: an element of the array, what a promise
// resolves to.
func (w *walker) callbackHint(callee int32) int32 {
	if callee == none {
		return none
	}
	e := w.exprs[callee]
	if e.Op != lang.ExprMember || w.exprs[e.A].Op == lang.ExprUnknown {
		return none
	}
	switch e.Name {
	case "forEach", "map", "filter", "find", "findIndex", "findLast", "some", "every", "flatMap", "sort":
		return w.of(lang.ExprElem, e.A)
	case "then":
		return w.awaited(e.A)
	}
	return none
}

// dynamicImport takes import("m").
func (w *walker) dynamicImport(args uint32) int32 {
	if args == treesitter.NoRec {
		return none
	}
	if s := w.first(args); w.kindOf(s) == kindString {
		return w.requireCall(s)
	}
	w.children(args)
	return none
}
