package bind_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// anyUnit makes a random unit that keeps the rules, and no sense, of a text.
func anyUnit(src *bind.Source) *lang.Unit {
	h := fnv.New64a()
	h.Write(src.Text)
	r := rand.New(rand.NewPCG(h.Sum64(), 1))
	names := []string{"a", "b", "c", "default", "=", "*", "x.y"}
	name := func() string { return names[r.IntN(len(names))] }
	u := &lang.Unit{}
	nsym, nloc, nimp, nexp := r.IntN(12), r.IntN(6), r.IntN(6), 1+r.IntN(60)
	index := func(n int) int32 {
		if n == 0 {
			return -1
		}
		return int32(r.IntN(n))
	}
	for i := range nexp {
		e := lang.Expr{Op: lang.ExprOp(r.IntN(lang.NumExprOps)), A: -1, B: -1, Name: name()}
		n := i
		switch e.Op {
		case lang.ExprSymbol, lang.ExprThis, lang.ExprClass, lang.ExprSuper:
			n = nsym
		case lang.ExprLocal:
			n = nloc
		case lang.ExprImport:
			n = nimp
		}
		if e.A, e.B = index(n), index(i); e.Op == lang.ExprArg || e.Op == lang.ExprLiteral {
			e.A, e.B = e.A%8, e.B%8
		}
		if e.A < 0 || e.Op == lang.ExprArg && e.B < 0 {
			e = lang.Expr{Op: lang.ExprGlobal, A: -1, B: -1, Name: name()}
		}
		u.Exprs = append(u.Exprs, e)
	}
	for range nloc {
		u.Locals = append(u.Locals, lang.Local{Type: index(nexp)})
	}
	for range nimp {
		u.Imports = append(u.Imports, lang.Import{Module: string('a' + rune(r.IntN(4))), Name: name(), Alias: name(), From: -1, ReExport: r.IntN(2) == 0})
	}
	for i := range nsym {
		s := lang.UnitSymbol{Symbol: lang.Symbol{Kind: graph.KindClass + graph.Kind(r.IntN(14)), Flags: graph.Flags(r.IntN(4096)), Name: name(), Owner: index(i)}, Type: index(nexp), Result: index(nexp)}
		if s.Qual = s.Name; s.Owner >= 0 {
			s.Qual = u.Symbols[s.Owner].Qual + "." + s.Name
		}
		for range r.IntN(3) {
			s.Bases = append(s.Bases, index(nexp))
		}
		u.Symbols = append(u.Symbols, s)
	}
	for range r.IntN(6) {
		u.Exports = append(u.Exports, lang.Export{Name: name(), Expr: index(nexp)})
	}
	for range r.IntN(3) {
		u.Star = append(u.Star, lang.Export{Name: name(), Expr: index(nexp)})
	}
	for i := range r.IntN(20) {
		u.Refs = append(u.Refs, lang.UnitRef{From: -1, Expr: index(nexp), Kind: graph.EdgeCalls + graph.EdgeKind(r.IntN(5)), Context: graph.Context(r.IntN(3)), Line: uint32(i + 1)})
	}
	return u
}

// Units without sense are resolved without a panic or a hang, the same each
// time, and the same after a change as anew.
func TestAnyUnit(t *testing.T) {
	for _, flags := range []int{0, 15} {
		analyzer := func() lang.Analyzer {
			on := flags > 0
			return bind.New("any", bind.Language{Name: "any", Extract: anyUnit, Grammars: []func() unsafe.Pointer{grammar.Language},
				ImplicitExports: on, CallConstructs: on, MergesDuplicates: !on, StaticMembers: !on, KeysAreMembers: !on, Constructor: "a", CallMethod: "b", IterMethod: "c",
				Modules: func(t *bind.Tree) bind.Modules {
					return bind.Modules{
						Find: func(_, spec string) bind.Module {
							if t.IsSource(spec) {
								return bind.Module{File: spec}
							}
							return bind.Module{External: spec}
						},
						Member: func(_ bind.Module, name string) bind.Module {
							if t.IsSource(name) {
								return bind.Module{File: name}
							}
							return bind.Module{}
						},
					}
				}})
		}
		language := func(string) string { return "any" }
		across := 0
		rapid.Check(t, func(r *rapid.T) {
			files := map[string]string{}
			for i := range rapid.IntRange(1, 4).Draw(r, "files") {
				files[string('a'+rune(i))] = fmt.Sprint(rapid.Uint32().Draw(r, "seed"))
			}
			p := bindtest.New(t, analyzer(), language, files)
			s := fmt.Sprint(rapid.Uint32().Draw(r, "seed"))
			p.Change(t, map[string]*string{"a": &s})
			for _, n := range p.Notes {
				r.Error(n)
			}
			for _, f := range p.Facts {
				for _, x := range f.Targets {
					if x.Kind == lang.TargetSymbol && x.File != f.Path {
						across++
					}
				}
			}
			if d := cmp.Diff(bindtest.New(t, analyzer(), language, p.Files).String(), p.String()); d != "" {
				r.Errorf("facts differ (-fresh +kept):\n%s", d)
			}
		})
		if across == 0 {
			t.Error("no unit ever meant a symbol of another file: the test shows nothing")
		}
	}
}
