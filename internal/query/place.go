package query

import (
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// Covering yields the declarations of a file whose lines include a line,
// outermost first, after the file itself.
func Covering(r graph.Reader, f graph.FileID, line uint32) []graph.NodeID {
	out := []graph.NodeID{r.File(f).Node}
	for id := range r.FileNodes(f) {
		if s := r.Node(id).Span; s.StartLine <= line && line <= s.EndLine {
			out = append(out, id)
		}
	}
	return out
}

// SitesAt lists the edges whose site is on a line.
func SitesAt(r graph.Reader, f graph.FileID, line uint32) []graph.Edge {
	var out []graph.Edge
	for _, id := range Covering(r, f, line) {
		for e := range r.Out(id) {
			if e.File == f && e.Line == line {
				out = append(out, e)
			}
		}
	}
	return out
}

// Innermost is the smallest declaration that covers a line, the file if there
// is none.
func Innermost(r graph.Reader, f graph.FileID, line uint32) graph.NodeID {
	all := Covering(r, f, line)
	best := all[0]
	for _, id := range all[1:] {
		s, b := r.Node(id).Span, r.Node(best).Span
		if best == all[0] || s.End-s.Start <= b.End-b.Start {
			best = id
		}
	}
	return best
}

// OwnerType is the nearest type that encloses or owns a node, NoNode if none.
func OwnerType(r graph.Reader, id graph.NodeID) graph.NodeID {
	for range 64 {
		n := r.Node(id)
		if n.Kind.IsType() {
			return id
		}
		next := n.Owner
		if next == graph.NoNode {
			for e := range r.Out(id) {
				if e.Kind == graph.EdgeMemberOf {
					next = e.Dst
					break
				}
			}
		}
		if next == graph.NoNode {
			return graph.NoNode
		}
		id = next
	}
	return graph.NoNode
}

// componentFiles are the endings of files in which components of a user
// interface are written.
var componentFiles = []string{".tsx", ".jsx", ".vue", ".svelte", ".astro"}

// IsComponent reports whether a declaration looks like a component of a user
// interface: a capitalised function, class or constant in a file of markup.
func IsComponent(r graph.Reader, n graph.Node) bool {
	switch n.Kind {
	case graph.KindFunction, graph.KindClass, graph.KindConstant, graph.KindVariable:
	default:
		return false
	}
	if n.Name == "" || n.Name[0] < 'A' || n.Name[0] > 'Z' || n.File == graph.NoFile || n.Owner != graph.NoNode {
		return false
	}
	p := r.File(n.File).Path
	for _, end := range componentFiles {
		if strings.HasSuffix(p, end) {
			return true
		}
	}
	return false
}

// Flavors are the structural shapes that symbols can be narrowed to.
func Flavors() []string {
	return []string{"class", "struct", "interface", "enum", "type_alias", "module", "namespace", "component"}
}

// HasFlavor reports whether a node has one of the shapes.
func HasFlavor(r graph.Reader, n graph.Node, flavors []string) bool {
	for _, f := range flavors {
		switch {
		case f == "component" && IsComponent(r, n),
			f == "type_alias" && n.Kind == graph.KindType,
			f == n.Kind.String():
			return true
		}
	}
	return false
}
