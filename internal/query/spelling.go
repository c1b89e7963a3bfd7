package query

import (
	"regexp"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
)

// Bare takes off what is written around the parts of a qualified name and is
// no part of it: receivers as in "(*Server).addTool", marks of pointers, type
// arguments as in "List[T].Add" and "List<T>.add", and calls as in "addTool()".
// The path of an id stays as it is.
func Bare(name string) string {
	path := ""
	if p, qual, ok := strings.Cut(name, "::"); ok && strings.ContainsAny(p, "/.") {
		path, name = p+"::", qual
	}
	written := name
	name = strings.Trim(strings.ReplaceAll(name, "->", "."), " \t`'\";,")
	var out []byte
	receivers := 0
	for i := 0; i < len(name); i++ {
		c := name[i]
		start := len(out) == 0 || out[len(out)-1] == '.'
		switch {
		case c == '(' && start:
			receivers++
		case c == ')' && receivers > 0:
			receivers--
		case (c == '*' || c == '&') && start:
		case (c == '?' || c == '!') && i+1 < len(name) && name[i+1] == '.':
		case (c == '(' || c == '[' || c == '<') && !start:
			if i = closing(name, i); i+1 < len(name) && !strings.ContainsRune(".([<)#:?!", rune(name[i+1])) {
				return path + written
			}
		default:
			out = append(out, c)
		}
	}
	return path + strings.Trim(string(out), ".")
}

// closing is where the bracket that opens at i closes, or the end of s.
func closing(s string, i int) int {
	open, depth := s[i], 0
	shut := map[byte]byte{'(': ')', '[': ']', '<': '>'}[open]
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// majors are the parts of an import path that only tell a version.
var majors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[./]v\d+(\.|$)`) })

// shortExternal is the name of something outside the index as code writes it:
// "pflag.FlagSet.Parse" for "github.com/spf13/pflag.FlagSet.Parse",
// "yaml.Marshal" for "gopkg.in/yaml.v3.Marshal".
func shortExternal(name string) string {
	name = majors().ReplaceAllString(name, "$1")
	name = name[strings.LastIndexByte(name, '/')+1:]
	return plain(name[strings.LastIndexByte(name, ':')+1:])
}

// externals lists the names outside the index that keep accepts, which is
// given each as it is and as code writes it.
func externals(r graph.Reader, keep func(name, short string) bool) []graph.NodeID {
	var out []graph.NodeID
	for id := range graph.NodeID(r.NumNodes()) {
		if n := r.Node(id); n.Kind == graph.KindExternal && keep(n.Name, shortExternal(n.Name)) {
			out = append(out, id)
		}
	}
	return out
}

// outside finds a name outside the index by its package's name or the tail of
// its import path; a name without a package means nothing there.
func outside(r graph.Reader, name string) Match {
	if id, ok := r.External(name); ok {
		return Match{Nodes: []graph.NodeID{id}}
	}
	name = plain(name)
	if !strings.Contains(name, ".") {
		return Match{}
	}
	return Match{Nodes: externals(r, func(whole, short string) bool {
		return short == name || strings.HasSuffix(whole, "/"+name)
	})}
}
