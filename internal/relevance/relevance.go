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
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// Found is what a task is about, best first.
type Found struct {
	Words   []string
	Symbols []query.Ranked
	Docs    []graph.NodeID // headings of documents

	terms []query.Term
	text  map[graph.NodeID][]float64 // what each term is worth in a symbol's text
}

const (
	inBody     = 0.3  // what a word in a body counts against one in the name
	inDoc      = 0.4  // in a doc comment
	inSentence = 0.65 // in the first sentence of one
	inPhrase   = 0.2  // more when it stands beside the word it was asked with
	askedWord  = 2.5  // what a name written as it is in code counts
	askedNames = 8    // of them
	textWords  = 4    // words that are looked for in the text
	textPairs  = 4    // pairs of them
	mostFiles  = 300  // files that may hold a word, above which it tells nothing
	commonest  = 400  // lines above which a word tells nothing
	longBody   = 40.0 // lines above which a word in a body tells less
	read       = 150  // symbols whose doc comments are read
	looked     = 60   // symbols among which calls are looked at
	headings   = 3
	perFile    = 3
	perName    = 2
	alongCalls = 0.10
)

// Find ranks the symbols under the wanted paths; nil means everywhere.
func Find(ctx context.Context, v engine.View, task string, wanted func(path string) bool) (*Found, error) {
	r := v.Graph()
	everywhere := wanted == nil
	if everywhere {
		wanted = func(string) bool { return true }
	}
	f := &Found{Words: query.Keywords(task), text: map[graph.NodeID][]float64{}}
	f.terms = query.Terms(r, f.Words, true, false)
	f.Words = f.Words[:len(f.terms)]
	keep := func(id graph.NodeID) bool {
		n := r.Node(id)
		return n.File != graph.NoFile && n.Kind != graph.KindFile && n.Kind != graph.KindHeading && n.Kind != graph.KindTypeParameter &&
			n.Dup == 0 && wanted(r.File(n.File).Path)
	}
	places := newPlaces(ctx, v)
	if err := f.fromText(ctx, v, places, task); err != nil {
		return nil, err
	}
	tests := slices.ContainsFunc(f.Words, func(w string) bool { return w == "test" || w == "tests" || w == "testing" })
	taste := query.Taste{Tests: tests, Late: everywhere, Text: f.text, Bonus: f.asked(r, task, keep)}
	f.Symbols = query.Rank(r, f.terms, keep, taste)
	for _, x := range f.Symbols[:min(len(f.Symbols), read)] {
		f.fromDoc(ctx, r, places, x.Node)
	}
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

// asked gives a bonus to the symbols whose names stand in the task as they do
// in code.
func (f *Found) asked(r graph.Reader, task string, keep func(graph.NodeID) bool) map[graph.NodeID]float64 {
	rare := 1.0
	for _, t := range f.terms {
		rare = max(rare, t.Weight)
	}
	bonus := map[graph.NodeID]float64{}
	for _, name := range identifiers(task) {
		for _, x := range query.ByTyped(r, name, keep, 20) {
			if x.How == query.NameExact {
				bonus[x.Node] = askedWord * rare
			}
		}
	}
	return bonus
}

// tells records what a term is worth in a symbol's text.
func (f *Found) tells(id graph.NodeID, term int, worth float64) {
	if f.text[id] == nil {
		f.text[id] = make([]float64, len(f.terms))
	}
	f.text[id][term] = max(f.text[id][term], worth)
}

// fromText looks for the most telling words, and for pairs of words that stand
// together in the task, in the text of all files.
func (f *Found) fromText(ctx context.Context, v engine.View, places *places, task string) error {
	order := make([]int, len(f.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.terms[b].Weight, f.terms[a].Weight) })
	for _, i := range order[:min(len(order), textWords)] {
		if word := f.terms[i].Word; len(word) > 3 {
			if err := f.line(ctx, v, places, word, inBody, i); err != nil {
				return err
			}
		}
	}
	raw := query.Words(task)
	pairs := 0
	for i := 1; i < len(raw) && pairs < textPairs; i++ {
		a, b := slices.Index(f.Words, raw[i-1]), slices.Index(f.Words, raw[i])
		if a < 0 || b < 0 {
			continue
		}
		pairs++
		if err := f.line(ctx, v, places, raw[i-1]+" "+raw[i], inBody+inPhrase, a, b); err != nil {
			return err
		}
	}
	return nil
}

// line looks for the lines with a text and records what the terms are worth in
// the symbols that hold them. What stands everywhere tells nothing.
func (f *Found) line(ctx context.Context, v engine.View, places *places, text string, worth float64, terms ...int) error {
	found, err := v.Text(ctx, engine.TextQuery{Pattern: text, IgnoreCase: true, Limit: commonest + 1, MaxFiles: mostFiles})
	if err != nil {
		return err
	}
	if len(found.Matches) > commonest || !found.Complete {
		return nil
	}
	for _, m := range found.Matches {
		id, lines := places.symbol(m.Path, uint32(m.Line))
		if id == graph.NoNode {
			continue
		}
		for _, t := range terms {
			f.tells(id, t, worth/(1+math.Log2(1+float64(lines)/longBody)))
		}
	}
	return nil
}

// fromDoc records the terms that stand in a symbol's doc comment.
func (f *Found) fromDoc(ctx context.Context, r graph.Reader, places *places, id graph.NodeID) {
	n := r.Node(id)
	text, err := places.texts.Get(ctx, r.File(n.File).Path)
	if err != nil {
		return
	}
	doc := excerpt.Doc(text, excerpt.Implementation(text, n.Span))
	if doc == "" {
		return
	}
	first, all := query.Words(excerpt.Sentence(doc)), query.Words(doc[:min(len(doc), 1500)])
	has := func(words []string, t query.Term) bool {
		return slices.ContainsFunc(words, func(w string) bool { return w == t.Word || slices.Contains(t.Variants, w) })
	}
	for i, t := range f.terms {
		switch {
		case has(first, t):
			f.tells(id, i, inSentence)
		case has(all, t):
			f.tells(id, i, inDoc)
		}
	}
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
		if f.text[id] != nil && f.text[id][i] > 0 || slices.ContainsFunc(have, func(w string) bool {
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
		if len(w) < 3 || len(out) == askedNames || strings.Contains(w, "/") {
			continue
		}
		inner := strings.IndexFunc(w[1:], func(c rune) bool { return unicode.IsUpper(c) || c == '_' || c == '.' || c == ':' })
		if inner >= 0 {
			out = append(out, w)
		}
	}
	return out
}
