package explore

import (
	"context"
	"encoding/json"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

const (
	tokenBytes = 4    // bytes taken for one token
	usual      = 2800 // tokens that are enough as a rule; a large budget allows for more
	beside     = 3000 // bytes of further sources beside a long first one
	headDoc    = 1200 // bytes of a doc comment shown in full with the first source
	otherDoc   = 400  // with the others; of a longer one only the first sentence
)

// pack makes the answer fit its budget: as many sources as there is room for,
// best first; when there is room for none, doc comments, neighbours and
// signatures go, in this order. The first source is whole if it takes no more
// than two fifths of the budget. The others are added up to a third of it, or
// what is usual: the budget is a bound, no aim.
func pack(ctx context.Context, r graph.Reader, texts *excerpt.Texts, res *TaskResult, ranked []query.Ranked, tokens int) {
	budget := tokens * tokenBytes
	if room := op.Room(ctx); room > 0 {
		budget = min(budget, room)
	}
	left := budget - size(res) - len(`,"sources_omitted":100`)
	for _, shrink := range []func(*TaskSymbol){
		func(s *TaskSymbol) { s.Doc = "" },
		func(s *TaskSymbol) { s.Callers, s.Callees = nil, nil },
		func(s *TaskSymbol) { s.Signature, s.Matched = "", nil },
	} {
		if left >= 0 {
			break
		}
		for i := range res.Symbols {
			shrink(&res.Symbols[i])
		}
		left = budget - size(res)
	}
	if left < 0 {
		res.Files, res.More, res.Docs = nil, nil, nil
		left = budget - size(res)
	}
	aim := min(budget, max(usual*tokenBytes, budget/3))
	long := aim / 5
	for i := range res.Symbols {
		s := &res.Symbols[i]
		whole, docs, room := long, otherDoc, left
		if i == 0 {
			whole, docs = max(long, 2*budget/5), headDoc
		}
		source, short, doc := sourceOf(ctx, r, texts, ranked[i].Node, whole, long, docs)
		cost := excerpt.Encoded(source) + len(`,"source":"","source_shortened":true`)
		if source == "" || cost > room {
			if source != "" {
				res.Omitted++
			}
			continue
		}
		s.Source, s.Shortened = source, short
		if doc {
			s.Doc = "" // it is part of the source
		}
		left -= cost
		if i == 0 {
			left = min(left, max(aim-(budget-left), beside))
		}
	}
}

func size(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(text)
}

// sourceOf is a symbol's source, of overloads the one with the body. One that
// is longer than whole is reduced to the lines that steer control, then cut to
// long. A doc comment of at most docs bytes is part of it.
func sourceOf(ctx context.Context, r graph.Reader, texts *excerpt.Texts, id graph.NodeID, whole, long, docs int) (source string, short, doc bool) {
	n := r.Node(id)
	text, err := texts.Get(ctx, r.File(n.File).Path)
	if err != nil || int(n.Span.End) > len(text) {
		return "", false, false
	}
	span := excerpt.Implementation(text, n.Span)
	from := span.Start
	if span.Doc < from && int(from-span.Doc) <= docs {
		from, doc = span.Doc, true
	}
	shown, _ := excerpt.Shown(text[from:span.End])
	if len(shown) > whole {
		skeleton, ok := excerpt.Skeleton(shown, 60)
		if ok && len(skeleton) > long/4 {
			shown, short = skeleton, true
		} // else nothing in it steers control: its beginning says more
		if fits := excerpt.Fit(shown, long); len(fits) < len(shown) {
			shown, short = fits, true
		}
	}
	shown, _ = excerpt.Redact(shown)
	return shown, short, doc
}
