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

// inText lists the symbols that have the text of the query, when no name does.
func (f *filter) inText(ctx context.Context, o SymbolsOptions) ([]candidate, error) {
	ranked, err := relevance.InText(ctx, f.view, f.text, f.wanted(o))
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, x := range query.Spread(f.view.Graph(), ranked, o.MaxPerFile, 0) {
		out = append(out, candidate{x.Node, "text", x.Score})
	}
	return out, nil
}
