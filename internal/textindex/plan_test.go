package textindex

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What the planner asks of a document.
func TestQuery(t *testing.T) {
	for _, c := range []struct {
		pattern    string
		regexp, ic bool
		want       string
	}{
		{"Server", false, false, `"Ser" "erv" "rve" "ver"`},
		{"ab", false, false, `+`},
		{`Serve|Handle`, true, false, `("Ser" "erv" "rve")|("Han" "and" "dle" "ndl")`},
		{`func \(\w+ \*S`, true, false, `" *S" "nc " "unc" "fun" "c ("`},
		{`abc+d?`, true, false, `"abc"`},
		{`a.*b`, true, false, `+`},
		{`[0-9]{3}`, true, false, `+`},
		{`(abc|xyz)12`, true, false, `("12"|...)`},
		{"abc", false, true, `"ABC"|"ABc"|"AbC"|"Abc"|"aBC"|"aBc"|"abC"|"abc"`},
		{"a\nb", true, false, `-`},
		{`^package main$`, true, false, `" ma" "ack" "age" "ain" "cka" "e m" "ge " "kag" "mai" "pac"`},
	} {
		p, err := Compile(c.pattern, c.regexp, c.ic)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Query().String()
		if strings.Contains(c.want, "...") {
			if got == "+" || got == "-" {
				t.Errorf("%s: %s", c.pattern, got)
			}
			continue
		}
		if a, b := sortedWords(got), sortedWords(c.want); a != b {
			t.Errorf("%s: %s, want %s", c.pattern, got, c.want)
		}
	}
}

func sortedWords(s string) string {
	w := strings.Split(s, `" `)
	for i := range w {
		w[i] = strings.Trim(w[i], `"`)
	}
	slices.Sort(w)
	return strings.Join(w, `" `)
}

var anyPattern = rapid.Custom(func(t *rapid.T) string {
	atom := rapid.SampledFrom([]string{
		"a", "b", "ab", "abc", "K", "k", "s", "é", ".", `\w`, "[ab]", "[^a]", `\s`, "^", "$", `\b`, `\x{fffd}`, `\n`, "(?s:.)", "cab", `\A`, `\z`, "(?i:ks)",
	})
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth == 0 {
			return atom.Draw(t, "atom")
		}
		x, y := expr(depth-1), expr(depth-1)
		switch rapid.IntRange(0, 6).Draw(t, "op") {
		case 0:
			return "(?:" + x + ")*" + y
		case 1:
			return "(?:" + x + ")+" + y
		case 2:
			return "(?:" + x + ")?" + y
		case 3:
			return "(?:" + x + "|" + y + ")"
		case 4:
			return "(?:" + x + "){1,2}" + y
		}
		return x + y
	}
	return expr(rapid.IntRange(0, 4).Draw(t, "depth"))
})

var anyText = rapid.Custom(func(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "b", "c", "ab", "cab", "k", "s", "S", "\u212a", "ſ", "é", " ", "\n", "\n", "\r\n", "\xff", "_", "\uFFFD",
	}), 0, 25).Draw(t, "text")
	return []byte(strings.Join(parts, ""))
})

// lineOracle says which lines match, one line at a time.
func lineOracle(t *rapid.T, pattern string, ignoreCase bool, text []byte) []int {
	if ignoreCase {
		pattern = "(?i:" + pattern + ")"
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		t.Skip(err)
	}
	var lines []int
	for i, line := range bytes.SplitAfter(text, newline) {
		if len(line) == 0 {
			continue
		}
		if body, ok := bytes.CutSuffix(line, newline); ok {
			line = bytes.TrimSuffix(body, carriageReturn)
		}
		if re.Match(line) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// A document with a matching line is always a candidate, and exactly its
// matching lines are found.
func TestPlanAndLinesAgreeWithRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern, ignoreCase := anyPattern.Draw(t, "pattern"), rapid.Bool().Draw(t, "ignore case")
		text := anyText.Draw(t, "text")
		checkPattern(t, pattern, ignoreCase, text)
	})
}

func checkPattern(t *rapid.T, pattern string, ignoreCase bool, text []byte) {
	want := lineOracle(t, pattern, ignoreCase, text)
	p, err := Compile(pattern, true, ignoreCase)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	p.eachLine(text, func(n int, _ []byte, _, _ int) bool { got = append(got, n); return true })
	if !slices.Equal(want, got) {
		t.Fatalf("%q in %q: lines %v, want %v", pattern, text, got, want)
	}
	if len(want) == 0 {
		return
	}
	if !admits(p.Query(), text) {
		t.Fatalf("%q matches %q and is not asked: %s", pattern, text, p.Query())
	}
}

// admits says whether a query holds for a text, without an index.
func admits(q *Query, text []byte) bool {
	holds := func(t uint32) bool { return bytes.Contains(text, []byte{byte(t >> 16), byte(t >> 8), byte(t)}) }
	refuses := func(t uint32) bool { return !holds(t) }
	switch q.op {
	case opNone:
		return false
	case opAnd:
		return !slices.ContainsFunc(q.trigrams, refuses) &&
			!slices.ContainsFunc(q.subs, func(s *Query) bool { return !admits(s, text) })
	case opOr:
		return slices.ContainsFunc(q.trigrams, holds) ||
			slices.ContainsFunc(q.subs, func(s *Query) bool { return admits(s, text) })
	}
	return true
}

// A plain pattern is what it says, in either case if asked.
func TestPlainAgreesWithRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := string(anyText.Filter(func(b []byte) bool { return len(b) > 0 && len(b) < 8 && !bytes.ContainsAny(b, "\xff\uFFFD") }).Draw(t, "pattern"))
		ignoreCase := rapid.Bool().Draw(t, "ignore case")
		text := anyText.Draw(t, "text")
		p, err := Compile(pattern, false, ignoreCase)
		if err != nil {
			t.Fatal(err)
		}
		want := lineOracle(t, regexp.QuoteMeta(pattern), ignoreCase, text)
		var got []int
		p.eachLine(text, func(n int, _ []byte, _, _ int) bool { got = append(got, n); return true })
		if !slices.Equal(want, got) {
			t.Fatalf("%q in %q: lines %v, want %v", pattern, text, got, want)
		}
	})
}
