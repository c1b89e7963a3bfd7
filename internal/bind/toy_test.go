package bind_test

import (
	"fmt"
	"path"
	"strings"
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

// toy is a language of one statement a line with the modules of JavaScript:
//
//	import NAME MODULE ALIAS     export NAME EXPR      star MODULE
//	class NAME [BASE]            method CLASS NAME [RESULT]
//	static CLASS NAME            var NAME EXPR         interface NAME [BASE]
//	call EXPR                    use EXPR              new EXPR     type EXPR
//
// An EXPR is a path of names; "()" calls, "!" at the end makes an instance.
func toy() lang.Analyzer {
	return bind.New("toy", bind.Language{
		Name: "toy", Extensions: []string{".toy"}, StaticMembers: true, MergesDuplicates: true, Constructor: "constructor",
		Grammars: []func() unsafe.Pointer{grammar.Language}, Builtins: []string{"JSON"},
		Extract: extractToy,
		Modules: func(t *bind.Tree) bind.Modules {
			return bind.Modules{Find: func(from, spec string) bind.Module {
				rel, ok := strings.CutPrefix(spec, "./")
				if !ok {
					return bind.Module{External: spec}
				}
				p := path.Join(path.Dir(from), rel+".toy")
				if t.IsSource(p) {
					return bind.Module{File: p}
				}
				return bind.Module{}
			}}
		},
	})
}

var toyLanguage = bindtest.Languages(map[string]string{".toy": "toy"})

// toyFile extracts one file.
type toyFile struct {
	u     *lang.Unit
	names map[string]int32
}

func (x *toyFile) expr(op lang.ExprOp, a, b int32, name string) int32 {
	x.u.Exprs = append(x.u.Exprs, lang.Expr{Op: op, A: a, B: b, Name: name})
	return int32(len(x.u.Exprs) - 1)
}

func (x *toyFile) bindName(name string, e int32) {
	if old, ok := x.names[name]; ok {
		e = x.expr(lang.ExprUnion, old, e, "")
	}
	x.names[name] = e
}

func (x *toyFile) path(s string) int32 {
	s, inst := strings.CutSuffix(s, "!")
	e := int32(-1)
	for i, part := range strings.Split(s, ".") {
		name := strings.TrimRight(part, "()")
		if i == 0 {
			var ok bool
			if e, ok = x.names[name]; !ok {
				e = x.expr(lang.ExprGlobal, -1, -1, name)
			}
		} else {
			e = x.expr(lang.ExprMember, e, -1, name)
		}
		if strings.HasSuffix(part, "()") {
			e = x.expr(lang.ExprCall, e, -1, "")
		}
	}
	if inst {
		e = x.expr(lang.ExprInst, e, -1, "")
	}
	return e
}

func (x *toyFile) symbol(kind graph.Kind, name string, owner int32, flags graph.Flags, line int) int32 {
	s := lang.UnitSymbol{Symbol: lang.Symbol{Kind: kind, Flags: flags, Name: name, Qual: name, Owner: owner}, Type: -1, Result: -1}
	if owner >= 0 {
		s.Qual = x.u.Symbols[owner].Qual + "." + name
	}
	s.Span.NameLine, s.Span.Body = uint32(line), 1
	x.u.Symbols = append(x.u.Symbols, s)
	return int32(len(x.u.Symbols) - 1)
}

func extractToy(src *bind.Source) *lang.Unit {
	x := &toyFile{u: &lang.Unit{}, names: map[string]int32{}}
	kinds := map[string]graph.EdgeKind{"call": graph.EdgeCalls, "use": graph.EdgeReferences, "new": graph.EdgeInstantiates, "type": graph.EdgeUsesType}
	lines := strings.Split(string(src.Text), "\n")
	classes := map[int]int32{} // by line: they may be used before
	for n, line := range lines {
		if w := strings.Fields(line); len(w) > 1 && (w[0] == "class" || w[0] == "interface") {
			kind := graph.KindClass
			if w[0] == "interface" {
				kind = graph.KindInterface
			}
			classes[n] = x.symbol(kind, w[1], -1, 0, n+1)
			x.bindName(w[1], x.expr(lang.ExprSymbol, classes[n], -1, ""))
		}
	}
	for n, line := range lines {
		w := strings.Fields(line)
		if len(w) < 2 {
			continue
		}
		arg := func(i int) string {
			if i < len(w) {
				return w[i]
			}
			return ""
		}
		switch w[0] {
		case "import":
			name := arg(1)
			if name == "module" {
				name = ""
			}
			x.u.Imports = append(x.u.Imports, lang.Import{Module: arg(2), Name: name, Alias: arg(3), Line: uint32(n + 1), From: -1})
			x.bindName(arg(3), x.expr(lang.ExprImport, int32(len(x.u.Imports)-1), -1, ""))
		case "star":
			x.u.Imports = append(x.u.Imports, lang.Import{Module: arg(1), Line: uint32(n + 1), From: -1})
			x.u.Exports = append(x.u.Exports, lang.Export{Name: "*", Expr: x.expr(lang.ExprImport, int32(len(x.u.Imports)-1), -1, "")})
		case "export":
			x.u.Exports = append(x.u.Exports, lang.Export{Name: arg(1), Expr: x.path(arg(2))})
		case "class", "interface":
			if b := arg(2); b != "" {
				x.u.Symbols[classes[n]].Bases = []int32{x.path(b)}
			}
		case "method", "static":
			for i := range x.u.Symbols {
				if x.u.Symbols[i].Name == arg(1) && x.u.Symbols[i].Owner < 0 {
					flags := graph.Flags(0)
					if w[0] == "static" {
						flags = graph.FlagStatic
					}
					s := x.symbol(graph.KindMethod, arg(2), int32(i), flags, n+1)
					if r := arg(3); r != "" {
						x.u.Symbols[s].Result = x.path(r)
					}
					break
				}
			}
		case "var":
			s := x.symbol(graph.KindVariable, arg(1), -1, 0, n+1)
			if t := arg(2); t != "" {
				x.u.Symbols[s].Type = x.path(t)
			}
			x.bindName(arg(1), x.expr(lang.ExprSymbol, s, -1, ""))
		default:
			if k, ok := kinds[w[0]]; ok {
				x.u.Refs = append(x.u.Refs, lang.UnitRef{From: -1, Expr: x.path(arg(1)), Kind: k, Line: uint32(n + 1)})
			}
		}
	}
	return x.u
}

// Exports are found through barrels, renames, defaults and cycles; ambiguous
// names are not.
func TestExports(t *testing.T) {
	p := bindtest.New(t, toy(), toyLanguage, map[string]string{
		"button.toy": "class Button\nexport default Button\n",
		"icon.toy":   "class Icon\nclass Same\nexport Icon Icon\nexport Same Same\n",
		"other.toy":  "class Same\nexport Same Same\nstar ./index\n",
		"index.toy":  "import default ./button B\nexport Primary B\nstar ./icon\nstar ./other\nimport module ./icon ns\nexport icons ns\n",
		"cycle.toy":  "star ./cycle\nstar ./cycle2\n",
		"cycle2.toy": "star ./cycle\nclass Deep\nexport Deep Deep\n",
		"main.toy": "import Primary ./index P\nnew P\nimport Icon ./index I\nnew I\nimport Same ./index S\nnew S\n" +
			"import icons ./index ns\nnew ns.Icon\nimport Deep ./cycle D\nnew D\nimport None ./cycle N\nnew N\nimport take rxjs take\ncall take().pipe\ncall JSON.parse\n",
	})
	var got []string
	for _, r := range p.Facts["main.toy"].Refs {
		if r.Kind != graph.EdgeImports && r.Kind != graph.EdgeReferences {
			got = append(got, fmt.Sprintf("%d %s", r.Line, bindtest.Target(p.Facts["main.toy"], r)))
		}
	}
	want := []string{"2 button.toy::Button", "4 icon.toy::Icon", "6 ?Same", "8 icon.toy::Icon", "10 cycle2.toy::Deep", "12 ?None", "14 ext:rxjs.take().pipe", "15 ext:JSON.parse"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("targets (-want +got):\n%s", d)
	}
}

// Members are found along the hierarchy, static ones on the class only, and
// what nothing is known of stays unresolved.
func TestMembers(t *testing.T) {
	p := bindtest.New(t, toy(), toyLanguage, map[string]string{
		"a.toy": `class A
method A run B!
static A make A!
class B A
method B run
class L1 L2
class L2 L1
method L2 deep
class E outside.Base
var a A!
var b B!
var l L1!
var e E!
var u unknown()
call a.run
call b.run
call a.run().run
call a.make
call A.make
call A.make().run
call A.run
call l.deep
call l.none
call e.anything
call u.run
`})
	var got []string
	f := p.Facts["a.toy"]
	for _, r := range f.Refs {
		if r.Kind == graph.EdgeCalls {
			got = append(got, fmt.Sprintf("%d %s %s", r.Line, bindtest.Target(f, r), r.Tier))
		}
	}
	want := []string{
		"15 A.run ast_resolved", "16 B.run ast_resolved", "17 B.run ast_resolved", "18 ?make text_matched",
		"19 A.make ast_resolved", "20 A.run ast_resolved", "21 ?run text_matched", "22 L2.deep ast_resolved",
		"23 ?none text_matched", "24 ?anything text_matched", "25 ?run text_matched",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
}

// A change inside a body resolves that file alone, and so does a name nobody
// asked for; a change of a name resolves those that looked at it.
func TestWhatAChangeTouches(t *testing.T) {
	p := bindtest.New(t, toy(), toyLanguage, map[string]string{
		"a.toy": "class A\nexport A A\n", "b.toy": "import A ./a A\nvar x A!\nexport x x\n",
		"c.toy": "import x ./b x\ncall x.run\n", "d.toy": "class D\n", "e.toy": "import Z ./z Z\n",
	})
	for _, step := range []struct {
		path, text string
		want       []string
	}{
		{"a.toy", "class A\nexport A A\nuse A\n", []string{"a.toy"}},
		{"a.toy", "\nclass A\nexport A A\n", []string{"a.toy"}},
		{"a.toy", "class A\nmethod A run\nexport A A\n", []string{"a.toy", "b.toy", "c.toy"}},
		{"a.toy", "class New\nclass A\nmethod A run\nexport A A\nexport New New\n", []string{"a.toy"}},
		{"d.toy", "class D\nmethod D run\n", []string{"d.toy"}},
		{"z.toy", "class Z\nexport Z Z\n", []string{"e.toy", "z.toy"}},
	} {
		p.Change(t, map[string]*string{step.path: &step.text})
		if d := cmp.Diff(step.want, p.Resolved); d != "" {
			t.Errorf("%s became %q: resolved (-want +got):\n%s", step.path, step.text, d)
		}
	}
	if got := p.Sites("a.toy::A.run"); len(got) != 1 || got[0] != "c.toy:2" {
		t.Errorf("sites of A.run: %v, want c.toy:2", got)
	}
}

// Keeping facts up to date gives what a fresh analysis gives, with the exports
// of JavaScript too.
func TestIncrementalEqualsFullExports(t *testing.T) {
	paths := []string{"a.toy", "b.toy", "c.toy", "d.toy", "e.toy"}
	text := func(r *rapid.T) (s string) {
		mod := func() string {
			return rapid.SampledFrom([]string{"./a", "./b", "./c", "./d", "./e", "ext"}).Draw(r, "mod")
		}
		name := func() string { return rapid.SampledFrom([]string{"A", "B", "f", "default", "="}).Draw(r, "name") }
		expr := func() string {
			return rapid.SampledFrom([]string{"A", "B", "f", "A!", "B!", "A.f", "B.f()", "A.f().f", "f()"}).Draw(r, "expr")
		}
		for range rapid.IntRange(0, 7).Draw(r, "lines") {
			switch rapid.IntRange(0, 9).Draw(r, "kind") {
			case 0:
				s += fmt.Sprintf("import %s %s %s\n", name(), mod(), name())
			case 1:
				s += fmt.Sprintf("import module %s %s\n", mod(), name())
			case 2, 3:
				s += fmt.Sprintf("star %s\n", mod())
			case 4:
				s += fmt.Sprintf("export %s %s\n", name(), expr())
			case 5:
				s += fmt.Sprintf("class %s %s\n", name(), expr())
			case 6:
				s += fmt.Sprintf("method %s %s %s\n", name(), name(), expr())
			case 7:
				s += fmt.Sprintf("var %s %s\n", name(), expr())
			case 8:
				s += fmt.Sprintf("call %s\n", expr())
			case 9:
				s += fmt.Sprintf("new %s\n", expr())
			}
		}
		return s
	}
	sameAsFull(t, toy, toyLanguage, paths, text)
}
