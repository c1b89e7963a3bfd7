package query

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// Term is one word of a question with the words that may stand for it.
type Term struct {
	Word     string
	Variants []string
	Synonyms []string
	Weight   float64 // how much the word tells: rare words more
}

// Terms prepares the words of a question. anchored keeps only those forms that
// occur in names of the repository; a term whose word does not occur keeps the
// weight of a rare one.
func Terms(r graph.Reader, words []string, synonyms, anchored bool) []Term {
	words = words[:min(len(words), mostTerms)]
	terms := make([]Term, len(words))
	rare := 1.0
	for i, w := range words {
		terms[i] = Term{Word: w, Variants: Variants(w)}
		if synonyms {
			terms[i].Synonyms = Synonyms(w)
		}
		if anchored {
			unknown := func(w string) bool { return len(r.Search([]string{w}, 1, nil)) == 0 }
			terms[i].Variants = slices.DeleteFunc(terms[i].Variants, unknown)
			terms[i].Synonyms = slices.DeleteFunc(slices.Clone(terms[i].Synonyms), unknown)
		}
		if top := r.Search([]string{w}, 1, nil); len(top) > 0 {
			terms[i].Weight = top[0].Score
			rare = max(rare, top[0].Score)
		}
	}
	for i := range terms {
		if terms[i].Weight == 0 {
			terms[i].Weight = rare
		}
	}
	return terms
}

// mostTerms bounds a question: no more words are looked at.
const mostTerms = 24

// Ranked is a symbol with how well it answers a question.
type Ranked struct {
	Node    graph.NodeID
	Score   float64
	Matched int // how many of the terms it has
}

// Taste says what a question prefers.
type Taste struct {
	Tests bool // tests are as good as other code
	Late  bool // keep drops little: it is asked about the best only
	// Text is what each term is worth in the text of a symbol, from 0 to 1.
	Text map[graph.NodeID][]float64
	// Bonus is added to a symbol's sum, in units of a term's weight.
	Bonus map[graph.NodeID]float64
}

// pool is how many symbols are looked at closely.
const pool = 600

// Rank finds the symbols whose names, owners and paths have the most telling
// terms. Candidates come from the index of names and from the taste.
func Rank(r graph.Reader, terms []Term, keep func(graph.NodeID) bool, t Taste) []Ranked {
	var words, others []string
	for _, term := range terms {
		words = append(words, term.Word)
		others = append(append(others, term.Variants...), term.Synonyms...)
	}
	early := keep
	if t.Late {
		early = nil
	}
	candidates := map[graph.NodeID]bool{}
	search := func(words []string) {
		for _, h := range r.Search(words, pool, early) {
			if !t.Late || keep == nil || keep(h.Node) {
				candidates[h.Node] = true
			}
		}
	}
	search(words)
	if len(others) > 0 {
		search(append(slices.Clone(words), others...))
	}
	if joined := joinedForms(terms); len(joined) > 0 {
		search(joined)
	}
	for id := range t.Text {
		if keep == nil || keep(id) {
			candidates[id] = true
		}
	}
	for id := range t.Bonus {
		if keep == nil || keep(id) {
			candidates[id] = true
		}
	}
	lex := newLexicon(terms)
	out := make([]Ranked, 0, len(candidates))
	for id := range candidates {
		if s := judge(r, id, lex, t); s.Score > 0 {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Node, b.Node)) })
	return out
}

// joinedForms are pairs of terms written as one word, such as copytree.
func joinedForms(terms []Term) []string {
	const most = 8 // terms: the pairs grow with the square
	var out []string
	for i := range min(len(terms), most) {
		for j := range min(len(terms), most) {
			if i == j {
				continue
			}
			for _, a := range terms[i].short() {
				for _, b := range terms[j].short() {
					out = append(out, a+b)
				}
			}
		}
	}
	return out
}

// short is a term's word and its stem.
func (t Term) short() []string {
	if len(t.Variants) == 0 || len(t.Variants[0]) >= len(t.Word) {
		return []string{t.Word}
	}
	return []string{t.Word, t.Variants[0]}
}

// How much a term counts by where it was found and in which form.
const (
	asVariant = 0.85
	asSynonym = 0.4
	inOwner   = 0.6
	inPath    = 0.4
)

func judge(r graph.Reader, id graph.NodeID, lex *lexicon, t Taste) Ranked {
	n := r.Node(id)
	best := lex.best
	clear(best)
	named, words := lex.meet(best, n.Name, 1)
	lex.meet(best, strings.TrimSuffix(n.Qual, n.Name), inOwner)
	file := lex.file(r, n.File)
	for i, worth := range file.worth {
		best[i] = max(best[i], worth)
	}
	told := false
	for i, worth := range t.Text[id] {
		best[i] = max(best[i], worth)
		told = told || worth > 0
	}
	res := Ranked{Node: id}
	hit := 0.0
	for i, b := range best {
		if b > 0 {
			res.Matched++
			hit += b * lex.terms[i].Weight
		}
	}
	bonus := t.Bonus[id]
	hit += bonus
	if hit == 0 || named == 0 && !told && bonus == 0 {
		return res
	}
	covered := hit / max(lex.total, 1e-9)
	// Words of the name that nobody asked for make it less likely.
	idle := float64(words - min(named, words))
	res.Score = hit * (0.4 + 0.6*min(covered, 1)) / (1 + 0.12*idle)
	res.Score *= kindWeight(n)
	res.Score *= 1 + 0.08*math.Log2(1+float64(InDegree(r, id, 256)))
	if !t.Tests && (file.test || n.Flags&graph.FlagTest != 0) {
		res.Score *= 0.35
	}
	if file.aside {
		res.Score *= 0.5
	}
	return res
}

// ofFile is what a file adds to each of its symbols.
type ofFile struct {
	worth       []float64 // of each term
	test, aside bool
}

func (l *lexicon) file(r graph.Reader, id graph.FileID) ofFile {
	if id == graph.NoFile {
		return ofFile{}
	}
	f, ok := l.files[id]
	if !ok {
		file := r.File(id)
		f = ofFile{make([]float64, len(l.terms)), file.Flags&graph.FileTest != 0, file.Flags&graph.FileGenerated != 0 || aside(file.Path)}
		l.meet(f.worth, file.Path, inPath)
		l.files[id] = f
	}
	return f
}

// aside reports whether a path lies where code is kept that is not the
// repository's own work.
func aside(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		switch part {
		case "testdata", "fixtures", "examples", "example", "vendor", "third_party", "node_modules":
			return true
		}
	}
	return false
}

// lexicon finds the terms a word stands for.
type lexicon struct {
	terms []Term
	total float64 // weight of all terms
	forms map[string][]formOf
	files map[graph.FileID]ofFile
	best  []float64 // scratch
}

type formOf struct {
	term int
	as   float64 // 1 as it stands
}

func newLexicon(terms []Term) *lexicon {
	l := &lexicon{terms: terms, forms: map[string][]formOf{}, files: map[graph.FileID]ofFile{}, best: make([]float64, len(terms))}
	for i, t := range terms {
		l.total += t.Weight
		l.forms[t.Word] = append(l.forms[t.Word], formOf{i, 1})
		for _, w := range t.Variants {
			l.forms[w] = append(l.forms[w], formOf{i, asVariant})
		}
		for _, w := range t.Synonyms {
			l.forms[w] = append(l.forms[w], formOf{i, asSynonym})
		}
	}
	return l
}

// meet raises best to what the words of a text are worth at a place that counts
// times worth, and returns how many of the words stand for a term.
func (l *lexicon) meet(best []float64, text string, worth float64) (met, words int) {
	eachWord(text, func(w []byte) {
		words++
		forms := l.forms[string(w)]
		if forms == nil {
			forms = l.compound(w)
		}
		if forms != nil {
			met++
		}
		for _, f := range forms {
			best[f.term] = max(best[f.term], f.as*worth)
		}
	})
	return met, words
}

// compound finds the terms of a word that is two words written as one, such
// as copytree.
func (l *lexicon) compound(w []byte) []formOf {
	for i := 3; i <= len(w)-3; i++ {
		if a, b := l.forms[string(w[:i])], l.forms[string(w[i:])]; a != nil && b != nil {
			return append(append([]formOf{}, a...), b...)
		}
	}
	return nil
}

// kindWeight prefers what does something to what only holds something.
func kindWeight(n graph.Node) float64 {
	switch n.Kind {
	case graph.KindFunction, graph.KindMethod, graph.KindConstructor, graph.KindClass, graph.KindStruct, graph.KindInterface:
		return 1
	case graph.KindEnum, graph.KindType, graph.KindModule, graph.KindNamespace, graph.KindPackage:
		return 0.9
	case graph.KindHeading:
		return 0.7
	case graph.KindConstant, graph.KindVariable, graph.KindEnumMember:
		if n.Owner != graph.NoNode {
			return 0.4
		}
		return 0.7
	case graph.KindTypeParameter:
		return 0.1
	}
	return 0.5
}

// InDegree counts the sites that use a node, up to most.
func InDegree(r graph.Reader, id graph.NodeID, most int) int {
	n := 0
	for e := range r.In(id) {
		if IsUse(e.Kind) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// Spread puts behind the others what would let one file or one name fill the
// head of a list: beyond perFile of a file, beyond perName of a name. Zero
// means no bound.
func Spread(r graph.Reader, rows []Ranked, perFile, perName int) []Ranked {
	files, names := map[graph.FileID]int{}, map[string]int{}
	var head, tail []Ranked
	for _, row := range rows {
		n := r.Node(row.Node)
		files[n.File]++
		names[n.Name]++
		if perFile > 0 && files[n.File] > perFile || perName > 0 && names[n.Name] > perName {
			tail = append(tail, row)
		} else {
			head = append(head, row)
		}
	}
	return append(head, tail...)
}
