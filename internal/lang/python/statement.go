package python

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// The second pass walks the file as it runs: what a name means is what it was
// last bound to, and bodies of functions come after the code around them.

// maxDepth bounds the nesting the walk follows.
const maxDepth = 1500

// block walks the statements below a node and reports whether the last of them
// leaves it.
func (x *extractor) block(i uint32, s *scope) (ends bool) {
	if i == none {
		return false
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		x.statement(c, s)
		switch x.recs[c].Sym {
		case x.k.returnStatement, x.k.raise, x.k.breakStatement, x.k.continueStatement:
			ends = true
		}
	}
	return ends
}

func (x *extractor) statement(i uint32, s *scope) {
	x.depth++
	defer func() { x.depth-- }()
	if x.depth > maxDepth {
		return
	}
	k := x.k
	switch x.recs[i].Sym {
	case k.comment:
	case treesitter.ErrorSymbol:
		x.broken(i, s)
	case k.decorated:
		if d := x.field(i, k.fDefinition); d != none {
			x.definition(d, i, s)
		}
	case k.function, k.class:
		x.definition(i, none, s)
	case k.ifStatement:
		x.ifStatement(i, s)
	case k.forStatement:
		x.forStatement(i, s)
	case k.while:
		x.value(x.field(i, k.fCondition), s)
		x.branches(false, func() bool { return x.block(x.field(i, k.fBody), s) })
		x.alternatives(i, s)
	case k.try:
		x.tryStatement(i, s)
	case k.with:
		x.with(i, s)
	case k.match:
		x.matchStatement(i, s)
	case k.importStatement, k.importFrom:
		for _, b := range x.imports[i] {
			x.bind(s.variable(b.name), []int32{b.expr})
		}
	case k.future, k.global, k.nonlocal:
	case k.returnStatement:
		if v := x.values(i, s); v >= 0 {
			f := s.function()
			f.returns = union(f.returns, []int32{v})
		}
	case k.assert:
		x.assert(i, s)
	case k.typeAlias:
		x.alias(i, s)
	case k.block, k.elseClause, k.finally:
		x.block(i, s)
	default:
		x.values(i, s)
	}
}

// broken walks what the parser could not make sense of: statements that are
// whole count, loose names say nothing.
func (x *extractor) broken(i uint32, s *scope) {
	k := x.k
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Sym {
		case k.identifier, k.parameters, k.keyword, k.defaultParameter, k.typedParameter, k.typedDefault:
		case k.call, k.attribute, k.subscript, k.assignment, k.augmented:
			x.value(c, s)
		default:
			x.statement(c, s)
		}
	}
}

// values evaluates the children of a node; of a single one it is the value.
func (x *extractor) values(i uint32, s *scope) int32 {
	n, v := 0, int32(-1)
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == x.k.comment {
			continue
		}
		n++
		v = x.value(c, s)
	}
	if n == 1 {
		return v
	}
	return -1
}

// alternatives walks the else of a loop.
func (x *extractor) alternatives(i uint32, s *scope) {
	if a := x.field(i, x.k.fAlternative); a != none {
		x.branches(false, func() bool { return x.block(x.field(a, x.k.fBody), s) })
	}
}

func (x *extractor) ifStatement(i uint32, s *scope) {
	k := x.k
	var runs []func() bool
	cond := x.field(i, k.fCondition)
	x.value(cond, s)
	checking := x.checksTypes(cond)
	runs = append(runs, func() bool {
		if checking {
			x.typeOnly++
			defer func() { x.typeOnly-- }()
		}
		x.narrow(cond, s)
		return x.block(x.field(i, k.fConsequence), s)
	})
	total := false
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Sym {
		case k.elif:
			runs = append(runs, func() bool {
				cond := x.field(c, k.fCondition)
				x.value(cond, s)
				x.narrow(cond, s)
				return x.block(x.field(c, k.fConsequence), s)
			})
		case k.elseClause:
			total = true
			runs = append(runs, func() bool { return x.block(x.field(c, k.fBody), s) })
		}
	}
	x.branches(total, runs...)
	if !total && len(runs) == 1 && x.negated(cond) && x.leaves(x.field(i, k.fConsequence)) {
		x.narrow(x.field(cond, x.k.fArgument), s)
	}
}

// checksTypes reports whether a condition is TYPE_CHECKING.
func (x *extractor) checksTypes(cond uint32) bool {
	if cond == none {
		return false
	}
	if x.recs[cond].Sym == x.k.attribute {
		cond = x.field(cond, x.k.fAttribute)
	}
	return cond != none && x.recs[cond].Sym == x.k.identifier && x.text(cond) == "TYPE_CHECKING"
}

func (x *extractor) negated(cond uint32) bool { return cond != none && x.recs[cond].Sym == x.k.not }

// leaves reports whether the last statement of a block leaves it.
func (x *extractor) leaves(block uint32) bool {
	if block == none {
		return false
	}
	last := uint16(0)
	for c := block + 1; c < x.recs[block].Next; c = x.recs[c].Next {
		if x.recs[c].Sym != x.k.comment {
			last = x.recs[c].Sym
		}
	}
	k := x.k
	return last == k.returnStatement || last == k.raise || last == k.continueStatement || last == k.breakStatement
}

// narrow gives a variable the type that isinstance has shown it to have.
func (x *extractor) narrow(cond uint32, s *scope) {
	k := x.k
	if cond == none {
		return
	}
	switch x.recs[cond].Sym {
	case k.parenthesized:
		if cond+1 < x.recs[cond].Next {
			x.narrow(cond+1, s)
		}
		return
	case k.boolean:
		if op := x.field(cond, k.fOperator); op != none && x.text(op) == "and" {
			x.narrow(x.field(cond, k.fLeft), s)
			x.narrow(x.field(cond, k.fRight), s)
		}
		return
	case k.call:
	default:
		return
	}
	fn, args := x.field(cond, k.fFunction), x.field(cond, k.fArguments)
	if fn == none || args == none || x.recs[fn].Sym != k.identifier || x.text(fn) != "isinstance" {
		return
	}
	a := args + 1
	if a >= x.recs[args].Next || x.recs[a].Sym != k.identifier {
		return
	}
	b := x.recs[a].Next
	v, in, live := s.find(x.text(a))
	if b >= x.recs[args].Next || v == nil || !live || in.kind != functionScope || v.self {
		return
	}
	if t := x.classesOf(b, s, 0); t >= 0 {
		x.bind(v, []int32{x.local(t)})
	}
}

// classesOf is an instance of the class, or one of the tuple of classes, that
// an expression names; no occurrences are recorded.
func (x *extractor) classesOf(i uint32, s *scope, depth int) int32 {
	k := x.k
	r := &x.recs[i]
	switch {
	case depth > 8:
	case r.Sym == k.tuple || r.Sym == k.parenthesized:
		out := []int32{}
		for c := i + 1; c < r.Next; c = x.recs[c].Next {
			t := x.classesOf(c, s, depth+1)
			if t < 0 {
				return -1
			}
			out = append(out, t)
		}
		if len(out) <= maxMeanings {
			return x.meaning(out)
		}
	case r.Sym == k.identifier || r.Sym == k.attribute:
		if e := x.quiet(i, s, depth); e >= 0 {
			return x.expr(lang.ExprInst, e, -1, "")
		}
	}
	return -1
}

// quiet is what a dotted name denotes, without recording an occurrence.
func (x *extractor) quiet(i uint32, s *scope, depth int) int32 {
	switch x.recs[i].Sym {
	case x.k.identifier:
		return x.name(x.text(i), s)
	case x.k.attribute:
		o, a := x.field(i, x.k.fObject), x.field(i, x.k.fAttribute)
		if o == none || a == none || depth > 32 {
			return -1
		}
		if e := x.quiet(o, s, depth+1); e >= 0 {
			return x.expr(lang.ExprMember, e, -1, x.text(a))
		}
	}
	return -1
}

func (x *extractor) assert(i uint32, s *scope) {
	x.values(i, s)
	if c := i + 1; c < x.recs[i].Next {
		x.narrow(c, s)
	}
}

func (x *extractor) forStatement(i uint32, s *scope) {
	k := x.k
	right := x.field(i, k.fRight)
	v := x.value(right, s)
	x.branches(false, func() bool {
		x.iterate(x.field(i, k.fLeft), right, v, s)
		x.block(x.field(i, k.fBody), s)
		return false
	})
	x.alternatives(i, s)
}

func (x *extractor) tryStatement(i uint32, s *scope) {
	k := x.k
	var runs []func() bool
	body := x.field(i, k.fBody)
	var otherwise uint32 = none
	total := false
	runs = append(runs, func() bool {
		ends := x.block(body, s)
		if otherwise != none {
			return x.block(x.field(otherwise, k.fBody), s) || ends
		}
		return ends
	})
	var finally uint32 = none
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Sym {
		case k.elseClause:
			otherwise = c
		case k.finally:
			finally = c
		case k.except:
			total = true
			runs = append(runs, func() bool { return x.except(c, s) })
		}
	}
	x.branches(total || len(runs) == 1, runs...)
	if finally != none {
		x.block(x.blockIn(finally), s)
	}
}

// blockIn is the block among the children of a node.
func (x *extractor) blockIn(i uint32) uint32 {
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == x.k.block {
			return c
		}
	}
	return none
}

func (x *extractor) except(i uint32, s *scope) bool {
	k := x.k
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == k.block || x.recs[c].Sym == k.comment {
			continue
		}
		v := c
		if x.recs[c].Sym == k.asPattern {
			v = c + 1
			x.value(v, s)
			x.assign(x.field(c, k.fAlias), x.classesOf(v, s, 0), none, s)
		} else {
			x.value(v, s)
		}
	}
	return x.block(x.blockIn(i), s)
}

func (x *extractor) with(i uint32, s *scope) {
	k := x.k
	body := x.field(i, k.fBody)
	enter := "__enter__"
	if x.isAsync(i) {
		enter = "__aenter__"
	}
	for c := i + 1; c < x.recs[i].Next; c++ {
		if c == body {
			break
		}
		if x.recs[c].Sym != k.withItem {
			continue
		}
		v := x.field(c, k.fValue)
		if v == none {
			continue
		}
		if x.recs[v].Sym == k.asPattern && v+1 < x.recs[v].Next {
			e := x.value(v+1, s)
			if e >= 0 {
				e = x.expr(lang.ExprAwait, x.expr(lang.ExprCall, x.expr(lang.ExprMember, e, -1, enter), -1, ""), -1, "")
			}
			x.assign(x.field(v, k.fAlias), e, none, s)
		} else {
			x.value(v, s)
		}
		c = x.recs[c].Next - 1
	}
	x.block(body, s)
}

func (x *extractor) isAsync(i uint32) bool {
	r := &x.recs[i]
	return r.End-r.Start > 5 && string(x.src[r.Start:r.Start+5]) == "async"
}

func (x *extractor) matchStatement(i uint32, s *scope) {
	k := x.k
	x.value(x.field(i, k.fSubject), s)
	var runs []func() bool
	body := x.field(i, k.fBody)
	if body == none {
		return
	}
	for c := body + 1; c < x.recs[body].Next; c = x.recs[c].Next {
		if x.recs[c].Sym != k.caseClause {
			continue
		}
		runs = append(runs, func() bool {
			for p := c + 1; p < x.recs[c].Next; p = x.recs[p].Next {
				switch x.recs[p].Sym {
				case k.casePattern:
					x.pattern(p, s)
				case k.block:
				default:
					x.values(p, s)
				}
			}
			return x.block(x.field(c, k.fConsequence), s)
		})
	}
	x.branches(false, runs...)
}

// pattern records the classes and constants a pattern names and binds what it
// captures.
func (x *extractor) pattern(i uint32, s *scope) {
	k := x.k
	x.captures(i, func(n uint32) { x.bind(s.variable(x.text(n)), []int32{x.captured(n, s)}) })
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		switch x.recs[c].Sym {
		case k.dotted:
			if x.recs[c].Next > c+2 || x.recs[i].Sym == k.classPattern {
				x.dotted(c, s, graph.EdgeReferences, graph.ContextValue)
			}
		case k.identifier:
		default:
			x.pattern(c, s)
		}
		if x.recs[c].Sym == k.asPattern {
			x.asCapture(c, s)
		}
	}
}

// asCapture binds "case Class() as name".
func (x *extractor) asCapture(i uint32, s *scope) {
	t := int32(-1)
	for c := i + 1; c < x.recs[i].Next; c++ {
		if x.recs[c].Sym == x.k.classPattern && c+1 < x.recs[c].Next {
			if e := x.dottedExpr(c+1, s); e >= 0 {
				t = x.expr(lang.ExprInst, e, -1, "")
			}
			break
		}
	}
	if a := x.asName(i); a != none {
		x.assign(a, t, none, s)
	}
}

// asName is the name at the end of an as-pattern of a case.
func (x *extractor) asName(i uint32) uint32 {
	last := uint32(none)
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if x.recs[c].Sym == x.k.identifier {
			last = c
		}
	}
	return last
}

func (x *extractor) captured(n uint32, s *scope) int32 {
	if v := s.variable(x.text(n)); v.sym >= 0 {
		return x.exprSymbol(v.sym)
	}
	return x.local(-1)
}
