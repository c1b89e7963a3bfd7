package explore

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/relevance"
)

var prefetch = op.Read(op.Spec{
	Name: "prefetch", Summary: "Symbols that are likely to be asked for next.",
	Legacy: []op.Legacy{{Name: "prefetch_context"}},
	Unseen: true,
	Examples: []op.Example{
		{Text: "After looking at one symbol", Request: `{"operation":"prefetch","task":"parse ignore files","options":{"recent_symbols":["internal/walk/ignore.go::parse"]}}`},
		{Text: "From what this session has seen and changed", Request: `{"operation":"prefetch"}`},
	},
}, runPrefetch, withoutSources)

// PrefetchRequest gives what is known of the work: the task, or what was looked
// at. What the session has seen, and what has changed, counts as well.
type PrefetchRequest struct {
	Task    string          `json:"task,omitempty" doc:"what is to be done, in plain words"`
	Options PrefetchOptions `json:"options,omitzero"`
}

// PrefetchOptions narrow the list.
type PrefetchOptions struct {
	RecentSymbols []string `json:"recent_symbols,omitempty" doc:"ids or names of symbols that were looked at, the latest first; left out, those that the session has seen in answers"`
	IncludeSource bool     `json:"include_source,omitempty" doc:"add the sources, as far as there is room"`
	Limit         int      `json:"limit,omitempty" default:"20" min:"1" max:"1000" doc:"most rows"`
	Compact       bool     `json:"compact,omitempty" doc:"only id and line of each row"`
	op.Scope
}

// Prefetched is one symbol that may be needed.
type Prefetched struct {
	ID         string  `json:"id"`
	Kind       string  `json:"kind,omitempty"`
	File       string  `json:"file_path,omitempty"`
	Line       uint32  `json:"start_line,omitempty"`
	Reason     string  `json:"reason,omitempty"`     // the strongest of what speaks for it
	Confidence float64 `json:"confidence,omitempty"` // 0 to 1, of all that speaks for it; an order rather than a probability
	Source     string  `json:"source,omitempty"`
	Shortened  bool    `json:"source_shortened,omitempty"`
}

// PrefetchResult lists candidates, the most likely first.
type PrefetchResult struct {
	Candidates []Prefetched `json:"candidates" op:"rows"`
	op.Page
}

func withoutSources(res PrefetchResult) PrefetchResult {
	for i := range res.Candidates {
		res.Candidates[i].Source, res.Candidates[i].Shortened = "", false
	}
	return res
}

const (
	recentMost  = 12  // symbols looked at last whose neighbours count
	changedMost = 20  // symbols changed last that count
	fanMost     = 30  // neighbours of one symbol, above which they tell nothing
	fromTask    = 0.8 // what the best symbol for the task counts
	fromCall    = 0.5 // what is called by the symbol looked at last
	fromCaller  = 0.4 // what calls it
	fromChange  = 0.6 // what was changed last
	fromBroken  = 0.5 // what calls what was changed last
	fading      = 0.9 // what the one before counts against it
	sourceBytes = 2000
)

// evidence gathers what speaks for symbols.
type evidence struct {
	r      graph.Reader
	doubt  map[graph.NodeID]float64 // 1 minus the confidence
	best   map[graph.NodeID]float64
	reason map[graph.NodeID]string
}

func (e *evidence) add(id graph.NodeID, worth float64, reason func() string) {
	n := e.r.Node(id)
	if worth <= 0 || n.File == graph.NoFile || !n.Kind.IsDeclared() || n.Kind == graph.KindFile {
		return
	}
	if _, ok := e.doubt[id]; !ok {
		e.doubt[id] = 1
	}
	e.doubt[id] *= 1 - worth
	if worth > e.best[id] {
		e.best[id], e.reason[id] = worth, reason()
	}
}

func (e *evidence) id(id graph.NodeID) string { return graph.ID(e.r, e.r.Node(id)) }

func runPrefetch(ctx context.Context, v engine.View, req PrefetchRequest) (PrefetchResult, error) {
	r := v.Graph()
	e := &evidence{r, map[graph.NodeID]float64{}, map[graph.NodeID]float64{}, map[graph.NodeID]string{}}
	recent, err := recentSymbols(ctx, v, req.Options.RecentSymbols)
	if err != nil {
		return PrefetchResult{}, err
	}
	changes, _, err := v.Changes()
	if err != nil {
		return PrefetchResult{}, err
	}
	changed := changedSymbols(v, changes)
	if strings.TrimSpace(req.Task) == "" && len(recent) == 0 && len(changed) == 0 {
		return PrefetchResult{}, op.Invalid("nothing is known of the work yet: say the task, or name symbols that were looked at").
			With("field", "task").With("suggested_field", "options.recent_symbols")
	}
	if err := e.task(ctx, v, req.Task); err != nil {
		return PrefetchResult{}, err
	}
	for i, id := range recent {
		e.around(id, fromCall*math.Pow(fading, float64(i)), fromCaller*math.Pow(fading, float64(i)))
	}
	for i, id := range changed {
		fade := math.Pow(fading, float64(i))
		e.add(id, fromChange*fade, func() string { return "changed lately" })
		e.callers(id, fromBroken*fade, "calls "+e.id(id)+", which changed")
	}
	for _, id := range recent {
		if !slices.Contains(changed, id) {
			delete(e.doubt, id) // it was looked at, and is as it was
		}
	}
	return e.result(ctx, v, req), nil
}

// task counts what the words of the task lead to.
func (e *evidence) task(ctx context.Context, v engine.View, task string) error {
	if strings.TrimSpace(task) == "" {
		return nil
	}
	found, err := relevance.Find(ctx, v, task, nil)
	if err != nil || len(found.Symbols) == 0 {
		return err
	}
	top := found.Symbols[0].Score
	for _, x := range found.Symbols[:min(len(found.Symbols), mapped)] {
		if top > 0 {
			e.add(x.Node, fromTask*x.Score/top, func() string { return "has " + strings.Join(found.Matched(e.r, x.Node), ", ") })
		}
	}
	return nil
}

// around counts what a symbol calls, and what calls it.
func (e *evidence) around(id graph.NodeID, called, calls float64) {
	seen := map[graph.NodeID]bool{id: true}
	var list []graph.NodeID
	for edge := range e.r.Out(id) {
		use := edge.Kind == graph.EdgeCalls || edge.Kind == graph.EdgeInstantiates || edge.Kind == graph.EdgeUsesType
		if use && edge.Tier != graph.TierSpeculative && !seen[edge.Dst] {
			seen[edge.Dst] = true
			list = append(list, edge.Dst)
		}
	}
	if len(list) <= fanMost {
		for _, to := range list {
			e.add(to, called, func() string { return "used by " + e.id(id) })
		}
	}
	e.callers(id, calls, "calls "+e.id(id))
}

func (e *evidence) callers(id graph.NodeID, worth float64, reason string) {
	all := query.Callers(e.r, []graph.NodeID{id}, query.Walk{Depth: 1})
	if len(all) > fanMost {
		return
	}
	for _, c := range all {
		w := worth
		if query.InTest(e.r, c.Node) {
			w /= 2
		}
		e.add(c.Node, w, func() string { return reason })
	}
}

func (e *evidence) result(ctx context.Context, v engine.View, req PrefetchRequest) PrefetchResult {
	var nodes []graph.NodeID
	for id := range e.doubt {
		nodes = append(nodes, id)
	}
	slices.SortFunc(nodes, func(a, b graph.NodeID) int { return cmp.Or(cmp.Compare(e.doubt[a], e.doubt[b]), cmp.Compare(a, b)) })
	res := PrefetchResult{Candidates: []Prefetched{}}
	res.Total = len(nodes)
	if n := op.Rows(ctx); n > 0 {
		nodes = nodes[:min(n, len(nodes))]
	}
	texts := excerpt.NewTexts(v)
	for _, id := range nodes {
		d := locate.Brief(e.r, id)
		row := Prefetched{ID: d.ID, Line: e.r.Node(id).Span.StartLine}
		if !req.Options.Compact {
			row.Kind, row.File, row.Reason = d.Kind, d.File, e.reason[id]
			row.Confidence = math.Round((1-e.doubt[id])*100) / 100
		}
		if req.Options.IncludeSource {
			row.Source, row.Shortened, _ = sourceOf(ctx, e.r, texts, id, sourceBytes, sourceBytes, 0)
		}
		res.Candidates = append(res.Candidates, row)
	}
	return res
}

// recentSymbols are those that the caller names, which have to be known, else
// those that the session has seen, as far as they are there still; the latest
// first.
func recentSymbols(ctx context.Context, v engine.View, named []string) (out []graph.NodeID, err error) {
	for _, name := range named {
		found, err := locate.Symbol(ctx, v, name)
		if err != nil {
			return nil, err
		}
		out = append(out, found.Node)
	}
	if len(named) == 0 {
		seen := v.Session().State().Seen
		slices.Reverse(seen)
		out = byIDs(v, seen)
	}
	return out[:min(len(out), recentMost)], nil
}

// changedSymbols are those that were changed or added, the latest first.
func changedSymbols(v engine.View, changes []engine.FileChange) []graph.NodeID {
	var ids []string
	for i := len(changes) - 1; i >= 0; i-- {
		for _, id := range slices.Concat(changes[i].Modified, changes[i].Added) {
			if !slices.Contains(ids, id) && len(ids) < changedMost {
				ids = append(ids, id)
			}
		}
	}
	return byIDs(v, ids)
}

// byIDs are the symbols with these ids that are in the index.
func byIDs(v engine.View, ids []string) (out []graph.NodeID) {
	for _, id := range ids {
		if m := query.Lookup(v.Graph(), id); len(m.Nodes) == 1 {
			out = append(out, m.Nodes[0])
		}
	}
	return out
}
