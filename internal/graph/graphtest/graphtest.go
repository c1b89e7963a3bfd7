// Package graphtest makes a graph.Reader of facts in memory, with nothing but
// maps and slices: for tests of what asks a Reader, and as an oracle for the
// Reader that is kept on disk.
package graphtest

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/query"
)

// Reader is a generation in memory.
type Reader struct {
	files      []graph.File
	nodes      []graph.Node
	out, in    [][]graph.Edge
	fileNodes  [][]graph.NodeID
	paths      map[string]graph.FileID
	names      map[string][]graph.NodeID
	external   map[string]graph.NodeID
	unresolved map[string]graph.NodeID
	words      map[graph.NodeID][]string
}

// New lays out the files' facts in the order given. A target that no file
// declares becomes an unresolved name. Every symbol with an owner, or with a
// Member in another file, gets a member_of edge to it.
func New(facts []*lang.Facts, derived []lang.DerivedEdge) *Reader {
	r := &Reader{
		paths: map[string]graph.FileID{}, names: map[string][]graph.NodeID{},
		external: map[string]graph.NodeID{}, unresolved: map[string]graph.NodeID{},
		words: map[graph.NodeID][]string{},
	}
	first := make([]graph.NodeID, len(facts))
	for i, f := range facts {
		first[i] = r.declare(f)
	}
	for i, f := range facts {
		r.connect(f, first[i])
	}
	for _, d := range derived {
		r.edge(graph.Edge{Src: r.target(d.Src), Dst: r.target(d.Dst), Kind: d.Kind, Tier: d.Tier, File: graph.NoFile})
	}
	for i := range r.nodes {
		byPlace := func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
		}
		slices.SortStableFunc(r.out[i], byPlace)
		slices.SortStableFunc(r.in[i], byPlace)
	}
	return r
}

func (r *Reader) add(n graph.Node) graph.NodeID {
	n.ID = graph.NodeID(len(r.nodes))
	r.nodes = append(r.nodes, n)
	r.out, r.in = append(r.out, nil), append(r.in, nil)
	if n.Kind.IsDeclared() && n.Kind != graph.KindFile {
		r.names[n.Name] = append(r.names[n.Name], n.ID)
		r.words[n.ID] = query.Words(n.Name)
	}
	return n.ID
}

func (r *Reader) declare(f *lang.Facts) graph.NodeID {
	id := graph.FileID(len(r.files))
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	node := r.add(graph.Node{Kind: graph.KindFile, Name: name, File: id, Owner: graph.NoNode})
	r.paths[f.Path] = id
	r.files = append(r.files, graph.File{ID: id, Path: f.Path, Language: f.Language, Flags: f.Flags, ErrorBytes: f.ErrorBytes, Node: node})
	r.fileNodes = append(r.fileNodes, nil)
	dup := map[string]uint16{}
	for _, s := range f.Symbols {
		n := graph.Node{Kind: s.Kind, Flags: s.Flags, Dup: dup[s.Qual], Name: s.Name, Qual: s.Qual, File: id, Owner: graph.NoNode, Span: s.Span}
		dup[s.Qual]++
		if s.Owner >= 0 {
			n.Owner = node + 1 + graph.NodeID(s.Owner)
		}
		r.fileNodes[id] = append(r.fileNodes[id], r.add(n))
	}
	return node
}

func (r *Reader) connect(f *lang.Facts, node graph.NodeID) {
	at := func(i int32) graph.NodeID { return node + 1 + graph.NodeID(i) } // -1 is the file itself
	for i, s := range f.Symbols {
		owner := graph.NoNode
		switch {
		case s.Owner >= 0:
			owner = at(s.Owner)
		case s.Member.Kind != lang.TargetNone:
			owner = r.target(s.Member)
		}
		if owner != graph.NoNode {
			r.edge(graph.Edge{Src: at(int32(i)), Dst: owner, Kind: graph.EdgeMemberOf, Tier: graph.TierCompilerResolved, File: graph.NoFile})
		}
	}
	for _, ref := range f.Refs {
		r.edge(graph.Edge{
			Src: at(ref.From), Dst: r.target(f.Targets[ref.Target]), Kind: ref.Kind, Tier: ref.Tier,
			Context: ref.Context, Return: ref.Return, File: r.nodes[node].File, Line: ref.Line, Col: ref.Col,
		})
	}
}

func (r *Reader) edge(e graph.Edge) {
	r.out[e.Src] = append(r.out[e.Src], e)
	r.in[e.Dst] = append(r.in[e.Dst], e)
}

func (r *Reader) target(t lang.Target) graph.NodeID {
	switch t.Kind {
	case lang.TargetFile:
		if f, ok := r.paths[t.File]; ok {
			return r.files[f].Node
		}
	case lang.TargetSymbol:
		if f, ok := r.paths[t.File]; ok {
			for _, id := range r.fileNodes[f] {
				if r.nodes[id].Qual == t.Name && r.nodes[id].Dup == t.Dup {
					return id
				}
			}
		}
	case lang.TargetExternal:
		return r.outside(r.external, graph.KindExternal, t.Name)
	}
	return r.outside(r.unresolved, graph.KindUnresolved, t.Name[strings.LastIndexByte(t.Name, '.')+1:])
}

func (r *Reader) outside(m map[string]graph.NodeID, k graph.Kind, name string) graph.NodeID {
	id, ok := m[name]
	if !ok {
		id = r.add(graph.Node{Kind: k, Name: name, File: graph.NoFile, Owner: graph.NoNode})
		m[name] = id
	}
	return id
}

// SetText gives a file the size, lines and hash that its bytes have.
func (r *Reader) SetText(path string, size, lines int, hash [16]byte) {
	f := &r.files[r.paths[path]]
	f.Size, f.Lines, f.Hash = uint32(size), uint32(lines), hash
	r.nodes[f.Node].Span = graph.Span{End: uint32(size), StartLine: 1, EndLine: uint32(lines), NameLine: 1}
}

// Generation is always the same.
func (r *Reader) Generation() string { return "test" }

// NumNodes is the number of nodes.
func (r *Reader) NumNodes() int { return len(r.nodes) }

// Node returns a node.
func (r *Reader) Node(id graph.NodeID) graph.Node { return r.nodes[id] }

// NumFiles is the number of files.
func (r *Reader) NumFiles() int { return len(r.files) }

// File returns a file.
func (r *Reader) File(id graph.FileID) graph.File { return r.files[id] }

// FileByPath finds a file.
func (r *Reader) FileByPath(path string) (graph.FileID, bool) {
	id, ok := r.paths[path]
	return id, ok
}

// FileNodes yields the declarations of a file.
func (r *Reader) FileNodes(id graph.FileID) iter.Seq[graph.NodeID] {
	return slices.Values(r.fileNodes[id])
}

// Out yields the sites inside a node.
func (r *Reader) Out(id graph.NodeID) iter.Seq[graph.Edge] { return slices.Values(r.out[id]) }

// In yields the sites that mean a node.
func (r *Reader) In(id graph.NodeID) iter.Seq[graph.Edge] { return slices.Values(r.in[id]) }

// ByName yields the declared nodes of a name.
func (r *Reader) ByName(name string) iter.Seq[graph.NodeID] { return slices.Values(r.names[name]) }

// Names yields all names, sorted.
func (r *Reader) Names() iter.Seq[string] {
	names := make([]string, 0, len(r.names))
	for n := range r.names {
		names = append(names, n)
	}
	slices.Sort(names)
	return slices.Values(names)
}

// External finds a name outside the index.
func (r *Reader) External(name string) (graph.NodeID, bool) {
	id, ok := r.external[name]
	return id, ok
}

// Unresolved finds a name that sites use and nothing is bound to.
func (r *Reader) Unresolved(name string) (graph.NodeID, bool) {
	id, ok := r.unresolved[name]
	return id, ok
}

// Search ranks by Okapi BM25 (k1 1.2, b 0.75) over the words of the names.
func (r *Reader) Search(words []string, limit int, keep func(graph.NodeID) bool) []graph.Hit {
	const k1, b = 1.2, 0.75
	total, df := 0, map[string]int{}
	for _, ws := range r.words {
		total += len(ws)
		for i, w := range ws {
			if slices.Index(ws, w) == i {
				df[w]++
			}
		}
	}
	n := float64(len(r.words))
	average := float64(total) / max(n, 1)
	var hits []graph.Hit
	for id, ws := range r.words {
		score := 0.0
		for _, w := range words {
			tf := 0.0
			for _, have := range ws {
				if have == w {
					tf++
				}
			}
			idf := math.Log(1 + (n-float64(df[w])+0.5)/(float64(df[w])+0.5))
			score += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*float64(len(ws))/average))
		}
		if score > 0 && (keep == nil || keep(id)) {
			hits = append(hits, graph.Hit{Node: id, Score: score})
		}
	}
	slices.SortFunc(hits, func(a, b graph.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Node, b.Node))
	})
	return hits[:min(limit, len(hits))]
}
