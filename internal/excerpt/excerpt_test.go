package excerpt_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
)

// span finds a declaration: doc is what begins it, body what ends its signature.
func span(text, doc, start, body, end string) graph.Span {
	at := func(s string) uint32 { return uint32(strings.Index(text, s)) }
	s := graph.Span{Start: at(start), End: at(end) + uint32(len(end))}
	s.Doc = s.Start
	if doc != "" {
		s.Doc = at(doc)
	}
	if body != "" {
		s.Body = s.Start + uint32(strings.Index(text[s.Start:], body))
	}
	return s
}

func TestSignatureAndDoc(t *testing.T) {
	for _, c := range []struct{ text, doc, start, body, end, sig, sentence string }{
		{"// F does. And more.\nfunc F(a int,\n\tb int) error {\n\treturn nil\n}", "//", "func", "{", "}", "func F(a int, b int) error", "F does."},
		{"/** Makes\n * one thing.\n */\nclass A extends B {\n}", "/**", "class", "{", "}", "class A extends B", "Makes one thing."},
		{"def f(x):\n    \"\"\"Say it.\n\n    More.\"\"\"\n    return 1", "", "def", "\n", "1", "def f(x)", "Say it."},
		{"def f(x):\n    r'''Raw words.'''\n    return 1", "", "def", "\n", "1", "def f(x)", "Raw words."},
		{"const X = 1", "", "const", "", "1", "const X = 1", ""},
		{"def f(a, # first; (one)\n    b='#'):\n    pass", "", "def", "\n    pass", "pass", "def f(a, b='#')", ""},
		{"def f(a=7 // 2):\n    pass", "", "def", "\n    pass", "pass", "def f(a=7 // 2)", ""},
		{"f(u = \"http://x\", /* why; */ v: 'it\\'s' // don't\n): void {}", "", "f", "{}", "{}", "f(u = \"http://x\", v: 'it\\'s'): void", ""},
		{"#count = 1", "", "#", "", "1", "#count = 1", ""},
		{"fn f<'a>(x: &'a str, y: &'a [u8]) {}", "", "fn", "{}", "{}", "fn f<'a>(x: &'a str, y: &'a [u8])", ""},
		{"f(a: { b: 1; c: 2 }): void;\n/** Don't. */\nf(a: any) {}", "", "f", "{}", "{}", "f(a: { b: 1; c: 2 }): void (1 overload)", ""},
		{"f(): void;\nf(a): void;\nf(a?) {}", "", "f", "{}", "{}", "f(): void (1 of 2 overloads)", ""},
		{"func Long(" + strings.Repeat("argument string, ", 12) + "last int) {}", "", "func", "{}", "{}", "func Long(" + strings.Repeat("argument string, ", 8) + "argument…", ""},
		{"const X: { /* " + strings.Repeat("long ", 1000) + "*/ a }", "", "const", "", "}", "const X: {…", ""},
		{"# one\n# two\nx = 1", "# one", "x", "", "= 1", "x = 1", "one two"},
	} {
		s := span(c.text, c.doc, c.start, c.body, c.end)
		if got := excerpt.Signature([]byte(c.text), s); got != c.sig {
			t.Errorf("signature of %q: got %q, want %q", c.text, got, c.sig)
		}
		if got := excerpt.Sentence(excerpt.Doc([]byte(c.text), s)); got != c.sentence {
			t.Errorf("doc of %q: got %q, want %q", c.text, got, c.sentence)
		}
	}
}

// Of overloads in one span the one with the body is found, with its doc comment.
func TestImplementation(t *testing.T) {
	text := "/** A. */\nf(a): void;\n/** Don't; use f. */\nf(b: { c: 1; }): void;\n/* off */\n\n/** Does\n * it. */\nf(x?) {\n  g();\n}"
	s := excerpt.Implementation([]byte(text), span(text, "/** A", "f(a)", "{\n  g", "}\n}"[1:]))
	if got := text[s.Doc:s.Start] + "|" + text[s.Start:s.Body]; got != "/** Does\n * it. */\n|f(x?) " {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{"func F(a interface{ A(); B() }) {}", "f() {}", "class A { a(): void; b() {} }"} {
		want := span(text, "", text[:1], "{", "}")
		if s := excerpt.Implementation([]byte(text), want); s != want {
			t.Errorf("%q: got %v, want %v", text, s, want)
		}
	}
}

func TestShown(t *testing.T) {
	for in, want := range map[string]string{"plain": "plain", "caf\xe9": "café", "\xef\xbb\xbfx": "x", "ä\xff": "äÿ"} {
		got, encoding := excerpt.Shown([]byte(in))
		if got != want || (encoding == "") != (in == want) {
			t.Errorf("%q: got %q, %q", in, got, encoding)
		}
	}
}

func TestLines(t *testing.T) {
	text := []byte("a\nb\r\nc")
	for _, c := range []struct {
		first, last, from, to int
		want                  string
	}{{1, 1, 1, 1, "a\n"}, {2, 9, 2, 3, "b\r\nc"}, {0, 2, 1, 2, "a\nb\r\n"}, {4, 9, 0, 0, ""}, {3, 2, 0, 0, ""}} {
		got, from, to := excerpt.Lines(text, c.first, c.last)
		if string(got) != c.want || from != c.from || to != c.to {
			t.Errorf("%d-%d: got %q, %d-%d", c.first, c.last, got, from, to)
		}
	}
	if excerpt.Count(text) != 3 || excerpt.Count([]byte("a\n")) != 1 || excerpt.Count(nil) != 0 {
		t.Error("counts")
	}
}

func TestElide(t *testing.T) {
	text := "func f() {\n\tx\n}\nfunc g() { y }\nclass A:\n  z\n  z"
	body := func(from, to string) excerpt.Body {
		i := strings.Index(text, from)
		return excerpt.Body{Start: uint32(i), End: uint32(i + strings.Index(text[i:], to) + len(to))}
	}
	inner := body("x", "x")
	got, n := excerpt.Elide([]byte(text), 0, uint32(len(text)), []excerpt.Body{body("\n  z", "z\n  z"), inner, body("{\n", "}"), body("{ y", "}")})
	if want := "func f() { … 2 lines }\nfunc g() { y }\nclass A: … 2 lines"; string(got) != want || n != 2 {
		t.Errorf("got %d, %q, want %q", n, got, want)
	}
}

func TestSkeleton(t *testing.T) {
	text := "func f() {\n\ta()\n\tb()\n\tif c {\n\t\td()\n\t}\n\treturn e\n}\n"
	got, cut := excerpt.Skeleton(text, 4)
	if want := "func f() {\n\t… 2 lines\n\tif c {\n\t\t… 2 lines\n\treturn e\n}\n"; got != want || !cut {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, cut := excerpt.Skeleton(text, 8); got != text || cut {
		t.Errorf("a text that fits is changed: %q", got)
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		`k = "AKIAIOSFODNN7EXAMPLE"`: `k = "[redacted]"`,
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nx": "[redacted]\n\n\n\nx",
		"-----BEGIN PRIVATE KEY-----\nMIIE":                                            "[redacted]\n",
		`password = "hunter2"`:                                                         `password = "hunter2"`,
		"task-with-a-long-name-that-is-no-secret-at-all":                               "task-with-a-long-name-that-is-no-secret-at-all",
	} {
		got, n := excerpt.Redact(in)
		if got != want || (n == 0) != (in == want) {
			t.Errorf("%q: got %q, %d", in, got, n)
		}
		if strings.Count(got, "\n") != strings.Count(in, "\n") {
			t.Errorf("%q: lines were lost", in)
		}
	}
}

// What fits is a start of the text, takes no more room than there is, and is as
// long as can be without cutting a line.
func FuzzFit(f *testing.F) {
	f.Add("a\n\"b\"\n\x01\nü", 7)
	f.Add("", 0)
	f.Add("\\\\\\\\", 3)
	f.Fuzz(func(t *testing.T, text string, room int) {
		if !utf8.ValidString(text) || room < 0 {
			return
		}
		got := excerpt.Fit(text, room)
		if !strings.HasPrefix(text, got) || !utf8.ValidString(got) {
			t.Fatalf("%q is no start of %q", got, text)
		}
		b := new(strings.Builder)
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(got); err != nil {
			t.Fatal(err)
		}
		if size := b.Len() - 3; size > room {
			t.Errorf("%q takes %d, not %d", got, size, room)
		}
		if excerpt.Encoded(text) <= room && got != text {
			t.Errorf("%q fits in %d and was cut", text, room)
		}
	})
}

// Whatever the bytes and the span, a signature is short text on one line, and
// the implementation lies within the declaration.
func FuzzSignature(f *testing.F) {
	f.Add([]byte("f(a: string): void;\n/* x */ f(a) {}"), uint32(0), uint32(30))
	f.Add([]byte("def f(a='''#''', # b\n):\n pass"), uint32(0), uint32(24))
	f.Add([]byte("/*\"'`\\"), uint32(0), uint32(5))
	f.Add([]byte(";;(;/*"), uint32(0), uint32(5))
	f.Fuzz(func(t *testing.T, text []byte, start, body uint32) {
		n := uint32(len(text))
		s := graph.Span{Start: start % (n + 1), End: n}
		s.Doc, s.Body = s.Start, s.Start+body%(n-s.Start+1)
		sig := excerpt.Signature(text, s)
		if !utf8.ValidString(sig) || strings.ContainsAny(sig, "\r\n") || len(sig) > 160 {
			t.Errorf("signature %q", sig)
		}
		if got := excerpt.Implementation(text, s); got.Start < s.Start || got.Doc < s.Doc || got.Start > got.End || got.Doc > got.Start || got.End != s.End {
			t.Errorf("implementation %v of %v", got, s)
		}
	})
}
