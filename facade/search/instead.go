package search

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/relevance"
)

// mostNear is how many ids of near names are given.
const mostNear = 5

// near lists the symbols with a name that the query may be a slip of.
func (f *filter) near(class string, o SymbolsOptions) []string {
	if class != classSymbol {
		return nil
	}
	r, keep := f.view.Graph(), f.wanted(o)
	name := strings.ToLower(query.Bare(f.text))
	name = name[strings.LastIndexAny(name, ".:#")+1:]
	var ids []string
	for _, id := range query.Suggest(r, f.text, most) {
		n := r.Node(id)
		if _, ok := query.Near(name, strings.ToLower(n.Name)); ok && keep(id) && len(ids) < mostNear {
			ids = append(ids, graph.ID(r, n))
		}
	}
	return ids
}

// mostTests is how many symbols found are looked at for being tests.
const mostTests = 20

// onlyTests reports whether nothing was found, or tests alone.
func (f *filter) onlyTests(found []candidate) bool {
	if len(found) > mostTests {
		return false
	}
	for _, c := range found {
		if !query.InTest(f.view.Graph(), c.id) {
			return false
		}
	}
	return true
}

// inText lists the symbols that have the text of the query though their names
// have not: those that were not found already, and no further tests.
func (f *filter) inText(ctx context.Context, found []candidate, o SymbolsOptions) ([]candidate, error) {
	r, wanted := f.view.Graph(), f.wanted(o)
	ranked, err := relevance.InText(ctx, f.view, f.text, f.paths, func(id graph.NodeID) bool {
		return wanted(id) && (len(found) == 0 || !query.InTest(r, id))
	})
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, x := range query.Spread(r, ranked, o.MaxPerFile, 0) {
		out = append(out, candidate{x.Node, "text", x.Score})
	}
	return out, nil
}
