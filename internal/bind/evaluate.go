package bind

import (
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// maxFuel bounds the hops through variables, fields and results that one
// answer may need. The value of an expression is a pure function of the
// expression and the fuel left, so that answers can be kept and do not depend
// on the order in which they were asked for, and cycles end.
const maxFuel = 8

// maxHeight bounds the nesting of one expression, maxSize its parts.
const (
	maxHeight = 120
	maxSize   = 4000
)

// evaluator answers what expressions mean. It belongs to one goroutine.
type evaluator struct {
	w      *world
	cur    *file // the file being resolved
	curTab *unit // its whole unit
	height []uint8
	owner  int32 // whose head is being looked at; the current file's body is -1

	steps     int  // left for the base list at hand
	low       int  // least fuel left anywhere below the question at hand
	exhausted bool // the fuel ran out below it

	whole   map[question]answer // complete answers: valid for all fuel that suffices
	partial map[question]value  // answers cut short: valid for exactly that fuel
	exports map[exportKey]found
	orders  map[classRef][]classRef
	notes   notes

	bodyWhole   map[question]answer // the same for locals of the current file's body
	bodyPartial map[question]value
}

// question is a symbol's value, a call's result or a local's value.
type question struct {
	kind      uint8 // 'v', 'r', 'l'
	fuel      int8  // partial answers only
	file, sym int32
}

type answer struct {
	v    value
	need int
}

func newEvaluator(w *world) *evaluator {
	return &evaluator{w: w, whole: map[question]answer{}, partial: map[question]value{},
		bodyWhole: map[question]answer{}, bodyPartial: map[question]value{},
		exports: map[exportKey]found{}, orders: map[classRef][]classRef{}, notes: newNotes()}
}

// body reports whether the expression is one of the current file's body, which
// no other file can see.
func (ev *evaluator) body(f *file, e int32) bool {
	return int(e) >= len(ev.w.load(f).Exprs)
}

// expr is the e-th expression of a file.
func (ev *evaluator) expr(f *file, e int32) lang.Expr {
	if t := ev.w.load(f); int(e) < len(t.Exprs) {
		return t.Exprs[e]
	}
	if f == ev.cur && int(e) < len(ev.curTab.Exprs) {
		return ev.curTab.Exprs[e]
	}
	return lang.Expr{}
}

func (ev *evaluator) heightOf(f *file, e int32) uint8 {
	if f == ev.cur {
		return ev.height[e]
	}
	return ev.w.load(f).height[e]
}

func (ev *evaluator) localType(f *file, l int32) int32 {
	if t := ev.w.load(f); int(l) < len(t.Locals) {
		return t.Locals[l].Type
	}
	if f == ev.cur && int(l) < len(ev.curTab.Locals) {
		return ev.curTab.Locals[l].Type
	}
	return -1
}

// ask answers a question from memory or by compute.
func (ev *evaluator) ask(q question, fuel int, compute func() value) value {
	whole, partial := ev.whole, ev.partial
	inBody := q.kind == 'l' && ev.isBodyLocal(q)
	if inBody {
		whole, partial = ev.bodyWhole, ev.bodyPartial
	}
	if a, ok := whole[q]; ok && a.need <= fuel {
		ev.low = min(ev.low, fuel-a.need)
		return a.v
	}
	q.fuel = int8(fuel)
	if v, ok := partial[q]; ok {
		ev.low, ev.exhausted = 0, true
		return v
	}
	low, exhausted := ev.low, ev.exhausted
	ev.low, ev.exhausted = fuel, false
	owner := ev.owner
	if !inBody {
		ev.enter(q.file)
	}
	v := compute().bounded()
	ev.owner = owner
	if ev.exhausted {
		partial[q] = v
	} else {
		q.fuel = 0
		whole[q] = answer{v, fuel - ev.low}
	}
	ev.low, ev.exhausted = min(low, ev.low), exhausted || ev.exhausted
	return v
}

func (ev *evaluator) isBodyLocal(q question) bool {
	return int(q.sym) >= len(ev.w.load(ev.w.files[q.file]).Locals)
}

// spend takes one hop; false when there is none left.
func (ev *evaluator) spend(fuel int) bool {
	if fuel <= 0 {
		ev.low, ev.exhausted = 0, true
		return false
	}
	ev.low = min(ev.low, fuel-1)
	return true
}

// value is what the expression evaluates to.
func (ev *evaluator) value(f *file, e int32, fuel int) value {
	return ev.follow(ev.denote(f, e, fuel), fuel)
}

// follow replaces variables and accessors by what they hold.
func (ev *evaluator) follow(v value, fuel int) value {
	plain := true
	for i := range v.alts {
		if v.alts[i].kind == altDecl {
			plain = false
		}
	}
	if plain {
		return v
	}
	out := value{inferred: v.inferred}
	for _, a := range v.alts {
		if a.kind != altDecl {
			out.add(one(a))
			continue
		}
		out.add(ev.held(a, fuel))
	}
	return out.bounded()
}

// held is what reading a declaration yields.
func (ev *evaluator) held(a alt, fuel int) value {
	f := ev.w.files[a.file]
	ev.touchSym(f.id, a.sym)
	t := ev.w.load(f)
	s := &t.Symbols[a.sym]
	e := s.Type
	if s.Kind.IsCallable() || s.Kind == graph.KindProperty {
		if s.Flags&graph.FlagAccessor == 0 && s.Kind != graph.KindProperty {
			return one(a)
		}
		if s.Result >= 0 {
			e = s.Result
		}
	} else if !isVar(s.Kind) || e < 0 && t.owns[a.sym] && s.Kind != graph.KindEnumMember {
		return one(a)
	}
	if s.Kind == graph.KindEnumMember && s.Owner >= 0 {
		return one(alt{kind: altInst, file: a.file, sym: s.Owner})
	}
	return ev.typed(question{kind: 'v', file: f.id, sym: a.sym}, f, e, fuel)
}

// typed evaluates the type expression behind a question.
func (ev *evaluator) typed(q question, f *file, e int32, fuel int) value {
	if e < 0 || !ev.spend(fuel) {
		return value{}
	}
	return ev.ask(q, fuel, func() value {
		v := ev.value(f, e, fuel-1)
		if !ev.declared(f, e, 0) {
			v.inferred = true
		}
		return v
	})
}

// declared reports whether an expression states a type instead of implying it.
func (ev *evaluator) declared(f *file, e int32, depth int) bool {
	x := ev.expr(f, e)
	switch x.Op {
	case lang.ExprInst, lang.ExprThis, lang.ExprClass, lang.ExprSuper, lang.ExprLocal:
		return true
	case lang.ExprUnion:
		return depth < maxTypeDepth && ev.declared(f, x.A, depth+1) && ev.declared(f, x.B, depth+1)
	}
	return false
}

// denote is what the expression names: a variable is itself, not its value.
func (ev *evaluator) denote(f *file, e int32, fuel int) value {
	if ev.heightOf(f, e) > maxHeight {
		return value{}
	}
	x := ev.expr(f, e)
	switch x.Op {
	case lang.ExprSymbol:
		return one(alt{kind: altDecl, file: f.id, sym: x.A})
	case lang.ExprLocal:
		return ev.typed(question{kind: 'l', file: f.id, sym: x.A}, f, ev.localType(f, x.A), fuel)
	case lang.ExprImport:
		if end, ok := ev.imported(f, x.A); ok {
			return ev.settle(end, fuel)
		}
	case lang.ExprGlobal:
		if end, ok := ev.global(f, x.Name); ok {
			return ev.settle(end, fuel)
		}
	case lang.ExprThis:
		return one(alt{kind: altInst, file: f.id, sym: x.A})
	case lang.ExprClass:
		return one(alt{kind: altDecl, file: f.id, sym: x.A})
	case lang.ExprSuper:
		return one(alt{kind: altSuper, file: f.id, sym: x.A})
	case lang.ExprMember:
		return ev.members(ev.value(f, x.A, fuel), x.Name, fuel)
	case lang.ExprIndexKey:
		if f.lang.KeysAreMembers {
			return ev.members(ev.value(f, x.A, fuel), x.Name, fuel)
		}
		return ev.element(f, ev.value(f, x.A, fuel), "@index", fuel)
	case lang.ExprCall:
		return ev.call(f, ev.value(f, x.A, fuel), fuel)
	case lang.ExprNew:
		v := ev.instances(ev.value(f, x.A, fuel), fuel)
		v.inferred = true
		return v
	case lang.ExprInst:
		return ev.instances(ev.value(f, x.A, fuel), fuel)
	case lang.ExprApply:
		return ev.apply(f, x, fuel)
	case lang.ExprUnion:
		v := ev.denote(f, x.A, fuel)
		v.add(ev.denote(f, x.B, fuel))
		return v.bounded()
	case lang.ExprAwait:
		return ev.element(f, ev.value(f, x.A, fuel), "@await", fuel)
	case lang.ExprElem:
		return ev.element(f, ev.value(f, x.A, fuel), "@index", fuel)
	case lang.ExprIter:
		return ev.element(f, ev.value(f, x.A, fuel), "@iter", fuel)
	case lang.ExprArg:
		v := ev.value(f, x.A, fuel)
		out := argument(v, int(x.B))
		out.add(ev.passed(v, x.B, fuel))
		return out.bounded()
	case lang.ExprLiteral:
		a := alt{kind: altExtInst, file: -1, sym: -1, name: f.lang.BuiltinPrefix + x.Name}
		if x.B >= 0 {
			a.args = append(make([]value, max(x.A, 0)), ev.value(f, x.B, fuel))
		}
		return one(a)
	}
	return value{}
}

// settle resolves an endpoint; one that is an expression costs a hop.
func (ev *evaluator) settle(end endpoint, fuel int) value {
	if end.file >= 0 && end.expr >= 0 {
		if !ev.spend(fuel) {
			return value{}
		}
		fuel--
	}
	return ev.resolve(end, fuel)
}

// imported is what an import of the file is.
func (ev *evaluator) imported(f *file, imp int32) (endpoint, bool) {
	m := &ev.w.load(f).Imports[imp]
	mod := ev.w.module(f, imp)
	g := ev.w.fileOf(mod)
	if m.Name == "" || m.Name == "*" || g == nil {
		return ev.named(mod, m.Name)
	}
	if end, ok := ev.export(g, m.Name); ok {
		return end, true
	}
	if m.Name == "default" {
		if end, ok := ev.export(g, "="); ok {
			return end, true
		}
		return endpoint{file: -1, module: mod}, true
	}
	sub, ok := ev.submodule(mod, m.Name)
	return endpoint{file: -1, module: sub}, ok
}

// global is a name that is free in its file: from a star import, or builtin.
func (ev *evaluator) global(f *file, name string) (endpoint, bool) {
	t := ev.w.load(f)
	outside, ok := "", true
	for _, imp := range t.starIn {
		mod := ev.w.module(f, imp)
		g := ev.w.fileOf(mod)
		if g == nil {
			if mod.External != "" {
				ok = ok && (outside == "" || outside == mod.External)
				outside = mod.External
			}
			continue
		}
		if end, ok := ev.starred(g, name); ok {
			return end, true
		}
	}
	if f.lang.builtins[name] {
		return endpoint{file: -1, module: Module{External: f.lang.BuiltinPrefix + name}}, true
	}
	if outside != "" && ok {
		return endpoint{file: -1, module: Module{External: outside + "." + name}}, true
	}
	return endpoint{}, false
}

// starred is a name of a module as a star import takes it.
func (ev *evaluator) starred(g *file, name string) (endpoint, bool) {
	end, ok := ev.export(g, name)
	if !ok {
		return end, false
	}
	s := search{ev: ev, seen: map[exportKey]bool{}}
	return end, s.starred(g, ev.w.load(g), name)
}

// passed is what functions pass to their callbacks, as they declare it in
// their Implements.
func (ev *evaluator) passed(v value, n int32, fuel int) value {
	var out value
	for _, a := range v.alts {
		if a.kind != altDecl || !ev.spend(fuel) {
			continue
		}
		f := ev.w.files[a.file]
		t := ev.w.load(f)
		if s := &t.Symbols[a.sym]; s.Kind.IsCallable() {
			ev.touchSym(a.file, a.sym)
			owner := ev.enter(a.file)
			for _, e := range s.Implements {
				if x := t.Exprs[e]; x.Op == lang.ExprArg && x.B == n {
					out.add(ev.value(f, x.A, fuel-1))
				}
			}
			ev.owner = owner
		}
	}
	return out
}

// apply adds a type argument.
func (ev *evaluator) apply(f *file, x lang.Expr, fuel int) value {
	v := ev.value(f, x.A, fuel)
	arg := ev.instances(ev.value(f, x.B, fuel), fuel)
	out := value{inferred: v.inferred, alts: make([]alt, len(v.alts))}
	for i, a := range v.alts {
		if len(a.args) < 8 {
			a.args = append(a.args[:len(a.args):len(a.args)], arg)
		}
		out.alts[i] = a
	}
	return out
}

// instances is a value whose types are those v denotes.
func (ev *evaluator) instances(v value, fuel int) value {
	out := value{inferred: v.inferred}
	for _, a := range v.alts {
		switch a.kind {
		case altDecl:
			f := ev.w.files[a.file]
			ev.touchSym(a.file, a.sym)
			s := &ev.w.load(f).Symbols[a.sym]
			if isClass(s.Kind) {
				a.kind = altInst
				out.add(one(a))
			} else if s.Kind == graph.KindType || s.Kind == graph.KindTypeParameter {
				out.add(ev.typed(question{kind: 'v', file: f.id, sym: a.sym}, f, s.Type, fuel))
			}
		case altExt:
			a.kind, a.bound = altExtInst, false
			out.add(one(a))
		case altInst, altExtInst:
			out.add(one(a)) // a type that was already an instance: a nested Inst
		case altModule: // a module that is a class
			if a.file >= 0 && ev.spend(fuel) {
				if end, ok := ev.export(ev.w.files[a.file], "="); ok {
					out.add(ev.instances(ev.follow(ev.resolve(end, fuel-1), fuel-1), fuel-1))
				}
			}
		}
	}
	return out.bounded()
}

// call is what calling v yields.
func (ev *evaluator) call(f *file, v value, fuel int) value {
	out := value{inferred: v.inferred}
	for _, a := range v.alts {
		switch a.kind {
		case altDecl:
			out.add(ev.result(a, fuel))
		case altExt:
			out.add(ev.callOutside(f, a))
		case altExtInst:
			out.add(one(alt{kind: altExt, file: -1, sym: -1, name: opaque(a.name)}))
		case altModule:
			if a.file >= 0 && ev.spend(fuel) {
				if end, ok := ev.export(ev.w.files[a.file], "="); ok {
					out.add(ev.call(f, ev.follow(ev.resolve(end, fuel-1), fuel-1), fuel-1))
				}
			}
		}
	}
	return out.bounded()
}

// result is what calling a declaration yields.
func (ev *evaluator) result(a alt, fuel int) value {
	f := ev.w.files[a.file]
	ev.touchSym(a.file, a.sym)
	s := &ev.w.load(f).Symbols[a.sym]
	if isClass(s.Kind) {
		if !f.lang.CallConstructs {
			return value{}
		}
		a.kind = altInst
		v := one(a)
		v.inferred = true
		return v
	}
	return ev.typed(question{kind: 'r', file: f.id, sym: a.sym}, f, s.Result, fuel)
}

// opaque names a value that came out of an outside call.
func opaque(name string) string {
	if i := strings.Index(name, "()"); i >= 0 {
		return name[:i+2]
	}
	return name + "()"
}
