package store

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// Size of the generated tree: 2,000 files of 50 functions, each with 4 calls.
const (
	benchFiles     = 2000
	benchFunctions = 50
	benchCalls     = 4
)

// generated is a tree of 100,000 functions and 400,000 calls. Calls go to few
// functions often and to most seldom, as in real code.
func generated() tree {
	rng := rand.New(rand.NewPCG(1, 2))
	t := tree{}
	for i := range benchFiles {
		facts := &lang.Facts{}
		for j := range benchFunctions {
			facts.Symbols = append(facts.Symbols, sym(graph.KindFunction, benchName(i, j), -1, uint32(j*10+1)))
			for k := range benchCalls {
				to := int(rng.ExpFloat64() * benchFiles / 20)
				callee := benchName(to%benchFiles, rng.IntN(benchFunctions))
				facts.Targets = append(facts.Targets, in(benchPath(to%benchFiles), callee))
				facts.Refs = append(facts.Refs, call(int32(j), uint32(len(facts.Targets)-1), uint32(j*10+2+k)))
			}
		}
		t[benchPath(i)] = file(benchPath(i), facts)
	}
	return t
}

func benchPath(i int) string    { return fmt.Sprintf("pkg%03d/file%d.go", i/10, i%10) }
func benchName(i, j int) string { return fmt.Sprintf("parseConfig%dOption%d", i, j) }

// Making the base out of facts that are in memory.
func BenchmarkPublish(b *testing.B) {
	t := generated()
	w := lock(b, b.TempDir())
	for b.Loop() {
		if err := w.Publish(t.builder(b)); err != nil {
			b.Fatal(err)
		}
	}
	r, err := w.Open()
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	b.ReportMetric(float64(r.Size())/float64(r.Stats().Symbols), "bytes/symbol")
}

// Writing what one changed file means.
func BenchmarkUpdate(b *testing.B) {
	t := generated()
	_, w := publish(b, t.builder(b))
	changed := tree{benchPath(7): t[benchPath(7)]}
	for i := 0; b.Loop(); i++ {
		if i%50 == 49 { // before the log is a sight that a user never has
			b.StopTimer()
			if err := w.Compact(nil); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		if err := w.Update(changed.builder(b)); err != nil {
			b.Fatal(err)
		}
	}
}

// What every process pays before its first question, with a log of 0 and of 20
// changes over the base.
func BenchmarkOpen(b *testing.B) {
	t := generated()
	dir, w := publish(b, t.builder(b))
	open := func(b *testing.B) {
		for b.Loop() {
			r, err := Open(dir)
			if err != nil {
				b.Fatal(err)
			}
			r.Close()
		}
	}
	b.Run("base", open)
	for i := range 20 {
		changed := tree{benchPath(i): t[benchPath(i)]}
		if err := w.Update(changed.builder(b)); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("log", open)
}

// Questions to an open index.
func BenchmarkQuestions(b *testing.B) {
	dir, _ := publish(b, generated().builder(b))
	r := open(b, dir)
	b.Run("by name", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			n := 0
			for range r.ByName(benchName(i%benchFiles, 7)) {
				n++
			}
			if n != 1 {
				b.Fatal(n)
			}
		}
	})
	b.Run("callers", func(b *testing.B) {
		id := popular(b, r)
		n := 0
		for b.Loop() {
			n = 0
			for range r.In(id) {
				n++
			}
		}
		b.ReportMetric(float64(n), "edges")
	})
	// Two of the words are in all of the 100,000 names: the worst there is.
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if hits := r.Search([]string{"config", "1234", "option"}, 20, nil); len(hits) == 0 {
				b.Fatal("nothing found")
			}
		}
	})
}

// popular is the node of the first file with most edges into it.
func popular(b *testing.B, r *Reader) (best graph.NodeID) {
	f, ok := r.FileByPath(benchPath(0))
	if !ok {
		b.Fatal("no first file")
	}
	most := 0
	for id := range r.FileNodes(f) {
		n := 0
		for range r.In(id) {
			n++
		}
		if n > most {
			best, most = id, n
		}
	}
	return best
}
