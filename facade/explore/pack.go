package explore

import (
	"context"
	"encoding/json"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// tokenBytes is how many bytes are taken for one token.
const tokenBytes = 4

// pack makes the answer fit its budget: as many sources as there is room for,
// best first; when there is room for none, doc comments, neighbours and
// signatures go, in this order.
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
	for i := range res.Symbols {
		s := &res.Symbols[i]
		source, short := sourceOf(ctx, r, texts, ranked[i].Node)
		cost := excerpt.Encoded(source) + len(`,"source":"","source_shortened":true`)
		if source == "" || cost > left {
			if source != "" {
				res.Omitted++
			}
			continue
		}
		s.Source, s.Shortened = source, short
		if n := r.Node(ranked[i].Node); n.Span.Doc < n.Span.Start {
			s.Doc = "" // it is part of the source
		}
		left -= cost
	}
}

func size(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(text)
}

// sourceOf is a symbol's source with its doc comment. A long one is reduced
// to the lines that steer control, then cut.
func sourceOf(ctx context.Context, r graph.Reader, texts *excerpt.Texts, id graph.NodeID) (source string, short bool) {
	n := r.Node(id)
	text, err := texts.Get(ctx, r.File(n.File).Path)
	if err != nil || int(n.Span.End) > len(text) {
		return "", false
	}
	shown, _ := excerpt.Shown(text[min(n.Span.Doc, n.Span.Start):n.Span.End])
	if len(shown) > longSource {
		shown, short = excerpt.Skeleton(shown, 60)
		shown = excerpt.Fit(shown, longSource)
	}
	shown, _ = excerpt.Redact(shown)
	return shown, short
}
