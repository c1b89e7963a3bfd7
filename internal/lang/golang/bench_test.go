package golang

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/lang"
)

// BenchmarkFull indexes golang.org/x/tools with its tests from the module
// cache, as a first repository (cold) and as a second one (warm).
func BenchmarkFull(b *testing.B) {
	dirs, _ := filepath.Glob(filepath.Join(testEnv().GOMODCACHE, "golang.org/x/tools@*"))
	if len(dirs) == 0 {
		b.Skip("golang.org/x/tools is not in the module cache")
	}
	in := diskInput(b, dirs[0])
	for _, shared := range []string{"cold", "warm"} {
		b.Run(shared, func(b *testing.B) {
			in.SharedDir = b.TempDir()
			run := func() *collected {
				in.Cache = &memory{}
				s := &collected{drop: true}
				s.begin(b)
				if err := New().Analyze(context.Background(), in, s); err != nil {
					b.Fatal(err)
				}
				return s
			}
			if shared == "warm" {
				run()
			}
			for b.Loop() {
				if shared == "cold" {
					b.StopTimer()
					in.SharedDir = b.TempDir()
					b.StartTimer()
				}
				s := run()
				b.ReportMetric(float64(s.refs), "refs")
				b.ReportMetric(float64(s.symbols), "symbols")
			}
		})
	}
}

// BenchmarkUpdate changes one file of the standard library (without commands).
func BenchmarkUpdate(b *testing.B) {
	root := filepath.Join(testEnv().GOROOT, "src")
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		b.Skip(err)
	}
	in := diskInput(b, root)
	in.Files = slices.DeleteFunc(in.Files, func(f lang.TreeFile) bool {
		return strings.HasPrefix(f.Path, "cmd/") || strings.Contains(f.Path, "testdata/")
	})
	in.SharedDir = b.TempDir()
	s := &collected{drop: true}
	s.begin(b)
	if err := New().Analyze(context.Background(), in, s); err != nil {
		b.Fatal(err)
	}
	read := in.Read
	for _, c := range []struct{ name, file, old, new string }{
		{"fmt/body", "fmt/print.go", "\n\tp := newPrinter()", "\n\tp := newPrinter(); _ = p"},
		{"fmt/declaration", "fmt/print.go", "\n// Stringer is", "\nfunc inserted() {}\n\n// Stringer is"},
		{"http/body", "net/http/server.go", "\n\tif s.shuttingDown() {", "\n\t_ = 1\n\tif s.shuttingDown() {"},
		{"http/declaration", "net/http/server.go", "\ntype Handler interface", "\nfunc inserted() {}\n\ntype Handler interface"},
	} {
		b.Run(c.name, func(b *testing.B) {
			i := slices.IndexFunc(in.Files, func(f lang.TreeFile) bool { return f.Path == c.file })
			src, err := read(c.file)
			if err != nil {
				b.Fatal(err)
			}
			texts := []string{strings.Replace(string(src), c.old, c.new, 1), string(src)}
			if texts[0] == texts[1] {
				b.Fatalf("%s does not hold %q", c.file, c.old)
			}
			in.Full, in.Changed = false, []string{c.file}
			n := 0
			for b.Loop() {
				text := texts[n%2]
				n++
				in.Files[i].Hash = hashOf(text)
				in.Read = func(p string) ([]byte, error) {
					if p == c.file {
						return []byte(text), nil
					}
					return read(p)
				}
				s := &collected{drop: true}
				s.begin(b)
				if err := New().Analyze(context.Background(), in, s); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(s.round)), "files")
			}
			in.Files[i].Hash = hashOf(texts[1])
		})
	}
}
