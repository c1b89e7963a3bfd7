package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/gortexhq/gortex/internal/graph"
)

// Suggest lists declared symbols whose names are near a name nothing is called
// by: the same but for case, containing it or contained in it, or at most two
// edits away; nearest first.
func Suggest(r graph.Reader, name string, limit int) []graph.NodeID {
	name = plain(name)
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" {
		return nil
	}
	low := strings.ToLower(last)
	type near struct {
		name string
		d    int
	}
	var found []near
	for n := range r.Names() {
		d := distance(low, strings.ToLower(n))
		if n == last {
			d = -1 // the name itself, qualified in another way
		}
		if d < far {
			found = append(found, near{n, d})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var ids []graph.NodeID
	for _, f := range found {
		for id := range r.ByName(f.name) {
			if k := r.Node(id).Kind; !k.IsDeclared() || k == graph.KindFile || k == graph.KindHeading {
				continue
			}
			if ids = append(ids, id); len(ids) == limit {
				return ids
			}
		}
	}
	return ids
}

const far = 100

// distance ranks how near two lower-cased names are; far means not at all.
func distance(want, have string) int {
	switch {
	case want == have:
		return 0
	case len(want) >= 3 && strings.HasPrefix(have, want):
		return 4 + len(have) - len(want)
	case len(have) >= 3 && strings.HasPrefix(want, have):
		return 6 + len(want) - len(have)
	case len(want) >= 4 && strings.Contains(have, want):
		return 10 + len(have) - len(want)
	}
	if d := len(want) - len(have); d > 2 || d < -2 || len(want) < 3 {
		return far
	}
	if d := edits(want, have, 2); d <= 2 {
		return d
	}
	return far
}

// edits is the optimal string alignment distance (Levenshtein with adjacent
// transpositions), or more than most.
func edits(a, b string, most int) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
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

// Words splits text into lower-cased words: at anything that is no letter or
// digit, and inside identifiers at case changes, acronyms and digits.
func Words(text string) []string {
	var words []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			words = append(words, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	rs := []rune(text)
	for i, c := range rs {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			flush()
			continue
		case i > 0 && unicode.IsUpper(c) && unicode.IsLower(rs[i-1]):
			flush()
		case i > 0 && i+1 < len(rs) && unicode.IsUpper(c) && unicode.IsUpper(rs[i-1]) && unicode.IsLower(rs[i+1]):
			flush()
		}
		cur = append(cur, c)
	}
	flush()
	return words
}
