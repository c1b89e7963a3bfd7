package index_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/lang/all"
)

var dir = flag.String("dir", "", "tree that the benchmarks index; go/ of the Go distribution if empty")

func options(b testing.TB, root string) index.Options {
	c, err := config.Load(config.System())
	if err != nil {
		b.Fatal(err)
	}
	return index.Options{
		Root: root, Dir: filepath.Join(b.TempDir(), "index"), Shared: filepath.Join(b.TempDir(), "shared"),
		Env: c.Languages(), LanguageOf: all.LanguageOf, Analyzers: all.Analyzers, Workers: runtime.GOMAXPROCS(0),
	}
}

func tree(b testing.TB) string {
	root := *dir
	if root == "" {
		root = filepath.Join(runtime.GOROOT(), "src", "go")
	}
	if _, err := os.Stat(root); err != nil {
		b.Skip("no tree to index: ", err)
	}
	return root
}

// BenchmarkCold makes an index from nothing, shared data included.
func BenchmarkCold(b *testing.B) {
	root := tree(b)
	for b.Loop() {
		ix, _, err := index.Refresh(context.Background(), options(b, root), false)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(ix.Size()), "index-bytes")
		ix.Close()
	}
}

// BenchmarkUnchanged finds out that nothing changed.
func BenchmarkUnchanged(b *testing.B) {
	o := options(b, tree(b))
	ix, _, err := index.Refresh(context.Background(), o, false)
	if err != nil {
		b.Fatal(err)
	}
	ix.Close()
	for b.Loop() {
		ix, r, err := index.Refresh(context.Background(), o, false)
		if err != nil || r.Published {
			b.Fatal(err, r.Changed)
		}
		ix.Close()
	}
}
