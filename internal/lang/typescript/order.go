package typescript

import (
	"cmp"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// sortSymbols puts the symbols in source order, owners before members. They
// were numbered when their scope was entered, so that earlier code could mean
// later declarations.
func (b *builder) sortSymbols() {
	before := func(x, y int32) int {
		p, q := &b.symbols[x].Span, &b.symbols[y].Span
		return cmp.Or(cmp.Compare(p.Start, q.Start), cmp.Compare(q.End, p.End), cmp.Compare(x, y))
	}
	order := make([]int32, len(b.symbols))
	sorted := true
	for i := range order {
		order[i] = int32(i)
		sorted = sorted && (i == 0 || before(int32(i-1), int32(i)) < 0)
	}
	if sorted {
		return
	}
	slices.SortFunc(order, before)
	order = b.ownersFirst(order)
	now := make([]int32, len(order))
	symbols := make([]lang.UnitSymbol, len(order))
	for i, old := range order {
		now[old] = int32(i)
		symbols[i] = b.symbols[old]
	}
	copy(b.symbols, symbols)
	b.renumber(now)
}

// ownersFirst repairs the rare order in which a member stands before its
// owner: what is assigned to a function that is declared below.
func (b *builder) ownersFirst(order []int32) []int32 {
	placed := make([]bool, len(order))
	out := make([]int32, 0, len(order))
	var place func(int32)
	place = func(s int32) {
		if placed[s] {
			return
		}
		placed[s] = true
		if o := b.symbols[s].Owner; o != none {
			place(o)
		}
		out = append(out, s)
	}
	for _, s := range order {
		place(s)
	}
	return out
}

func (b *builder) renumber(now []int32) {
	move := func(i *int32) {
		if *i != none {
			*i = now[*i]
		}
	}
	for i := range b.symbols {
		move(&b.symbols[i].Owner)
	}
	for i := range b.exprs {
		switch e := &b.exprs[i]; e.Op {
		case lang.ExprSymbol, lang.ExprThis, lang.ExprClass, lang.ExprSuper:
			move(&e.A)
		}
	}
	for i := range b.refs {
		move(&b.refs[i].From)
	}
	for i := range b.imports {
		move(&b.imports[i].From)
	}
}

// finishFlags marks what is exported by a list, the members of what is
// exported, and repeated declarations.
func (b *builder) finishFlags() {
	for _, e := range b.exports {
		if e.Expr != none {
			b.markExported(e.Expr, e.Name)
		}
	}
	seen := make(map[string]int32, len(b.symbols)) // the first of each name
	for i := range b.symbols {
		s := &b.symbols[i]
		if s.Owner != none && s.Flags&graph.FlagPrivate == 0 {
			o := &b.symbols[s.Owner]
			if o.Flags&graph.FlagExported != 0 && holdsMembers(o.Kind) {
				s.Flags |= graph.FlagExported
			}
			// What a namespace adds to a function or class is static there.
			if k := b.symbols[seen[o.Qual]].Kind; o.Kind == graph.KindNamespace && (k == graph.KindClass || k == graph.KindFunction) {
				s.Flags |= graph.FlagStatic
			}
		}
		if _, again := seen[s.Qual]; again {
			s.Flags |= graph.FlagDuplicate
		} else {
			seen[s.Qual] = int32(i)
		}
	}
}

func (b *builder) markExported(expr int32, name string) {
	for e := b.exprs[expr]; ; e = b.exprs[e.A] {
		switch e.Op {
		case lang.ExprSymbol:
			b.symbols[e.A].Flags |= exportFlags(name)
			return
		case lang.ExprUnion:
			b.markExported(e.B, name)
		default:
			return
		}
	}
}

func exportFlags(name string) graph.Flags {
	if name == "default" {
		return graph.FlagExported | graph.FlagDefault
	}
	return graph.FlagExported
}

// holdsMembers says that what is inside a declaration is offered with it; what
// is inside a function is not, nor is a namespace's unless it says so.
func holdsMembers(k graph.Kind) bool {
	switch k {
	case graph.KindClass, graph.KindInterface, graph.KindEnum, graph.KindType,
		graph.KindVariable, graph.KindConstant, graph.KindProperty, graph.KindField:
		return true
	}
	return false
}
