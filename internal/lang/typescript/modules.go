package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

var everySpace = [...]space{spaceValue, spaceType, spaceNamespace}

// newImport adds one import from the module named at the record source.
func (w *walker) newImport(source uint32, name, alias string, at uint32, flags importFlags) int32 {
	spec, _ := w.stringValue(source)
	m, r := &w.recs[source], &w.recs[at]
	w.imports = append(w.imports, lang.Import{
		Module: w.names.text(w.names.intern(spec)), Name: name, Alias: alias,
		TypeOnly: flags&importType != 0, ReExport: flags&importReExport != 0,
		Line: r.Row + 1, Col: r.Col, ModuleLine: m.Row + 1, ModuleCol: m.Col, From: w.cur,
	})
	return w.expr(lang.ExprImport, int32(len(w.imports)-1), none, noName)
}

type importFlags uint8

const (
	importType importFlags = 1 << iota
	importReExport
)

// declareImported puts an imported name in scope.
func (w *walker) declareImported(at uint32, how what, expr int32) {
	id := w.name(at)
	for _, s := range everySpace {
		w.names.declare(id, s, how, expr)
	}
}

// between is the source between the start of a record plus skip bytes and
// another record, trimmed.
func (w *walker) between(i uint32, skip uint32, to uint32) []byte {
	from, end := w.recs[i].Start+skip, w.recs[to].Start
	if from >= end {
		return nil
	}
	return bytes.TrimSpace(w.src[from:end])
}

func (w *walker) typeOnly(i uint32, skip uint32, to uint32) importFlags {
	if t := w.between(i, skip, to); bytes.Equal(t, []byte("type")) || bytes.Equal(t, []byte("typeof")) {
		return importType
	}
	return 0
}

// declareImport takes an import statement.
func (w *walker) declareImport(i uint32) {
	clause := w.first(i)
	if clause == treesitter.NoRec {
		return
	}
	flags := w.typeOnly(i, uint32(len("import")), clause)
	source := w.child(i, fieldSource)
	if w.kind(clause) == kindImportRequireClause {
		source = w.child(clause, fieldSource)
	}
	if w.kindOf(source) != kindString {
		return
	}
	switch w.kind(clause) {
	case kindString:
		w.newImport(source, "", "", source, flags)
	case kindImportRequireClause:
		if n := w.childKind(clause, kindIdentifier); n != treesitter.NoRec {
			w.declareImported(n, whatImport, w.newImport(source, "", string(w.text(n)), n, flags))
		}
	case kindImportClause:
		w.declareClause(clause, source, flags)
	}
}

func (w *walker) declareClause(clause, source uint32, flags importFlags) {
	for c := clause + 1; c < w.recs[clause].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindIdentifier:
			w.declareImported(c, whatImport, w.newImport(source, "default", string(w.text(c)), c, flags))
		case kindNamespaceImport:
			if n := w.first(c); n != treesitter.NoRec {
				w.declareImported(n, whatModule, w.newImport(source, "", string(w.text(n)), n, flags))
			}
		case kindNamedImports:
			for s := c + 1; s < w.recs[c].Next; s = w.recs[s].Next {
				if w.kind(s) == kindImportSpecifier {
					w.declareSpecifier(s, source, flags)
				}
			}
		}
	}
}

func (w *walker) declareSpecifier(s, source uint32, flags importFlags) {
	n := w.child(s, fieldName)
	if n == treesitter.NoRec {
		return
	}
	flags |= w.typeOnly(s, 0, n)
	local := n
	if a := w.child(s, fieldAlias); a != treesitter.NoRec {
		local = a
	}
	name := w.names.text(w.memberName(n))
	w.declareImported(local, whatImport, w.newImport(source, name, string(w.text(local)), n, flags))
}

// declareAlias takes "import A = N.M".
func (w *walker) declareAlias(i uint32) {
	n := w.first(i)
	if n == treesitter.NoRec || w.recs[n].Next >= w.recs[i].Next {
		return
	}
	w.declareImported(n, whatImport, w.entity(w.recs[n].Next))
}

// entity is what a dotted name denotes, without a mention of it.
func (w *walker) entity(i uint32) int32 {
	switch w.kind(i) {
	case kindNestedIdentifier, kindMemberExpression:
		o, p := w.child(i, fieldObject), w.child(i, fieldProperty)
		if o == treesitter.NoRec || p == treesitter.NoRec {
			return none
		}
		a := w.entity(o)
		if a == none {
			return none
		}
		return w.member(a, w.name(p))
	case kindIdentifier:
		id := w.name(i)
		for _, s := range [...]space{spaceNamespace, spaceValue} {
			if d := w.names.lookup(id, s); d != nil {
				return d.expr
			}
		}
		return w.expr(lang.ExprGlobal, none, none, id)
	}
	return none
}

// declareExport takes an export statement: what it declares, and what it
// passes on from another module. Lists of local names wait for the walk.
func (w *walker) declareExport(i uint32, s statement) {
	if source := w.child(i, fieldSource); source != treesitter.NoRec {
		w.reExport(i, source)
		return
	}
	name := ""
	s.flags |= graph.FlagExported
	if w.exportsDefault(i) {
		name = "default"
		s.flags |= graph.FlagDefault
	}
	if d := w.child(i, fieldDeclaration); d != treesitter.NoRec {
		from := len(w.symbols)
		w.declare(d, s)
		if w.cur == none {
			w.exportFrom(from, name)
		}
		if w.kind(d) == kindImportAlias {
			w.exportAlias(d)
		}
	} else if v := w.child(i, fieldValue); v != treesitter.NoRec {
		w.declareDefault(v, s)
	}
}

// exportFrom offers the symbols made since, under their own names.
func (w *walker) exportFrom(from int, name string) {
	for sym := from; sym < len(w.symbols); sym++ {
		if w.symbols[sym].Owner != none {
			continue
		}
		if name == "" {
			w.export(w.symbols[sym].Name, w.symbolExpr(int32(sym)))
		} else {
			w.export(name, w.symbolExpr(int32(sym)))
		}
	}
}

func (w *walker) exportAlias(i uint32) {
	if n := w.first(i); n != treesitter.NoRec && w.cur == none {
		if d := w.names.lookup(w.name(n), spaceValue); d != nil {
			w.export(string(w.text(n)), d.expr)
		}
	}
}

// exportsDefault reports "export default". The word is no node, so the text
// between the last decorator and the value is asked.
func (w *walker) exportsDefault(i uint32) bool {
	from := w.recs[i].Start
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		if k := w.kind(c); k == kindDecorator || k == kindComment {
			from = w.recs[c].End
			continue
		}
		t := bytes.TrimSpace(w.src[from:w.recs[c].Start])
		return bytes.HasSuffix(t, []byte("default"))
	}
	return false
}

// declareDefault takes "export default" of a value. Names and members of them
// are passed on; anything else is a declaration, called default without a name.
func (w *walker) declareDefault(v uint32, s statement) {
	inner := w.unwrap(v)
	switch w.kindOf(inner) {
	case kindIdentifier, kindMemberExpression, kindOther:
		return
	}
	sym := w.anonymous(inner, s)
	if w.cur == none {
		w.export("default", w.symbolExpr(sym))
	}
}

// anonymous declares a value that an export gives its only name.
func (w *walker) anonymous(v uint32, s statement) int32 {
	k := graph.KindConstant
	spaces := []space{spaceValue}
	switch {
	case w.isFunction(v):
		k = graph.KindFunction
	case w.kind(v) == kindClass:
		k, spaces = graph.KindClass, []space{spaceValue, spaceType}
	}
	var sym int32
	if n := w.child(v, fieldName); n != treesitter.NoRec && k != graph.KindConstant {
		sym = w.symbol(k, s, v, n)
		w.declareSymbol(w.name(n), s.mark, sym, spaces...)
	} else {
		id := w.names.intern([]byte("default"))
		sp := w.span(s, v, v)
		if at := bytes.Index(w.src[sp.Start:w.recs[v].Start], []byte("default")); at >= 0 {
			line := w.recs[s.rec].Row + 1 + uint32(bytes.Count(w.src[sp.Start:sp.Start+uint32(at)], []byte{'\n'}))
			sp.Name, sp.NameLine = sp.Start+uint32(at), line
		}
		sym = w.newSymbol(k, s.flags|w.always, w.cur, id, sp)
		w.symAt[v] = sym + 1
	}
	w.setValue(sym, v)
	return sym
}

// reExport takes "export ... from": names, a namespace, or everything.
func (w *walker) reExport(i, source uint32) {
	if w.kind(source) != kindString {
		return
	}
	c := w.first(i)
	flags := importReExport | w.typeOnly(i, uint32(len("export")), c)
	switch w.kind(c) {
	case kindNamespaceExport:
		if n := w.first(c); n != treesitter.NoRec {
			w.export(w.names.text(w.memberName(n)), w.newImport(source, "", "", n, flags))
		}
	case kindExportClause:
		for s := c + 1; s < w.recs[c].Next; s = w.recs[s].Next {
			n := w.child(s, fieldName)
			if w.kind(s) != kindExportSpecifier || n == treesitter.NoRec {
				continue
			}
			public := n
			if a := w.child(s, fieldAlias); a != treesitter.NoRec {
				public = a
			}
			name := w.names.text(w.memberName(n))
			e := w.newImport(source, name, "", n, flags|w.typeOnly(s, 0, n))
			w.export(w.names.text(w.memberName(public)), e)
		}
	default:
		w.export("*", w.newImport(source, "", "", source, flags))
	}
}

// exportStatement walks what an export statement holds.
func (w *walker) exportStatement(i uint32) {
	if w.child(i, fieldSource) != treesitter.NoRec {
		return
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch k := w.kind(c); {
		case k == kindExportClause:
			w.exportList(c)
		case w.field(c) == fieldValue:
			w.defaultValue(c)
		case k == kindDecorator:
			if d := w.child(i, fieldDeclaration); d != treesitter.NoRec && w.symbolAt(d) != none {
				w.withOwner(w.symbolAt(d), func() { w.node(c) })
			}
		case w.field(c) == fieldNone && k != kindComment && w.exportsEquals(i, c):
			if e := w.value(c, graph.ReturnNone); w.cur == none {
				w.export("=", e)
			}
		default:
			w.node(c)
		}
	}
}

func (w *walker) exportsEquals(i, c uint32) bool {
	return bytes.HasSuffix(w.between(i, 0, c), []byte("="))
}

// exportList takes "export { a, b as c }": each name is a site of its own.
func (w *walker) exportList(clause uint32) {
	for s := clause + 1; s < w.recs[clause].Next; s = w.recs[s].Next {
		n := w.child(s, fieldName)
		if w.kind(s) != kindExportSpecifier || n == treesitter.NoRec {
			continue
		}
		public := n
		if a := w.child(s, fieldAlias); a != treesitter.NoRec {
			public = a
		}
		id := w.name(n)
		e := none
		for _, sp := range everySpace {
			if d := w.names.lookup(id, sp); d != nil && d.what != whatTypeParameter {
				e = w.union(e, d.expr)
			}
		}
		if e == none {
			continue
		}
		w.mention(n, e, graph.EdgeReExports, graph.ContextNone, graph.ReturnNone)
		if w.cur == none {
			w.export(w.names.text(w.memberName(public)), e)
		}
	}
}

// defaultValue walks the value of "export default".
func (w *walker) defaultValue(v uint32) {
	inner := w.unwrap(v)
	if sym := w.symbolAt(inner); sym != none {
		w.initialize(sym, v, inner)
		return
	}
	if e := w.value(v, graph.ReturnNone); w.cur == none {
		w.export("default", e)
	}
}
