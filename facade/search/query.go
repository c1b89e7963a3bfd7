package search

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

// filter is what a query and the options leave of the symbols.
type filter struct {
	view      engine.View
	text      string // the query without its clauses
	kinds     []graph.Kind
	flavors   []string
	languages []string
	paths     locate.Paths
	docs      bool // headings of documents too
	code      bool // everything else
}

var clause = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\s)(kind|flavor|lang|language|path|repo|project):("[^"]*"|\S*)`)
})

// clauses finds the clauses of a query, and the query without them.
func clauses(q string) (found [][]string, text string) {
	if !strings.Contains(q, ":") {
		return nil, strings.TrimSpace(q)
	}
	return clause().FindAllStringSubmatch(q, -1), strings.TrimSpace(clause().ReplaceAllString(q, " "))
}

// parse takes the clauses out of a query and puts them together with the
// options.
func parse(v engine.View, q string, o SymbolsOptions) (*filter, error) {
	f := &filter{view: v, code: o.Corpus != "docs", docs: o.Corpus == "docs" || o.Corpus == "all"}
	kinds, flavors, paths := o.Kind, o.Flavor, o.Path
	found, text := clauses(q)
	f.text = text
	for _, m := range found {
		value := strings.Trim(m[2], `"`)
		switch m[1] {
		case "kind":
			kinds += "," + value
		case "flavor":
			flavors += "," + value
		case "lang", "language":
			f.languages = append(f.languages, locate.Split(strings.ToLower(value))...)
		case "path":
			paths += "," + value
		case "repo", "project":
			if value != v.Repository().Name {
				return nil, op.Invalid("query: %s:%s is not the repository that is asked; say options.%s", m[1], value, m[1]).
					With("field", "query").With("suggested_field", "options."+m[1])
			}
		}
	}
	if err := f.words(kinds, flavors); err != nil {
		return nil, err
	}
	var err error
	if f.paths, err = locate.ParsePaths(v, paths); err != nil {
		return nil, err
	}
	return f, f.checkLanguages()
}

// words reads kinds and flavors. A word that is only a flavor may stand among
// the kinds.
func (f *filter) words(kinds, flavors string) error {
	for _, name := range locate.Split(strings.ToLower(kinds)) {
		k, ok := graph.ParseKind(name)
		switch {
		case ok:
			f.kinds = append(f.kinds, k)
		case slices.Contains(query.Flavors(), name):
			f.flavors = append(f.flavors, name)
		default:
			return badWord("kind", name, graph.KindNames())
		}
	}
	for _, name := range locate.Split(strings.ToLower(flavors)) {
		if !slices.Contains(query.Flavors(), name) {
			return badWord("flavor", name, query.Flavors())
		}
		f.flavors = append(f.flavors, name)
	}
	if slices.Contains(f.kinds, graph.KindHeading) {
		f.docs = true
	}
	return nil
}

func badWord(field, got string, valid []string) error {
	return op.Invalid("%s: want one of %s, got %q", field, strings.Join(valid, ", "), got).
		With("field", "options."+field).With("valid_values", valid)
}

// checkLanguages refuses a language that no file has.
func (f *filter) checkLanguages() error {
	if len(f.languages) == 0 {
		return nil
	}
	have := languages(f.view.Graph())
	if bad, ok := locate.Unknown(f.languages, have); ok {
		return badWord("lang", bad, have)
	}
	return nil
}

func languages(r graph.Reader) []string {
	var have []string
	for id := range graph.FileID(r.NumFiles()) {
		if l := r.File(id).Language; l != "" && !slices.Contains(have, l) {
			have = append(have, l)
		}
	}
	slices.Sort(have)
	return have
}

// keep reports whether a symbol is wanted.
func (f *filter) keep(id graph.NodeID) bool {
	r := f.view.Graph()
	n := r.Node(id)
	if n.File == graph.NoFile || n.Kind == graph.KindFile || n.Kind == graph.KindTypeParameter && len(f.kinds) == 0 {
		return false
	}
	if heading := n.Kind == graph.KindHeading; heading && !f.docs || !heading && !f.code {
		return false
	}
	if len(f.kinds)+len(f.flavors) > 0 && !slices.Contains(f.kinds, n.Kind) && !query.HasFlavor(r, n, f.flavors) {
		return false
	}
	if len(f.languages) == 0 && len(f.paths) == 0 {
		return true
	}
	file := r.File(n.File)
	return (len(f.languages) == 0 || slices.Contains(f.languages, file.Language)) && f.paths.Match(file.Path)
}

// The classes of a query.
const (
	classSymbol    = "symbol"
	classConcept   = "concept"
	classPath      = "path"
	classSignature = "signature"
	classKeywords  = "keyword_soup"
)

// classify guesses what a query is.
func classify(text string) string {
	fields := strings.Fields(text)
	switch {
	case len(fields) == 1 && strings.Contains(text, "::"):
		return classSymbol
	case len(fields) == 1 && strings.Contains(text, "/"):
		return classPath
	case strings.ContainsAny(text, "()") || strings.Contains(text, "->"):
		return classSignature
	case len(fields) == 1:
		return classSymbol
	}
	if len(query.Keywords(text)) == len(query.Words(text)) && slices.ContainsFunc(fields, isIdentifier) {
		return classKeywords
	}
	return classConcept
}

// isIdentifier reports whether a word looks like a name from code: mixed case
// inside, an underscore, a dot.
func isIdentifier(w string) bool {
	return strings.ContainsAny(w, "_.") || strings.IndexFunc(w[1:], unicode.IsUpper) >= 0
}
