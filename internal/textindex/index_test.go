package textindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Builders that shared the documents make the index one alone would have made.
func TestEncodeMerges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(anyText, 0, 12).Draw(t, "docs")
		var one Builder
		several := make([]*Builder, rapid.IntRange(1, 3).Draw(t, "builders"))
		for i := range several {
			several[i] = &Builder{}
		}
		order := rapid.Permutation(numbers(len(docs))).Draw(t, "order")
		for i, d := range docs {
			one.Add(uint32(i), d)
		}
		for _, i := range order {
			several[rapid.IntRange(0, len(several)-1).Draw(t, "which")].Add(uint32(i), docs[i])
		}
		want := Encode(&one)
		if string(Encode(several...)) != string(want) {
			t.Fatal("the indexes differ")
		}
		// Renewing an index by what changed is making it anew.
		old, err := Open(want)
		if err != nil {
			t.Fatal(err)
		}
		var renewed, fresh Builder
		changed := rapid.SliceOfN(rapid.Bool(), len(docs), len(docs)).Draw(t, "changed")
		renewed.AddIndex(old, func(doc uint32) (uint32, bool) { return doc + 3, !changed[doc] })
		for i, d := range docs {
			if changed[i] {
				renewed.Add(uint32(i)+3, append(d, "new"...))
				d = append(d, "new"...)
			}
			fresh.Add(uint32(i)+3, d)
		}
		if string(Encode(&renewed)) != string(Encode(&fresh)) {
			t.Fatal("the renewed index differs")
		}
	})
}

func numbers(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

// What an index yields is what its documents admit, and a few more when few are
// left to verify.
func TestCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOfN(anyText, 0, 30).Draw(t, "docs")
		p, err := Compile(anyPattern.Draw(t, "pattern"), true, rapid.Bool().Draw(t, "ignore case"))
		if err != nil {
			t.Skip(err)
		}
		var b Builder
		for i, d := range docs {
			b.Add(uint32(i), d)
		}
		x, err := Open(Encode(&b))
		if err != nil {
			t.Fatal(err)
		}
		got := x.Candidates(p.Query())
		for i, d := range docs {
			_, found := slices.BinarySearch(got, uint32(i))
			if want := admits(p.Query(), d); want && !found || !want && found && len(got) > enough {
				t.Fatalf("%q in %q: candidate %v, want %v", p.Query(), d, found, want)
			}
		}
	})
}

// files serves texts by path.
type files map[string]string

func (f files) read(path string) ([]byte, error) {
	if s, ok := f[path]; ok {
		return []byte(s), nil
	}
	return nil, errors.New("gone")
}

func (f files) paths() []string {
	var p []string
	for path := range f {
		p = append(p, path)
	}
	slices.Sort(p)
	return p
}

// Matches come in order of path and line; a page is cut out of them; files that
// vanished are passed over.
func TestSearch(t *testing.T) {
	f := files{
		"a.go": "package a\r\n\r\nfunc Serve() {}\r\n// Serve serve Serve\r\n",
		"b.go": "Serve",
		"c":    "nothing\n",
	}
	paths := append(f.paths(), "d.gone")
	p, err := Compile("Serve", false, false)
	if err != nil {
		t.Fatal(err)
	}
	all := p.Search(t.Context(), paths, f.read, 0, 10, 2)
	want := Result{Total: 3, Files: 2, Read: 3, Complete: true, Matches: []Match{
		{"a.go", 3, 6, "func Serve() {}"}, {"a.go", 4, 4, "// Serve serve Serve"}, {"b.go", 1, 1, "Serve"},
	}}
	if d := cmp.Diff(want, all); d != "" {
		t.Error(d)
	}
	for offset := range 5 {
		page := p.Search(t.Context(), paths, f.read, offset, 1, 2)
		if d := cmp.Diff(want.Matches[min(offset, 3):min(offset+1, 3)], page.Matches); len(page.Matches) > 0 && d != "" || page.Total != 3 || len(page.Matches) != min(1, max(0, 3-offset)) {
			t.Errorf("from %d: %+v", offset, page)
		}
	}
}

// When time is up, what is there is the beginning, and it says that it is not all.
func TestSearchDeadline(t *testing.T) {
	f := files{}
	for i := range 50 {
		f[fmt.Sprintf("%02d", i)] = "x\n"
	}
	ctx, cancel := context.WithCancel(t.Context())
	read := func(path string) ([]byte, error) {
		if path == "20" {
			cancel()
			time.Sleep(time.Millisecond)
		}
		return f.read(path)
	}
	p, err := Compile("x", false, false)
	if err != nil {
		t.Fatal(err)
	}
	r := p.Search(ctx, f.paths(), read, 0, 100, 2)
	if r.Complete || r.Total < 20 || r.Total > 30 {
		t.Errorf("complete %v, total %d", r.Complete, r.Total)
	}
	for i, m := range r.Matches {
		if m.Path != fmt.Sprintf("%02d", i) {
			t.Errorf("match %d is in %s", i, m.Path)
		}
	}
}

// Long lines are cut around the match, never inside a rune.
func TestExcerpt(t *testing.T) {
	line := strings.Repeat("é", 500) + "needle" + strings.Repeat("ü", 500)
	got := excerpt([]byte(line), 1000, 1006)
	if !strings.Contains(got, "needle") || !strings.HasPrefix(got, "…é") || !strings.HasSuffix(got, "ü…") || len(got) > maxLine+2*len("…") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := excerpt([]byte("a\xffb"), 0, 1); got != "a\uFFFDb" {
		t.Errorf("%q", got)
	}
}

func TestCompileErrors(t *testing.T) {
	if _, err := Compile("", true, false); !errors.Is(err, ErrEmptyPattern) {
		t.Error(err)
	}
	if _, err := Compile("a(", true, false); err == nil || !strings.Contains(err.Error(), "missing closing") {
		t.Error(err)
	}
}

// Bytes that are no index, or a damaged one, never panic.
func FuzzOpen(f *testing.F) {
	var b Builder
	b.Add(0, []byte("package main"))
	b.Add(3, []byte("func main() {}"))
	section := Encode(&b)
	f.Add(section)
	f.Add(section[:20])
	for i := range len(section) {
		bad := slices.Clone(section)
		bad[i] ^= 0xff
		f.Add(bad)
	}
	p, err := Compile("pack|main", true, false)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := Open(b)
		if err != nil {
			return
		}
		x.Candidates(p.Query())
		x.All()
	})
}

// Any pattern compiles or says why not, and what it finds it is a candidate for.
func FuzzPattern(f *testing.F) {
	f.Add("a(b|c)*d", "abcd\nabd")
	f.Add(`(?i)K\s$`, "k \r\n\xff")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 100 || len(text) > 1000 {
			return
		}
		p, err := Compile(pattern, true, false)
		if err != nil {
			return
		}
		n := 0
		p.eachLine([]byte(text), func(int, []byte, int, int) bool { n++; return true })
		if n > 0 && !admits(p.Query(), []byte(text)) {
			t.Errorf("%q matches %q and is not asked: %s", pattern, text, p.Query())
		}
	})
}
