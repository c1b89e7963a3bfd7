package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// isFree reports an identifier spelt so that nothing in the file declares.
func (w *walker) isFree(i uint32, text string) bool {
	return w.kindOf(i) == kindIdentifier && string(w.text(i)) == text &&
		w.names.lookup(w.name(i), spaceValue) == nil
}

// required returns the specifier of require("x"), NoRec for anything else.
func (w *walker) required(call uint32) uint32 {
	if w.kindOf(call) != kindCallExpression || !w.isFree(w.child(call, fieldFunction), "require") {
		return treesitter.NoRec
	}
	args := w.child(call, fieldArguments)
	if args == treesitter.NoRec || w.kind(args) != kindArguments {
		return treesitter.NoRec
	}
	if s := w.first(args); w.kindOf(s) == kindString {
		return s
	}
	return treesitter.NoRec
}

// declareRequire takes "const x = require('m')", "= require('m').x" and
// "const { x: y } = require('m')", which are imports.
func (w *walker) declareRequire(pattern, value uint32) bool {
	name := ""
	at := pattern
	if w.kind(value) == kindMemberExpression {
		p := w.child(value, fieldProperty)
		if p == treesitter.NoRec {
			return false
		}
		name, at = string(w.text(p)), p
		value = w.child(value, fieldObject)
	}
	source := w.required(value)
	if source == treesitter.NoRec {
		return false
	}
	switch {
	case w.kind(pattern) == kindIdentifier:
		w.declareImported(pattern, whatImport, w.newImport(source, name, string(w.text(pattern)), at, 0))
	case w.kind(pattern) == kindObjectPattern && name == "":
		for c := pattern + 1; c < w.recs[pattern].Next; c = w.recs[c].Next {
			w.declareRequired(c, source)
		}
	default:
		return false
	}
	w.symAt[source] = 1 // the import is made
	return true
}

func (w *walker) declareRequired(c, source uint32) {
	key, local := c, c
	switch w.kind(c) {
	case kindPairPattern:
		key, local = w.child(c, fieldKey), w.child(c, fieldValue)
	case kindObjectAssignmentPattern:
		key = w.child(c, fieldLeft)
		local = key
	}
	if key == treesitter.NoRec || local == treesitter.NoRec {
		return
	}
	if w.kind(local) == kindAssignmentPattern {
		local = w.child(local, fieldLeft)
	}
	switch w.kindOf(local) {
	case kindIdentifier, kindShorthandPropertyIdentifierPattern:
		name := w.names.text(w.memberName(key))
		w.declareImported(local, whatImport, w.newImport(source, name, string(w.text(local)), key, 0))
	case kindObjectPattern, kindArrayPattern, kindRestPattern:
		w.declarePattern(local, statement{}, graph.KindVariable)
	}
}

// requireCall is the module of a require whose value is used at once.
func (w *walker) requireCall(source uint32) int32 {
	if w.symAt[source] == 0 {
		w.newImport(source, "", "", source, 0)
		w.symAt[source] = int32(len(w.imports)) + 1
	}
	if i := w.symAt[source] - 2; i >= 0 {
		return w.expr(lang.ExprImport, i, none, noName)
	}
	return none
}

// declaredRequire reports a require that declareRequire has taken.
func (w *walker) declaredRequire(value uint32) bool {
	if w.kindOf(value) == kindMemberExpression {
		value = w.child(value, fieldObject)
	}
	source := w.required(value)
	return source != treesitter.NoRec && w.symAt[source] == 1
}

// exportTarget reads the left side of an assignment to a module's exports:
// whole for module.exports, else the property named.
func (w *walker) exportTarget(left uint32) (whole bool, property uint32) {
	if w.kindOf(left) != kindMemberExpression {
		return false, treesitter.NoRec
	}
	o, p := w.child(left, fieldObject), w.child(left, fieldProperty)
	if o == treesitter.NoRec || p == treesitter.NoRec {
		return false, treesitter.NoRec
	}
	if w.isFree(o, "module") && string(w.text(p)) == "exports" {
		return true, treesitter.NoRec
	}
	if w.isFree(o, "exports") {
		return false, p
	}
	if inner, _ := w.exportTarget(o); inner {
		return false, p
	}
	return false, treesitter.NoRec
}

// declareAssignment declares what a statement "target = value" makes: exports
// of a CommonJS module, and members of a function or class.
func (w *walker) declareAssignment(i uint32, s statement) {
	value := i
	for w.kindOf(value) == kindAssignmentExpression {
		value = w.child(value, fieldRight)
	}
	if value == treesitter.NoRec {
		return
	}
	value = w.unwrap(value)
	for ; w.kindOf(i) == kindAssignmentExpression; i = w.child(i, fieldRight) {
		left := w.child(i, fieldLeft)
		whole, property := w.exportTarget(left)
		switch {
		case whole:
			w.declareWhole(value, s)
		case property != treesitter.NoRec:
			w.declareExported(property, value, s)
		default:
			w.declareAttached(left, value, s)
		}
	}
}

// declareWhole takes "module.exports = value".
func (w *walker) declareWhole(value uint32, s statement) {
	s.flags |= graph.FlagExported | graph.FlagDefault
	if sym := w.symbolAt(value); sym != none {
		w.export("=", w.symbolExpr(sym))
		return
	}
	if w.isFunction(value) || w.kind(value) == kindClass {
		w.export("=", w.symbolExpr(w.anonymous(value, s)))
		return
	}
	if w.kind(value) != kindObject {
		return
	}
	for c := value + 1; c < w.recs[value].Next; c = w.recs[c].Next {
		m := statement{rec: c, doc: w.recs[c].Start, flags: s.flags &^ graph.FlagDefault, mark: s.mark}
		switch w.kind(c) {
		case kindMethodDefinition:
			if n := w.child(c, fieldName); n != treesitter.NoRec {
				sym := w.symbol(graph.KindFunction, m, c, n)
				w.export(w.symbols[sym].Name, w.symbolExpr(sym))
			}
		case kindPair:
			n, v := w.child(c, fieldKey), w.child(c, fieldValue)
			if n == treesitter.NoRec || v == treesitter.NoRec {
				continue
			}
			w.declareExported(n, w.unwrap(v), m)
		}
	}
}

// declareExported takes "exports.name = value" and the pairs of an exported
// object.
func (w *walker) declareExported(name, value uint32, s statement) {
	id := w.memberName(name)
	s.flags |= graph.FlagExported
	sym := w.symbolAt(value)
	if sym == none {
		k := graph.KindConstant
		switch {
		case w.isFunction(value):
			k = graph.KindFunction
		case w.kind(value) == kindClass:
			k = graph.KindClass
		case w.kind(value) == kindIdentifier || w.kind(value) == kindMemberExpression,
			w.required(value) != treesitter.NoRec, w.kind(value) == kindUnaryExpression:
			return // passed on, seen in the walk; or "exports.a = void 0"
		}
		sym = w.symbol(k, s, value, name)
		w.setValue(sym, value)
	}
	w.export(w.names.text(id), w.symbolExpr(sym))
}

// declareAttached takes "F.prototype.m = function", "F.m = function" and
// "F.prototype = {...}".
func (w *walker) declareAttached(left, value uint32, s statement) {
	if w.kindOf(left) != kindMemberExpression {
		return
	}
	o, p := w.child(left, fieldObject), w.child(left, fieldProperty)
	if o == treesitter.NoRec || p == treesitter.NoRec {
		return
	}
	if string(w.text(p)) == "prototype" && w.kind(value) == kindObject {
		if sym := w.ownSymbol(o); sym != none {
			w.makeClass(sym)
			w.withOwner(sym, func() { w.objectMembers(value) })
		}
		return
	}
	flags := graph.FlagStatic
	if w.kind(o) == kindMemberExpression {
		if pp := w.child(o, fieldProperty); pp == treesitter.NoRec || string(w.text(pp)) != "prototype" {
			return
		}
		o, flags = w.child(o, fieldObject), 0
	}
	sym := w.ownSymbol(o)
	if sym == none || !w.isFunction(value) || w.symbolAt(value) != none {
		return
	}
	s.flags |= flags
	if flags == 0 {
		w.makeClass(sym)
	}
	w.withOwner(sym, func() {
		m := w.symbol(graph.KindMethod, s, value, p)
		w.setValue(m, value)
	})
}

// makeClass notes that a function serves as a class.
func (w *walker) makeClass(sym int32) {
	if s := &w.symbols[sym]; s.Kind == graph.KindFunction {
		s.Kind = graph.KindClass
	}
}

// ownSymbol is the symbol of this file that an identifier denotes.
func (w *walker) ownSymbol(i uint32) int32 {
	if w.kindOf(i) != kindIdentifier {
		return none
	}
	if d := w.names.lookup(w.name(i), spaceValue); d != nil && d.expr != none {
		if e := w.exprs[d.expr]; e.Op == lang.ExprSymbol {
			return e.A
		}
	}
	return none
}

// withOwner declares members of a symbol.
func (w *walker) withOwner(sym int32, f func()) {
	cur := w.cur
	w.cur = sym
	f()
	w.cur = cur
}

// exportAssigned offers what a walked assignment gives to the exports.
func (w *walker) exportAssigned(whole bool, property, right uint32, value int32) {
	inner := w.unwrap(right)
	for w.kindOf(inner) == kindAssignmentExpression {
		inner = w.unwrap(w.child(inner, fieldRight))
	}
	if inner == treesitter.NoRec || w.symbolAt(inner) != none || w.cur != none {
		return
	}
	switch {
	case whole && w.kind(inner) == kindObject:
		w.exportProperties(inner)
	case whole:
		w.export("=", value)
	case !bytes.HasPrefix(w.text(inner), []byte("void")):
		w.export(w.names.text(w.memberName(property)), value)
	}
}

// exportProperties offers the properties of "module.exports = {...}" that name
// something declared elsewhere.
func (w *walker) exportProperties(object uint32) {
	for c := object + 1; c < w.recs[object].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindShorthandPropertyIdentifier:
			w.export(string(w.text(c)), w.meaning(c))
		case kindPair:
			n, v := w.child(c, fieldKey), w.child(c, fieldValue)
			if n == treesitter.NoRec || v == treesitter.NoRec || w.symbolAt(w.unwrap(v)) != none {
				continue
			}
			if src := w.required(v); src != treesitter.NoRec {
				w.export(w.names.text(w.memberName(n)), w.requireCall(src))
				continue
			}
			w.export(w.names.text(w.memberName(n)), w.entity(v))
		case kindSpreadElement:
			if src := w.required(w.first(c)); src != treesitter.NoRec {
				w.export("*", w.requireCall(src))
			}
		}
	}
}
