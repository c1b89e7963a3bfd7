package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// classLike walks a class. Without a symbol (an expression that nothing
// names) its members are walked and not declared.
func (w *walker) classLike(i uint32, sym int32) {
	cur, self, class, fn := w.cur, w.self, w.class, w.fn
	mark := w.names.enter()
	if sym != none {
		w.cur = sym
	}
	w.class, w.fn = sym, nil
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch {
		case w.field(c) == fieldTypeParameters:
			w.typeParameters(c)
		case w.field(c) == fieldName:
			if sym != none && w.kind(i) == kindClass {
				w.names.declare(w.name(c), spaceValue, whatSymbol, w.symbolExpr(sym))
				w.names.declare(w.name(c), spaceType, whatSymbol, w.symbolExpr(sym))
			}
		case w.kind(c) == kindClassHeritage:
			w.heritage(c, sym)
		case w.kind(c) == kindClassBody:
			w.classBody(c, sym)
		default:
			w.node(c)
		}
	}
	w.names.leave(mark)
	w.cur, w.self, w.class, w.fn = cur, self, class, fn
}

// heritage takes the base class and the interfaces.
func (w *walker) heritage(i uint32, sym int32) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
		case kindExtendsClause:
			for b := c + 1; b < w.recs[c].Next; b = w.recs[b].Next {
				switch {
				case w.field(b) == fieldValue:
					w.base(b, sym)
				case w.kind(b) == kindTypeArguments:
					w.typeArguments(b)
				}
			}
		case kindImplementsClause:
			for b := c + 1; b < w.recs[c].Next; b = w.recs[b].Next {
				if e := w.heritageType(b, graph.EdgeImplements); e != none && sym != none {
					w.symbols[sym].Implements = append(w.symbols[sym].Implements, e)
				}
			}
		default: // JavaScript: the base itself
			w.base(c, sym)
		}
	}
}

// base takes the expression a class extends.
func (w *walker) base(b uint32, sym int32) {
	var e int32
	switch w.kind(b) {
	case kindIdentifier:
		e = w.meaning(b)
		if w.notLocal(e) {
			w.mention(b, e, graph.EdgeExtends, graph.ContextHeritage, graph.ReturnNone)
		}
	case kindMemberExpression:
		var p uint32
		if e, p = w.memberOf(b); p != treesitter.NoRec {
			w.mention(p, e, graph.EdgeExtends, graph.ContextHeritage, graph.ReturnNone)
		}
	default:
		e = w.value(b, graph.ReturnNone)
	}
	if e != none && sym != none {
		w.symbols[sym].Bases = append(w.symbols[sym].Bases, e)
	}
}

// heritageType takes one type of an implements or extends list and returns
// the thing it names.
func (w *walker) heritageType(t uint32, k graph.EdgeKind) int32 {
	switch w.kind(t) {
	case kindTypeIdentifier, kindNestedTypeIdentifier:
		return w.named(t, k, graph.ContextHeritage)
	case kindGenericType:
		e := none
		if n := w.child(t, fieldName); n != treesitter.NoRec {
			e = w.named(n, k, graph.ContextHeritage)
		}
		if a := w.childKind(t, kindTypeArguments); a != treesitter.NoRec {
			e = w.apply(e, w.typeArguments(a))
		}
		return e
	case kindComment:
		return none
	}
	w.typ(t, graph.ContextHeritage)
	return none
}

// classBody declares and walks the members.
func (w *walker) classBody(body uint32, sym int32) {
	instance, static := none, none
	if sym != none {
		instance = w.expr(lang.ExprThis, sym, none, noName)
		static = w.expr(lang.ExprClass, sym, none, noName)
	}
	doc, deco := treesitter.NoRec, treesitter.NoRec
	sig := none
	for c := body + 1; c < w.recs[body].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindComment:
			if w.isDoc(c) && deco == treesitter.NoRec {
				doc = w.recs[c].Start
			}
			continue
		case kindDecorator:
			if deco == treesitter.NoRec {
				deco = c
			}
			continue
		case kindMethodDefinition, kindMethodSignature, kindAbstractMethodSignature:
			sig = w.method(c, statement{rec: c, doc: doc}, deco, sig, sym, instance, static)
		case kindPublicFieldDefinition, kindFieldDefinition:
			w.fieldMember(c, statement{rec: c, doc: doc}, sym, instance, static)
			sig = none
		case kindClassStaticBlock:
			w.staticBlock(c, static)
			sig = none
		case kindIndexSignature:
			w.typ(c, graph.ContextField)
		default:
			w.node(c)
		}
		doc, deco = treesitter.NoRec, treesitter.NoRec
	}
}

// method walks one method, accessor or overload; it returns the symbol if it
// was a signature that more may follow.
func (w *walker) method(i uint32, s statement, deco uint32, sig, class, instance, static int32) int32 {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		return none
	}
	m := w.modifiers(i, n)
	self := instance
	if m.flags&graph.FlagStatic != 0 {
		self = static
	}
	sym := none
	if class != none {
		sym = w.methodSymbol(i, n, s, m.flags, deco, sig)
	}
	if deco != treesitter.NoRec {
		w.decorators(deco, i, sym)
	}
	w.function(i, sym, self, nil)
	if w.kind(i) == kindMethodSignature {
		return sym
	}
	return none
}

func (w *walker) methodSymbol(i, n uint32, s statement, flags graph.Flags, deco uint32, sig int32) int32 {
	s.doc = min(s.doc, w.recs[i].Start)
	if deco != treesitter.NoRec {
		s.doc = min(s.doc, w.recs[deco].Start)
	}
	id := w.memberName(n)
	text := w.names.text(id)
	if sig != none && w.symbols[sig].Name == text {
		w.join(sig, i, s)
		return sig
	}
	k := graph.KindMethod
	switch {
	case text == "constructor" && flags&graph.FlagStatic == 0:
		k = graph.KindConstructor
	case flags&graph.FlagAccessor != 0:
		k = graph.KindProperty
	}
	s.flags = flags | privateName(text)
	sym := w.symbol(k, s, i, n)
	if deco != treesitter.NoRec {
		r := w.recs[deco]
		w.symbols[sym].Span.Start, w.symbols[sym].Span.StartLine = r.Start, r.Row+1
	}
	return sym
}

func privateName(name string) graph.Flags {
	if name[0] == '#' {
		return graph.FlagPrivate
	}
	return 0
}

// decorators walks the decorators before a member, on its behalf.
func (w *walker) decorators(from, to uint32, sym int32) {
	cur := w.cur
	if sym != none {
		w.cur = sym
	}
	for c := from; c < to; c = w.recs[c].Next {
		w.node(c)
	}
	w.cur = cur
}

// fieldMember walks one field. A function in it makes it a method.
func (w *walker) fieldMember(i uint32, s statement, class, instance, static int32) {
	n := w.child(i, fieldName)
	if n == treesitter.NoRec {
		n = w.child(i, fieldProperty)
	}
	if n == treesitter.NoRec {
		return
	}
	m := w.modifiers(i, n)
	self := w.self
	w.self = instance
	if m.flags&graph.FlagStatic != 0 {
		w.self = static
	}
	value := w.child(i, fieldValue)
	inner := w.unwrap(value)
	sym := none
	if class != none {
		k := graph.KindField
		if w.isFunction(inner) {
			k = graph.KindMethod
		}
		s.doc = min(s.doc, w.recs[i].Start)
		s.flags = m.flags | privateName(w.names.text(w.memberName(n)))
		sym = w.symbol(k, s, i, n)
		w.setValue(sym, inner)
	}
	w.variable(i, n, value, inner, sym, graph.ContextField)
	w.self = self
}

func (w *walker) staticBlock(i uint32, static int32) {
	self := w.self
	w.self = static
	if b := w.child(i, fieldBody); b != treesitter.NoRec {
		w.block(b)
	}
	w.self = self
}

// assignedField declares the field that "this.x = v" makes in JavaScript.
func (w *walker) assignedField(left, property uint32, value int32) {
	if !w.js || w.self == none {
		return
	}
	e := w.exprs[w.self]
	if e.Op != lang.ExprThis {
		return
	}
	class, id := e.A, w.memberName(property)
	key := [2]int32{class, id}
	if _, done := w.assigned[key]; done {
		return
	}
	if w.assigned == nil {
		w.assigned = map[[2]int32]struct{}{}
	}
	w.assigned[key] = struct{}{}
	name := w.names.text(id)
	for i := int(class) + 1; i < len(w.symbols); i++ {
		if w.symbols[i].Owner == class && w.symbols[i].Name == name {
			return
		}
	}
	w.makeClass(class)
	s := statement{rec: left, doc: w.recs[left].Start}
	w.withOwner(class, func() {
		sym := w.symbol(graph.KindField, s, left, property)
		w.symbols[sym].Type = value
		w.symbols[sym].Flags |= privateName(name)
	})
}

// objectMembers declares the members of an object literal that the current
// symbol holds.
func (w *walker) objectMembers(object uint32) {
	doc := treesitter.NoRec
	for c := object + 1; c < w.recs[object].Next; c = w.recs[c].Next {
		s := statement{rec: c, doc: min(doc, w.recs[c].Start)}
		switch w.kind(c) {
		case kindComment:
			if w.isDoc(c) {
				doc = w.recs[c].Start
			}
			continue
		case kindMethodDefinition:
			if n := w.child(c, fieldName); n != treesitter.NoRec {
				s.flags = w.modifiers(c, n).flags
				k := graph.KindMethod
				if s.flags&graph.FlagAccessor != 0 {
					k = graph.KindProperty
				}
				w.symbol(k, s, c, n)
			}
		case kindPair:
			n, v := w.child(c, fieldKey), w.child(c, fieldValue)
			if n == treesitter.NoRec || v == treesitter.NoRec || w.kind(n) == kindComputedPropertyName {
				break
			}
			inner := w.unwrap(v)
			k := graph.KindProperty
			switch {
			case w.isFunction(inner):
				k = graph.KindMethod
			case w.kindOf(inner) == kindClass:
				k = graph.KindClass
			}
			sym := w.symbol(k, s, c, n)
			w.setValue(sym, inner)
		}
		doc = treesitter.NoRec
	}
}

// enum declares and walks the members of an enum.
func (w *walker) enum(i uint32) {
	sym := w.symbolAt(i)
	body := w.child(i, fieldBody)
	if sym == none || body == treesitter.NoRec {
		return
	}
	cur := w.cur
	w.cur = sym
	doc := treesitter.NoRec
	for c := body + 1; c < w.recs[body].Next; c = w.recs[c].Next {
		if w.kind(c) == kindComment {
			if w.isDoc(c) {
				doc = w.recs[c].Start
			}
			continue
		}
		n := c
		if w.kind(c) == kindEnumAssignment {
			n = w.child(c, fieldName)
		} else if w.field(c) != fieldName {
			continue
		}
		if n == treesitter.NoRec {
			continue
		}
		m := w.symbol(graph.KindEnumMember, statement{rec: c, doc: min(doc, w.recs[c].Start), flags: graph.FlagStatic}, c, n)
		if v := w.child(c, fieldValue); v != treesitter.NoRec && n != c {
			w.withOwner(m, func() { w.value(v, graph.ReturnAssigned) })
		}
		doc = treesitter.NoRec
	}
	w.cur = cur
}
