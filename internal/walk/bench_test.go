package walk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/walk"
)

// corpus is a directory of source files to measure on: 1,300 directories with 8 files each, as
// the standard library of Go has them, below a root without git.
func corpus(b *testing.B) string {
	b.Helper()
	root := b.TempDir()
	for d := range 1300 {
		dir := filepath.Join(root, fmt.Sprintf("area%d", d%13), fmt.Sprintf("pkg%d", d%130), fmt.Sprintf("sub%d", d))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 8 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.go", f)), []byte("package p\n"), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	return root
}

func BenchmarkWalk(b *testing.B) {
	root := corpus(b)
	for b.Loop() {
		if _, err := walk.Walk(b.Context(), root, walk.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Nothing changed and nothing is racy: the freshness check of every later call.
func BenchmarkRefreshUnchanged(b *testing.B) {
	c, err := walk.Walk(b.Context(), corpus(b), walk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c.Time += 10e9 // as if the census had been taken 10 s after the last change
	for b.Loop() {
		if _, d, err := walk.Refresh(b.Context(), c.Root, c, walk.Options{}); err != nil || !d.Empty() {
			b.Fatal(d, err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	c, err := walk.Walk(b.Context(), corpus(b), walk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	raw := c.Encode()
	b.ReportMetric(float64(len(raw)), "bytes")
	for b.Loop() {
		if _, err := walk.Decode(raw); err != nil {
			b.Fatal(err)
		}
	}
}
