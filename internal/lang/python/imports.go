package python

import (
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// binding is a name an import gives a meaning.
type binding struct {
	name string
	expr int32
}

func (x *extractor) declareImports(i uint32, s *scope) {
	k := x.k
	m := lang.Import{From: s.sym, TypeOnly: x.underChecking(i)}
	if x.recs[i].Sym == k.importFrom {
		at := x.field(i, k.fModule)
		if at == none {
			return
		}
		m.Module = strings.Join(strings.Fields(x.text(at)), "")
		m.ModuleLine, m.ModuleCol = x.recs[at].Row+1, x.recs[at].Col
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		r := &x.recs[c]
		switch {
		case r.Sym == k.wildcard:
			m.Name, m.Alias, m.Line, m.Col = "*", "", m.ModuleLine, m.ModuleCol
			m.ReExport = false
			x.unit.Imports = append(x.unit.Imports, m)
		case r.Field == k.fName:
			x.declareImport(i, c, m, s)
		}
	}
}

// declareImport declares one name of an import statement.
func (x *extractor) declareImport(i, c uint32, m lang.Import, s *scope) {
	k := x.k
	at, alias := c, ""
	if x.recs[c].Sym == k.aliased {
		at = x.field(c, k.fName)
		if a := x.field(c, k.fAlias); a != none {
			alias = x.text(a)
		}
	}
	if at == none {
		return
	}
	name := strings.Join(strings.Fields(x.text(at)), "")
	if name == "" {
		return
	}
	m.Line, m.Col = x.recs[at].Row+1, x.recs[at].Col
	if m.Module != "" {
		m.Name, m.Alias = name, alias
		if alias == "" {
			m.Alias = name
		}
		m.ReExport = s.kind == moduleScope && (x.pkg && strings.HasPrefix(m.Module, ".") || alias == name)
		x.imported(i, m, s)
		return
	}
	m.Module = name
	top, _, deep := strings.Cut(name, ".")
	if alias != "" || !deep {
		if m.Alias = alias; alias == "" {
			m.Alias = name
		}
		x.imported(i, m, s)
		return
	}
	x.unit.Imports = append(x.unit.Imports, m) // "import a.b" loads a.b and binds a
	m.Module, m.Alias = top, top
	x.imported(i, m, s)
}

func (x *extractor) imported(i uint32, m lang.Import, s *scope) {
	if s.kind == classScope || s.kind == functionScope {
		m.From = s.sym
	}
	x.unit.Imports = append(x.unit.Imports, m)
	e := x.expr(lang.ExprImport, int32(len(x.unit.Imports)-1), -1, "")
	v := s.variable(m.Alias)
	v.all = union(v.all, []int32{e})
	x.imports[i] = append(x.imports[i], binding{m.Alias, e})
}

// underChecking reports whether a node stands under "if TYPE_CHECKING".
func (x *extractor) underChecking(i uint32) bool {
	for n, at := 0, x.recs[i].Parent; at != none && n < 16; n, at = n+1, x.recs[at].Parent {
		if x.recs[at].Sym == x.k.ifStatement && x.checksTypes(x.field(at, x.k.fCondition)) {
			return true
		}
	}
	return false
}

// dotted records a.b.c written as a dotted name.
func (x *extractor) dotted(i uint32, s *scope, kind graph.EdgeKind, ctx graph.Context) int32 {
	e := int32(-1)
	if x.recs[i].Sym == x.k.identifier {
		e = x.name(x.text(i), s)
		x.ref(i, s, e, kind, ctx, graph.ReturnNone)
		return e
	}
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		last := x.recs[c].Next == x.recs[i].Next
		if e < 0 {
			e = x.name(x.text(c), s)
		} else {
			e = x.expr(lang.ExprMember, e, -1, x.text(c))
		}
		if last {
			x.ref(c, s, e, kind, ctx, graph.ReturnNone)
		} else {
			x.ref(c, s, e, graph.EdgeReferences, graph.ContextNone, graph.ReturnNone)
		}
	}
	return e
}

// dottedExpr is what a dotted name denotes, without recording it.
func (x *extractor) dottedExpr(i uint32, s *scope) int32 {
	if x.recs[i].Sym == x.k.identifier {
		return x.name(x.text(i), s)
	}
	e := int32(-1)
	for c := i + 1; c < x.recs[i].Next; c = x.recs[c].Next {
		if e < 0 {
			e = x.name(x.text(c), s)
		} else {
			e = x.expr(lang.ExprMember, e, -1, x.text(c))
		}
	}
	return e
}
