package golang

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gortexhq/gortex/internal/lang"
)

// memory is a lang.Cache.
type memory struct {
	mu sync.Mutex
	m  map[string][]byte
}

func (c *memory) Get(key string) []byte { c.mu.Lock(); defer c.mu.Unlock(); return c.m[key] }
func (c *memory) Put(key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[string][]byte{}
	}
	c.m[key] = slices.Clone(value)
}
func (c *memory) Delete(key string) { c.mu.Lock(); defer c.mu.Unlock(); delete(c.m, key) }
func (c *memory) Keys(prefix string, yield func(string) bool) {
	c.mu.Lock()
	keys := slices.Collect(maps.Keys(c.m))
	c.mu.Unlock()
	for _, k := range keys {
		if strings.HasPrefix(k, prefix) && !yield(k) {
			return
		}
	}
}

// collected is a lang.Sink that keeps what it is given. A file given twice
// fails the test.
type collected struct {
	t       testing.TB
	mu      sync.Mutex
	files   map[string]*lang.Facts
	round   map[string]bool
	derived []lang.DerivedEdge
	notes   []string
	drop    bool // count only
	symbols int
	refs    int
}

func (c *collected) begin(t testing.TB) {
	c.t = t
	c.round = map[string]bool{}
	c.notes = nil
	if c.files == nil {
		c.files = map[string]*lang.Facts{}
	}
}

func (c *collected) File(f *lang.Facts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.round[f.Path] {
		c.t.Errorf("facts of %s given twice", f.Path)
	}
	c.round[f.Path] = true
	c.symbols += len(f.Symbols)
	c.refs += len(f.Refs)
	if !c.drop {
		c.files[f.Path] = f
	}
}
func (c *collected) Derived(d []lang.DerivedEdge) { c.mu.Lock(); c.derived = d; c.mu.Unlock() }
func (c *collected) Note(s string)                { c.mu.Lock(); c.notes = append(c.notes, s); c.mu.Unlock() }

var testEnv = sync.OnceValue(func() lang.Env {
	env := lang.Env{GOROOT: runtime.GOROOT(), GOOS: "linux", GOARCH: "amd64"}
	if out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output(); err == nil {
		list := strings.Split(strings.TrimSpace(string(out)), "\n")
		env.GOROOT, env.GOMODCACHE = list[0], list[1]
	}
	return env
})

// sharedDir is where all tests of a run keep export data.
var sharedDir = sync.OnceValue(func() string {
	dir, err := os.MkdirTemp("", "golang-test-*")
	if err != nil {
		panic(err)
	}
	return dir
})

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(sharedDir())
	os.Exit(code)
}

// workspace is a tree in memory under test.
type workspace struct {
	root  string
	files map[string]string
	cache *memory
	sink  *collected
}

func newWorkspace(t testing.TB, files map[string]string) *workspace {
	return &workspace{root: t.TempDir(), files: maps.Clone(files), cache: &memory{}, sink: &collected{}}
}

func hashOf(s string) [16]byte { sum := sha256.Sum256([]byte(s)); return [16]byte(sum[:16]) }

func (w *workspace) input() *lang.Input {
	in := &lang.Input{Root: w.root, Cache: w.cache, SharedDir: sharedDir(), Env: testEnv(), Workers: 2}
	for _, p := range slices.Sorted(maps.Keys(w.files)) {
		in.Files = append(in.Files, lang.TreeFile{Path: p, Hash: hashOf(w.files[p])})
	}
	in.Read = func(p string) ([]byte, error) {
		s, ok := w.files[p]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(s), nil
	}
	return in
}

func (w *workspace) full(t testing.TB) {
	in := w.input()
	in.Full = true
	for _, f := range in.Files {
		in.Changed = append(in.Changed, f.Path)
	}
	w.sink.begin(t)
	if err := New().Analyze(context.Background(), in, w.sink); err != nil {
		t.Fatal(err)
	}
	for _, f := range in.Files {
		if strings.HasSuffix(f.Path, ".go") && w.sink.files[f.Path] == nil {
			t.Errorf("no facts of %s", f.Path)
		}
	}
}

// diskInput is a directory on disk as an input.
func diskInput(t testing.TB, root string) *lang.Input {
	in := &lang.Input{Root: root, Cache: &memory{}, Env: testEnv(), Workers: 2, Full: true}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		rel, _ := filepath.Rel(root, p)
		if strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "go.mod") || strings.HasSuffix(rel, "go.work") {
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			in.Files = append(in.Files, lang.TreeFile{Path: filepath.ToSlash(rel), Hash: hashOf(string(b))})
			in.Changed = append(in.Changed, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(in.Files, func(a, b lang.TreeFile) int { return strings.Compare(a.Path, b.Path) })
	in.Read = func(p string) ([]byte, error) { return os.ReadFile(filepath.Join(root, p)) }
	return in
}

// lines prints facts in a form to compare and read.
func lines(f *lang.Facts) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s flags=%d errors=%d\n", f.Path, f.Flags, f.ErrorBytes)
	for i, s := range f.Symbols {
		fmt.Fprintf(&b, "  sym %d %s %s owner=%d member=%v flags=%d span=%v\n", i, s.Kind, s.Qual, s.Owner, s.Member, s.Flags, s.Span)
	}
	for _, r := range f.Refs {
		from := "-"
		if r.From >= 0 {
			from = f.Symbols[r.From].Qual
		}
		t := f.Targets[r.Target]
		fmt.Fprintf(&b, "  ref %d:%d %s %s->%d %s::%s %s %s %s\n", r.Line, r.Col, r.Kind, from, t.Kind, t.File, t.Name, r.Tier, r.Context, r.Return)
	}
	return b.String()
}
