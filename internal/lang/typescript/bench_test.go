package typescript

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// corpus is the TypeScript of the marked sources, a few hundred kB of it.
func corpus(b *testing.B) []byte {
	paths, err := filepath.Glob("testdata/markers/*.txtar")
	if err != nil || len(paths) == 0 {
		b.Fatalf("no sources (%v)", err)
	}
	var all []byte
	for _, p := range paths {
		for name, text := range bindtest.Archive(b, p) {
			if filepath.Ext(name) == ".ts" && filepath.Base(p) != "broken.txtar" {
				all = append(all, text...)
			}
		}
	}
	return bytes.Repeat(all, 20)
}

// Extraction is a small part of what a file costs; the parse is the rest.
func BenchmarkExtract(b *testing.B) {
	src := corpus(b)
	p := treesitter.NewParser(grammars[dialectTS]().language)
	defer p.Close()
	recs, _, _ := p.Parse(src, 60_000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		extract(grammars[dialectTS](), &bind.Source{Path: "a.ts", Text: src, Recs: recs})
	}
}

func BenchmarkParse(b *testing.B) {
	src := corpus(b)
	p := treesitter.NewParser(grammars[dialectTS]().language)
	defer p.Close()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		p.Parse(src, 60_000)
	}
}

func BenchmarkPatch(b *testing.B) {
	src := append(corpus(b), "interface A<in out T> {}"...)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		patch(src)
	}
}
