package bind

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// sample is a unit with something of everything.
func sample() *lang.Unit {
	return &lang.Unit{
		Path: "a.py", Language: "python", Flags: graph.FileTest, ErrorBytes: 3,
		Symbols: []lang.UnitSymbol{
			{Symbol: lang.Symbol{Kind: graph.KindClass, Flags: graph.FlagExported, Name: "A", Qual: "A", Owner: -1,
				Span: graph.Span{Start: 10, End: 90, StartLine: 2, EndLine: 9, Name: 16, NameLine: 2, Doc: 4, Body: 20}}, Type: -1, Result: -1, Bases: []int32{1}},
			{Symbol: lang.Symbol{Kind: graph.KindMethod, Name: "f", Qual: "A.f", Owner: 0,
				Span: graph.Span{Start: 20, End: 90, StartLine: 3, EndLine: 9, Name: 24, NameLine: 3, Doc: 30, Body: 30}}, Type: -1, Result: 4},
		},
		Locals:  []lang.Local{{Type: -1}, {Type: 2}},
		Imports: []lang.Import{{Module: "b", Name: "B", Alias: "C", ReExport: true, Line: 1, Col: 2, ModuleLine: 1, ModuleCol: 5, From: -1}},
		Exports: []lang.Export{{Name: "A", Expr: 5}},
		Star:    []lang.Export{},
		Exprs: []lang.Expr{
			{Op: lang.ExprLocal, A: 0, B: -1}, {Op: lang.ExprImport, A: 0, B: -1}, {Op: lang.ExprInst, A: 1, B: -1},
			{Op: lang.ExprMember, A: 0, B: -1, Name: "x"}, {Op: lang.ExprLocal, A: 1, B: -1}, {Op: lang.ExprSymbol, A: 0, B: -1},
			{Op: lang.ExprLiteral, A: 1, B: 3, Name: "dict"}, {Op: lang.ExprArg, A: 6, B: 1},
		},
		Refs: []lang.UnitRef{{From: 1, Expr: 7, Kind: graph.EdgeCalls, Context: graph.ContextCall, Return: graph.ReturnCondition, Line: 4, Col: 7}},
	}
}

// A stored unit says what the unit said, with expressions renumbered.
func TestBlobKeepsUnit(t *testing.T) {
	u := sample()
	if err := Check(u); err != nil {
		t.Fatal(err)
	}
	var c encoder
	b := unitBlob(c.encode(u, [16]byte{1}))
	if !b.ok([16]byte{1}) || b.ok([16]byte{2}) {
		t.Error("the blob is of another content")
	}
	got := decodeBody(b, decodeHead(b))
	if got == nil {
		t.Fatal("not decoded")
	}
	if d := cmp.Diff(u.Symbols[1].Span, got.Symbols[1].Span); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(u.Imports, got.Imports); d != "" {
		t.Error(d)
	}
	if got.Star == nil {
		t.Error("an empty Star became nil")
	}
	// The reference means dict.@1 of local.x still.
	e := got.Exprs[got.Refs[0].Expr]
	l := got.Exprs[e.A]
	m := got.Exprs[l.B]
	if e.Op != lang.ExprArg || e.B != 1 || l.Op != lang.ExprLiteral || l.A != 1 || m.Name != "x" || got.Exprs[m.A].Op != lang.ExprLocal {
		t.Errorf("the expression became %+v %+v %+v", e, l, m)
	}
	if got.Locals[got.Exprs[got.Symbols[1].Result].A].Type < 0 {
		t.Error("the local behind the result lost its type")
	}
}

// A change of positions leaves the head alone, a change of a type does not.
func TestHeadHasNoPositions(t *testing.T) {
	var c encoder
	head := func(change func(*lang.Unit)) string {
		u := sample()
		change(u)
		return string(unitBlob(c.encode(u, [16]byte{})).head())
	}
	same := head(func(*lang.Unit) {})
	if head(func(u *lang.Unit) {
		u.Symbols[0].Span.Start = 7
		u.Imports[0].Line = 9
		u.Refs = nil
		u.Exprs[7].B = 2
	}) != same {
		t.Error("the head depends on positions or bodies")
	}
	for name, change := range map[string]func(*lang.Unit){
		"flags":  func(u *lang.Unit) { u.Symbols[1].Flags = graph.FlagStatic },
		"type":   func(u *lang.Unit) { u.Locals[1].Type = 1 },
		"import": func(u *lang.Unit) { u.Imports[0].Name = "D" },
	} {
		if head(change) == same {
			t.Errorf("the head does not show a change of %s", name)
		}
	}
}

// Damaged blobs are refused or decoded to something harmless.
func FuzzBlob(f *testing.F) {
	var c encoder
	f.Add(c.encode(sample(), [16]byte{}))
	f.Add(append([]byte{blobVersion}, make([]byte, 40)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		decodeConsulted(b)
		files := []*file{{path: "a"}, {path: "b"}}
		r := &run{w: &world{files: files, index: map[string]int32{"a": 0, "b": 1}}, linked: make([]*links, 2)}
		r.decodeLinks(b)
		if h := decodeHead(b); h != nil {
			decodeBody(b, h)
			newTables(h, true)
		}
	})
}
