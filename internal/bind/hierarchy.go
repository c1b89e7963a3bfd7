package bind

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// classRef is a class of the tree, or an outside or unknown base (file -1).
type classRef struct {
	file, sym int32
	name      string // of an outside base; "" if unknown
}

const (
	maxTypeDepth = 16  // hops through aliases and members in a base list
	maxAncestors = 256 // classes above one class
	maxTypeSteps = 500 // expressions looked at for one base list
)

// hierarchy returns the class and what it inherits from in the order members
// are looked for: C3 (Barrett et al., "A Monotonic Superclass Linearization for
// Dylan", 1996), or depth first where C3 has no answer: in a cycle, for an
// inconsistent order, beyond maxAncestors.
func (ev *evaluator) hierarchy(c classRef) []classRef {
	ev.touchSym(c.file, c.sym)
	if order, ok := ev.orders[c]; ok {
		return order
	}
	g := ancestry{ev: ev, bases: map[classRef][]classRef{}, state: map[classRef]uint8{}}
	g.collect(c, 0)
	order, ok := []classRef(nil), false
	if !g.cyclic {
		order, ok = g.c3(c)
	}
	if !ok {
		order = g.depthFirst(c, map[classRef]bool{}, nil)
	}
	ev.orders[c] = order
	return order
}

// ancestry is the graph of bases above one class.
type ancestry struct {
	ev     *evaluator
	bases  map[classRef][]classRef
	state  map[classRef]uint8 // 1: being visited, 2: done
	linear map[classRef][]classRef
	cyclic bool
}

func (g *ancestry) collect(c classRef, depth int) {
	if c.file < 0 || g.state[c] == 2 {
		return
	}
	if g.state[c] == 1 || len(g.bases) > maxAncestors || depth > maxAncestors {
		g.cyclic = true
		return
	}
	g.state[c] = 1
	list := g.ev.bases(c)
	g.bases[c] = list
	for _, b := range list {
		g.collect(b, depth+1)
	}
	g.state[c] = 2
}

func (g *ancestry) depthFirst(c classRef, seen map[classRef]bool, out []classRef) []classRef {
	if seen[c] || len(out) > maxAncestors {
		return out
	}
	seen[c] = true
	out = append(out, c)
	for _, b := range g.bases[c] {
		out = g.depthFirst(b, seen, out)
	}
	return out
}

func (g *ancestry) c3(c classRef) ([]classRef, bool) {
	if c.file < 0 {
		return []classRef{c}, true
	}
	if l, ok := g.linear[c]; ok {
		return l, len(l) > 0
	}
	bases := g.bases[c]
	var lists [][]classRef
	for _, b := range bases {
		l, ok := g.c3(b)
		if !ok {
			return nil, false
		}
		lists = append(lists, l)
	}
	if len(bases) > 0 {
		lists = append(lists, bases)
	}
	order, ok := merge([]classRef{c}, lists)
	if g.linear == nil {
		g.linear = map[classRef][]classRef{}
	}
	g.linear[c] = order
	return order, ok
}

// merge takes again and again the first head that stands in no tail.
func merge(order []classRef, lists [][]classRef) ([]classRef, bool) {
	for {
		empty := true
		var next *classRef
	candidates:
		for _, l := range lists {
			if len(l) == 0 {
				continue
			}
			empty = false
			for _, other := range lists {
				for i := 1; i < len(other); i++ {
					if other[i] == l[0] {
						continue candidates
					}
				}
			}
			next = &l[0]
			break
		}
		if empty {
			return order, true
		}
		if next == nil || len(order) > maxAncestors {
			return nil, false
		}
		c := *next
		order = append(order, c)
		for i, l := range lists {
			if len(l) > 0 && l[0] == c {
				lists[i] = l[1:]
			}
		}
	}
}

// root is the class that all others inherit from, when the language says so.
func root(f *file, name string) value {
	if f.lang.roots[name] {
		return one(alt{kind: altExt, file: -1, sym: -1, name: f.lang.Root + "." + name})
	}
	return value{}
}

// bases are the direct bases of a class, without repetition.
func (ev *evaluator) bases(c classRef) []classRef {
	f := ev.w.files[c.file]
	t := ev.w.load(f)
	owner := ev.enter(c.file)
	defer func() { ev.owner = owner }()
	var out []classRef
	ev.steps = maxTypeSteps
	for s := c.sym; s >= 0; s = t.same[s] {
		if !isClass(t.Symbols[s].Kind) {
			continue
		}
		for _, e := range t.Symbols[s].Bases {
			out = ev.types(f, e, maxTypeDepth, out)
		}
		if !f.lang.MergesDuplicates {
			break
		}
	}
	uniq := out[:0]
next:
	for _, b := range out {
		if b == c {
			continue
		}
		for _, have := range uniq {
			if have == b && b.file >= 0 {
				continue next
			}
		}
		uniq = append(uniq, b)
	}
	return uniq
}

// types appends the classes an expression names, by scopes, imports and plain
// members only: what classes inherit must not depend on what values are.
func (ev *evaluator) types(f *file, e int32, depth int, out []classRef) []classRef {
	unknown := append(out, classRef{file: -1, sym: -1})
	ev.steps--
	if depth == 0 || ev.steps < 0 || ev.body(f, e) {
		return unknown
	}
	t := ev.w.load(f)
	x := t.Exprs[e]
	switch x.Op {
	case lang.ExprUnion:
		return ev.types(f, x.B, depth-1, ev.types(f, x.A, depth-1, out))
	case lang.ExprApply, lang.ExprInst:
		return ev.types(f, x.A, depth-1, out)
	case lang.ExprCall: // namedtuple("P", "x y"), mixin(Base)
		for _, c := range ev.types(f, x.A, depth-1, nil) {
			if c.file < 0 && c.name != "" {
				return append(out, c)
			}
		}
		return unknown
	}
	v := ev.plain(f, e, depth)
	if len(v.alts) == 0 {
		return unknown
	}
	for _, a := range v.alts {
		out = ev.typesOf(a, depth, out)
	}
	return out
}

// typesOf appends the classes a thing stands for.
func (ev *evaluator) typesOf(a alt, depth int, out []classRef) []classRef {
	switch a.kind {
	case altExt, altExtInst:
		return append(out, classRef{file: -1, sym: -1, name: a.name})
	case altDecl:
		f := ev.w.files[a.file]
		ev.touchSym(a.file, a.sym)
		s := &ev.w.load(f).Symbols[a.sym]
		if isClass(s.Kind) {
			return append(out, classRef{file: a.file, sym: a.sym})
		}
		if (isVar(s.Kind) || s.Kind == graph.KindType) && s.Type >= 0 {
			owner := ev.enter(a.file)
			out = ev.types(f, s.Type, depth-1, out)
			ev.owner = owner
			return out
		}
	}
	return append(out, classRef{file: -1, sym: -1})
}

// plain is what an expression denotes without any evaluation of types.
func (ev *evaluator) plain(f *file, e int32, depth int) value {
	ev.steps--
	if depth == 0 || ev.steps < 0 || ev.body(f, e) {
		return value{}
	}
	x := ev.w.load(f).Exprs[e]
	switch x.Op {
	case lang.ExprSymbol, lang.ExprClass:
		return one(alt{kind: altDecl, file: f.id, sym: x.A})
	case lang.ExprImport:
		if end, ok := ev.imported(f, x.A); ok {
			return ev.plainEnd(end, depth-1)
		}
	case lang.ExprGlobal:
		if end, ok := ev.global(f, x.Name); ok {
			return ev.plainEnd(end, depth-1)
		}
	case lang.ExprLocal:
		t := ev.w.load(f)
		if ty := t.Locals[x.A].Type; ty >= 0 {
			return ev.plain(f, ty, depth-1)
		}
	case lang.ExprUnion:
		v := ev.plain(f, x.A, depth-1)
		v.add(ev.plain(f, x.B, depth-1))
		return v.bounded()
	case lang.ExprApply:
		return ev.plain(f, x.A, depth-1)
	case lang.ExprMember:
		var v value
		for _, a := range ev.plain(f, x.A, depth-1).alts {
			v.add(ev.plainMember(a, x.Name, depth-1))
		}
		return v.bounded()
	}
	return value{}
}

func (ev *evaluator) plainEnd(end endpoint, depth int) value {
	if end.file < 0 {
		return ev.moduleValue(end.module)
	}
	if end.expr < 0 {
		return ev.pick(ev.w.files[end.file], end.sym)
	}
	owner := ev.enter(end.file)
	defer func() { ev.owner = owner }()
	return ev.plain(ev.w.files[end.file], end.expr, depth)
}

func (ev *evaluator) plainMember(a alt, name string, depth int) value {
	switch a.kind {
	case altModule, altDir:
		if end, ok := ev.moduleMember(a, name); ok {
			return ev.plainEnd(end, depth)
		}
	case altExt:
		return one(alt{kind: altExt, file: -1, sym: -1, name: a.name + "." + name})
	case altDecl:
		ev.touchSym(a.file, a.sym)
		f := ev.w.files[a.file]
		t := ev.w.load(f)
		if s := own(f, t, a.sym, name); s >= 0 && !t.Symbols[a.sym].Kind.IsCallable() {
			return ev.pick(f, s)
		}
	}
	return value{}
}

// moduleMember finds a name of a module.
func (ev *evaluator) moduleMember(a alt, name string) (endpoint, bool) {
	mod := Module{Dir: a.name}
	if a.kind == altModule {
		if a.file < 0 {
			return endpoint{}, false
		}
		f := ev.w.files[a.file]
		if end, ok := ev.export(f, name); ok {
			return end, true
		}
		mod = Module{File: f.path}
	}
	sub, ok := ev.submodule(mod, name)
	return endpoint{file: -1, module: sub}, ok
}
