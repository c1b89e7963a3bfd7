package relevance

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// shortestText is how many bytes a text must have to tell anything.
const shortestText = 4

// InText ranks the symbols under some paths (none: everywhere) in whose doc
// comments or bodies a text stands, in any case, those that say it in a doc comment first. What stands everywhere
// tells nothing: then there are none, as for a text that is too short.
func InText(ctx context.Context, v engine.View, text string, paths []string, keep func(graph.NodeID) bool) ([]query.Ranked, error) {
	if len(text) < shortestText || strings.ContainsAny(text, "\r\n") {
		return nil, nil
	}
	found, err := v.Text(ctx, engine.TextQuery{Pattern: text, IgnoreCase: true, Paths: paths, Limit: commonest + 1, MaxFiles: mostFiles})
	if err != nil || len(found.Matches) > commonest || !found.Complete {
		return nil, err
	}
	r, places := v.Graph(), newPlaces(ctx, v)
	worth := map[graph.NodeID]float64{}
	for _, m := range found.Matches {
		id, lines := places.symbol(m.Path, uint32(m.Line))
		if id == graph.NoNode || !keep(id) {
			continue
		}
		w := inBody / (1 + math.Log2(1+float64(lines)/longBody))
		if uint32(m.Line) < r.Node(id).Span.StartLine {
			w = inDoc
		}
		if query.InTest(r, id) {
			w /= 3
		}
		worth[id] = max(worth[id], w)
	}
	out := make([]query.Ranked, 0, len(worth))
	for id, w := range worth {
		out = append(out, query.Ranked{Node: id, Score: w, Matched: 1})
	}
	slices.SortFunc(out, func(a, b query.Ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Node, b.Node)) })
	return out, nil
}
