package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/graph"
)

// How a name agrees with what was typed, best first.
const (
	NameExact = iota
	NameFold  // but for case
	NamePrefix
	NamePart
)

// Named is a symbol found by its name.
type Named struct {
	Node graph.NodeID
	How  int
}

// ByTyped finds symbols by a name as someone types it: qualified or not, in any
// case, or only a part of it. Inexact ways are tried when nothing has exactly
// the name. Order: how the name agrees, then what is more likely meant: types
// and callables, code before tests, short names.
func ByTyped(r graph.Reader, typed string, keep func(graph.NodeID) bool, most int) []Named {
	name := plain(typed)
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return nil
	}
	var out []Named
	take := func(called string, how int) {
		for id := range r.ByName(called) {
			if n := r.Node(id); n.Kind.IsDeclared() && n.Kind != graph.KindFile && (keep == nil || keep(id)) &&
				(last == name || qualifies(r, n, name) || how != NameExact && strings.Contains(strings.ToLower(plain(n.Qual)), strings.ToLower(name))) {
				out = append(out, Named{id, how})
			}
		}
	}
	take(last, NameExact)
	if len(out) == 0 {
		part := 0
		for have := range r.Names() {
			if len(out) >= most {
				break
			}
			switch {
			case len(have) < len(last) || have == last:
			case strings.EqualFold(have, last):
				take(have, NameFold)
			case hasPrefixFold(have, last):
				take(have, NamePrefix)
			case len(last) >= 3 && part < most && containsFold(have, last):
				part++
				take(have, NamePart)
			}
		}
	}
	weight := func(x Named) float64 {
		w := kindWeight(r.Node(x.Node))
		if InTest(r, x.Node) {
			w *= 0.5
		}
		return w
	}
	slices.SortStableFunc(out, func(a, b Named) int {
		na, nb := r.Node(a.Node), r.Node(b.Node)
		return cmp.Or(cmp.Compare(a.How, b.How), cmp.Compare(weight(b), weight(a)), cmp.Compare(len(na.Name), len(nb.Name)),
			cmp.Compare(path(r, na), path(r, nb)), cmp.Compare(na.Span.Start, nb.Span.Start))
	})
	return out
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func containsFold(s, part string) bool {
	c := part[0] | 0x20
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i]|0x20 == c && strings.EqualFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return part[0] >= utf8.RuneSelf && strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
