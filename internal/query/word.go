package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/graph"
)

// Word is a text that stands for a symbol, or for a file.
type Word struct {
	Text  string
	About string // what it stands for, in a few words
	Open  bool   // more has to follow: a directory, or a file of which a symbol is meant
}

// pick lists words in order, at most most of them: callables and types before
// other things, and short ones before long. The first and the last of all are
// always among them, because shells put in what all they are given begin with,
// and that must not be more than what all there are begin with.
func pick(words []Word, most int) []Word {
	words = slices.DeleteFunc(words, func(w Word) bool { return !writable(w.Text) })
	slices.SortFunc(words, func(a, b Word) int { return strings.Compare(a.Text, b.Text) })
	words = slices.CompactFunc(words, func(a, b Word) bool { return a.Text == b.Text })
	if len(words) <= most || most < 2 {
		return words[:min(len(words), max(most, 0))]
	}
	ends := []Word{words[0], words[len(words)-1]}
	inner := words[1 : len(words)-1]
	slices.SortStableFunc(inner, func(a, b Word) int {
		if x, y := weight(a), weight(b); x != y {
			return x - y
		}
		return len(a.Text) - len(b.Text)
	})
	words = append(inner[:most-2:most-2], ends...)
	slices.SortFunc(words, func(a, b Word) int { return strings.Compare(a.Text, b.Text) })
	return words
}

// weight is less for what is looked for more.
func weight(w Word) int {
	for _, kind := range []graph.Kind{graph.KindField, graph.KindProperty, graph.KindVariable, graph.KindConstant, graph.KindEnumMember, graph.KindTypeParameter} {
		if strings.HasPrefix(w.About, kind.String()+" ") {
			return 1
		}
	}
	if strings.HasPrefix(w.About, graph.KindHeading.String()) {
		return 2
	}
	return 0
}

// writable reports whether a text can be a word that a shell offers: one line,
// without a tab, and without spaces at its ends, which would be lost.
func writable(text string) bool {
	return text != "" && utf8.ValidString(text) && strings.TrimSpace(text) == text && strings.IndexFunc(text, unicode.IsControl) < 0
}

// shortest takes the first and last of names, and of those between the
// shortest, about n in all.
func shortest(names []string, n int) []string {
	if len(names) <= n {
		return names
	}
	const long = 64
	var lengths [long + 1]int
	for _, name := range names {
		lengths[min(len(name), long)]++
	}
	most := 0
	for sum := 0; most < long && sum+lengths[most] <= n; most++ {
		sum += lengths[most]
	}
	kept := []string{names[0]}
	for _, name := range names[1 : len(names)-1] {
		if len(name) < most || len(name) == most && len(kept) < n {
			kept = append(kept, name)
		}
	}
	return append(kept, names[len(names)-1])
}
