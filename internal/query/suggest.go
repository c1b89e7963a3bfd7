package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// Suggest lists symbols whose names are near a name nothing is called by: the
// same but for case, containing it or contained in it, or a slip or two away.
// Those of the file that the name begins with come first; then the order is how
// near the name is and whether its owner, package or module agrees. Names
// outside the index count when they end in the name.
func Suggest(r graph.Reader, name string, limit int) []graph.NodeID {
	file, name := inNamedFile(r, Bare(name))
	name = plain(name)
	dot := strings.LastIndexByte(name, '.')
	s := search{r: r, last: name[dot+1:], whole: strings.ToLower(name)}
	if s.last == "" {
		return nil
	}
	s.low = strings.ToLower(s.last)
	if dot > 0 {
		s.owner = s.whole[strings.LastIndexByte(s.whole[:dot], '.')+1 : dot]
	}
	var ids []graph.NodeID
	take := func(more []graph.NodeID) {
		for _, id := range more {
			if len(ids) < limit && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	if file != graph.NoFile {
		take(s.inFile(file))
	}
	take(s.everywhere())
	return ids
}

const (
	mostOfName = 3 // symbols of one name, unless it is the one asked for
	mostOfFile = 5 // symbols of a file in which nothing has a near name
	mostNames  = 200
)

// inNamedFile takes an indexed file off an id.
func inNamedFile(r graph.Reader, name string) (graph.FileID, string) {
	path, qual, ok := strings.Cut(name, "::")
	if !ok || !looksLikePath(r, path) {
		return graph.NoFile, name
	}
	f, ok := r.FileByPath(strings.TrimPrefix(path, "./"))
	if !ok {
		f = graph.NoFile
	}
	if qual == "" {
		qual = path
	}
	return f, qual
}

// search looks for names near one name.
type search struct {
	r     graph.Reader
	last  string // the name itself
	low   string // the same in lower case
	owner string // what stands before it, lower-cased
	whole string // both, lower-cased
}

type near struct {
	id graph.NodeID
	d  int
}

// inFile lists the near symbols of a file; its first types and callables when
// none is.
func (s *search) inFile(f graph.FileID) []graph.NodeID {
	var found []near
	var top []graph.NodeID
	for id := range s.r.FileNodes(f) {
		n := s.r.Node(id)
		if d := s.distance(n.Name); d < far {
			found = append(found, near{id, s.rank(n, d)})
		}
		if n.Owner == graph.NoNode && (n.Kind.IsType() || n.Kind.IsCallable()) && len(top) < mostOfFile {
			top = append(top, id)
		}
	}
	if found == nil {
		return top
	}
	return s.sorted(found)
}

func (s *search) everywhere() []graph.NodeID {
	type named struct {
		name string
		d    int
	}
	var names []named
	for n := range s.r.Names() {
		if d := s.distance(n); d < far {
			names = append(names, named{n, d})
		}
	}
	slices.SortFunc(names, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var found []near
	for _, x := range names[:min(len(names), mostNames)] {
		var same []near
		for id := range s.r.ByName(x.name) {
			n := s.r.Node(id)
			if n.Kind.IsDeclared() && n.Kind != graph.KindFile && n.Kind != graph.KindHeading && n.Kind != graph.KindTypeParameter {
				same = append(same, near{id, s.rank(n, x.d)})
			}
		}
		slices.SortStableFunc(same, func(a, b near) int { return cmp.Compare(a.d, b.d) })
		if x.d >= 0 {
			same = same[:min(len(same), mostOfName)]
		}
		found = append(found, same...)
	}
	tail, agrees := "."+s.whole, 0
	if s.owner != "" {
		agrees = -50
	}
	for _, id := range externals(s.r, func(_, short string) bool {
		short = strings.ToLower(short)
		return short == s.whole || strings.HasSuffix(short, tail)
	}) {
		found = append(found, near{id, agrees})
	}
	return s.sorted(found)
}

// sorted are the symbols, nearest first; the order is kept between equals.
func (s *search) sorted(found []near) []graph.NodeID {
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.d, b.d) })
	ids := make([]graph.NodeID, len(found))
	for i, x := range found {
		ids[i] = x.id
	}
	return ids
}

// rank weighs how near a symbol is whose name is d away: it counts more when
// its owner, package or module is the one that was written.
func (s *search) rank(n graph.Node, d int) int {
	rank := 4 * d
	if s.owner == "" {
		return rank
	}
	q := strings.ToLower(plain(n.Qual))
	if q == s.whole || strings.HasSuffix(q, "."+s.whole) {
		return -100 // the same but for case
	}
	if qualifies(s.r, n, s.whole) || ownerOf(q) == s.owner {
		return rank - 10
	}
	if _, ok := Near(s.owner, ownerOf(q)); ok {
		return rank - 5
	}
	return rank
}

// ownerOf is the part of a qualified name before the last.
func ownerOf(qual string) string {
	dot := strings.LastIndexByte(qual, '.')
	if dot < 0 {
		return ""
	}
	return qual[strings.LastIndexByte(qual[:dot], '.')+1 : dot]
}

const far = 100

// distance ranks how near a name is to the one asked for; far means not at all.
func (s *search) distance(have string) int {
	if s.last == have {
		return -1 // the name itself, qualified in another way
	}
	want, w, h := s.low, len(s.low), len(have)
	switch {
	case strings.EqualFold(want, have):
		return 0
	case w >= 3 && h > w && h <= 4*w && hasPrefixFold(have, want):
		return 4 + h - w
	case h >= 3 && w > h && 3*h > w && strings.EqualFold(want[:h], have):
		return 6 + w - h
	case w >= 4 && h > w && h <= 4*w && containsFold(have, want):
		return 10 + h - w
	case w-h > mostEdits || h-w > mostEdits:
		return far
	}
	if d, ok := Near(want, strings.ToLower(have)); ok {
		return d
	}
	return far
}

// mostEdits is how many slips a long name may have.
const mostEdits = 2

// Near reports whether one lower-cased name may be a slip of the other, and how
// many edits they are apart: one or two, the shorter the name the fewer. In a
// name of less than five letters no letter may be another.
func Near(want, have string) (int, bool) {
	most := mostEdits
	switch n := len(want); {
	case n < 3:
		return 0, want == have
	case n < 6:
		most = 1
	}
	if d := len(want) - len(have); d > most || d < -most {
		return 0, false
	}
	d := edits(want, have, most)
	if d == 1 && len(want) < 5 && len(want) == len(have) && letters(want) != letters(have) {
		return 0, false
	}
	return d, d <= most
}

func letters(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

// edits is the optimal string alignment distance (Levenshtein with adjacent
// transpositions), or more than most.
func edits(a, b string, most int) int {
	var rows [3][64]int // on the stack: it is asked of every name there is
	prev2, prev, cur := rows[0][:], rows[1][:], rows[2][:]
	if len(b) >= len(cur) {
		prev2, prev, cur = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
			best = min(best, cur[j])
		}
		if best > most {
			return most + 1
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
