// Package bindtest runs an analyzer over small trees held in memory and
// compares what it finds with marks in the sources.
package bindtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gortexhq/gortex/internal/lang"
)

// Project is a tree in memory with the facts an analyzer found in it.
type Project struct {
	Files    map[string]string
	Facts    map[string]*lang.Facts
	Notes    []string
	Resolved []string // paths whose facts the last run made, sorted

	analyzer lang.Analyzer
	language func(path string) string
	cache    *cache
	mu       sync.Mutex
}

// Languages says which language a path has by the extensions given, as
// ".py": "python".
func Languages(byExt map[string]string) func(string) string {
	return func(p string) string { return byExt[path.Ext(p)] }
}

// New analyzes the files.
func New(t testing.TB, a lang.Analyzer, language func(path string) string, files map[string]string) *Project {
	t.Helper()
	p := &Project{Files: maps.Clone(files), analyzer: a, language: language}
	p.Full(t)
	return p
}

// Full analyzes everything again without a cache.
func (p *Project) Full(t testing.TB) {
	t.Helper()
	p.cache, p.Facts = &cache{m: map[string][]byte{}}, map[string]*lang.Facts{}
	p.run(t, slices.Sorted(maps.Keys(p.Files)), nil, true)
}

// Change writes and removes (nil) files and analyzes what that touches.
func (p *Project) Change(t testing.TB, files map[string]*string) {
	t.Helper()
	var changed, removed []string
	for name, text := range files {
		if text == nil {
			delete(p.Files, name)
			delete(p.Facts, name)
			removed = append(removed, name)
		} else {
			p.Files[name] = *text
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	slices.Sort(removed)
	p.run(t, changed, removed, false)
}

func (p *Project) run(t testing.TB, changed, removed []string, full bool) {
	t.Helper()
	in := &lang.Input{Root: "/", Changed: changed, Removed: removed, Full: full, Cache: p.cache, Workers: 2,
		Read: func(path string) ([]byte, error) {
			text, ok := p.Files[path]
			if !ok {
				return nil, fmt.Errorf("read %s: no such file", path)
			}
			return []byte(text), nil
		}}
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		sum := sha256.Sum256([]byte(p.Files[name]))
		in.Files = append(in.Files, lang.TreeFile{Path: name, Hash: [16]byte(sum[:16]), Language: p.language(name)})
	}
	p.Resolved = nil
	if err := p.analyzer.Analyze(context.Background(), in, p); err != nil {
		t.Fatal(err)
	}
	slices.Sort(p.Resolved)
}

// File implements lang.Sink.
func (p *Project) File(f *lang.Facts) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Facts[f.Path] = f
	p.Resolved = append(p.Resolved, f.Path)
}

// Derived implements lang.Sink.
func (p *Project) Derived([]lang.DerivedEdge) {}

// Note implements lang.Sink.
func (p *Project) Note(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Notes = append(p.Notes, s)
}

// String renders all facts, one line a symbol or reference.
func (p *Project) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.Facts)) {
		f := p.Facts[name]
		fmt.Fprintf(&b, "%s %s flags=%d errors=%d\n", f.Path, f.Language, f.Flags, f.ErrorBytes)
		for i, s := range f.Symbols {
			fmt.Fprintf(&b, "  %d %s %s flags=%d owner=%d %+v\n", i, s.Kind, s.Qual, s.Flags, s.Owner, s.Span)
		}
		for _, r := range f.Refs {
			fmt.Fprintf(&b, "  %d:%d %s %s from=%d %s %s %s\n", r.Line, r.Col, r.Kind, Target(f, r), r.From, r.Tier, r.Context, r.Return)
		}
	}
	return b.String()
}

// Target renders what a reference points to: "Qual" in the same file,
// "path::Qual", "ext:name", "?name", or a path; "#n" tells duplicates apart.
func Target(f *lang.Facts, r lang.Ref) string {
	t := f.Targets[r.Target]
	switch t.Kind {
	case lang.TargetExternal:
		return "ext:" + t.Name
	case lang.TargetUnresolved:
		return "?" + t.Name
	case lang.TargetFile:
		return t.File
	}
	name := t.Name
	if t.Dup > 0 {
		name = fmt.Sprintf("%s#%d", name, t.Dup+1)
	}
	if t.File != f.Path {
		return t.File + "::" + name
	}
	return name
}

// Sites lists where references of the kinds (all if none) mean the target
// "path::Qual": "path:line", sorted.
func (p *Project) Sites(target string, kinds ...string) []string {
	var out []string
	for _, f := range p.Facts {
		for _, r := range f.Refs {
			t := Target(f, r)
			if f.Targets[r.Target].Kind == lang.TargetSymbol && !strings.Contains(t, "::") {
				t = f.Path + "::" + t
			}
			if t == target && (len(kinds) == 0 || slices.Contains(kinds, r.Kind.String())) {
				out = append(out, fmt.Sprintf("%s:%d", f.Path, r.Line))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// cache is a lang.Cache in memory.
type cache struct {
	mu sync.RWMutex
	m  map[string][]byte
}

func (c *cache) Get(key string) []byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.m[key]
}

func (c *cache) Put(key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[key] = value
}

func (c *cache) Delete(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.m, key)
}

func (c *cache) Keys(prefix string, yield func(string) bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for k := range c.m {
		if strings.HasPrefix(k, prefix) && !yield(k) {
			return
		}
	}
}
