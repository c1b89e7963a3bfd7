// Package query answers questions of a graph.Reader: which symbol a name
// means, who calls it, what it depends on. Its functions are pure; none knows
// of tools or transports.
package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// Match is what a name was found to mean.
type Match struct {
	// Nodes are the symbols the name can mean: one when it is unique, none
	// when it is unknown. Further declarations of one name in one file count
	// as one symbol; Nodes then holds the first and Rest the others.
	Nodes []graph.NodeID
	Rest  []graph.NodeID
}

// Lookup finds what a name means. It accepts, most precise first:
//
//   - an id: "path/file.go::Server.addTool", "path/file.go::init#2", a file path
//   - an id with the tail of its path: "file.go::Server.addTool"
//   - a place: "path/file.go:120", the innermost declaration there
//   - a name outside the index: "external::fmt.Fprintf"
//   - a qualified name or its tail: "Server.addTool", "Server::addTool"
//   - one with its package, directory or module before it: "server.Server.addTool"
//   - a bare name: "addTool"
//   - "fmt.Fprintf", "pflag.FlagSet.Parse", when nothing in the index is called so
//
// When nothing has the name as it is written, Bare of it is tried.
func Lookup(r graph.Reader, name string) Match {
	name = strings.TrimSpace(name)
	if name == "" {
		return Match{}
	}
	m, bare := declared(r, name), Bare(name)
	if len(m.Nodes) == 0 && bare != name && bare != "" {
		m = declared(r, bare)
	}
	switch {
	case len(m.Nodes) > 0:
		return m
	case strings.Contains(bare, "::"):
		return one(r.External(name))
	}
	return outside(r, bare)
}

// declared is Lookup of a name as it is written, but for names outside the
// index that are not marked as such.
func declared(r graph.Reader, name string) Match {
	if rest, ok := strings.CutPrefix(name, "external::"); ok {
		return one(r.External(rest))
	}
	if rest, ok := strings.CutPrefix(name, "unresolved::"); ok {
		return one(r.Unresolved(rest))
	}
	if path, qual, ok := strings.Cut(name, "::"); ok && looksLikePath(r, path) {
		return byPath(r, path, qual)
	}
	if f, ok := r.FileByPath(strings.TrimPrefix(name, "./")); ok {
		return Match{Nodes: []graph.NodeID{r.File(f).Node}}
	}
	if path, line, ok := cutLine(name); ok {
		if f, ok := r.FileByPath(strings.TrimPrefix(path, "./")); ok {
			return at(r, f, line)
		}
	}
	return byQualified(r, plain(name))
}

func one(id graph.NodeID, ok bool) Match {
	if !ok {
		return Match{}
	}
	return Match{Nodes: []graph.NodeID{id}}
}

// looksLikePath tells "src/a.rs::sep" from the C++ name "sim::helper".
func looksLikePath(r graph.Reader, s string) bool {
	if _, ok := r.FileByPath(strings.TrimPrefix(s, "./")); ok {
		return true
	}
	return strings.ContainsAny(s, "/.")
}

func cutLine(name string) (path string, line uint32, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 0 {
		return "", 0, false
	}
	n, err := strconv.ParseUint(name[i+1:], 10, 32)
	return name[:i], uint32(n), err == nil && n > 0
}

var dots = strings.NewReplacer("::", ".", "#", ".", "->", ".")

// plain writes every way of qualifying a name with dots.
func plain(name string) string {
	for i := range len(name) {
		if c := name[i]; c == ':' || c == '#' || c == '-' {
			return dots.Replace(name)
		}
	}
	return name
}

// byPath resolves an id whose path may lack leading directories.
func byPath(r graph.Reader, path, qual string) Match {
	path = strings.TrimPrefix(path, "./")
	if f, ok := r.FileByPath(path); ok {
		return inFile(r, f, qual)
	}
	var all Match
	qualDots := plain(qual)
	if i := strings.LastIndexByte(qual, '#'); i > 0 {
		qualDots = plain(qual[:i])
	}
	last := qualDots[strings.LastIndexByte(qualDots, '.')+1:]
	for id := range r.ByName(last) {
		n := r.Node(id)
		if n.File == graph.NoFile || !strings.HasSuffix(r.File(n.File).Path, "/"+path) {
			continue
		}
		m := inFile(r, n.File, qual)
		for _, found := range m.Nodes {
			if !slices.Contains(all.Nodes, found) {
				all.Nodes = append(all.Nodes, found)
				all.Rest = append(all.Rest, m.Rest...)
			}
		}
	}
	return all
}

// inFile finds a qualified name within one file, exactly first.
func inFile(r graph.Reader, f graph.FileID, qual string) Match {
	dup := -1
	if i := strings.LastIndexByte(qual, '#'); i > 0 {
		if n, err := strconv.Atoi(qual[i+1:]); err == nil && n > 0 {
			qual, dup = qual[:i], n-1
		}
	}
	want := plain(qual)
	var exact, tail []graph.NodeID
	for id := range r.FileNodes(f) {
		n := r.Node(id)
		q := plain(n.Qual)
		switch {
		case q == want:
			if dup < 0 || int(n.Dup) == dup {
				exact = append(exact, id)
			}
		case dup < 0 && strings.HasSuffix(q, "."+want):
			tail = append(tail, id)
		}
	}
	if len(exact) > 0 {
		return Match{Nodes: exact[:1], Rest: exact[1:]}
	}
	return group(r, tail)
}

// at is the innermost declaration that covers a line.
func at(r graph.Reader, f graph.FileID, line uint32) Match {
	best := r.File(f).Node
	size := ^uint32(0)
	for id := range r.FileNodes(f) {
		s := r.Node(id).Span
		if r.Node(id).Kind != graph.KindFile && s.StartLine <= line && line <= s.EndLine && s.End-s.Start <= size {
			best, size = id, s.End-s.Start
		}
	}
	return Match{Nodes: []graph.NodeID{best}}
}

// byQualified finds the declarations whose qualified name ends in name,
// perhaps after a package or module.
func byQualified(r graph.Reader, name string) Match {
	last := name[strings.LastIndexByte(name, '.')+1:]
	var ids, byFile []graph.NodeID
	for id := range r.ByName(last) {
		n := r.Node(id)
		if !n.Kind.IsDeclared() || n.Kind == graph.KindFile {
			continue
		}
		switch ok, stem := standing(r, n, name); {
		case ok && stem && r.File(n.File).Language == "go":
			byFile = append(byFile, id) // in Go the name of a file says nothing
		case ok:
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		ids = byFile
	}
	return group(r, prefer(r, ids, name))
}

// qualifies reports whether name is the node's qualified name, a tail of it,
// or that after a tail of where it stands (its package or module).
func qualifies(r graph.Reader, n graph.Node, name string) bool {
	ok, _ := standing(r, n, name)
	return ok
}

// standing is qualifies; stem says that only the name of the file makes it so.
func standing(r graph.Reader, n graph.Node, name string) (ok, stem bool) {
	q := plain(n.Qual)
	if q == name || strings.HasSuffix(q, "."+name) {
		return true, false
	}
	where, ok := strings.CutSuffix(name, "."+q)
	if !ok {
		return false, false
	}
	where = strings.ReplaceAll(where, "/", ".")
	path := r.File(n.File).Path
	module := path
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		module = path[:i]
	}
	dir := ""
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir = path[:i]
	}
	for i, p := range []string{dir, module} {
		p = strings.ReplaceAll(p, "/", ".")
		if p != "" && (p == where || strings.HasSuffix(p, "."+where)) {
			return true, i > 0
		}
	}
	return false, false
}

// prefer drops what nobody means by a bare name when something else is called
// exactly so: headings of documents, and data members beside a declaration at
// the top of its file. Callables and types always stay: between those only
// the caller can choose.
func prefer(r graph.Reader, ids []graph.NodeID, name string) []graph.NodeID {
	weak := func(id graph.NodeID) bool { return r.Node(id).Kind == graph.KindHeading }
	if slices.ContainsFunc(ids, func(id graph.NodeID) bool { return !weak(id) }) {
		ids = slices.DeleteFunc(ids, weak)
	}
	whole := func(id graph.NodeID) bool { return plain(r.Node(id).Qual) == name }
	if slices.ContainsFunc(ids, whole) {
		ids = slices.DeleteFunc(ids, func(id graph.NodeID) bool {
			switch r.Node(id).Kind {
			case graph.KindField, graph.KindProperty, graph.KindEnumMember, graph.KindVariable, graph.KindConstant:
				return !whole(id)
			}
			return false
		})
	}
	return ids
}

// group makes one of the several declarations of one name in one file.
func group(r graph.Reader, ids []graph.NodeID) Match {
	var m Match
	type key struct {
		f graph.FileID
		q string
	}
	seen := map[key]bool{}
	slices.Sort(ids)
	for _, id := range ids {
		n := r.Node(id)
		k := key{n.File, n.Qual}
		if seen[k] {
			m.Rest = append(m.Rest, id)
			continue
		}
		seen[k] = true
		m.Nodes = append(m.Nodes, id)
	}
	if len(m.Nodes) > 1 {
		m.Rest = nil // several symbols: nothing was chosen
	}
	return m
}
