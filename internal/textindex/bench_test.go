package textindex

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// corpus is the text files of the Go distribution.
func corpus(b *testing.B) (paths []string, texts map[string][]byte, size int) {
	b.Helper()
	root := filepath.Join(runtime.GOROOT(), "src")
	texts = map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > 1<<20 || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			return err
		}
		paths, texts[path] = append(paths, path), text
		size += len(text)
		return nil
	})
	if err != nil || len(paths) == 0 {
		b.Skip("no Go sources to search: ", err)
	}
	return paths, texts, size
}

func buildIndex(paths []string, texts map[string][]byte, builders int) []byte {
	bs := make([]*Builder, builders)
	for i := range bs {
		bs[i] = &Builder{}
	}
	for i, p := range paths {
		bs[i%builders].Add(uint32(i), texts[p])
	}
	return Encode(bs...)
}

func BenchmarkBuild(b *testing.B) {
	paths, texts, size := corpus(b)
	for _, n := range []int{1, 2} {
		b.Run(fmt.Sprintf("builders=%d", n), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				section := buildIndex(paths, texts, n)
				b.ReportMetric(float64(len(section))/1e6, "MB")
				b.ReportMetric(float64(len(paths)), "files")
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	paths, texts, _ := corpus(b)
	x, err := Open(buildIndex(paths, texts, 1))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		pattern        string
		re, ignoreCase bool
	}{
		{"ServeHTTP", false, false},
		{"func (s *", false, false},
		{"xyzzy", false, false},
		{"err", false, false},
		{"servehttp", false, true},
		{`func \(\w+ \*Server\) \w+\(`, true, false},
		{`type \w+Handler (struct|func)`, true, false},
		{`(Read|Write)(All|File)\(`, true, false},
		{`^func Test\w+Panic`, true, false},
		{`\bcontext\.(Context|Background)\b`, true, true},
		{`[A-Z]{12,}`, true, false},
	} {
		name := strings.ReplaceAll(c.pattern, "/", "_")
		if c.ignoreCase {
			name += "/ignore-case"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p, err := Compile(c.pattern, c.re, c.ignoreCase)
				if err != nil {
					b.Fatal(err)
				}
				docs := x.Candidates(p.Query())
				names := make([]string, len(docs))
				for i, d := range docs {
					names[i] = paths[d]
				}
				r := p.Search(b.Context(), names, os.ReadFile, 0, 50, 2)
				b.ReportMetric(float64(len(docs)), "candidates")
				b.ReportMetric(float64(r.Files), "files")
				b.ReportMetric(float64(r.Total), "matches")
			}
		})
	}
}
