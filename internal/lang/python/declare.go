package python

import (
	"bytes"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// The first pass walks the file in source order, makes its symbols and scopes
// and finds out which names each scope binds.

// declare visits a node and what is below it.
func (x *extractor) declare(i uint32, s *scope) {
	r := &x.recs[i]
	k := x.k
	switch r.Sym {
	case k.function:
		x.declareFunction(i, s)
		return
	case k.class:
		x.declareClass(i, s)
		return
	case k.lambda:
		f := newScope(functionScope, s, s.sym)
		f.self = s.self
		x.scopes[i] = f
		x.parameters(x.field(i, k.fParameters), func(name uint32) { f.variable(x.text(name)) })
		s = f
	case k.assignment, k.augmented:
		x.declareTarget(x.field(i, k.fLeft), s, i, r.Sym == k.assignment)
	case k.forStatement:
		x.declareTarget(x.field(i, k.fLeft), s, i, true)
	case k.asPattern:
		if a := x.field(i, k.fAlias); a != none {
			x.declareTarget(a, s, a, true)
		} else if a := x.asName(i); a != none && x.recs[r.Parent].Sym == k.casePattern {
			x.declareTarget(a, s, a, true)
		}
	case k.named:
		if n := x.field(i, k.fName); n != none {
			x.declareTarget(n, s.function(), i, true)
		}
	case k.importStatement, k.importFrom:
		x.declareImports(i, s)
		return
	case k.global, k.nonlocal:
		x.declareOutside(i, s, r.Sym == k.global)
		return
	case k.casePattern, k.keywordPattern, k.dictPattern:
		x.declareCaptures(i, s)
	case k.typeAlias:
		x.declareAlias(i, s)
	case k.str:
		if x.plain(i) {
			return
		}
	}
	for c := i + 1; c < r.Next; c = x.recs[c].Next {
		x.declare(c, s)
	}
}

// declareTarget declares the names an assignment target binds. at is the
// statement; whole says that it gives the name its value and does not change it.
func (x *extractor) declareTarget(i uint32, s *scope, at uint32, whole bool) {
	if i == none {
		return
	}
	k := x.k
	r := &x.recs[i]
	switch r.Sym {
	case k.identifier:
		if whole || s.kind == functionScope {
			x.declareName(i, s, at)
		}
	case k.attribute:
		if whole {
			x.declareField(i, s, at)
		}
	case k.patternList, k.tuplePattern, k.listPattern, k.listSplatPattern, k.asTarget, k.expressionList, k.tuple, k.list, k.parenthesized, k.listSplat:
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			x.declareTarget(c, s, at, whole)
		}
	}
}

func (x *extractor) declareName(i uint32, s *scope, at uint32) {
	name := x.text(i)
	if name == "" { // a node the parser made up
		return
	}
	if o := s.outside[name]; o != nil {
		s = o
	}
	v := s.vars[name]
	if v == nil && s.kind == classScope {
		if v = x.fields[s.sym][name]; v != nil {
			s.vars[name] = v
		}
	}
	if v == nil {
		v = s.variable(name)
	} else if len(v.all) > 0 || v.sym >= 0 {
		if v.sym >= 0 || x.isNone(x.field(at, x.k.fRight)) || x.funcs[v] {
			return
		}
	}
	if s.kind != moduleScope && s.kind != classScope {
		return
	}
	if s.kind == moduleScope && x.defined[name] && x.isNone(x.assigned(at)) {
		return
	}
	if v.sym >= 0 || x.funcs[v] {
		return
	}
	kind := graph.KindVariable
	switch {
	case s.kind == classScope && x.unit.Symbols[s.sym].Kind == graph.KindEnum:
		kind = graph.KindEnumMember
	case s.kind == classScope:
		kind = graph.KindField
	case name == strings.ToUpper(name) && strings.ToLower(name) != name:
		kind = graph.KindConstant
	}
	v.sym = x.symbol(lang.UnitSymbol{Symbol: lang.Symbol{Kind: kind, Flags: x.visibility(name, s), Name: name, Owner: s.owner(), Span: x.span(at, i)}})
	x.vars[v.sym] = v
	v.all = append(v.all, x.exprSymbol(v.sym))
}

// assigned is what a chain of assignments gives its targets.
func (x *extractor) assigned(i uint32) uint32 {
	r := x.field(i, x.k.fRight)
	for r != none && x.recs[r].Sym == x.k.assignment {
		r = x.field(r, x.k.fRight)
	}
	return r
}

// owner is the symbol that owns what a scope declares.
func (s *scope) owner() int32 {
	if s.kind == moduleScope {
		return -1
	}
	return s.sym
}

// declareField declares self.x as a field of the class.
func (x *extractor) declareField(i uint32, s *scope, at uint32) {
	o, a := x.field(i, x.k.fObject), x.field(i, x.k.fAttribute)
	if s.kind != functionScope || s.class < 0 || o == none || a == none || x.recs[o].Sym != x.k.identifier {
		return
	}
	if s.self == "" || x.text(o) != s.self {
		return
	}
	fields := x.fields[s.class]
	name := x.text(a)
	if name == "" || fields[name] != nil {
		return
	}
	if body := x.classes[s.class]; body != nil {
		if v := body.vars[name]; v != nil {
			fields[name] = v
			return
		}
	}
	v := &variable{sym: -1, typ: -1}
	v.sym = x.symbol(lang.UnitSymbol{Symbol: lang.Symbol{Kind: graph.KindField, Flags: x.visibility(name, x.classes[s.class]), Name: name, Owner: s.class, Span: x.span(at, a)}})
	x.declared[a], x.vars[v.sym] = true, v
	fields[name] = v
}

func (x *extractor) declareFunction(i uint32, s *scope) {
	k := x.k
	n := x.field(i, k.fName)
	if n == none || x.recs[n].End == x.recs[n].Start {
		return
	}
	name := x.text(n)
	whole, marks := x.decorations(i)
	kind := graph.KindFunction
	flags := x.visibility(name, s)
	if s.kind == classScope {
		kind = graph.KindMethod
		if name == "__init__" {
			kind = graph.KindConstructor
		}
	}
	if bytes.HasPrefix(x.src[x.recs[i].Start:], []byte("async")) {
		flags |= graph.FlagAsync
	}
	if marks.static || marks.class {
		flags |= graph.FlagStatic
	}
	if marks.abstract {
		flags |= graph.FlagAbstract
	}
	if marks.property && s.kind == classScope {
		kind, flags = graph.KindProperty, flags|graph.FlagAccessor
	}
	if name == "main" && s.kind == moduleScope {
		flags |= graph.FlagEntry
	}
	span := x.span(whole, n)
	if b := x.field(i, k.fBody); b != none {
		span.Body = x.recs[b].Start
		if d := x.docstring(b); d != none {
			span.Doc = x.recs[d].Start
		}
	}
	sym := x.symbol(lang.UnitSymbol{Symbol: lang.Symbol{Kind: kind, Flags: flags, Name: name, Owner: s.owner(), Span: span}})
	v := s.variable(name)
	x.funcs[v] = true
	v.all = union(v.all, []int32{x.exprSymbol(sym)})
	f := newScope(functionScope, s, sym)
	f.self = s.self
	if s.kind != classScope && s.kind != functionScope {
		f.class = -1
	}
	x.scopes[i] = f
	x.marks[sym] = marks
	first := true
	x.parameters(x.field(i, k.fParameters), func(p uint32) {
		f.variable(x.text(p))
		if first && s.kind == classScope {
			f.self = ""
			if !marks.static && !marks.class && name != "__new__" {
				f.self = x.text(p)
			}
		} else if x.text(p) == f.self {
			f.self = "" // a parameter of a nested function hides the receiver
		}
		first = false
	})
	if first && s.kind == classScope {
		f.self = ""
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Field {
		case k.fBody:
			x.declare(c, f)
		case k.fName:
		default:
			x.declareDefaults(c, s)
		}
	}
}

// declareDefaults finds the lambdas in default values.
func (x *extractor) declareDefaults(i uint32, s *scope) {
	for c := i; c < x.recs[i].Next; c++ {
		if x.recs[c].Sym == x.k.lambda {
			x.declare(c, s)
			c = x.recs[c].Next - 1
		}
	}
}

func (x *extractor) declareClass(i uint32, s *scope) {
	k := x.k
	n := x.field(i, k.fName)
	if n == none || x.recs[n].End == x.recs[n].Start {
		return
	}
	name := x.text(n)
	whole, _ := x.decorations(i)
	span := x.span(whole, n)
	body := x.field(i, k.fBody)
	if body != none {
		span.Body = x.recs[body].Start
		if d := x.docstring(body); d != none {
			span.Doc = x.recs[d].Start
		}
	}
	kind := x.classKind(x.field(i, k.fSuperclasses))
	sym := x.symbol(lang.UnitSymbol{Symbol: lang.Symbol{Kind: kind, Flags: x.visibility(name, s), Name: name, Owner: s.owner(), Span: span}})
	v := s.variable(name)
	x.funcs[v] = true
	v.all = union(v.all, []int32{x.exprSymbol(sym)})
	c := newScope(classScope, s, sym)
	c.class = sym
	x.scopes[i], x.classes[sym], x.fields[sym] = c, c, map[string]*variable{}
	if a := x.field(i, k.fSuperclasses); a != none {
		x.declareDefaults(a, s)
	}
	if body != none {
		x.declare(body, c)
	}
}

// classKind tells enumerations and protocols by the names of their bases.
func (x *extractor) classKind(args uint32) graph.Kind {
	if args == none {
		return graph.KindClass
	}
	for c := args + 1; c < x.recs[args].Next; c = x.recs[c].Next {
		at := c
		if x.recs[at].Sym == x.k.subscript {
			at = x.field(at, x.k.fValue)
		}
		if at != none && x.recs[at].Sym == x.k.attribute {
			at = x.field(at, x.k.fAttribute)
		}
		if at == none || x.recs[at].Sym != x.k.identifier {
			continue
		}
		switch x.text(at) {
		case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
			return graph.KindEnum
		case "Protocol":
			return graph.KindInterface
		}
	}
	return graph.KindClass
}

// typeParameters calls yield for each parameter of PEP 695 with the node of its
// bound, none if it has none.
func (x *extractor) typeParameters(i uint32, yield func(name, bound uint32)) {
	p := x.field(i, x.k.fTypeParameters)
	if p == none {
		return
	}
	for c := p + 1; c < x.recs[p].Next; c = x.recs[c].Next {
		name, bound := uint32(none), uint32(none)
		for d := c; d < x.recs[c].Next; d++ {
			if x.recs[d].Sym == x.k.identifier {
				if name == none {
					name = d
				} else {
					bound = d
					break
				}
			}
		}
		if name != none {
			yield(name, bound)
		}
	}
}

func (x *extractor) declareOutside(i uint32, s *scope, global bool) {
	if s.kind == moduleScope {
		return
	}
	if s.outside == nil {
		s.outside = map[string]*scope{}
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		name := x.text(c)
		to := s.module()
		if !global {
			for to = s.parent; to != nil && (to.kind != functionScope || to.vars[name] == nil); to = to.parent {
			}
		}
		if to != nil && to != s {
			s.outside[name] = to
			to.variable(name)
		}
	}
}

// declareCaptures declares the names a pattern binds.
func (x *extractor) declareCaptures(i uint32, s *scope) {
	x.captures(i, func(n uint32) { x.declareName(n, s, n) })
}

// captures calls yield for each identifier a pattern binds at this level.
func (x *extractor) captures(i uint32, yield func(uint32)) {
	if s := x.recs[i].Sym; s != x.k.casePattern && s != x.k.keywordPattern && s != x.k.dictPattern {
		return
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch r := &x.recs[c]; r.Sym {
		case x.k.dotted:
			if r.Next == c+2 && x.text(c+1) != "_" {
				yield(c + 1)
			}
		case x.k.splatPattern:
			if r.Next == c+2 && x.text(c+1) != "_" {
				yield(c + 1)
			}
		}
	}
}

func (x *extractor) declareAlias(i uint32, s *scope) {
	l := x.field(i, x.k.fLeft)
	if l == none {
		return
	}
	for c := l; c < x.recs[l].Next; c++ {
		if x.recs[c].Sym != x.k.identifier {
			continue
		}
		name := x.text(c)
		v := s.variable(name)
		if s.kind == functionScope || v.sym >= 0 || name == "" {
			return
		}
		v.sym = x.symbol(lang.UnitSymbol{Symbol: lang.Symbol{Kind: graph.KindType, Flags: x.visibility(name, s), Name: name, Owner: s.owner(), Span: x.span(i, c)}})
		x.vars[v.sym] = v
		v.all = append(v.all, x.exprSymbol(v.sym))
		return
	}
}

// symbol appends a symbol and returns its number.
func (x *extractor) symbol(s lang.UnitSymbol) int32 {
	s.Type, s.Result = -1, -1
	s.Qual = s.Name
	if s.Owner >= 0 {
		s.Qual = x.unit.Symbols[s.Owner].Qual + "." + s.Name
	}
	x.unit.Symbols = append(x.unit.Symbols, s)
	return int32(len(x.unit.Symbols) - 1)
}

// visibility is what a name's underscores say.
func (x *extractor) visibility(name string, s *scope) graph.Flags {
	dunder := strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	switch {
	case strings.HasPrefix(name, "_") && !dunder:
		return graph.FlagPrivate
	case s.kind == moduleScope:
		return graph.FlagExported
	case s.kind == classScope && x.unit.Symbols[s.sym].Flags&graph.FlagExported != 0:
		return graph.FlagExported
	}
	return 0
}

// span is the extent of a declaration, with the comment above it.
func (x *extractor) span(whole, name uint32) graph.Span {
	w, n := &x.recs[whole], &x.recs[name]
	end := w.End
	for end > w.Start && (x.src[end-1] == '\n' || x.src[end-1] == '\r') {
		end--
	}
	lines := uint32(bytes.Count(x.src[w.Start:end], []byte("\n")))
	return graph.Span{Start: w.Start, End: end, StartLine: w.Row + 1, EndLine: w.Row + 1 + lines,
		Name: n.Start, NameLine: n.Row + 1, Doc: x.commentAbove(w)}
}

// commentAbove is where the comment lines that stand right above a node begin,
// its own start if there are none.
func (x *extractor) commentAbove(r *treesitter.Rec) uint32 {
	doc := r.Start
	line := r.Start - min(r.Col, r.Start)
	for line > 0 {
		from := uint32(bytes.LastIndexByte(x.src[:line-1], '\n') + 1)
		text := bytes.TrimLeft(x.src[from:line], " \t")
		if len(text) == 0 || text[0] != '#' || bytes.HasPrefix(text, []byte("#!")) {
			break
		}
		doc = from + uint32(len(x.src[from:line])-len(text))
		line = from
	}
	return doc
}

// docstring is the string a block begins with.
func (x *extractor) docstring(block uint32) uint32 {
	c := block + 1
	for c < x.recs[block].Next && x.recs[c].Sym == x.k.comment {
		c = x.recs[c].Next
	}
	if c+1 < x.recs[block].Next && x.recs[c].Sym == x.k.expressionStatement && x.recs[c+1].Sym == x.k.str {
		return c + 1
	}
	return none
}

// text is the source of a node as a string.
func (x *extractor) text(i uint32) string {
	b := x.src[x.recs[i].Start:x.recs[i].End]
	if s, ok := x.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	x.strings[s] = s
	return s
}
