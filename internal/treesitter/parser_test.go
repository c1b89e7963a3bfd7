package treesitter_test

import (
	"bytes"
	"slices"
	"testing"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// The records of a file are its named nodes in pre-order, with subtrees that
// nest.
func TestParseFlattens(t *testing.T) {
	g := treesitter.Grammar{Language: python.Language()}
	p := treesitter.NewParser(g.Language)
	defer p.Close()
	src := []byte("def f(a):\n    return g(a)\n")
	recs, bad, status := p.Parse(src, 1000)
	if bad != 0 || status != treesitter.Parsed {
		t.Fatalf("error bytes %d, status %d; want a clean parse", bad, status)
	}
	fn, name := g.Symbol("function_definition"), g.Field("name")
	for i, r := range recs {
		if r.Next <= uint32(i) || int(r.Next) > len(recs) || r.End > uint32(len(src)) {
			t.Fatalf("record %d: %+v is out of bounds", i, r)
		}
		if r.Field == name && recs[r.Parent].Sym == fn {
			if got := string(src[r.Start:r.End]); got != "f" || r.Row != 0 || r.Col != 4 {
				t.Errorf("function name %q at %d:%d, want f at 0:4", got, r.Row, r.Col)
			}
			return
		}
	}
	t.Error("no function name found")
}

// A file that does not parse says how much of it was lost.
func TestParseCountsErrors(t *testing.T) {
	p := treesitter.NewParser(python.Language())
	defer p.Close()
	if _, bad, _ := p.Parse([]byte("def f(:\n  )) = ( 3\nx = 1\n"), 1000); bad == 0 {
		t.Error("no error bytes in a broken file")
	}
	if recs, _, _ := p.Parse(nil, 1000); len(recs) == 0 {
		t.Error("an empty file has no root")
	}
}

// A parser forgets everything between two parses, even after one that ran out
// of time, and gives the same records each time.
func TestParseAgain(t *testing.T) {
	p := treesitter.NewParser(python.Language())
	defer p.Close()
	small := []byte("def f(a):\n    return g(a)\n")
	large := bytes.Repeat([]byte("class A(B):\n    def f(self, a=[1, (2, {3: 4})]):\n        return self.g(a)[0] or (a\n"), 20_000)
	first, _, _ := p.Parse(small, 1000)
	want := slices.Clone(first)
	for range 3 {
		if recs, _, status := p.Parse(large, 1); status == treesitter.OutOfTime && recs != nil {
			t.Fatal("records of a parse that did not end")
		}
		if got, bad, status := p.Parse(small, 1000); !slices.Equal(got, want) || bad != 0 || status != treesitter.Parsed {
			t.Fatalf("got %v, %d, %d; want %v", got, bad, status, want)
		}
	}
}
