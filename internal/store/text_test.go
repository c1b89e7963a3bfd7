package store

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/graph"
)

// textOf returns the paths of the documents that hold, and of the files that
// are searched without them.
func textOf(r *Reader) (docs, pending []string) {
	_, ids := r.Text()
	for _, id := range ids {
		docs = append(docs, r.File(id).Path)
	}
	for _, id := range r.TextPending() {
		pending = append(pending, r.File(id).Path)
	}
	slices.Sort(pending)
	return docs, pending
}

// Between text index and pending files, every file with text is searched once.
func TestTextFollowsUpdates(t *testing.T) {
	b := small().builder(t)
	b.SetText([]byte("old"), []string{"README", "server.go", "tool.go"})
	dir, w := publish(t, b)
	check := func(what string, docs, pending []string) {
		t.Helper()
		gotDocs, gotPending := textOf(open(t, dir))
		if d := gocmp.Diff([][]string{docs, pending}, [][]string{gotDocs, gotPending}); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
	check("fresh", []string{"README", "server.go", "tool.go"}, nil)

	change := tree{"tool.go": small()["tool.go"], "a.go": file("a.go", nil)}.builder(t)
	change.RemoveFile("README")
	if err := w.Update(change); err != nil {
		t.Fatal(err)
	}
	check("changed", []string{"", "server.go", ""}, []string{"a.go", "tool.go"})
	if err := w.Compact(nil); err != nil {
		t.Fatal(err)
	}
	check("compacted without text", []string{"", "server.go", ""}, []string{"a.go", "tool.go"})
	if err := w.Update(tree{"server.go": small()["server.go"]}.builder(t)); err != nil {
		t.Fatal(err)
	}
	check("changed again", []string{"", "", ""}, []string{"a.go", "server.go", "tool.go"})
	err := w.Compact(func(r *Reader) ([]byte, []string, error) {
		return []byte("new"), []string{"a.go", "server.go", "tool.go"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	check("compacted with text", []string{"a.go", "server.go", "tool.go"}, nil)
	err = w.Compact(func(r *Reader) ([]byte, []string, error) { return []byte("new"), []string{"a.go", "", "tool.go"}, nil })
	if err != nil {
		t.Fatal(err)
	}
	check("compacted without one file's text", []string{"a.go", "", "tool.go"}, []string{"server.go"})
	if err := w.Update(b); err == nil {
		t.Error("a text index was taken for a segment")
	}
}

// A generation's name says what it holds: it comes back with the content.
func TestGenerationNamesContent(t *testing.T) {
	dir, w := publish(t, small().builder(t))
	first := open(t, dir).Generation()
	other := small()["server.go"]
	other.facts.Refs[0].Tier = graph.TierSpeculative
	names := map[string]bool{first: true}
	for _, change := range []func(*Builder){
		func(b *Builder) { b.AddFile(other.file, other.facts) },
		func(b *Builder) { b.SetNotes([]string{"a module is missing"}) },
		func(b *Builder) { b.RemoveFile("README") },
	} {
		b := NewBuilder()
		change(b)
		if err := w.Update(b); err != nil {
			t.Fatal(err)
		}
		name := open(t, dir).Generation()
		if names[name] {
			t.Errorf("%s names two contents", name)
		}
		names[name] = true
	}
	b := tree{"server.go": small()["server.go"], "README": small()["README"]}.builder(t)
	b.SetNotes(nil)
	if err := w.Update(b); err != nil {
		t.Fatal(err)
	}
	if got := open(t, dir).Generation(); got != first {
		t.Errorf("%s became %s", first, got)
	}
}

// A Reader is asked by many at once.
func TestConcurrentReads(t *testing.T) {
	dir, _, _ := damaged(t)
	r := open(t, dir)
	want := show(r)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if show(r) != want {
				t.Error("the answers differ")
			}
		})
	}
	group.Wait()
}

// A log that grew long asks to be compacted.
func TestNeedsCompaction(t *testing.T) {
	dir, w := publish(t, small().builder(t))
	if open(t, dir).NeedsCompaction() {
		t.Error("a fresh index is to be compacted")
	}
	b := NewBuilder()
	noise := make([]byte, maxLogBytes+1) // so that packing does not shorten it
	rand.NewChaCha8([32]byte{}).Read(noise)
	b.PutBlob("large", noise)
	if err := w.Update(b); err != nil {
		t.Fatal(err)
	}
	if !open(t, dir).NeedsCompaction() {
		t.Error("a long log is not to be compacted")
	}
	if err := w.Compact(nil); err != nil {
		t.Fatal(err)
	}
	if r := open(t, dir); r.NeedsCompaction() || len(r.Blob("large")) != maxLogBytes+1 {
		t.Error("compaction lost the blob or kept the log")
	}
}
