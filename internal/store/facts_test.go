package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// tree is what a test wants indexed: by path, files with facts.
type tree map[string]*source

type source struct {
	file  graph.File
	facts *lang.Facts
}

func (t tree) builder(tb testing.TB) *Builder {
	tb.Helper()
	b := NewBuilder()
	for _, s := range t {
		if err := b.AddFile(s.file, s.facts); err != nil {
			tb.Fatal(err)
		}
	}
	return b
}

func lock(tb testing.TB, dir string) *Writer {
	tb.Helper()
	w, err := Lock(context.Background(), dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { w.Close() })
	return w
}

func open(tb testing.TB, dir string) *Reader {
	tb.Helper()
	r, err := Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close() })
	return r
}

func publish(tb testing.TB, b *Builder) (dir string, w *Writer) {
	tb.Helper()
	dir = tb.TempDir()
	w = lock(tb, dir)
	if err := w.Publish(b); err != nil {
		tb.Fatal(err)
	}
	return dir, w
}

// sym and use make facts readable.
func sym(kind graph.Kind, qual string, owner int32, line uint32) lang.Symbol {
	name := qual[strings.LastIndexByte(qual, '.')+1:]
	return lang.Symbol{Kind: kind, Name: name, Qual: qual, Owner: owner, Span: graph.Span{
		Start: line * 10, End: line*10 + 9, StartLine: line, EndLine: line + 2, Name: line*10 + 5, NameLine: line, Doc: line * 10, Body: line*10 + 7,
	}}
}

func call(from int32, target uint32, line uint32) lang.Ref {
	return lang.Ref{From: from, Target: target, Kind: graph.EdgeCalls, Tier: graph.TierASTResolved,
		Context: graph.ContextCall, Return: graph.ReturnAssigned, Line: line, Col: 3}
}

func file(path string, facts *lang.Facts) *source {
	if facts != nil {
		facts.Path, facts.Language = path, "go"
	}
	return &source{graph.File{Path: path, Language: "go", Size: 100, Lines: 20, Hash: [16]byte{1, byte(len(path))}}, facts}
}

func in(path, qual string) lang.Target {
	return lang.Target{Kind: lang.TargetSymbol, File: path, Name: qual}
}

func external(name string) lang.Target {
	return lang.Target{Kind: lang.TargetExternal, Name: name}
}

// show writes down every answer of a Reader without its numbers.
func show(r *Reader) string {
	var b strings.Builder
	id := func(n graph.NodeID) string {
		if n == graph.NoNode {
			return "-"
		}
		return graph.ID(r, r.Node(n))
	}
	edge := func(e graph.Edge) string {
		path := "-"
		if e.File != graph.NoFile {
			path = r.File(e.File).Path
		}
		return fmt.Sprintf("%s -%s-> %s %s %s %s %s:%d:%d", id(e.Src), e.Kind, id(e.Dst), e.Tier, e.Context, e.Return, path, e.Line, e.Col)
	}
	paths := map[string]graph.FileID{}
	for i := range r.NumFiles() {
		if f := r.File(graph.FileID(i)); f.Path != "" {
			paths[f.Path] = f.ID
			if got, ok := r.FileByPath(f.Path); !ok || got != f.ID {
				fmt.Fprintf(&b, "%s is not found by its path\n", f.Path)
			}
		}
	}
	lines := []string{}
	for i := range r.NumNodes() {
		n := r.Node(graph.NodeID(i))
		if n.Kind == graph.KindNone {
			continue
		}
		switch n.Kind {
		case graph.KindExternal:
			if got, ok := r.External(n.Name); !ok || got != n.ID {
				lines = append(lines, "not found: "+id(n.ID))
			}
		case graph.KindUnresolved:
			if got, ok := r.Unresolved(n.Name); !ok || got != n.ID {
				lines = append(lines, "not found: "+id(n.ID))
			}
		}
		lines = append(lines, fmt.Sprintf("%s %s %d %d %s %q owner %s %v", id(n.ID), n.Kind, n.Flags, n.Dup, n.Name, n.Qual, id(n.Owner), n.Span))
		var into []string
		for e := range r.In(n.ID) {
			into = append(into, fmt.Sprintf("%s in: %s", id(n.ID), edge(e)))
		}
		slices.Sort(into)
		lines = append(lines, into...)
		out := 0
		for e := range r.Out(n.ID) {
			lines = append(lines, fmt.Sprintf("%s out %d: %s", id(n.ID), out, edge(e)))
			out++
		}
	}
	slices.Sort(lines)
	fmt.Fprintln(&b, strings.Join(lines, "\n"))
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		f := r.File(paths[p])
		fmt.Fprintf(&b, "file %s %s %x %d %d %d %d %s:", p, f.Language, f.Hash, f.Size, f.Lines, f.Flags, f.ErrorBytes, id(f.Node))
		for n := range r.FileNodes(f.ID) {
			fmt.Fprintf(&b, " %s", id(n))
		}
		fmt.Fprintln(&b)
	}
	words := map[string]bool{}
	for name := range r.Names() {
		nodes := []string{}
		for n := range r.ByName(name) {
			nodes = append(nodes, id(n))
		}
		slices.Sort(nodes)
		fmt.Fprintf(&b, "name %s: %v\n", name, nodes)
		splitWords(name, func(w string) { words[w] = true })
	}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		fmt.Fprintf(&b, "search %s:", w)
		for _, h := range r.Search([]string{w, "tool"}, 5, func(n graph.NodeID) bool { return r.Node(n).Kind != graph.KindVariable }) {
			fmt.Fprintf(&b, " %s %.9f", id(h.Node), h.Score)
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "generation %s\n%q %v %q\n", r.Generation(), r.Notes(), r.Skipped(), r.Census())
	r.BlobKeys("", func(k string) bool { fmt.Fprintf(&b, "blob %s %q\n", k, r.Blob(k)); return true })
	return b.String()
}

func hits(r *Reader, words ...string) []string {
	var out []string
	for _, h := range r.Search(words, 10, nil) {
		out = append(out, graph.ID(r, r.Node(h.Node)))
	}
	return out
}

func edges(r *Reader, seq func(func(graph.Edge) bool)) []string {
	var out []string
	for e := range seq {
		out = append(out, fmt.Sprintf("%s %s %s %d", graph.ID(r, r.Node(e.Src)), e.Kind, graph.ID(r, r.Node(e.Dst)), e.Line))
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}
