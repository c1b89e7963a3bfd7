package bind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/graph"
)

// members is the name as a member of each alternative of v.
func (ev *evaluator) members(v value, name string, fuel int) value {
	out := value{inferred: v.inferred}
	for _, a := range v.alts {
		m := ev.member(a, name, fuel)
		out.add(m)
	}
	return out.bounded()
}

func (ev *evaluator) member(a alt, name string, fuel int) value {
	switch a.kind {
	case altInst:
		return ev.classMember(a, name, true, 0)
	case altSuper:
		return ev.classMember(a, name, true, 1)
	case altDecl:
		return ev.declMember(a, name)
	case altModule, altDir:
		if end, ok := ev.moduleMember(a, name); ok {
			return ev.settle(end, fuel)
		}
		if a.kind == altModule && a.file >= 0 && ev.spend(fuel) {
			if end, ok := ev.export(ev.w.files[a.file], "="); ok {
				return ev.members(ev.follow(ev.resolve(end, fuel-1), fuel-1), name, fuel-1)
			}
		}
	case altExt, altExtInst:
		m := alt{kind: altExt, file: -1, sym: -1, name: a.name + "." + name}
		if a.kind == altExtInst {
			m.bound, m.args = true, a.args
		}
		return one(m)
	}
	return value{}
}

// declMember is a member of the declaration itself: of a class as an object, a
// namespace, an object literal.
func (ev *evaluator) declMember(a alt, name string) value {
	f := ev.w.files[a.file]
	ev.touchSym(a.file, a.sym)
	t := ev.w.load(f)
	k := t.Symbols[a.sym].Kind
	if isClass(k) {
		return ev.classMember(a, name, false, 0)
	}
	s := own(f, t, a.sym, name)
	if s < 0 || k.IsCallable() && t.Symbols[s].Flags&graph.FlagStatic == 0 {
		return value{}
	}
	return ev.pick(f, s)
}

// own is the first symbol of that name that the container owns, -1 if none.
// Containers that share a name are one if the language merges them.
func own(f *file, t *tables, sym int32, name string) int32 {
	if !f.lang.MergesDuplicates {
		if s, ok := t.members[memberKey{sym, name}]; ok {
			return s
		}
		return -1
	}
	for c := t.first[sym]; c >= 0; c = t.same[c] {
		if s, ok := t.members[memberKey{c, name}]; ok {
			return s
		}
	}
	return -1
}

// classMember looks along the class hierarchy, from the skip-th class on.
func (ev *evaluator) classMember(a alt, name string, instance bool, skip int) value {
	order := ev.hierarchy(classRef{file: a.file, sym: a.sym})
	outside, unknown := "", false
	for i, c := range order {
		if i < skip {
			continue
		}
		if c.file < 0 {
			if c.name == "" {
				unknown = true
			} else if outside == "" {
				outside = c.name
			}
			continue
		}
		f := ev.w.files[c.file]
		ev.touchSym(c.file, c.sym)
		t := ev.w.load(f)
		if v, ok := ev.classOwn(f, t, c.sym, name, instance); ok {
			return v
		}
	}
	if unknown {
		return value{}
	}
	if outside != "" {
		return one(alt{kind: altExt, file: -1, sym: -1, name: outside + "." + name, bound: true, args: a.args})
	}
	return root(ev.w.files[a.file], name)
}

// classOwn picks among the class's own members of a name.
func (ev *evaluator) classOwn(f *file, t *tables, class int32, name string, instance bool) (value, bool) {
	s := own(f, t, class, name)
	if s < 0 {
		return value{}, false
	}
	if !f.lang.StaticMembers {
		return one(alt{kind: altDecl, file: f.id, sym: t.declared(s)}), true
	}
	best := int32(-1)
	for c := s; c >= 0; c = t.next[c] {
		sym := &t.Symbols[c]
		static := sym.Flags&graph.FlagStatic != 0 || sym.Kind == graph.KindEnumMember || isClass(sym.Kind) || sym.Kind == graph.KindType
		if static == !instance && (best < 0 || t.hasBody[c] && !t.hasBody[best]) {
			best = c
		}
	}
	if best < 0 {
		return value{}, false
	}
	return one(alt{kind: altDecl, file: f.id, sym: best}), true
}

// declared is the declaration meant among those of one name: the first of an
// accessor's, else the last with a body.
func (t *tables) declared(s int32) int32 {
	best := s
	if t.Symbols[s].Flags&graph.FlagAccessor != 0 {
		return s
	}
	for c := t.next[s]; c >= 0; c = t.next[c] {
		if t.Symbols[c].Kind.IsCallable() == t.Symbols[best].Kind.IsCallable() {
			if t.hasBody[c] || !t.hasBody[best] {
				best = c
			}
		} else if t.Symbols[c].Kind.IsCallable() {
			best = c
		}
	}
	return best
}

// element is what indexing, iterating or awaiting v yields.
func (ev *evaluator) element(f *file, v value, op string, fuel int) value {
	out := value{inferred: v.inferred}
	for _, a := range v.alts {
		out.add(ev.elementOf(f, a, op, fuel))
	}
	return out.bounded()
}

func (ev *evaluator) elementOf(f *file, a alt, op string, fuel int) value {
	switch a.kind {
	case altExtInst:
		y, ok := f.lang.Yields[lastPart(a.name)+"."+op]
		switch {
		case ok:
		case op == "@await":
			return one(a)
		case op == "@index":
			y = int8(len(a.args) - 1)
		}
		return pickArg(a, y)
	case altExt:
		return one(alt{kind: altExt, file: -1, sym: -1, name: opaque(a.name)})
	case altInst:
		if op == "@await" {
			return one(a)
		}
		if op == "@iter" && f.lang.IterMethod != "" && ev.spend(fuel) {
			it := ev.call(f, ev.follow(ev.classMember(a, f.lang.IterMethod, true, 0), fuel-1), fuel-1)
			v := value{inferred: true}
			for _, r := range it.alts {
				if r.kind == altExtInst {
					v.add(ev.elementOf(f, r, op, fuel-1))
				}
			}
			return v
		}
	case altDecl:
		if op == "@iter" || op == "@index" {
			ev.touchSym(a.file, a.sym)
			if g := ev.w.files[a.file]; ev.w.load(g).Symbols[a.sym].Kind == graph.KindEnum {
				a.kind = altInst
				return one(a)
			}
		}
	}
	return value{}
}

// pickArg is the type argument a Yields number stands for.
func pickArg(a alt, y int8) value {
	switch {
	case y == YieldSelf:
		a.kind, a.bound = altExtInst, false
		return one(a)
	case y >= 0 && int(y) < len(a.args):
		v := a.args[y]
		v.inferred = true
		return v
	}
	return value{}
}

// argument is the n-th type argument of what v is an instance of.
func argument(v value, n int) value {
	var out value
	for _, a := range v.alts {
		if n < len(a.args) {
			out.add(a.args[n])
		}
	}
	return out.bounded()
}

// callOutside is what calling an outside name yields.
func (ev *evaluator) callOutside(f *file, a alt) value {
	name := lastPart(a.name)
	if a.bound {
		recv := strings.TrimSuffix(a.name, "."+name)
		y, ok := f.lang.Yields[lastPart(recv)+"."+name]
		if ok && y != YieldCallee {
			a.name = recv
			return pickArg(a, y)
		}
	} else if y, ok := f.lang.Yields[name]; ok && y == YieldNone {
		return value{}
	} else if ok && y == YieldSelf {
		return one(alt{kind: altExtInst, file: -1, sym: -1, name: a.name, args: a.args})
	}
	if first, _ := utf8.DecodeRuneInString(name); f.lang.CallConstructs && unicode.IsUpper(first) && !strings.Contains(a.name, "()") {
		return value{alts: []alt{{kind: altExtInst, file: -1, sym: -1, name: a.name, args: a.args}}, inferred: true}
	}
	return one(alt{kind: altExt, file: -1, sym: -1, name: opaque(a.name)})
}

// lastPart is what stands behind the last dot.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
