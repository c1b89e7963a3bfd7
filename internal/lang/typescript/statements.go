package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// children walks the children of a record.
func (w *walker) children(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		w.node(c)
	}
}

// node walks a record of any kind: a statement here, else an expression or type.
func (w *walker) node(i uint32) {
	switch k := w.kind(i); k {
	case kindComment, kindImportStatement, kindImportAlias, kindHashBangLine, kindStatementIdentifier:
	case kindExportStatement:
		w.exportStatement(i)
	case kindAmbientDeclaration:
		w.ambient(i)
	case kindElseClause, kindSwitchDefault, kindFinallyClause:
		w.children(i)
	case kindExpressionStatement:
		if c := w.first(i); c != treesitter.NoRec {
			w.discard(c)
		}
	case kindFunctionDeclaration, kindGeneratorFunctionDeclaration, kindFunctionSignature:
		sym := w.symbolAt(i)
		w.function(i, sym, w.prototypeSelf(sym), nil)
	case kindClassDeclaration, kindAbstractClassDeclaration:
		w.classLike(i, w.symbolAt(i))
	case kindInterfaceDeclaration:
		w.interfaceLike(i)
	case kindTypeAliasDeclaration:
		w.alias(i)
	case kindEnumDeclaration:
		w.enum(i)
	case kindModule, kindInternalModule:
		w.namespace(i)
	case kindLexicalDeclaration, kindVariableDeclaration, kindUsingDeclaration:
		w.variables(i)
	case kindStatementBlock, kindSwitchBody:
		w.block(i)
	case kindForStatement, kindForInStatement, kindCatchClause:
		w.loop(i)
	case kindReturnStatement:
		if c := w.first(i); c != treesitter.NoRec {
			w.returned(w.value(c, graph.ReturnReturned))
		}
	case kindIfStatement, kindWhileStatement, kindDoStatement, kindSwitchStatement, kindSwitchCase,
		kindTryStatement, kindThrowStatement, kindLabeledStatement, kindWithStatement:
		w.compound(i)
	case kindDecorator:
		w.decorator(i)
	case kindError:
		w.broken(i)
	default:
		if k >= kindTypeAnnotation && k <= kindOmittingTypeAnnotation || k == kindTypeIdentifier || k == kindNestedTypeIdentifier {
			w.typ(i, graph.ContextType)
			return
		}
		w.value(i, graph.ReturnNone)
	}
}

// ambient walks "declare x"; what stands in "declare global" was declared with
// the file.
func (w *walker) ambient(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindStatementBlock {
			w.children(c)
		} else {
			w.node(c)
		}
	}
}

// compound walks a statement of conditions and bodies.
func (w *walker) compound(i uint32) {
	cond := treesitter.NoRec
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.field(c) {
		case fieldCondition:
			w.value(c, graph.ReturnCondition)
			cond = c
		case fieldConsequence:
			mark := w.narrow(cond)
			w.node(c)
			w.names.leave(mark)
		default:
			w.node(c)
		}
	}
}

// discard walks an expression whose value nobody takes.
func (w *walker) discard(i uint32) {
	if w.kind(i) == kindInternalModule {
		w.namespace(i)
		return
	}
	w.value(i, graph.ReturnDiscarded)
}

// block walks statements in a scope of their own.
func (w *walker) block(i uint32) {
	mark := w.names.enter()
	w.hoist(i, mark, false)
	if w.kind(i) == kindSwitchBody { // all cases share it
		for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
			w.hoist(c, mark, false)
		}
	}
	w.children(i)
	w.names.leave(mark)
}

// namespace walks the body of a namespace or ambient module, whose variables
// are symbols.
func (w *walker) namespace(i uint32) {
	body := w.child(i, fieldBody)
	if body == treesitter.NoRec {
		return
	}
	cur := w.cur
	if sym := w.symbolAt(i); sym != none {
		w.cur = sym
	}
	mark := w.names.enter()
	w.hoist(body, mark, true)
	w.hoistVars(body, mark, true)
	w.children(body)
	w.names.leave(mark)
	w.cur = cur
}

// loop walks a statement whose head declares names for its body.
func (w *walker) loop(i uint32) {
	mark := w.names.enter()
	s := statement{mark: mark}
	declares := false
	item := lang.ExprIter
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		s.rec, s.doc = c, w.recs[c].Start
		switch w.field(c) {
		case fieldInitializer:
			w.declare(c, s)
			w.node(c)
		case fieldCondition:
			w.value(c, graph.ReturnCondition)
		case fieldKind:
			declares = true
			if string(w.text(c)) == "var" {
				declares = false
			}
		case fieldParameter:
			w.declarePattern(c, s, graph.KindVariable)
			w.assignPattern(c, none, treesitter.NoRec)
		case fieldLeft:
			if declares {
				w.declarePattern(c, s, graph.KindVariable)
			}
		case fieldOperator:
			if string(w.text(c)) == "in" {
				item = lang.ExprUnknown
			}
		case fieldRight:
			w.loopOver(i, c, item)
		case fieldType:
			w.typ(c, graph.ContextType)
		default:
			w.node(c)
		}
	}
	w.names.leave(mark)
}

// loopOver gives the variable of a for-of loop the items of what it loops over.
func (w *walker) loopOver(i, right uint32, item lang.ExprOp) {
	e := w.value(right, graph.ReturnArgument)
	if item == lang.ExprUnknown {
		e = none
	} else {
		e = w.of(item, e)
	}
	l := w.child(i, fieldLeft)
	if l == treesitter.NoRec {
		return
	}
	switch w.kind(l) {
	case kindIdentifier, kindObjectPattern, kindArrayPattern:
		w.assignPattern(l, e, treesitter.NoRec)
	default:
		w.write(l)
	}
}

// variables walks declarations.
func (w *walker) variables(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) != kindVariableDeclarator {
			if w.kind(c) == kindError {
				w.node(c)
			}
			continue
		}
		n := w.child(c, fieldName)
		if n == treesitter.NoRec {
			continue
		}
		value := w.child(c, fieldValue)
		if value != treesitter.NoRec && w.declaredRequire(value) {
			continue
		}
		w.variable(c, n, value, w.unwrap(value), w.symbolAt(c), graph.ContextType)
	}
}

// variable walks the type and value of a variable or field and records what
// it holds.
func (w *walker) variable(i, name, value, inner uint32, sym int32, ctx graph.Context) {
	cur := w.cur
	if sym != none {
		w.cur = sym
	}
	typ := none
	shape := treesitter.NoRec
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch {
		case w.field(c) == fieldType:
			typ = w.annotation(sym, c, ctx)
			shape = w.objectTypeOf(i)
			if sym != none {
				w.declaredResult(sym, c)
			}
			w.expected, w.expectedAt = w.expects(i, inner), inner
		case w.kind(c) == kindDecorator, w.kind(c) == kindComputedPropertyName, w.kind(c) == kindError:
			w.node(c)
		}
	}
	e := none
	if value != treesitter.NoRec {
		if sym != none && w.kindOf(inner) == kindObject {
			w.objectMembers(inner)
		}
		e = w.typedValue(value, typ)
	}
	if typ == none {
		typ = e
	}
	if sym != none {
		if k := w.kindOf(inner); k != kindObject && k != kindClass && !w.isFunction(inner) {
			w.symbols[sym].Type = typ
		} else if typ != none && (w.exprs[typ].Op == lang.ExprInst || w.exprs[typ].Op == lang.ExprThis) && k != kindObject {
			w.symbols[sym].Type = typ
		}
	}
	w.cur = cur
	if sym == none {
		w.assignPattern(name, typ, shape)
	}
}

// declaredResult records what calling a variable of a function type yields.
func (w *walker) declaredResult(sym int32, annotation uint32) {
	switch w.kindOf(w.first(annotation)) {
	case kindFunctionType, kindObjectType:
		w.symbols[sym].Result = w.result
		if len(w.lastCallbacks) > 0 {
			w.callbacksOf(sym, w.lastCallbacks)
		}
	}
}

// initialize walks the value of a symbol.
func (w *walker) initialize(sym int32, value, inner uint32) {
	cur := w.cur
	w.cur = sym
	if w.kind(inner) == kindObject {
		w.objectMembers(inner)
	}
	e := w.value(value, graph.ReturnAssigned)
	switch k := w.kind(inner); {
	case k == kindObject && w.symbols[sym].Kind == graph.KindProperty:
		w.symbols[sym].Type = w.expr(lang.ExprThis, sym, none, noName) // its members are what it owns
	case k != kindObject && k != kindClass && !w.isFunction(inner) && w.symbols[sym].Type == none:
		w.symbols[sym].Type = e
	}
	w.cur = cur
}

// broken walks an ERROR: what is whole in it is kept, loose names are not sites.
func (w *walker) broken(i uint32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindIdentifier, kindTypeIdentifier, kindPropertyIdentifier, kindShorthandPropertyIdentifier,
			kindShorthandPropertyIdentifierPattern, kindFormalParameters, kindTypeParameters:
		default:
			w.node(c)
		}
	}
}

// decorator walks "@name" and "@name(...)", which are calls.
func (w *walker) decorator(i uint32) {
	c := w.first(i)
	for w.kindOf(c) == kindParenthesizedExpression {
		c = w.first(c)
	}
	switch w.kindOf(c) {
	case kindOther:
		if c == treesitter.NoRec {
			return
		}
		w.value(c, graph.ReturnNone)
	case kindCallExpression:
		w.call(c, graph.ContextAttribute, graph.ReturnNone)
	case kindIdentifier:
		if e := w.meaning(c); e != none {
			w.mention(c, e, graph.EdgeCalls, graph.ContextAttribute, graph.ReturnNone)
		}
	case kindMemberExpression:
		if e, p := w.memberOf(c); p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeCalls, graph.ContextAttribute, graph.ReturnNone)
		}
	default:
		w.value(c, graph.ReturnNone)
	}
}

// isJavaScript reports a file without type annotations by its name.
func isJavaScript(path string) bool {
	for _, ext := range [...]string{".js", ".mjs", ".cjs", ".jsx"} {
		if bytes.HasSuffix([]byte(path), []byte(ext)) {
			return true
		}
	}
	return false
}
