package typescript

import (
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// none is the index of nothing: no symbol, no expression.
const none = int32(-1)

// builder gathers a unit. Its memory is reused from file to file.
type builder struct {
	names   names
	symbols []lang.UnitSymbol
	locals  []lang.Local
	shapes  []uint32 // of each local: the object type written for it, a record
	imports []lang.Import
	exports []lang.Export
	exprs   []lang.Expr
	refs    []lang.UnitRef

	cons      []consEntry // hash table of exprs: equal expressions are one
	consEpoch uint32
	consUsed  int
}

type consEntry struct {
	epoch uint32
	name  int32
	expr  int32
}

func (b *builder) reset() {
	b.names.reset()
	b.symbols, b.locals, b.shapes = b.symbols[:0], b.locals[:0], b.shapes[:0]
	b.imports, b.exports = b.imports[:0], b.exports[:0]
	b.exprs, b.refs = b.exprs[:0], b.refs[:0]
	b.consEpoch++
	b.consUsed = 0
	if b.cons == nil {
		b.cons = make([]consEntry, 1<<10)
	}
}

// expr returns the expression, made if there is none like it.
func (b *builder) expr(op lang.ExprOp, x, y, name int32) int32 {
	h := (uint64(op)<<56 ^ uint64(uint32(x))<<28 ^ uint64(uint32(y))) * 0x9E3779B97F4A7C15
	h = (h ^ uint64(uint32(name))) * 0xD6E8FEB86659FD93
	mask := uint64(len(b.cons) - 1)
	at := h >> 32 & mask
	for ; b.cons[at].epoch == b.consEpoch; at = (at + 1) & mask {
		c := &b.cons[at]
		if e := &b.exprs[c.expr]; c.name == name && e.Op == op && e.A == x && e.B == y {
			return c.expr
		}
	}
	e := lang.Expr{Op: op, A: x, B: y}
	if name != noName {
		e.Name = b.names.text(name)
	}
	b.exprs = append(b.exprs, e)
	i := int32(len(b.exprs) - 1)
	b.cons[at] = consEntry{b.consEpoch, name, i}
	if b.consUsed++; b.consUsed*2 > len(b.cons) {
		b.growCons()
	}
	return i
}

// growCons doubles the table. The hash needs the number of a name, which the
// entry keeps.
func (b *builder) growCons() {
	old := b.cons
	b.cons = make([]consEntry, len(old)*2)
	mask := uint64(len(b.cons) - 1)
	for _, c := range old {
		if c.epoch != b.consEpoch {
			continue
		}
		e := &b.exprs[c.expr]
		h := (uint64(e.Op)<<56 ^ uint64(uint32(e.A))<<28 ^ uint64(uint32(e.B))) * 0x9E3779B97F4A7C15
		h = (h ^ uint64(uint32(c.name))) * 0xD6E8FEB86659FD93
		at := h >> 32 & mask
		for b.cons[at].epoch == b.consEpoch {
			at = (at + 1) & mask
		}
		b.cons[at] = c
	}
}

func (b *builder) symbolExpr(sym int32) int32 { return b.expr(lang.ExprSymbol, sym, none, noName) }

func (b *builder) global(name string) int32 {
	return b.expr(lang.ExprGlobal, none, none, b.names.intern([]byte(name)))
}

func (b *builder) literal(name string) int32 {
	return b.expr(lang.ExprLiteral, none, none, b.names.intern([]byte(name)))
}

// member is a.name; of nothing known it is nothing.
func (b *builder) member(a, name int32) int32 {
	return b.expr(lang.ExprMember, a, none, name)
}

// of applies a unary operation; of nothing known it is nothing.
func (b *builder) of(op lang.ExprOp, a int32) int32 {
	if a == none {
		return none
	}
	return b.expr(op, a, none, noName)
}

// either is the union of two values, of which each may be unknown.
func (b *builder) either(x, y int32) int32 {
	switch {
	case x == none || x == y:
		return y
	case y == none:
		return x
	}
	return b.expr(lang.ExprUnion, x, y, noName)
}

// union is either without repetition.
func (b *builder) union(u, e int32) int32 {
	if u != none && e != none && b.unites(u, e) {
		return u
	}
	return b.either(u, e)
}

func (b *builder) newLocal(value int32) int32 {
	b.locals = append(b.locals, lang.Local{Type: value})
	b.shapes = append(b.shapes, treesitter.NoRec)
	return int32(len(b.locals) - 1)
}

// newSymbol declares a symbol; its type and result are not known yet.
func (b *builder) newSymbol(kind graph.Kind, flags graph.Flags, owner, name int32, span graph.Span) int32 {
	text := b.names.text(name)
	qual := text
	if owner != none {
		qual = b.symbols[owner].Qual + "." + text
	}
	b.symbols = append(b.symbols, lang.UnitSymbol{
		Symbol: lang.Symbol{Kind: kind, Flags: flags, Name: text, Qual: qual, Owner: owner, Span: span},
		Type:   none, Result: none,
	})
	return int32(len(b.symbols) - 1)
}

func (b *builder) export(name string, expr int32) {
	b.exports = append(b.exports, lang.Export{Name: name, Expr: expr})
}

// unit copies what was gathered, with the symbols in source order.
func (b *builder) unit() *lang.Unit {
	b.sortSymbols()
	b.finishFlags()
	return &lang.Unit{
		Symbols: slices.Clone(b.symbols),
		Locals:  slices.Clone(b.locals),
		Imports: slices.Clone(b.imports),
		Exports: b.mergedExports(),
		Exprs:   slices.Clone(b.exprs),
		Refs:    slices.Clone(b.refs),
	}
}

// mergedExports gives each name once: what shares a name is a union.
func (b *builder) mergedExports() []lang.Export {
	at := make(map[string]int, len(b.exports))
	var out []lang.Export
	for _, e := range b.exports {
		if e.Expr == none {
			continue
		}
		i, seen := at[e.Name]
		if !seen || e.Name == "*" {
			at[e.Name] = len(out)
			out = append(out, e)
			continue
		}
		out[i].Expr = b.union(out[i].Expr, e.Expr)
	}
	return out
}

// mostAlternatives bounds a union: of a value that may be more, nothing can be
// said, and long unions of literals cost time.
const mostAlternatives = 10

// unites reports whether the union already has the expression, or is full.
func (b *builder) unites(union, expr int32) bool {
	for n := 1; ; n++ {
		if union == expr || n > mostAlternatives {
			return true
		}
		e := b.exprs[union]
		if e.Op != lang.ExprUnion {
			return false
		}
		if e.B == expr {
			return true
		}
		union = e.A
	}
}
