package store

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

var (
	anyPath = rapid.SampledFrom([]string{"a.go", "b.go", "cmd/c.go", "cmd/d_test.go", "z/README", "z/z.go"})
	anyQual = rapid.SampledFrom([]string{"Server", "Server.addTool", "Server.tools", "main", "HTTPTool", "init", "x"})
	anyName = rapid.SampledFrom([]string{"fmt.Println", "os.Exit", "x", "main", "http.Handler"})
	anyKind = rapid.SampledFrom([]graph.Kind{graph.KindFunction, graph.KindStruct, graph.KindVariable, graph.KindHeading})
)

var anyTarget = rapid.Custom(func(t *rapid.T) lang.Target {
	kind := rapid.SampledFrom([]lang.TargetKind{
		lang.TargetSymbol, lang.TargetSymbol, lang.TargetSymbol, lang.TargetFile, lang.TargetExternal, lang.TargetUnresolved, lang.TargetNone,
	}).Draw(t, "target")
	switch kind {
	case lang.TargetSymbol:
		return lang.Target{Kind: kind, File: anyPath.Draw(t, "file"), Name: anyQual.Draw(t, "qual"), Dup: uint16(rapid.IntRange(0, 1).Draw(t, "dup"))}
	case lang.TargetFile:
		return lang.Target{Kind: kind, File: anyPath.Draw(t, "file")}
	case lang.TargetNone:
		return lang.Target{}
	}
	return lang.Target{Kind: kind, Name: anyName.Draw(t, "name")}
})

var anyRef = rapid.Custom(func(t *rapid.T) lang.Ref {
	return lang.Ref{
		From: int32(rapid.IntRange(-1, 5).Draw(t, "from")), Target: uint32(rapid.IntRange(0, 6).Draw(t, "to")),
		Kind: graph.EdgeKind(rapid.IntRange(1, 12).Draw(t, "kind")), Tier: graph.Tier(rapid.IntRange(1, 6).Draw(t, "tier")),
		Context: graph.Context(rapid.IntRange(0, 10).Draw(t, "context")), Return: graph.Return(rapid.IntRange(0, 8).Draw(t, "return")),
		Line: uint32(rapid.IntRange(0, 9).Draw(t, "line")), Col: uint32(rapid.IntRange(0, 100000).Draw(t, "col")),
	}
})

func anySource(t *rapid.T, path string) *source {
	f := graph.File{Path: path, Size: rapid.Uint32().Draw(t, "size"), Flags: graph.FileFlags(rapid.IntRange(0, 15).Draw(t, "flags"))}
	f.Hash[3] = rapid.Byte().Draw(t, "hash")
	if rapid.IntRange(0, 5).Draw(t, "text") == 0 {
		return &source{f, nil}
	}
	facts := &lang.Facts{Path: path, Language: "go", ErrorBytes: uint32(f.Hash[3])}
	for i := range rapid.IntRange(0, 5).Draw(t, "symbols") {
		s := sym(anyKind.Draw(t, "kind"), anyQual.Draw(t, "qual"), int32(rapid.IntRange(-1, i).Draw(t, "owner")), uint32(i))
		if rapid.Bool().Draw(t, "elsewhere") {
			s.Member = anyTarget.Draw(t, "member")
		}
		facts.Symbols = append(facts.Symbols, s)
	}
	facts.Targets = rapid.SliceOfN(anyTarget, 0, 6).Draw(t, "targets")
	facts.Refs = rapid.SliceOfN(anyRef, 0, 10).Draw(t, "refs")
	return &source{f, facts}
}

// declares says whether the tree has what a target names.
func (t tree) declares(target lang.Target) bool {
	s := t[target.File]
	switch target.Kind {
	case lang.TargetExternal, lang.TargetUnresolved:
		return true
	case lang.TargetFile:
		return s != nil
	case lang.TargetSymbol:
		n := -1
		if s != nil && s.facts != nil {
			for _, sym := range s.facts.Symbols {
				if sym.Qual == target.Name {
					n++
				}
			}
		}
		return n >= int(target.Dup)
	}
	return false
}

// Whatever the edits, base and segments answer as a fresh index does, and so
// does the base they are compacted into.
func TestIncrementalEqualsFull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root, err := os.MkdirTemp("", "store")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(root)
		m := &model{tree: tree{}, derived: map[string][]lang.DerivedEdge{}, blobs: map[string]string{}}
		first := NewBuilder()
		m.edit(t, first)
		w := mustLock(t, root+"/incremental")
		defer w.Close()
		if err := w.Publish(first); err != nil {
			t.Fatal(err)
		}
		m.compare(t, root)
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			if rapid.IntRange(0, 4).Draw(t, "compact") == 0 {
				if err := w.Compact(nil); err != nil {
					t.Fatal(err)
				}
			} else {
				change := NewBuilder()
				m.edit(t, change)
				if err := w.Update(change); err != nil {
					t.Fatal(err)
				}
			}
			m.compare(t, root)
		}
	})
}

func mustLock(t *rapid.T, dir string) *Writer {
	w, err := Lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// model is what a sequence of edits comes to.
type model struct {
	tree    tree
	derived map[string][]lang.DerivedEdge
	blobs   map[string]string
	notes   []string
	census  string
}

// edit changes the model and tells a Builder.
func (m *model) edit(t *rapid.T, b *Builder) {
	for _, path := range rapid.SliceOfNDistinct(anyPath, 0, 4, rapid.ID[string]).Draw(t, "paths") {
		if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
			delete(m.tree, path)
			b.RemoveFile(path)
			continue
		}
		m.tree[path] = anySource(t, path)
		if err := b.AddFile(m.tree[path].file, m.tree[path].facts); err != nil {
			t.Fatal(err)
		}
	}
	for _, analyzer := range []string{"go", "ts"} {
		old := m.derived[analyzer]
		edges := slices.DeleteFunc(slices.Clone(old), func(e lang.DerivedEdge) bool {
			return !m.tree.declares(e.Src) || !m.tree.declares(e.Dst)
		})
		if len(edges) == len(old) && rapid.Bool().Draw(t, "same") {
			continue
		}
		for range rapid.IntRange(0, 3).Draw(t, "derived") {
			e := lang.DerivedEdge{Src: anyTarget.Draw(t, "src"), Dst: anyTarget.Draw(t, "dst"), Kind: graph.EdgeImplements, Tier: graph.TierCompilerResolved}
			if m.tree.declares(e.Src) && m.tree.declares(e.Dst) {
				edges = append(edges, e)
			}
		}
		m.derived[analyzer] = edges
		b.SetDerived(analyzer, edges)
	}
	key := fmt.Sprint("go/", rapid.IntRange(0, 3).Draw(t, "key"))
	if rapid.Bool().Draw(t, "put") {
		m.blobs[key] = rapid.String().Draw(t, "blob")
		b.PutBlob(key, []byte(m.blobs[key]))
	} else {
		delete(m.blobs, key)
		b.DeleteBlob(key)
	}
	if rapid.Bool().Draw(t, "note") || m.notes == nil {
		m.notes = []string{rapid.String().Draw(t, "text")}
		m.census = m.notes[0]
		b.SetNotes(m.notes)
		b.SetCensus([]byte(m.census))
	}
}

// compare checks the index at root against a fresh one of the model.
func (m *model) compare(t *rapid.T, root string) {
	fresh, err := os.MkdirTemp(root, "fresh")
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder()
	for _, path := range slices.Sorted(maps.Keys(m.tree)) {
		if err := b.AddFile(m.tree[path].file, m.tree[path].facts); err != nil {
			t.Fatal(err)
		}
	}
	for analyzer, edges := range m.derived {
		b.SetDerived(analyzer, edges)
	}
	for k, v := range m.blobs {
		b.PutBlob(k, []byte(v))
	}
	b.SetNotes(m.notes)
	b.SetCensus([]byte(m.census))
	w := mustLock(t, fresh)
	defer w.Close()
	if err := w.Publish(b); err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(showDir(t, fresh), showDir(t, root+"/incremental")); d != "" {
		t.Fatal(d)
	}
}

func showDir(t *rapid.T, dir string) string {
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return show(r)
}
