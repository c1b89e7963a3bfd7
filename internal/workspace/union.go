package workspace

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// part is one repository within a union.
type part struct {
	graph.Reader
	prefix     string // "name/", "" when paths stay as they are
	node, file uint32 // what its ids are shifted by
}

// union is several generations seen as one: paths carry the repository's
// prefix, node and file ids are shifted. Names outside the index keep one node
// a repository; ByName and Search merge.
type union struct {
	parts []part
	nodes int
	files int
}

// newUnion joins readers; prefixes[i] is put before the paths of readers[i].
func newUnion(readers []graph.Reader, prefixes []string) *union {
	u := &union{}
	for i, r := range readers {
		u.parts = append(u.parts, part{r, prefixes[i], uint32(u.nodes), uint32(u.files)})
		u.nodes += r.NumNodes()
		u.files += r.NumFiles()
	}
	return u
}

func (u *union) ofNode(id graph.NodeID) (*part, bool) {
	i, ok := slices.BinarySearchFunc(u.parts, uint32(id), func(p part, id uint32) int {
		switch {
		case id < p.node:
			return 1
		case id >= p.node+uint32(p.NumNodes()):
			return -1
		}
		return 0
	})
	if !ok {
		return nil, false
	}
	return &u.parts[i], true
}

func (u *union) ofFile(id graph.FileID) (*part, bool) {
	for i := range u.parts {
		if p := &u.parts[i]; uint32(id) >= p.file && uint32(id) < p.file+uint32(p.NumFiles()) {
			return p, true
		}
	}
	return nil, false
}

func (u *union) Generation() string {
	var b strings.Builder
	for _, p := range u.parts {
		fmt.Fprintf(&b, "%s%s;", p.prefix, p.Generation())
	}
	return b.String()
}

func (u *union) NumNodes() int { return u.nodes }
func (u *union) NumFiles() int { return u.files }

func (u *union) Node(id graph.NodeID) graph.Node {
	p, ok := u.ofNode(id)
	if !ok {
		return graph.Node{ID: id, File: graph.NoFile, Owner: graph.NoNode}
	}
	n := p.Reader.Node(id - graph.NodeID(p.node))
	n.ID = id
	if n.File != graph.NoFile {
		n.File += graph.FileID(p.file)
	}
	if n.Owner != graph.NoNode {
		n.Owner += graph.NodeID(p.node)
	}
	return n
}

func (u *union) File(id graph.FileID) graph.File {
	p, ok := u.ofFile(id)
	if !ok {
		return graph.File{ID: id, Node: graph.NoNode}
	}
	f := p.Reader.File(id - graph.FileID(p.file))
	f.ID = id
	if f.Path != "" {
		f.Path = p.prefix + f.Path
	}
	if f.Node != graph.NoNode {
		f.Node += graph.NodeID(p.node)
	}
	return f
}

// FileByPath takes a path without a prefix too, when one repository has it.
func (u *union) FileByPath(path string) (graph.FileID, bool) {
	for i := range u.parts {
		p := &u.parts[i]
		rest, ok := strings.CutPrefix(path, p.prefix)
		if !ok {
			continue
		}
		if f, ok := p.FileByPath(rest); ok {
			return f + graph.FileID(p.file), true
		}
	}
	found := graph.NoFile
	for i := range u.parts {
		p := &u.parts[i]
		if f, ok := p.FileByPath(path); ok {
			if found != graph.NoFile {
				return graph.NoFile, false
			}
			found = f + graph.FileID(p.file)
		}
	}
	return found, found != graph.NoFile
}

func (u *union) FileNodes(id graph.FileID) iter.Seq[graph.NodeID] {
	p, ok := u.ofFile(id)
	if !ok {
		return func(func(graph.NodeID) bool) {}
	}
	return p.shift(p.Reader.FileNodes(id - graph.FileID(p.file)))
}

func (p *part) shift(ids iter.Seq[graph.NodeID]) iter.Seq[graph.NodeID] {
	return func(yield func(graph.NodeID) bool) {
		for id := range ids {
			if !yield(id + graph.NodeID(p.node)) {
				return
			}
		}
	}
}

func (p *part) edges(es iter.Seq[graph.Edge]) iter.Seq[graph.Edge] {
	return func(yield func(graph.Edge) bool) {
		for e := range es {
			e.Src += graph.NodeID(p.node)
			e.Dst += graph.NodeID(p.node)
			if e.File != graph.NoFile {
				e.File += graph.FileID(p.file)
			}
			if !yield(e) {
				return
			}
		}
	}
}

func (u *union) Out(id graph.NodeID) iter.Seq[graph.Edge] {
	p, ok := u.ofNode(id)
	if !ok {
		return func(func(graph.Edge) bool) {}
	}
	return p.edges(p.Reader.Out(id - graph.NodeID(p.node)))
}

func (u *union) In(id graph.NodeID) iter.Seq[graph.Edge] {
	p, ok := u.ofNode(id)
	if !ok {
		return func(func(graph.Edge) bool) {}
	}
	return p.edges(p.Reader.In(id - graph.NodeID(p.node)))
}

func (u *union) ByName(name string) iter.Seq[graph.NodeID] {
	return func(yield func(graph.NodeID) bool) {
		for i := range u.parts {
			for id := range u.parts[i].shift(u.parts[i].Reader.ByName(name)) {
				if !yield(id) {
					return
				}
			}
		}
	}
}

// Names merges the sorted names of all parts.
func (u *union) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		var all []string
		for _, p := range u.parts {
			all = slices.AppendSeq(all, p.Reader.Names())
		}
		slices.Sort(all)
		for _, n := range slices.Compact(all) {
			if !yield(n) {
				return
			}
		}
	}
}

func (u *union) External(name string) (graph.NodeID, bool) {
	for _, p := range u.parts {
		if id, ok := p.Reader.External(name); ok {
			return id + graph.NodeID(p.node), true
		}
	}
	return graph.NoNode, false
}

func (u *union) Unresolved(name string) (graph.NodeID, bool) {
	for _, p := range u.parts {
		if id, ok := p.Reader.Unresolved(name); ok {
			return id + graph.NodeID(p.node), true
		}
	}
	return graph.NoNode, false
}

func (u *union) Search(words []string, limit int, keep func(graph.NodeID) bool) []graph.Hit {
	var hits []graph.Hit
	for _, p := range u.parts {
		k := keep
		if keep != nil {
			k = func(id graph.NodeID) bool { return keep(id + graph.NodeID(p.node)) }
		}
		for _, h := range p.Reader.Search(words, limit, k) {
			h.Node += graph.NodeID(p.node)
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b graph.Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return hits[:min(len(hits), limit)]
}
