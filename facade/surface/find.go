package surface

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Find lists the flat tools that a query of words is about, best first. A word
// with a plus before it must occur in the name or in the description; of the
// others one must, or be nearly a word of the name.
func (c *Catalog) Find(query string) (names []string) {
	words := strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return strings.ContainsRune(" ,\t\n", r) })
	type match struct {
		name  string
		score int
	}
	var found []match
	meant := c.meant(words)
	for _, e := range c.flat {
		if score := e.score(words, meant); score > 0 {
			found = append(found, match{e.name, score})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return b.score - a.score })
	for _, m := range found {
		names = append(names, m.name)
	}
	return names
}

// meant gives, for each of the words, the part of a tool's name that it is
// nearest to.
func (c *Catalog) meant(words []string) map[string]string {
	var parts []string
	for _, e := range c.flat {
		parts = append(parts, strings.Split(e.name, "_")...)
	}
	near := map[string]string{}
	for _, w := range words {
		if word := bare(w); len(word) > 3 {
			near[word] = op.Nearest(word, parts)
		}
	}
	return near
}

func bare(word string) string { return strings.Trim(word, `+"'.:;`) }

// score is how well a tool answers words, 0 if not at all.
func (e *entry) score(words []string, meant map[string]string) (sum int) {
	parts, text := strings.Split(e.name, "_"), strings.ToLower(e.says())
	for _, w := range words {
		word, required := bare(w), strings.HasPrefix(w, "+")
		if word == "" {
			continue
		}
		n := fits(e.name, parts, text, word)
		if near := meant[word]; n == 0 && near != "" && slices.Contains(parts, near) {
			n = 1
		}
		if n == 0 && required {
			return 0
		}
		sum += n
	}
	return sum
}

// says is the tool's description, with the words that choose among its
// operations.
func (e *entry) says() string {
	text := e.description()
	for _, name := range e.chosen() {
		text += " " + e.chooser(name).Description
	}
	return text
}

// fits weighs where one word is found: the name counts before the description,
// whole words before parts, and last what is nearly a word of the name.
func fits(name string, parts []string, text, word string) int {
	plain := strings.TrimSuffix(strings.ReplaceAll(word, "-", "_"), "s")
	switch {
	case name == word:
		return 100
	case slices.ContainsFunc(parts, func(p string) bool { return p == word || strings.TrimSuffix(p, "s") == plain }):
		return 20
	case strings.Contains(name, plain):
		return 10
	case slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.;:()", r) }),
		func(t string) bool { return t == word || strings.TrimSuffix(t, "s") == plain }):
		return 6
	case len(plain) > 2 && strings.Contains(text, plain):
		return 3
	}
	return 0
}
