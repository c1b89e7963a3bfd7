package typescript

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/graph"
)

// A file with Flow's types is read with the grammar that knows types, whether
// it says so or its parse fails without them.
func TestFlow(t *testing.T) {
	typed := "import type {A} from './a';\ntype Props = {| a: A, b?: string |};\nexport function f(p: Props): void {}\n"
	p := bindtest.New(t, analyzer(), language, map[string]string{
		"said.js": "/** @flow strict */\n" + typed, "unsaid.js": typed, "a.js": "export type A = {a: number};\n", "plain.js": "export const x = a < b;\n",
	})
	for _, name := range []string{"said.js", "unsaid.js", "a.js", "plain.js"} {
		f := p.Facts[name]
		if f.ErrorBytes != 0 || len(f.Symbols) == 0 {
			t.Errorf("%s: %d error bytes, %d symbols", name, f.ErrorBytes, len(f.Symbols))
		}
	}
	if got := p.Sites("a.js::A", "uses_type"); len(got) != 2 {
		t.Errorf("A is used at %q, want two files", got)
	}
}

// Symbols of test files say that they are.
func TestTestFiles(t *testing.T) {
	for path, want := range map[string]bool{
		"a.test.ts": true, "src/b.spec.tsx": true, "x/__tests__/c.js": true, "src/contest.ts": false, "test.ts": false, "a.test.mjs": true,
	} {
		f := bindtest.New(t, analyzer(), language, map[string]string{path: "export function f() {}"}).Facts[path]
		if got := f.Symbols[0].Flags&graph.FlagTest != 0; got != want {
			t.Errorf("%s: test %v, want %v", path, got, want)
		}
	}
}

// Bytes are counted as they lie on disk: a byte order mark, CRLF and invalid
// UTF-8 move nothing.
func TestRawBytes(t *testing.T) {
	src := "\xef\xbb\xbf// caf\xe9 \xff\r\nexport const caf\xc3\xa9 = 1\r\nexport function f() {\r\n  return caf\xc3\xa9\r\n}\r\n"
	f := bindtest.New(t, analyzer(), language, map[string]string{"a.ts": src}).Facts["a.ts"]
	for _, s := range f.Symbols {
		if !strings.HasPrefix(src[s.Span.Name:], s.Name) || !strings.HasPrefix(src[s.Span.Start:], "export") {
			t.Errorf("%s is at %q", s.Name, src[s.Span.Start:])
		}
	}
	if len(f.Symbols) != 2 || f.Symbols[1].Span.StartLine != 3 || f.Symbols[1].Span.EndLine != 5 {
		t.Errorf("symbols %+v", f.Symbols)
	}
	if len(f.Refs) != 1 || f.Refs[0].Line != 4 || f.Refs[0].Col != 9 {
		t.Errorf("references %+v", f.Refs)
	}
}
