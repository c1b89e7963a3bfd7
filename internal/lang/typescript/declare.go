package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// statement is what stands around a declaration: the export, declare and
// decorators before it belong to it, and the doc comment.
type statement struct {
	rec   uint32
	doc   uint32 // byte of the doc comment, or of rec
	flags graph.Flags
	mark  int  // of the scope
	fixed bool // top of a file or namespace: variables are symbols
}

// hoist declares what the direct children of a block declare.
func (w *walker) hoist(block uint32, mark int, fixed bool) {
	w.sig = none
	doc := treesitter.NoRec
	aliases := false
	end := w.recs[block].Next
	for c := block + 1; c < end; c = w.recs[c].Next {
		if w.kind(c) == kindComment {
			if w.isDoc(c) {
				doc = w.recs[c].Start
			}
			continue
		}
		if w.isAlias(c) {
			aliases = true
			continue
		}
		s := statement{rec: c, doc: min(doc, w.recs[c].Start), mark: mark, fixed: fixed}
		w.declare(c, s)
		doc = treesitter.NoRec
	}
	for c := block + 1; aliases && c < end; c = w.recs[c].Next {
		if w.isAlias(c) { // of what is declared around it
			w.declare(c, statement{rec: c, doc: w.recs[c].Start, mark: mark, fixed: fixed})
		}
	}
	w.sig = none
}

// isAlias reports "import A = N.M", exported or not.
func (w *walker) isAlias(i uint32) bool {
	k := w.kind(i)
	return k == kindImportAlias || k == kindExportStatement && w.kindOf(w.first(i)) == kindImportAlias
}

func (w *walker) isDoc(comment uint32) bool {
	t := w.text(comment)
	return len(t) >= 5 && t[1] == '*' && t[2] == '*'
}

// declare makes the names of one statement known.
func (w *walker) declare(i uint32, s statement) {
	sig := w.sig
	w.sig = none
	switch k := w.kind(i); k {
	case kindExportStatement:
		w.sig = sig
		w.declareExport(i, s)
	case kindAmbientDeclaration:
		w.sig = sig
		for c := w.first(i); c < w.recs[i].Next; c = w.recs[c].Next {
			if w.kind(c) == kindStatementBlock { // declare global
				w.hoist(c, s.mark, true)
			} else {
				w.declare(c, s)
			}
		}
	case kindFunctionDeclaration, kindGeneratorFunctionDeclaration, kindFunctionSignature:
		w.declareFunction(i, s, sig)
	case kindClassDeclaration, kindAbstractClassDeclaration:
		w.declareType(i, graph.KindClass, s, spaceValue, spaceType)
	case kindInterfaceDeclaration:
		w.declareType(i, graph.KindInterface, s, spaceType)
	case kindTypeAliasDeclaration:
		w.declareType(i, graph.KindType, s, spaceType)
	case kindEnumDeclaration:
		w.declareType(i, graph.KindEnum, s, spaceValue, spaceType, spaceNamespace)
	case kindModule, kindInternalModule:
		w.declareModule(i, s)
	case kindLexicalDeclaration, kindVariableDeclaration, kindUsingDeclaration:
		w.declareVariables(i, s)
	case kindImportStatement:
		w.declareImport(i)
	case kindImportAlias:
		w.declareAlias(i)
	case kindExpressionStatement:
		if c := w.first(i); c != treesitter.NoRec {
			switch w.kind(c) {
			case kindInternalModule:
				w.declareModule(c, s)
			case kindAssignmentExpression:
				if s.fixed {
					w.declareAssignment(c, s)
				}
			}
		}
	case kindError:
		w.hoistInside(i, s)
	}
}

// hoistInside declares the complete declarations inside an ERROR.
func (w *walker) hoistInside(i uint32, s statement) {
	doc := treesitter.NoRec
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindComment {
			if w.isDoc(c) {
				doc = w.recs[c].Start
			}
			continue
		}
		s.rec, s.doc = c, min(doc, w.recs[c].Start)
		w.declare(c, s)
		doc = treesitter.NoRec
	}
}

// span is the place of a declaration at rec, named at name.
func (w *walker) span(s statement, rec, name uint32) graph.Span {
	r := w.recs[s.rec]
	sp := graph.Span{
		Start: r.Start, End: r.End, StartLine: r.Row + 1, EndLine: w.endLine(s.rec),
		Name: w.recs[name].Start, NameLine: w.recs[name].Row + 1, Doc: min(s.doc, r.Start),
	}
	if body := w.child(rec, fieldBody); body != treesitter.NoRec {
		sp.Body = w.recs[body].Start
	}
	return sp
}

// symbol declares what stands at rec and is named by the record name.
func (w *walker) symbol(k graph.Kind, s statement, rec, name uint32) int32 {
	sym := w.newSymbol(k, s.flags|w.always, w.cur, w.memberName(name), w.span(s, rec, name))
	w.symAt[rec] = sym + 1
	return sym
}

func (w *walker) symbolAt(i uint32) int32 { return w.symAt[i] - 1 }

func (w *walker) declareFunction(i uint32, s statement, sig int32) {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return
	}
	id := w.name(n)
	if sig != none && w.symbols[sig].Name == w.names.text(id) {
		w.join(sig, i, s)
	} else {
		sig = w.symbol(graph.KindFunction, s, i, n)
		w.names.declare(id, spaceValue, whatSymbol, w.symbolExpr(sig))
	}
	w.symbols[sig].Flags |= w.async(i, n)
	if w.kind(i) == kindFunctionSignature {
		w.sig = sig
	}
}

// join makes a further overload, or the implementation, part of the symbol.
func (w *walker) join(sym int32, i uint32, s statement) {
	w.symAt[i] = sym + 1
	sp := &w.symbols[sym].Span
	sp.End, sp.EndLine = w.recs[s.rec].End, w.endLine(s.rec)
	if body := w.child(i, fieldBody); body != treesitter.NoRec {
		sp.Body = w.recs[body].Start
	}
	w.symbols[sym].Flags |= s.flags
}

func (w *walker) async(i, name uint32) graph.Flags {
	if bytes.HasPrefix(w.text(i), []byte("async")) && w.recs[name].Start > w.recs[i].Start+5 {
		return graph.FlagAsync
	}
	return 0
}

func (w *walker) declareType(i uint32, k graph.Kind, s statement, spaces ...space) {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return
	}
	if w.kind(i) == kindAbstractClassDeclaration {
		s.flags |= graph.FlagAbstract
	}
	sym := w.symbol(k, s, i, n)
	w.declareSymbol(w.name(n), s.mark, sym, spaces...)
}

// declareSymbol puts a symbol in scope. Of several declarations of one name in
// one space the first stands for all.
func (w *walker) declareSymbol(id int32, mark int, sym int32, spaces ...space) {
	for _, sp := range spaces {
		if d := w.names.here(mark, id, sp); d == nil || d.what != whatSymbol {
			w.names.declare(id, sp, whatSymbol, w.symbolExpr(sym))
		}
	}
}

// declareModule declares a namespace, or each part of "namespace A.B".
func (w *walker) declareModule(i uint32, s statement) {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return
	}
	if w.kind(n) == kindString {
		w.symbol(graph.KindModule, s, i, n)
		return
	}
	cur := w.cur
	first := true
	for c := n; c < w.recs[n].Next; c++ {
		switch w.kind(c) {
		case kindIdentifier, kindPropertyIdentifier:
			sym := w.symbol(graph.KindNamespace, s, i, c)
			if first {
				w.declareSymbol(w.name(c), s.mark, sym, spaceValue, spaceNamespace)
			} else {
				w.symbols[sym].Flags |= graph.FlagExported
			}
			w.cur, first = sym, false
		}
	}
	w.cur = cur
}

func (w *walker) declareVariables(i uint32, s statement) {
	count := 0
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) == kindVariableDeclarator {
			count++
		}
	}
	constant := bytes.HasPrefix(w.text(i), []byte("const"))
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if w.kind(c) != kindVariableDeclarator {
			continue
		}
		if count > 1 {
			s.rec = c
			if c != i+1 && w.field(i+1) != fieldKind || w.recs[i+1].Next != c {
				s.doc = w.recs[c].Start
			}
		}
		w.declareVariable(c, s, constant)
	}
}

func (w *walker) declareVariable(i uint32, s statement, constant bool) {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return
	}
	value := w.child(i, fieldValue)
	if value != treesitter.NoRec && w.declareRequire(n, value) {
		return
	}
	k := graph.KindVariable
	if constant {
		k = graph.KindConstant
	}
	if kn := w.kind(n); kn != kindIdentifier && kn != kindUndefined {
		w.declarePattern(n, s, k)
		return
	}
	id := w.name(n)
	inner := w.unwrap(value)
	switch {
	case w.isFunction(inner):
		k = graph.KindFunction
	case w.kindOf(inner) == kindClass:
		k = graph.KindClass
	case !s.fixed:
		w.names.declare(id, spaceValue, whatLocal, w.expr(lang.ExprLocal, w.newLocal(none), none, noName))
		return
	case constant && w.typedAsFunction(i):
		k = graph.KindFunction
	}
	sym := w.symbol(k, s, i, n)
	w.setValue(sym, inner)
	w.declareSymbol(id, s.mark, sym, spaceValue)
	if k == graph.KindClass {
		w.declareSymbol(id, s.mark, sym, spaceType)
	}
}

// setValue ties a function, class or object literal to the symbol that holds it.
func (w *walker) setValue(sym int32, value uint32) {
	if value == treesitter.NoRec {
		return
	}
	k := w.kind(value)
	if w.isFunction(value) || k == kindClass || k == kindObject {
		w.symAt[value] = sym + 1
	}
	sp := &w.symbols[sym].Span
	if body := w.child(value, fieldBody); body != treesitter.NoRec && sp.Body == 0 {
		sp.Body = w.recs[body].Start
	} else if k == kindObject {
		sp.Body = w.recs[value].Start
	}
	if w.isFunction(value) && bytes.HasPrefix(w.text(value), []byte("async")) && !w.startsAsync(value) {
		w.symbols[sym].Flags |= graph.FlagAsync
	}
}

// startsAsync tells the parameter of "async => 1" from the keyword.
func (w *walker) startsAsync(fn uint32) bool {
	c := w.first(fn)
	return c != treesitter.NoRec && w.field(c) == fieldParameter && w.recs[c].Start == w.recs[fn].Start
}

// declarePattern declares the variables of a destructuring pattern.
func (w *walker) declarePattern(p uint32, s statement, k graph.Kind) {
	w.eachBound(p, func(n uint32) {
		id := w.name(n)
		if !s.fixed {
			w.names.declare(id, spaceValue, whatLocal, w.expr(lang.ExprLocal, w.newLocal(none), none, noName))
			return
		}
		sym := w.symbol(k, statement{rec: n, doc: w.recs[n].Start, flags: s.flags}, n, n)
		w.declareSymbol(id, s.mark, sym, spaceValue)
	})
}

// eachBound calls f for the identifiers that a pattern binds.
func (w *walker) eachBound(p uint32, f func(uint32)) {
	switch w.kind(p) {
	case kindIdentifier, kindShorthandPropertyIdentifierPattern:
		f(p)
	case kindObjectPattern, kindArrayPattern, kindRestPattern:
		for c := p + 1; c < w.recs[p].Next; c = w.recs[c].Next {
			w.eachBound(c, f)
		}
	case kindPairPattern:
		if v := w.child(p, fieldValue); v != treesitter.NoRec {
			w.eachBound(v, f)
		}
	case kindAssignmentPattern, kindObjectAssignmentPattern:
		if l := w.child(p, fieldLeft); l != treesitter.NoRec {
			w.eachBound(l, f)
		}
	}
}

// hoistVars declares the var declarations inside nested blocks of a function.
func (w *walker) hoistVars(body uint32, mark int, fixed bool) {
	if !w.vars {
		return
	}
	for i := body + 1; i < w.recs[body].Next; {
		switch k := w.kind(i); k {
		case kindFunctionDeclaration, kindGeneratorFunctionDeclaration, kindFunctionExpression,
			kindGeneratorFunction, kindArrowFunction, kindMethodDefinition, kindClassBody,
			kindModule, kindInternalModule:
			i = w.recs[i].Next
			continue
		case kindVariableDeclaration:
			w.hoistVar(i, mark, fixed)
		case kindForInStatement:
			if f := i + 1; f < w.recs[i].Next && w.field(f) == fieldKind && bytes.Equal(w.text(f), []byte("var")) {
				if l := w.child(i, fieldLeft); l != treesitter.NoRec {
					w.declareUnlessHere(l, mark, statement{rec: l, doc: w.recs[l].Start, mark: mark, fixed: fixed})
				}
			}
		}
		i++
	}
}

func (w *walker) hoistVar(i uint32, mark int, fixed bool) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		n := w.child(c, fieldName)
		if n == treesitter.NoRec || w.symAt[c] != 0 {
			continue
		}
		s := statement{rec: i, doc: w.recs[i].Start, mark: mark, fixed: fixed}
		if w.kind(n) != kindIdentifier {
			w.declareUnlessHere(n, mark, s)
		} else if w.names.here(mark, w.name(n), spaceValue) == nil {
			w.declareVariable(c, s, false)
		}
	}
}

func (w *walker) declareUnlessHere(pattern uint32, mark int, s statement) {
	known := false
	w.eachBound(pattern, func(n uint32) {
		known = known || w.names.here(mark, w.name(n), spaceValue) != nil
	})
	if !known {
		w.declarePattern(pattern, s, graph.KindVariable)
	}
}
