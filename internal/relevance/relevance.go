// Package relevance finds the code that a task in plain words is about: by the
// words of names, owners and paths, by what stands in comments and bodies, by
// synonyms, and by what calls what.
package relevance

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// Found is what a task is about, best first.
type Found struct {
	Words   []string
	Symbols []query.Ranked
	Docs    []graph.NodeID // headings of documents

	terms []query.Term
	text  map[graph.NodeID]map[int]bool // terms that stand in a symbol's text
}

const (
	inText     = 0.55 // what a word in the text counts against one in the name
	askedWord  = 2.5  // what a name written as it is in code counts
	textWords  = 5    // words that are looked for in the text
	textLines  = 300  // lines of each
	longBody   = 40.0 // lines above which a word in a body tells less
	looked     = 60   // symbols among which calls are looked at
	headings   = 3
	perFile    = 3
	perName    = 2
	alongCalls = 0.10
)

// Find ranks the symbols under the wanted paths.
func Find(ctx context.Context, v engine.View, task string, wanted func(path string) bool) (*Found, error) {
	r := v.Graph()
	f := &Found{Words: query.Keywords(task), text: map[graph.NodeID]map[int]bool{}}
	f.terms = query.Terms(r, f.Words, true, false)
	extra, err := f.fromText(ctx, v)
	if err != nil {
		return nil, err
	}
	rare := 1.0
	for _, t := range f.terms {
		rare = max(rare, t.Weight)
	}
	keep := func(id graph.NodeID) bool {
		n := r.Node(id)
		return n.File != graph.NoFile && n.Kind != graph.KindFile && n.Kind != graph.KindHeading && n.Kind != graph.KindTypeParameter && wanted(r.File(n.File).Path)
	}
	for _, name := range identifiers(task) {
		for _, x := range query.ByTyped(r, name, keep, 20) {
			if x.How == query.NameExact {
				extra[x.Node] += askedWord * rare
			}
		}
	}
	taste := query.Taste{Tests: slices.ContainsFunc(f.Words, func(w string) bool { return w == "test" || w == "tests" || w == "testing" }), Extra: extra}
	f.Symbols = query.Rank(r, f.terms, keep, taste)
	f.alongCalls(r)
	f.Symbols = query.Spread(r, f.Symbols, perFile, perName)
	for _, x := range query.Rank(r, f.terms, func(id graph.NodeID) bool {
		n := r.Node(id)
		return n.Kind == graph.KindHeading && wanted(r.File(n.File).Path)
	}, query.Taste{}) {
		if len(f.Docs) < headings && x.Matched*2 >= len(f.terms) {
			f.Docs = append(f.Docs, x.Node)
		}
	}
	return f, nil
}

// fromText looks for the most telling words in the text of all files, and
// gives the symbols whose bodies or comments have them a part of the words'
// weight. A word that stands everywhere tells nothing.
func (f *Found) fromText(ctx context.Context, v engine.View) (map[graph.NodeID]float64, error) {
	order := make([]int, len(f.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.terms[b].Weight, f.terms[a].Weight) })
	extra := map[graph.NodeID]float64{}
	places := newPlaces(ctx, v)
	for _, i := range order[:min(len(order), textWords)] {
		word := f.terms[i].Word
		if len(word) < 3 {
			continue
		}
		lines, err := v.Text(ctx, engine.TextQuery{Pattern: word, IgnoreCase: true, Limit: textLines})
		if err != nil {
			return nil, err
		}
		// Rare words count in full, common ones less and less.
		worth := inText * f.terms[i].Weight / (1 + math.Log2(1+float64(lines.Total)/50))
		for _, m := range lines.Matches {
			id, lines := places.symbol(m.Path, uint32(m.Line))
			if id == graph.NoNode || f.text[id][i] {
				continue
			}
			if f.text[id] == nil {
				f.text[id] = map[int]bool{}
			}
			f.text[id][i] = true
			extra[id] += worth / (1 + math.Log2(1+float64(lines)/longBody))
		}
	}
	return extra, nil
}

// alongCalls lets symbols that call one another support each other.
func (f *Found) alongCalls(r graph.Reader) {
	head := f.Symbols[:min(len(f.Symbols), looked)]
	at := map[graph.NodeID]int{}
	for i, x := range head {
		at[x.Node] = i
	}
	more := make([]float64, len(head))
	for i, x := range head {
		for e := range r.Out(x.Node) {
			if j, ok := at[e.Dst]; ok && j != i && (e.Kind == graph.EdgeCalls || e.Kind == graph.EdgeInstantiates || e.Kind == graph.EdgeUsesType) {
				more[i] = max(more[i], alongCalls*head[j].Score)
				more[j] = max(more[j], alongCalls*x.Score)
			}
		}
	}
	for i := range head {
		head[i].Score += more[i]
	}
	slices.SortStableFunc(head, func(a, b query.Ranked) int { return cmp.Compare(b.Score, a.Score) })
}

// Matched are the words of the task that a symbol has, in its name, its owner's
// or its text.
func (f *Found) Matched(r graph.Reader, id graph.NodeID) []string {
	n := r.Node(id)
	have := query.Words(n.Qual)
	var out []string
	for i, t := range f.terms {
		if f.text[id][i] || slices.ContainsFunc(have, func(w string) bool {
			return w == t.Word || slices.Contains(t.Variants, w) || slices.Contains(t.Synonyms, w)
		}) {
			out = append(out, t.Word)
		}
	}
	return out
}

// Confidence says how many of the words the best of the first symbols has.
func (f *Found) Confidence(r graph.Reader) string {
	best := 0
	for _, x := range f.Symbols[:min(len(f.Symbols), 3)] {
		best = max(best, len(f.Matched(r, x.Node)))
	}
	switch {
	case best == 0:
		return "low"
	case best*4 >= 3*len(f.terms):
		return "high"
	case best*5 >= 2*len(f.terms):
		return "medium"
	}
	return "low"
}

// identifiers are the words of a task that are written as names are in code.
func identifiers(task string) []string {
	var out []string
	for _, w := range strings.Fields(task) {
		w = strings.Trim(w, "`'\"()[]{},;:?!.")
		w = strings.TrimSuffix(w, "()")
		if len(w) < 3 || strings.Contains(w, "/") {
			continue
		}
		inner := strings.IndexFunc(w[1:], func(c rune) bool { return unicode.IsUpper(c) || c == '_' || c == '.' || c == ':' })
		if inner >= 0 {
			out = append(out, w)
		}
	}
	return out
}
