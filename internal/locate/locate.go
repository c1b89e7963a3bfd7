// Package locate turns the names and paths that callers write into symbols and
// files of a view, or into the failure that says what would have been right.
package locate

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// candidates is how many symbols a failure offers.
const candidates = 10

// Found is the symbol a name means.
type Found struct {
	Node graph.NodeID
	Also []graph.NodeID // further declarations of the same name in the same file
}

// All is every declaration of the symbol.
func (f Found) All() []graph.NodeID { return append([]graph.NodeID{f.Node}, f.Also...) }

// Symbol finds the one symbol that a name means; see query.Lookup for the ways
// of writing it, to which this adds Go packages by import path or by name.
// Failures: symbol_not_found and ambiguous_symbol, both with
// data.candidates; file_not_indexed with data.reason for an id in a file that
// was skipped; path_outside_root.
func Symbol(ctx context.Context, v engine.View, name string) (Found, error) {
	r := v.Graph()
	m, as := query.Lookup(r, name), name
	if len(m.Nodes) == 0 {
		var err error
		if as, err = rooted(v, name); err != nil {
			return Found{}, err
		}
		if as != name {
			m = query.Lookup(r, as)
		}
	}
	if len(m.Nodes) == 0 {
		m = packaged(ctx, v, name)
	}
	switch len(m.Nodes) {
	case 1:
		return Found{m.Nodes[0], m.Rest}, nil
	case 0:
		return Found{}, unknown(ctx, v, name, as)
	}
	f := &engine.Failure{Code: "ambiguous_symbol", Message: "several symbols are called " + quote(name) + "; name one by its id"}
	f.Data = map[string]any{"symbol": name, "candidates": Describe(ctx, v, m.Nodes[:min(len(m.Nodes), 2*candidates)]), "total": len(m.Nodes)}
	return Found{}, f
}

// rooted rewrites the path of an id as a path of the tree.
func rooted(v engine.View, name string) (string, error) {
	p, qual, ok := strings.Cut(name, "::")
	if ok && !strings.ContainsAny(p, "/.") || !ok && !strings.ContainsAny(name, "/\\") {
		return name, nil
	}
	rel, err := v.Rel(p)
	switch {
	case err != nil && (ok || path.IsAbs(p)):
		return "", err
	case err != nil:
		return name, nil
	case !ok:
		return rel, nil
	}
	return rel + "::" + qual, nil
}

// unknown is the error for a name that nothing has; as is the same with a path
// of the tree.
func unknown(ctx context.Context, v engine.View, name, as string) error {
	if p, _, ok := strings.Cut(as, "::"); ok {
		for _, s := range v.Skipped() {
			if s.Path == p {
				return notIndexed(p, s.Reason)
			}
		}
	}
	found := Describe(ctx, v, query.Suggest(v.Graph(), as, candidates))
	f := &engine.Failure{Code: "symbol_not_found", Message: "no symbol is called " + quote(name)}
	f.Data = map[string]any{"symbol": name, "candidates": found}
	return f
}

func quote(name string) string {
	if len(name) > 120 {
		name = strings.ToValidUTF8(name[:120], "") + "…"
	}
	return `"` + name + `"`
}

// File finds an indexed file. Failures: path_outside_root, file_not_found with
// data.candidates of near paths, file_not_indexed with data.reason.
func File(ctx context.Context, v engine.View, p string) (graph.File, error) {
	rel, err := v.Rel(p)
	if err != nil {
		return graph.File{}, err
	}
	r := v.Graph()
	if id, ok := r.FileByPath(rel); ok {
		return r.File(id), nil
	}
	if _, err := v.ReadFile(ctx, rel); err != nil {
		return graph.File{}, NearFiles(v, rel, err)
	}
	return graph.File{}, notIndexed(rel, "not in the index")
}

func notIndexed(p, reason string) *engine.Failure {
	return &engine.Failure{
		Code: "file_not_indexed", Message: p + " is not indexed: " + reason,
		Data: map[string]any{"path": p, "reason": reason},
	}
}

// Described is a symbol as callers see it.
type Described struct {
	ID        string `json:"id"`
	Kind      string `json:"kind,omitempty"`
	File      string `json:"file,omitempty"`
	Line      uint32 `json:"line,omitempty"`
	Signature string `json:"signature,omitempty"`
	Test      bool   `json:"test,omitempty"`
}

// Brief describes a symbol without its signature.
func Brief(r graph.Reader, id graph.NodeID) Described {
	n := r.Node(id)
	d := Described{ID: graph.ID(r, n), Kind: n.Kind.String(), Line: n.Span.NameLine}
	if n.File != graph.NoFile {
		d.File, d.Test = r.File(n.File).Path, query.InTest(r, id)
	}
	if n.Kind == graph.KindFile {
		d.Line = 0
	}
	return d
}

// Describe describes symbols with their signatures. A file that cannot be read
// costs its symbols nothing but the signature.
func Describe(ctx context.Context, v engine.View, ids []graph.NodeID) []Described {
	texts := excerpt.NewTexts(v)
	out := make([]Described, len(ids))
	for i, id := range ids {
		out[i] = DescribeIn(ctx, v.Graph(), texts, id)
	}
	return out
}

// DescribeIn is Describe for one symbol, with files kept for the next.
func DescribeIn(ctx context.Context, r graph.Reader, texts *excerpt.Texts, id graph.NodeID) Described {
	d := Brief(r, id)
	n := r.Node(id)
	if n.Kind.IsDeclared() && n.Kind != graph.KindFile {
		if text, err := texts.Get(ctx, d.File); err == nil {
			d.Signature = excerpt.Signature(text, n.Span)
		}
	}
	return d
}

// Split reads a comma-separated list.
func Split(csv string) []string {
	var list []string
	for part := range strings.SplitSeq(csv, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// Tests lists the names, "", or an error's data: those that are not valid.
func Unknown(given, valid []string) (string, bool) {
	for _, g := range given {
		if !slices.Contains(valid, g) {
			return g, true
		}
	}
	return "", false
}
