package bind

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// emitter turns the unit of one file into facts.
type emitter struct {
	ev      *evaluator
	f       *file
	u       *unit
	t       *tables
	out     *lang.Facts
	targets map[lang.Target]uint32
}

// facts resolves everything a file says.
func (ev *evaluator) facts(f *file) *lang.Facts {
	t := ev.w.load(f)
	u := decodeBody(f.blob(), t.unit)
	if u == nil {
		u = &unit{Unit: t.Unit, hasBody: t.hasBody}
		u.Refs = nil
	}
	ev.cur, ev.curTab, ev.owner = f, u, -1
	ev.height = heights(append(ev.height[:0], t.height...), u.Exprs[len(t.Exprs):])
	e := &emitter{ev: ev, f: f, u: u, t: t, targets: make(map[lang.Target]uint32, len(u.Refs)/4+8),
		out: &lang.Facts{Path: f.path, Language: f.lang.Name, Flags: u.Flags, ErrorBytes: u.ErrorBytes}}
	e.symbols()
	e.out.Refs = make([]lang.Ref, 0, len(u.Refs)+len(u.Imports))
	e.imports()
	for i := range u.Refs {
		e.ref(&u.Refs[i])
	}
	e.overrides()
	slices.SortStableFunc(e.out.Refs, func(a, b lang.Ref) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	ev.forgetBody()
	return e.out
}

// forgetBody drops answers about the body, whose numbers the next file reuses.
func (ev *evaluator) forgetBody() {
	clear(ev.bodyWhole)
	clear(ev.bodyPartial)
	ev.cur, ev.curTab = nil, nil
}

func (e *emitter) symbols() {
	e.out.Symbols = make([]lang.Symbol, len(e.u.Symbols))
	for i := range e.u.Symbols {
		s := e.u.Symbols[i].Symbol
		if e.t.dup[i] > 0 {
			s.Flags |= graph.FlagDuplicate
		}
		e.out.Symbols[i] = s
	}
}

// target numbers a target.
func (e *emitter) target(t lang.Target) uint32 {
	n, ok := e.targets[t]
	if !ok {
		n = uint32(len(e.out.Targets))
		e.targets[t] = n
		e.out.Targets = append(e.out.Targets, t)
	}
	return n
}

// symbol is the target that is a declaration.
func (e *emitter) symbol(a alt) lang.Target {
	f := e.ev.w.files[a.file]
	t := e.ev.w.load(f)
	return lang.Target{Kind: lang.TargetSymbol, File: f.path, Name: t.Symbols[a.sym].Qual, Dup: t.dup[a.sym]}
}

func (e *emitter) add(r lang.Ref, t lang.Target) {
	r.Target = e.target(t)
	e.out.Refs = append(e.out.Refs, r)
}

// ref resolves one occurrence.
func (e *emitter) ref(u *lang.UnitRef) {
	x := e.u.Exprs[u.Expr]
	if x.Op == lang.ExprLocal && (u.Kind == graph.EdgeReferences || u.Kind == graph.EdgeWrites) {
		return
	}
	v := e.ev.denote(e.f, u.Expr, maxFuel)
	r := lang.Ref{From: u.From, Kind: u.Kind, Context: u.Context, Return: u.Return, Line: u.Line, Col: u.Col, Tier: graph.TierASTResolved}
	receiver := u.Kind == graph.EdgeReferences && u.Context == graph.ContextNone
	if len(v.alts) == 0 {
		if name := e.unresolved(u.Expr); name != "" && !(receiver && x.Op == lang.ExprImport) {
			r.Tier = graph.TierTextMatched
			e.add(r, lang.Target{Kind: lang.TargetUnresolved, Name: name})
		}
		return
	}
	alts := e.fitting(v.alts, u.Kind)
	if v.inferred || len(alts) > 1 || x.Op == lang.ExprLocal {
		r.Tier = graph.TierASTInferred
	}
	for _, a := range alts {
		if receiver && a.kind == altModule {
			e.moduleValue(r, a) // const C = require("./c") and then C.member
		}
		if receiver && a.kind != altDecl {
			continue
		}
		e.alternative(r, a, 0)
	}
}

// alternative adds the edges of a site to one thing it may mean.
func (e *emitter) alternative(r lang.Ref, a alt, depth int) {
	switch a.kind {
	case altExt:
		e.add(r, lang.Target{Kind: lang.TargetExternal, Name: a.name})
	case altModule:
		e.module(r, a)
	case altInst:
		if m := e.f.lang.CallMethod; r.Kind == graph.EdgeCalls && m != "" {
			for _, c := range e.ev.classMember(a, m, true, 0).alts {
				if c.kind == altDecl {
					r.Tier = graph.TierASTInferred
					e.add(r, e.symbol(c))
				}
			}
		}
	case altDecl:
		e.declaration(r, a, depth)
	}
}

// module adds the edges of a site that means a module: a call of one goes to
// what the module is as a value.
func (e *emitter) module(r lang.Ref, a alt) {
	if a.file < 0 {
		e.add(r, lang.Target{Kind: lang.TargetFile, File: a.name})
		return
	}
	f := e.ev.w.files[a.file]
	if r.Kind != graph.EdgeImports && r.Kind != graph.EdgeReExports && e.moduleValue(r, a) {
		return
	}
	e.add(r, lang.Target{Kind: lang.TargetFile, File: f.path})
}

// moduleValue adds the edge to the declaration that a module is as a value, if
// it is one.
func (e *emitter) moduleValue(r lang.Ref, a alt) bool {
	if a.file < 0 {
		return false
	}
	if end, ok := e.ev.export(e.ev.w.files[a.file], "="); ok {
		for _, b := range e.ev.resolve(end, maxFuel).alts {
			if b.kind == altDecl {
				e.alternative(r, b, 1)
				return true
			}
		}
	}
	return false
}

func (e *emitter) declaration(r lang.Ref, a alt, depth int) {
	f := e.ev.w.files[a.file]
	e.ev.touchSym(a.file, a.sym)
	t := e.ev.w.load(f)
	s := &t.Symbols[a.sym]
	making := r.Kind == graph.EdgeInstantiates || r.Kind == graph.EdgeCalls && f.lang.CallConstructs
	switch {
	case making && isClass(s.Kind):
		e.construct(r, a, f)
	case r.Kind == graph.EdgeWrites && s.Flags&graph.FlagAccessor != 0:
		for c := a.sym; c >= 0; c = t.next[c] {
			a.sym = c
		}
		e.add(r, e.symbol(a))
	default:
		e.add(r, e.symbol(a))
		e.held(r, a, s, depth)
	}
}

// construct adds the edge to the class and the one to its constructor.
func (e *emitter) construct(r lang.Ref, a alt, f *file) {
	r.Kind = graph.EdgeInstantiates
	e.add(r, e.symbol(a))
	if f.lang.Constructor == "" {
		return
	}
	r.Kind = graph.EdgeCalls
	inst := alt{kind: altInst, file: a.file, sym: a.sym}
	for _, c := range e.ev.classMember(inst, f.lang.Constructor, true, 0).alts {
		if c.kind == altDecl {
			e.add(r, e.symbol(c))
		}
	}
}

// held adds the edge to what a variable holds, for a site that uses it as a
// function or a class.
func (e *emitter) held(r lang.Ref, a alt, s *lang.UnitSymbol, depth int) {
	if depth > 0 || !isVar(s.Kind) {
		return
	}
	switch r.Kind {
	case graph.EdgeCalls, graph.EdgeInstantiates, graph.EdgeExtends, graph.EdgeImplements:
	default:
		return
	}
	r.Tier = graph.TierASTInferred
	for _, b := range e.ev.follow(one(a), maxFuel).alts {
		if b.kind == altDecl && !b.same(&a) || b.kind == altInst && r.Kind == graph.EdgeCalls {
			e.alternative(r, b, depth+1)
		}
	}
}

// fitting keeps the declarations that a site of the kind can mean, when a name
// stands for several.
func (e *emitter) fitting(alts []alt, kind graph.EdgeKind) []alt {
	if len(alts) < 2 {
		return alts
	}
	var out []alt
	for _, a := range alts {
		if a.kind != altDecl || e.fits(a, kind) {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return alts
	}
	return out
}

func (e *emitter) fits(a alt, kind graph.EdgeKind) bool {
	e.ev.touchSym(a.file, a.sym)
	k := e.ev.w.load(e.ev.w.files[a.file]).Symbols[a.sym].Kind
	onlyType := k == graph.KindInterface || k == graph.KindType || k == graph.KindTypeParameter
	switch kind {
	case graph.EdgeUsesType, graph.EdgeImplements:
		return onlyType || isClass(k)
	case graph.EdgeExtends:
		return onlyType || isClass(k) || isVar(k)
	case graph.EdgeCalls, graph.EdgeInstantiates:
		return !onlyType && k != graph.KindNamespace
	case graph.EdgeImports, graph.EdgeReExports:
		return true
	}
	return !onlyType
}

// unresolved is the name of a site that could not be bound.
func (e *emitter) unresolved(x int32) string {
	switch n := e.u.Exprs[x]; n.Op {
	case lang.ExprMember, lang.ExprGlobal:
		return n.Name
	case lang.ExprIndexKey:
		if e.f.lang.KeysAreMembers {
			return n.Name
		}
	case lang.ExprImport:
		m := &e.u.Imports[n.A]
		if m.Name != "" && m.Name != "default" {
			return m.Name
		}
		return m.Alias
	case lang.ExprApply, lang.ExprInst:
		return e.unresolved(n.A)
	case lang.ExprUnion:
		return cmp.Or(e.unresolved(n.A), e.unresolved(n.B))
	}
	return ""
}

// overrides adds an edge from each method to the ones it takes the place of.
func (e *emitter) overrides() {
	for i := range e.u.Symbols {
		s := &e.u.Symbols[i]
		if s.Owner < 0 || !s.Kind.IsCallable() && s.Flags&graph.FlagAccessor == 0 || s.Kind == graph.KindConstructor ||
			s.Name == e.f.lang.Constructor || s.Flags&graph.FlagStatic != 0 && e.f.lang.StaticMembers || !isClass(e.u.Symbols[s.Owner].Kind) {
			continue
		}
		owner := &e.u.Symbols[s.Owner]
		var bases []classRef
		e.ev.steps = maxTypeSteps
		for _, list := range [][]int32{owner.Bases, owner.Implements} {
			for _, x := range list {
				bases = e.ev.types(e.f, x, maxTypeDepth, bases)
			}
		}
		var done []lang.Target
		for _, b := range bases {
			if b.file < 0 {
				continue
			}
			for _, m := range e.ev.classMember(alt{kind: altInst, file: b.file, sym: b.sym}, s.Name, true, 0).alts {
				if m.kind != altDecl || m.file == e.f.id && m.sym == int32(i) {
					continue
				}
				t := e.symbol(m)
				if !slices.Contains(done, t) {
					done = append(done, t)
					e.add(lang.Ref{From: int32(i), Kind: graph.EdgeOverrides, Tier: graph.TierASTResolved, Line: s.Span.NameLine}, t)
				}
			}
		}
	}
}
