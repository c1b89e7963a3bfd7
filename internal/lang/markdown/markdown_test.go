package markdown_test

import (
	"slices"
	"testing"

	grammar "github.com/alexaandru/go-sitter-forest/markdown"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/lang/markdown"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// Headings are found outside of code, and links lead to files and sections.
func TestMarkers(t *testing.T) {
	bindtest.Markers(t, markdown.New, bindtest.Languages(map[string]string{".md": "markdown"}))
}

// A section reaches to the next heading of its level or above.
func TestSections(t *testing.T) {
	src := "# A\na\n## B\nb\n\n### C\nc\n## D\n# E\ne\n"
	p := bindtest.New(t, markdown.New(), bindtest.Languages(map[string]string{".md": "markdown"}), map[string]string{"x.md": src})
	want := map[string]string{"A": "# A\na\n## B\nb\n\n### C\nc\n## D", "A.B": "## B\nb\n\n### C\nc", "A.B.C": "### C\nc", "A.D": "## D", "E": "# E\ne"}
	got := p.Facts["x.md"].Symbols
	if len(got) != len(want) {
		t.Errorf("%d sections, want %d", len(got), len(want))
	}
	for _, s := range got {
		if text := src[s.Span.Start:s.Span.End]; text != want[s.Qual] {
			t.Errorf("section %s is %q, want %q", s.Qual, text, want[s.Qual])
		}
	}
}

// The mark of a quotation or a list before a heading is not in the section above.
func TestSectionBeforeQuotation(t *testing.T) {
	src := "# A\na\n\n> # B\n\n- # C\n"
	p := bindtest.New(t, markdown.New(), bindtest.Languages(map[string]string{".md": "markdown"}), map[string]string{"x.md": src})
	var got []string
	for _, s := range p.Facts["x.md"].Symbols {
		got = append(got, src[s.Span.Start:s.Span.End])
	}
	if want := []string{"# A\na", "# B", "# C"}; !slices.Equal(got, want) {
		t.Errorf("sections %q, want %q", got, want)
	}
}

// A link is bound once the file it leads to is there, and no longer when it is
// gone, whatever the language of that file.
func TestLinkToNewFile(t *testing.T) {
	p := bindtest.New(t, markdown.New(), bindtest.Languages(map[string]string{".md": "markdown"}), map[string]string{"x.md": "# A\n[p](p.png)\n"})
	for _, step := range []struct {
		text *string
		want int
	}{{new(string), 1}, {nil, 0}} {
		p.Change(t, map[string]*string{"p.png": step.text})
		if got := len(p.Facts["x.md"].Refs); got != step.want {
			t.Errorf("%d links to p.png, want %d", got, step.want)
		}
	}
}

// Any bytes give a unit that keeps the rules, with spans inside the file.
func FuzzExtract(f *testing.F) {
	for _, s := range []string{"# A\n[x](y.md#z)\n", "A\n=\n`[", "# `a` [b](c) ##\n", "[a]: <b c>\n", "| [a](b) |\n|-|\n| `[c](d)` |\n", "\xff# \xfe\n===\n", "[](((", "# \\"} {
		f.Add([]byte(s))
	}
	p := treesitter.NewParser(grammar.GetLanguage())
	f.Cleanup(p.Close)
	f.Fuzz(func(t *testing.T, src []byte) {
		recs, _, _ := p.Parse(src, 1000)
		u := markdown.Extract(&bind.Source{Path: "a.md", Text: src, Recs: recs})
		if err := bind.Check(u); err != nil {
			t.Fatal(err)
		}
		for _, s := range u.Symbols {
			if p := s.Span; p.Start > p.End || int(p.End) > len(src) || p.Body > p.End || p.Name > p.End {
				t.Errorf("%s: span %+v in a file of %d bytes", s.Qual, p, len(src))
			}
		}
	})
}
