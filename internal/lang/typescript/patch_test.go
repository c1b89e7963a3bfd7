package typescript

import (
	"testing"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// What the grammar cannot parse is patched, and nothing else.
func TestPatch(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"variance", "interface A<in out T, out E = never, in R> {}", "interface A<       T,     E = never,    R> {}"},
		{"variance on lines", "type A<\n  in T,\n  out U\n> = T", "type A<\n     T,\n      U\n> = T"},
		{"variance after const", "class A<const T, in U> {}", "class A<const T,    U> {}"},
		{"a type parameter called out", "type A<out extends B> = out", "type A<out extends B> = out"},
		{"a variable called out", "let x, out\nfoo(x)", "let x, out\nfoo(x)"},
		{"an import called out", "import { a, out as b } from 'm' // <in T", "import { a, out as b } from 'm' // <in T"},
		{"the operator in", "if (a <b, 'x' in c) {}", "if (a <b, 'x' in c) {}"},
		{"call signatures", "type A = {\n  <T>(a: T): T\n  <U>(b: U): void\n}", "type A = {\n  <T>(a: T): T\n ;<U>(b: U): void\n}"},
		{"a comment between", "type A = {\n  (a: A): B[]\n  /** <T>(x) */\n  <U>(b: U): B\n}", "type A = {\n  (a: A): B[]\n  /** <T>(x) */\n ;<U>(b: U): B\n}"},
		{"parameters with arrows", "type A = {\n  a: B\n  <T, F extends (a: A) => B>(f: F): T\n}", "type A = {\n  a: B\n ;<T, F extends (a: A) => B>(f: F): T\n}"},
		{"a generic argument list", "f(a,\n  <T>(x: T) => x)", "f(a,\n  <T>(x: T) => x)"},
		{"an arrow after an equals sign", "const f =\n  <T>(x: T) => x", "const f =\n  <T>(x: T) => x"},
		{"type arguments on a line", "const a = b\n  <c>d\n", "const a = b\n  <c>d\n"},
		{"in a string", "const s = `\n<in T>\n {\n x\n  <A>(a)`", "const s = `\n<in T>\n {\n x\n  <A>(a)`"},
		{"a property called in", "interface A {\n  name: string\n  in: B\n}", "interface A {\n  name: string\n ;in: B\n}"},
		{"an escape in a template", "type A = `a \\`b\\` ${C}`", "type A = `a   b   ${C}`"},
		{"no room", "type A = {\na: B\n<T>(a: T): T\n}", "type A = {\na: B\n<T>(a: T): T\n}"},
		{"regular expressions", "const r = /[/'`]/, q = a / b\ninterface A<in T> {}", "const r = /[/'`]/, q = a / b\ninterface A<   T> {}"},
	} {
		if got := string(patch([]byte(c.src))); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// With the patch the grammar parses what it lost before.
func TestPatchHeals(t *testing.T) {
	src := []byte("export interface A<in out T> {\n  <B>(b: B): T\n  <C>(c: C): T\n  in: `\\`${string}`\n}\nexport const dual = 1\n")
	p := treesitter.NewParser(grammars[dialectTS]().language)
	defer p.Close()
	if _, bad, _ := p.Parse(src, 1000); bad == 0 {
		t.Error("the grammar parses this by itself: the patch can go")
	}
	if _, bad, _ := p.Parse(patch(src), 1000); bad != 0 {
		t.Errorf("%d bytes are lost in spite of the patch", bad)
	}
}

// A patch keeps the length and only puts spaces for what is no line end, or a
// semicolon for a space; it leaves its argument alone.
func FuzzPatch(f *testing.F) {
	for _, s := range []string{
		"interface A<in out T, out E> {\n  <B>(b: B): T\n  <C>(c: C): T\n  in: `\\`${string}`\n}",
		"a = `${`${{}}`}`\n <b>(c)", "/[/]\\", "\"\\", "`\\", "<", "{x\n <", "{a\n in:", "'a\n' in b", "/*", "//", "${}}}", "{\n<a\n <b>(c)",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := string(src)
		out := patch(src)
		if string(src) != before {
			t.Fatal("the source was changed")
		}
		if len(out) != len(src) {
			t.Fatalf("length %d, want %d", len(out), len(src))
		}
		for i := range out {
			if out[i] == src[i] {
				continue
			}
			blanked := out[i] == ' ' && src[i] > ' ' && src[i] < 0x7f
			ended := out[i] == ';' && (src[i] == ' ' || src[i] == '\t')
			if !blanked && !ended {
				t.Fatalf("byte %d: %q became %q", i, src[i], out[i])
			}
		}
	})
}
