package golang

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

func sortRecords(list []record) {
	slices.SortFunc(list, func(a, b record) int { return compareTargets(a.target, b.target) })
}

// derive computes which types implement which interfaces from the records of
// all packages, if any record changed.
func (a *analysis) derive() {
	if !a.types {
		return
	}
	var keys []string
	a.in.Cache.Keys("go/types/", func(key string) bool { keys = append(keys, key); return true })
	slices.Sort(keys)
	found := map[string]*record{} // by what identifies them: one type under several configurations may differ
	var types, ifaces []*record
	for _, key := range keys {
		list := decodeRecords(a.in.Cache.Get(key))
		for i := range list {
			r := &list[i]
			id := identity(r)
			if found[id] != nil {
				continue
			}
			found[id] = r
			if r.iface {
				ifaces = append(ifaces, r)
			} else {
				types = append(types, r)
			}
		}
	}
	ifaces = append(ifaces, &record{
		target: lang.Target{Kind: lang.TargetExternal, Name: "error"}, iface: true,
		methods: []method{{name: "Error", sig: "func1#1\nstring#0", decl: lang.Target{Kind: lang.TargetExternal, Name: "error.Error"}}},
	})
	a.out.Derived(relate(types, ifaces))
}

func identity(r *record) string {
	var b strings.Builder
	b.WriteByte(byte('0' + r.target.Kind))
	b.WriteString(r.target.File)
	b.WriteByte(0)
	b.WriteString(r.target.Name)
	for _, m := range r.methods {
		b.WriteByte(0)
		b.WriteString(m.name)
		b.WriteString(m.sig)
	}
	return b.String()
}

// relate matches types with interfaces by way of an index of method names: the
// candidates for an interface are the types that have its rarest method.
func relate(types, ifaces []*record) []lang.DerivedEdge {
	byMethod := map[string][]*record{}
	for _, t := range types {
		for _, m := range t.methods {
			byMethod[m.name] = append(byMethod[m.name], t)
		}
	}
	edges := map[lang.DerivedEdge]bool{}
	add := func(src, dst lang.Target, kind graph.EdgeKind) {
		edges[lang.DerivedEdge{Src: src, Dst: dst, Kind: kind, Tier: graph.TierCompilerResolved}] = true
	}
	for _, it := range ifaces {
		for _, e := range it.extends {
			if it.target.Kind == lang.TargetSymbol && e != it.target {
				add(it.target, e, graph.EdgeExtends)
			}
		}
		rarest := it.methods[0].name
		for _, m := range it.methods {
			if len(byMethod[m.name]) < len(byMethod[rarest]) {
				rarest = m.name
			}
		}
		for _, t := range byMethod[rarest] {
			if t.target.Kind != lang.TargetSymbol {
				continue
			}
			pairs, ok := satisfies(t, it)
			if !ok {
				continue
			}
			add(t.target, it.target, graph.EdgeImplements)
			for _, p := range pairs {
				if p[0].Kind == lang.TargetSymbol && p[1].Kind != lang.TargetNone && p[0] != p[1] {
					add(p[0], p[1], graph.EdgeOverrides)
				}
			}
		}
	}
	list := make([]lang.DerivedEdge, 0, len(edges))
	for e := range edges {
		list = append(list, e)
	}
	slices.SortFunc(list, func(x, y lang.DerivedEdge) int {
		if c := compareTargets(x.Src, y.Src); c != 0 {
			return c
		}
		if c := compareTargets(x.Dst, y.Dst); c != 0 {
			return c
		}
		return cmp.Compare(x.Kind, y.Kind)
	})
	return list
}

// satisfies reports whether a type has all methods of an interface, for some
// type arguments if either is generic, and pairs the methods.
func satisfies(t, it *record) (pairs [][2]lang.Target, ok bool) {
	if len(t.methods) < len(it.methods) {
		return nil, false
	}
	u := unifier{bound: map[string]side{}}
	for _, im := range it.methods {
		i, found := slices.BinarySearchFunc(t.methods, im.name, func(m method, name string) int { return strings.Compare(m.name, name) })
		if !found {
			return nil, false
		}
		tm := t.methods[i]
		if len(it.constraints) == 0 && len(t.constraints) == 0 {
			if tm.sig != im.sig || strings.Contains(im.sig, endless) {
				return nil, false
			}
		} else if !u.unify(side{'i', tokens(im.sig)}, side{'t', tokens(tm.sig)}) {
			return nil, false
		}
		pairs = append(pairs, [2]lang.Target{tm.decl, im.decl})
	}
	return pairs, u.allowed('i', it.constraints) && u.allowed('t', t.constraints)
}

// allowed reports whether what variables are bound to may satisfy their
// constraints. Only unions of types are looked at.
func (u *unifier) allowed(of byte, constraints []string) bool {
	for i, c := range constraints {
		if c == "" {
			continue
		}
		b, ok := u.bound[string(of)+"$"+strconv.Itoa(i)+"#0"]
		if !ok || b.tokens[0][0] == '$' {
			continue
		}
		term := strings.Join(b.tokens, "\n")
		basic := !strings.ContainsAny(term, ".\n")
		if c == "?" {
			if basic {
				return false // predeclared types have no methods
			}
			continue
		}
		if !basic && strings.Contains(c, "~") {
			continue // its underlying type may be among them
		}
		if !slices.ContainsFunc(strings.Split(c, "|"), func(s string) bool { return strings.TrimPrefix(s, "~") == term }) {
			return false
		}
	}
	return true
}
