package textindex

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Limits on the sets of strings the planner keeps: beyond them it forgets
// rather than enumerates.
const (
	maxExact = 16
	maxSet   = 24
	maxRunes = 32 // of a character class
)

// plan says what is known of the strings a part of a pattern matches: either
// all of them, or how they begin and end and what they contain.
type plan struct {
	empty          bool     // the empty string is among them
	exact          []string // all of them; nil if not known
	prefix, suffix []string // each begins with one, ends with one; not with exact
	match          *Query   // condition beyond the strings above
}

func planAny() plan {
	return plan{empty: true, prefix: []string{""}, suffix: []string{""}, match: queryAll}
}

func planExact(set ...string) plan { return plan{exact: sorted(set), match: queryAll} }

// planRegexp returns the condition for a line to match re, which is simplified.
func planRegexp(re *syntax.Regexp) *Query {
	p := planOf(re)
	p.simplify(true)
	return p.match.andStrings(p.exact)
}

// planOf computes a plan bottom up.
func planOf(re *syntax.Regexp) plan {
	switch re.Op {
	case syntax.OpNoMatch:
		return plan{match: queryNone, prefix: []string{""}, suffix: []string{""}}
	case syntax.OpLiteral:
		return planLiteral(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return planClass(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		p := planAny()
		p.empty = false
		return p
	case syntax.OpCapture:
		return planOf(re.Sub[0])
	case syntax.OpConcat:
		p := planExact("")
		p.empty = true
		for _, sub := range re.Sub {
			p = concat(p, planOf(sub))
		}
		return p
	case syntax.OpAlternate:
		p := planOf(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			p = alternate(p, planOf(sub))
		}
		return p
	case syntax.OpQuest:
		none := planExact("")
		none.empty = true
		return alternate(planOf(re.Sub[0]), none)
	case syntax.OpPlus:
		return planPlus(planOf(re.Sub[0]))
	case syntax.OpStar, syntax.OpRepeat:
		return planAny()
	}
	p := planExact("") // anchors and boundaries
	p.empty = true
	return p
}

// planPlus knows how one or more of something begin and end.
func planPlus(p plan) plan {
	if p.exact != nil {
		p.prefix, p.suffix, p.exact = p.exact, slices.Clone(p.exact), nil
		p.simplify(false)
	}
	return p
}

func planLiteral(runes []rune, fold bool) plan {
	p := planExact("")
	p.empty = true
	for _, r := range runes {
		set := []rune{r, r}
		if fold {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				set = append(set, f, f)
			}
		}
		p = concat(p, planClass(set))
	}
	return p
}

// planClass takes pairs of runes, each a range.
func planClass(ranges []rune) plan {
	if len(ranges) == 0 {
		return plan{match: queryNone, prefix: []string{""}, suffix: []string{""}}
	}
	var set []string
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		// The replacement character stands for any byte that is not UTF-8.
		if len(set)+int(hi-lo) >= maxRunes || lo <= utf8.RuneError && utf8.RuneError <= hi {
			p := planAny()
			p.empty = false
			return p
		}
		for r := lo; r <= hi; r++ {
			set = append(set, string(r))
		}
	}
	return planExact(set...)
}

func concat(x, y plan) plan {
	p := plan{empty: x.empty && y.empty, match: x.match.and(y.match)}
	if x.exact != nil && y.exact != nil {
		p.exact = cross(x.exact, y.exact)
	} else {
		p.prefix, p.suffix = x.prefix, y.suffix
		if x.exact != nil {
			p.prefix = cross(x.exact, y.prefix)
		} else if x.empty {
			p.prefix = union(x.prefix, y.begins())
		}
		if y.exact != nil {
			p.suffix = cross(x.suffix, y.exact)
		} else if y.empty {
			p.suffix = union(y.suffix, x.ends())
		}
		if x.exact == nil && y.exact == nil && len(x.suffix) <= maxSet && len(y.prefix) <= maxSet {
			p.match = p.match.andStrings(cross(x.suffix, y.prefix))
		}
	}
	p.simplify(false)
	return p
}

func alternate(x, y plan) plan {
	p := plan{empty: x.empty || y.empty}
	if x.exact != nil && y.exact != nil {
		p.exact = union(x.exact, y.exact)
		p.match = x.match.or(y.match)
	} else {
		p.prefix, p.suffix = union(x.begins(), y.begins()), union(x.ends(), y.ends())
		p.match = x.match.andStrings(x.exact).or(y.match.andStrings(y.exact))
	}
	p.simplify(false)
	return p
}

func (p *plan) begins() []string {
	if p.exact != nil {
		return p.exact
	}
	return p.prefix
}

func (p *plan) ends() []string {
	if p.exact != nil {
		return p.exact
	}
	return p.suffix
}

// simplify moves what the sets say into the query once they grow, and keeps of
// them only what can still become part of a trigram.
func (p *plan) simplify(force bool) {
	if p.exact != nil {
		short := slices.ContainsFunc(p.exact, func(s string) bool { return len(s) < 4 })
		if len(p.exact) <= maxExact && (short || force) {
			return
		}
		p.match = p.match.andStrings(p.exact)
		p.prefix, p.suffix, p.exact = p.exact, slices.Clone(p.exact), nil
	}
	p.prefix = p.shorten(p.prefix, func(s string, n int) string { return s[:n] })
	p.suffix = p.shorten(p.suffix, func(s string, n int) string { return s[len(s)-n:] })
}

func (p *plan) shorten(set []string, cut func(s string, n int) string) []string {
	p.match = p.match.andStrings(set)
	for n := 2; ; n-- {
		out := make([]string, len(set))
		for i, s := range set {
			out[i] = cut(s, min(n, len(s)))
		}
		if set = sorted(out); len(set) <= maxSet || n == 0 {
			break
		}
	}
	if slices.Contains(set, "") {
		return []string{""}
	}
	return set
}

func sorted(set []string) []string {
	slices.Sort(set)
	return slices.Compact(set)
}

func union(a, b []string) []string { return sorted(slices.Concat(a, b)) }

func cross(a, b []string) []string {
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return sorted(out)
}
