package typescript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// unitOf extracts one source.
func unitOf(t testing.TB, path string, d dialect, src []byte) *lang.Unit {
	t.Helper()
	p := treesitter.NewParser(grammars[d]().language)
	defer p.Close()
	recs, _, status := p.Parse(patch(src), 10_000)
	if status != treesitter.Parsed {
		t.Skip("not parsed")
	}
	return extract(grammars[d](), &bind.Source{Path: path, Text: src, Recs: recs})
}

// A declaration begins with its decorators, its export and its doc comment,
// and its signature ends where the body begins.
func TestSpans(t *testing.T) {
	src := `/** file */

/**
 * Doc of f.
 */
// a note
export async function f(
  a: number,
): Promise<void> {
  await a
}
/** Doc of x. */
export const x = 1, y = 2
@dec()
/** Doc of C. */
export default class C {
  /** Doc of m. */
  @dec() private static m() {}
  field = {
    a: 1,
  }
}
/** Doc of o. */
export function o(a: string): void
export function o(a: unknown) {
  void a
}
`
	u := unitOf(t, "a.ts", dialectTS, []byte(src))
	for _, want := range []struct{ qual, doc, start, body, end string }{
		{"f", "/**\n * Doc of f", "export async function f", "{\n  await", "await a\n}"},
		{"x", "/** Doc of x", "x = 1", "", "x = 1"},
		{"y", "y = 2", "y = 2", "", "y = 2"},
		{"C", "@dec()\n/** Doc of C", "@dec()\n/**", "{\n  /** Doc of m", "  }\n}"},
		{"C.m", "/** Doc of m", "@dec() private", "{}", "m() {}"},
		{"C.field", "field", "field", "{\n    a", "1,\n  }"},
		{"o", "/** Doc of o", "export function o(a: string)", "{\n  void a", "void a\n}"},
	} {
		s := symbolNamed(t, u, want.qual)
		sp := s.Span
		if !strings.HasPrefix(src[sp.Doc:], want.doc) {
			t.Errorf("%s: doc starts at %.30q, want %q", want.qual, src[sp.Doc:], want.doc)
		}
		if !strings.HasPrefix(src[sp.Start:], want.start) {
			t.Errorf("%s: starts at %.30q, want %q", want.qual, src[sp.Start:], want.start)
		}
		if body := src[sp.Body:]; want.body != "" && !strings.HasPrefix(body, want.body) || want.body == "" && sp.Body != 0 {
			t.Errorf("%s: body starts at %d %.30q, want %q", want.qual, sp.Body, body, want.body)
		}
		if !strings.HasSuffix(src[:sp.End], want.end) {
			t.Errorf("%s: ends after %q, want %q", want.qual, src[sp.Start:sp.End], want.end)
		}
		if got := 1 + strings.Count(src[:sp.End], "\n"); int(sp.EndLine) != got {
			t.Errorf("%s: end line %d, want %d", want.qual, sp.EndLine, got)
		}
		if !strings.HasPrefix(src[sp.Name:], s.Name) {
			t.Errorf("%s: name at %.20q", want.qual, src[sp.Name:])
		}
	}
}

func symbolNamed(t *testing.T, u *lang.Unit, qual string) *lang.UnitSymbol {
	t.Helper()
	for i := range u.Symbols {
		if u.Symbols[i].Qual == qual {
			return &u.Symbols[i]
		}
	}
	t.Fatalf("no symbol %s", qual)
	return nil
}

// Kinds and flags say what a declaration is.
func TestKindsAndFlags(t *testing.T) {
	src := `
export abstract class C {
  static async s() {}
  private p = 1
  #q = () => {}
  protected abstract r(): void
  get g() { return 1 }
  constructor(readonly z: number) {}
}
interface I { m(): void; f: number; get a(): string }
type T = { p: string }
export enum E { A }
namespace N { export const v = 1; const w = 2 }
export const lit = 1
let v: number
const arrow = async () => {}
export const typed: { (a: string): void; (a: number): void } = lit as any
const K = class {}
export { v as named, arrow as default }
declare module 'mod' {}
export default interface D {}
export interface I2 {}
interface I2 {}
`
	u := unitOf(t, "a.ts", dialectTS, []byte(src))
	const x, s, p, a = graph.FlagExported, graph.FlagStatic, graph.FlagPrivate, graph.FlagAbstract
	want := map[string]struct {
		kind  graph.Kind
		flags graph.Flags
	}{
		"C": {graph.KindClass, x | a}, "C.s": {graph.KindMethod, x | s | graph.FlagAsync}, "C.p": {graph.KindField, p},
		"C.#q": {graph.KindMethod, p}, "C.r": {graph.KindMethod, x | graph.FlagProtected | a}, "C.g": {graph.KindProperty, x | graph.FlagAccessor},
		"C.constructor": {graph.KindConstructor, x}, "C.z": {graph.KindField, x},
		"I": {graph.KindInterface, 0}, "I.m": {graph.KindMethod, 0}, "I.f": {graph.KindProperty, 0}, "I.a": {graph.KindProperty, graph.FlagAccessor},
		"T": {graph.KindType, 0}, "T.p": {graph.KindProperty, 0}, "E": {graph.KindEnum, x}, "E.A": {graph.KindEnumMember, x | s},
		"N": {graph.KindNamespace, 0}, "N.v": {graph.KindConstant, x}, "N.w": {graph.KindConstant, 0},
		"lit": {graph.KindConstant, x}, "v": {graph.KindVariable, x}, "arrow": {graph.KindFunction, x | graph.FlagAsync | graph.FlagDefault},
		"typed": {graph.KindFunction, x}, "K": {graph.KindClass, 0}, "mod": {graph.KindModule, 0},
		"D": {graph.KindInterface, x | graph.FlagDefault}, "I2": {graph.KindInterface, x},
	}
	seen := map[string]bool{}
	for _, sym := range u.Symbols {
		if seen[sym.Qual] {
			if sym.Flags&graph.FlagDuplicate == 0 {
				t.Errorf("%s is there twice without a flag", sym.Qual)
			}
			continue
		}
		seen[sym.Qual] = true
		w, ok := want[sym.Qual]
		if !ok {
			t.Errorf("unexpected %s %s", sym.Kind, sym.Qual)
			continue
		}
		if sym.Kind != w.kind || sym.Flags != w.flags {
			t.Errorf("%s: %s %b, want %s %b", sym.Qual, sym.Kind, sym.Flags, w.kind, w.flags)
		}
	}
	for q := range want {
		if !seen[q] {
			t.Errorf("no %s", q)
		}
	}
}

// A site says what becomes of the result.
func TestReturnUse(t *testing.T) {
	for src, want := range map[string]graph.Return{
		"f()": graph.ReturnDiscarded, "void f()": graph.ReturnDiscarded, "await f()": graph.ReturnDiscarded,
		"x = f()": graph.ReturnAssigned, "const y = (f() as any)!": graph.ReturnAssigned,
		"g = () => f()": graph.ReturnReturned, "function h() { return c ? f() : 1 }": graph.ReturnReturned,
		"k(f())": graph.ReturnArgument, "if (f()) {}": graph.ReturnCondition, "while (!f()) {}": graph.ReturnCondition,
		"f() && 1": graph.ReturnCondition, "for (; f(); ) {}": graph.ReturnCondition, "f().x": graph.ReturnNone,
	} {
		u := unitOf(t, "a.ts", dialectTS, []byte(src))
		found := false
		for _, r := range u.Refs {
			if e := u.Exprs[r.Expr]; r.Kind == graph.EdgeCalls && e.Op == lang.ExprGlobal && e.Name == "f" {
				found = true
				if r.Return != want {
					t.Errorf("%s: %s, want %s", src, r.Return, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no call", src)
		}
	}
}

// An extractor takes any bytes: the unit is sound, spans lie in the file, and
// members lie in what owns them.
func FuzzExtract(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*/*.txtar")
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(raw).Files {
			f.Add(file.Data, uint8(strings.Index("ts tsxjs ", strings.TrimPrefix(filepath.Ext(file.Name), "."))/3))
		}
	}
	for _, s := range []string{
		"\xef\xbb\xbfclass {", "import {} from ''", "export {", "a = b = c = module.exports = exports", "require(", "@", "export default",
		"class A { constructor(private", "type A = { [", "({a: {b: {c} = {}}} = {})", "x.y = function*() {}", "'\xff' + \xfe", "A.prototype = {", "<A.B.C/>",
		"export default @dec class {}", "let {a, ...b} = require('x'), [c] = require('y')", "function f(this) { this.x = 1 }", "enum E { 'a', [b], 1 }",
		"module.exports.a.b = 1", "exports['x'] = 2", "import x = require('y')", "export import a = b.c", "declare global {", "for (const of of of) {}",
	} {
		for d := range dialectEnd {
			f.Add([]byte(s), uint8(d))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, d uint8) {
		path := [...]string{"a.ts", "a.tsx", "a.js"}[d%uint8(dialectEnd)]
		u := unitOf(t, path, dialect(d%uint8(dialectEnd)), src)
		if err := bind.Check(u); err != nil {
			t.Fatal(err)
		}
		n := uint32(len(src))
		for i := range u.Symbols {
			s := &u.Symbols[i]
			sp := s.Span
			if sp.Start > sp.End || sp.End > n || sp.Doc > sp.Start || sp.Name < sp.Start || sp.Name > sp.End || sp.Body > sp.End || sp.StartLine > sp.EndLine {
				t.Errorf("%s: span %+v of %d bytes", s.Qual, sp, n)
			}
			if s.Name == "" || !utf8.ValidString(s.Qual) {
				t.Errorf("name %q, %q", s.Name, s.Qual)
			}
		}
		for _, r := range u.Refs {
			if r.Line == 0 || r.Kind == graph.EdgeNone {
				t.Errorf("reference %+v", r)
			}
		}
	})
}
