package read

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

// Stub are the fields by which bodies are left out of a file.
type Stub struct {
	CompressBodies bool   `json:"compress_bodies,omitempty" doc:"put a mark in place of the bodies of functions"`
	Keep           string `json:"keep,omitempty" doc:"names, ids or kinds whose bodies stay, comma-separated"`
	FidelityGlobs  string `json:"fidelity_globs,omitempty" doc:"ordered rules glob:full, glob:compress or glob:omit, comma-separated; the first that matches the path decides"`
}

// fidelity is how much of a file to show.
type fidelity int

const (
	full fidelity = iota
	compressed
	omitted
)

// fidelity decides for one path.
func (s Stub) fidelity(path string) (fidelity, error) {
	for _, rule := range locate.Split(s.FidelityGlobs) {
		i := strings.LastIndexByte(rule, ':')
		if i < 0 || !doublestar.ValidatePattern(rule[:i]) {
			return full, badRule(rule)
		}
		level, ok := map[string]fidelity{"full": full, "compress": compressed, "omit": omitted}[rule[i+1:]]
		if !ok {
			return full, badRule(rule)
		}
		if doublestar.MatchUnvalidated(rule[:i], path) {
			return level, nil
		}
	}
	if s.CompressBodies {
		return compressed, nil
	}
	return full, nil
}

func badRule(rule string) error {
	return op.Invalid("fidelity_globs: want glob:full, glob:compress or glob:omit, got %q", rule).With("field", "context.fidelity_globs")
}

// keeps reports whether a declaration's body stays.
func (s Stub) keeps(r graph.Reader, n graph.Node) bool {
	for _, k := range locate.Split(s.Keep) {
		if k == n.Name || k == n.Qual || k == n.Kind.String() || k == graph.ID(r, n) {
			return true
		}
	}
	return false
}

// bodies lists the bodies of the callables of a file that may be left out, and
// the names of those that stay by request.
func (s Stub) bodies(r graph.Reader, f graph.FileID) (out []excerpt.Body, kept []string) {
	for id := range r.FileNodes(f) {
		n := r.Node(id)
		if !n.Kind.IsCallable() || n.Span.Body <= n.Span.Start {
			continue
		}
		if s.keeps(r, n) {
			kept = append(kept, n.Qual)
			continue
		}
		out = append(out, excerpt.Body{Start: n.Span.Body, End: n.Span.End})
	}
	// What holds a kept declaration stays open around it.
	if kept != nil {
		for id := range r.FileNodes(f) {
			if n := r.Node(id); slices.Contains(kept, n.Qual) {
				out = slices.DeleteFunc(out, func(b excerpt.Body) bool { return b.Start <= n.Span.Start && n.Span.End <= b.End })
			}
		}
	}
	return out, kept
}

// etag names an answer: equal etags mean equal content and an equal request.
func etag(content []byte, request any) string {
	h := sha256.New()
	text, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	h.Write(text)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// roomFor is how many bytes of JSON string a text may take beside the rest of
// an answer; plenty when there is no limit.
func roomFor(ctx context.Context, rest any) int {
	room := op.Room(ctx)
	if room == 0 {
		return 1 << 30
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return room
	}
	// The fields that say how the text was cut are not there yet.
	const cut = 160
	return max(room-len(text)-cut, 64)
}

// imports lists what a file imports: paths of the tree and names outside it.
func imports(r graph.Reader, f graph.File) []string {
	var list []string
	for e := range r.Out(f.Node) {
		if e.Kind != graph.EdgeImports && e.Kind != graph.EdgeReExports {
			continue
		}
		n := r.Node(e.Dst)
		name := n.Name
		if n.File != graph.NoFile {
			name = r.File(n.File).Path
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// content reads an indexed or merely present file.
func content(ctx context.Context, v engine.View, path string) (engine.Content, error) {
	rel, err := v.Rel(path)
	if err != nil {
		return engine.Content{}, err
	}
	// What git keeps for itself can hold credentials, and is no part of the tree.
	if strings.Contains("/"+rel+"/", "/.git/") {
		return engine.Content{}, op.Errorf(op.CodeFileNotIndexed, "%s belongs to git", rel).With("path", rel).With("reason", "git")
	}
	c, err := v.ReadFile(ctx, rel)
	if err != nil {
		return c, locate.NearFiles(v, rel, err)
	}
	return c, nil
}
