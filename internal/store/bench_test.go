package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

var benchWords = strings.Fields(`read write open close file server client request response handle parse token node edge
 graph index search query result buffer stream encode decode type value key map list tree path walk hash sum lock wait
 start stop run test check error message context option config load store cache page line column span range text`)

// synthetic is facts of files with a power-law choice of targets.
func synthetic(files, symbols, refs int) []*source {
	rng := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rng, 1.2, 50, uint64(files*symbols-1))
	title := func() string {
		w := benchWords[rng.IntN(len(benchWords))]
		return strings.ToUpper(w[:1]) + w[1:]
	}
	quals := make([]string, files*symbols)
	for i := range quals {
		quals[i] = benchWords[rng.IntN(len(benchWords))] + title() + title() + fmt.Sprint(i%100)
		if i%symbols > 5 && i%3 == 0 {
			quals[i] = quals[i-i%symbols] + "." + quals[i]
		}
	}
	path := func(i int) string { return fmt.Sprintf("pkg%02d/sub%d/file%04d.go", i%40, i%7, i) }
	out := make([]*source, files)
	for i := range out {
		f := &lang.Facts{}
		for j := range symbols {
			owner := int32(-1)
			if strings.Contains(quals[i*symbols+j], ".") {
				owner = 0
			}
			f.Symbols = append(f.Symbols, sym(graph.KindFunction, quals[i*symbols+j], owner, uint32(j*10+1)))
		}
		seen := map[uint64]uint32{}
		for k := range refs {
			n := zipf.Uint64()
			t, ok := seen[n]
			if !ok {
				t = uint32(len(f.Targets))
				seen[n] = t
				if n%10 == 0 {
					f.Targets = append(f.Targets, external(fmt.Sprintf("fmt.Name%d", n%5000)))
				} else {
					f.Targets = append(f.Targets, in(path(int(n)/symbols), quals[n]))
				}
			}
			f.Refs = append(f.Refs, call(int32(k*symbols/refs), t, uint32(k+1)))
		}
		out[i] = file(path(i), f)
	}
	return out
}

func addAll(tb testing.TB, files []*source) *Builder {
	b := NewBuilder()
	var group sync.WaitGroup
	for w := range 2 {
		group.Go(func() {
			for i := w; i < len(files); i += 2 {
				if err := b.AddFile(files[i].file, files[i].facts); err != nil {
					tb.Error(err)
				}
			}
		})
	}
	group.Wait()
	return b
}

// The size of these: 100,000 nodes, 1,000,000 edges.
func benchIndex(b *testing.B) (string, *Writer, []*source) {
	files := synthetic(1000, 100, 1000)
	dir := b.TempDir()
	w := lock(b, dir)
	if err := w.Publish(addAll(b, files)); err != nil {
		b.Fatal(err)
	}
	return dir, w, files
}

func BenchmarkPublish(b *testing.B) {
	files := synthetic(1000, 100, 1000)
	dir := b.TempDir()
	w := lock(b, dir)
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Publish(addAll(b, files)); err != nil {
			b.Fatal(err)
		}
	}
	size := int64(0)
	names, _ := filepath.Glob(filepath.Join(dir, "*.idx"))
	for _, n := range names {
		info, err := os.Stat(n)
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	b.ReportMetric(float64(size)/1e6, "MB")
}

func BenchmarkOpen(b *testing.B) {
	dir, w, files := benchIndex(b)
	bench := func(b *testing.B) {
		for b.Loop() {
			r, err := Open(dir)
			if err != nil {
				b.Fatal(err)
			}
			r.Close()
		}
	}
	b.Run("segments=0", bench)
	for i := range 100 {
		c := NewBuilder()
		if err := c.AddFile(files[i].file, files[i].facts); err != nil {
			b.Fatal(err)
		}
		if err := w.Update(c); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("segments=100", bench)
}

func BenchmarkUpdate(b *testing.B) {
	_, w, files := benchIndex(b)
	i := 0
	for b.Loop() {
		c := NewBuilder()
		if err := c.AddFile(files[i%50].file, files[i%50].facts); err != nil {
			b.Fatal(err)
		}
		i++
		if err := w.Update(c); err != nil {
			b.Fatal(err)
		}
		if i%50 == 0 {
			b.StopTimer()
			if err := w.Compact(nil); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	}
}

func BenchmarkCompact(b *testing.B) {
	_, w, _ := benchIndex(b)
	for b.Loop() {
		if err := w.Compact(nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	dir, _, _ := benchIndex(b)
	r := open(b, dir)
	var names []string
	for n := range r.Names() {
		names = append(names, n)
	}
	b.Run("ByName", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			for range r.ByName(names[i*7919%len(names)]) {
			}
		}
	})
	b.Run("Callers", func(b *testing.B) { // of 1000 nodes
		for b.Loop() {
			n := 0
			for id := range graph.NodeID(1000) {
				for e := range r.In(id) {
					n += int(e.Kind)
				}
			}
			b.ReportMetric(float64(n), "edges")
		}
	})
	b.Run("AllOut", func(b *testing.B) { // every edge
		for b.Loop() {
			n := 0
			for id := range graph.NodeID(r.NumNodes()) {
				for range r.Out(id) {
					n++
				}
			}
			b.ReportMetric(float64(n), "edges")
		}
	})
	b.Run("Search", func(b *testing.B) {
		for b.Loop() {
			r.Search([]string{"server", "handle", "request"}, 20, nil)
		}
	})
	b.Run("Verify", func(b *testing.B) {
		for b.Loop() {
			if err := r.Verify(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
