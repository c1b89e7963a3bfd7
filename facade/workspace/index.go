package workspace

import (
	"cmp"
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

var index = op.Read(op.Spec{
	Name: "index", Summary: "The state of the index: what is in it, what was left out and why, what could not be read, and how fresh it is.",
	Legacy: []op.Legacy{{Name: "index_health"}},
	Examples: []op.Example{
		{Text: "Can answers be trusted?", Request: `{"operation":"index"}`},
		{Text: "The numbers alone", Request: `{"operation":"index","arguments":{"compact":true}}`},
	},
}, runIndex)

// IndexRequest asks about the index.
type IndexRequest struct {
	Arguments IndexArguments `json:"arguments,omitzero"`
}

// IndexArguments say how much to list.
type IndexArguments struct {
	Compact bool `json:"compact,omitempty" doc:"numbers only, no paths"`
}

// Coverage says how well one language is understood.
type Coverage struct {
	Language    string `json:"language"`
	Files       int    `json:"files"`
	ParseErrors int    `json:"files_with_parse_errors,omitempty"`
	Untyped     int    `json:"files_not_type_checked,omitempty"`

	whole int // files that neither holds for
}

// ParseFailure is a file that was not understood in full.
type ParseFailure struct {
	Path  string `json:"path"`
	Bytes uint32 `json:"bytes_lost"`
}

// IndexResult is the state of the index.
type IndexResult struct {
	State      string `json:"state"` // fresh, stale, missing, not_indexed, warming
	Generation string `json:"generation"`
	IndexedAt  string `json:"indexed_at,omitempty"`
	Refreshed  int    `json:"refreshed_files,omitempty"` // re-read by this call
	Files      int    `json:"files"`
	Symbols    int    `json:"symbols"`
	Nodes      int    `json:"node_count"` // symbols, files, and names outside of the index
	Edges      int    `json:"edge_count"`
	Health
	Bytes       int64            `json:"index_bytes,omitempty"`
	SourceBytes int64            `json:"source_bytes"`
	Notes       []string         `json:"notes,omitempty"`
	Languages   []Coverage       `json:"language_coverage"`
	FailedN     int              `json:"parse_failures_total"`
	Failed      []ParseFailure   `json:"parse_failures,omitempty"` // most bytes lost first
	SkippedBy   map[string]int   `json:"skipped_by_reason,omitempty"`
	SkippedN    int              `json:"skipped_total"`
	Skipped     []engine.Skipped `json:"skipped" op:"rows"`
	Page        op.Page          `json:"skipped_page"`
}

// plainText is the language of files that have none.
const plainText = "text"

// mostFailed is how many files with parse errors are listed.
const mostFailed = 20

func runIndex(ctx context.Context, v engine.View, req IndexRequest) (IndexResult, error) {
	r, repo, status := v.Graph(), v.Repository(), v.Status()
	res := IndexResult{
		State: repo.State, Generation: status.Generation, IndexedAt: cmp.Or(status.IndexedAt, repo.Indexed),
		Refreshed: status.Refreshed, Bytes: repo.Bytes, Notes: status.Caveats, SkippedBy: map[string]int{},
	}
	res.countFiles(r)
	if err := res.countNodes(ctx, r); err != nil {
		return res, err
	}
	res.Health = health(res.Languages, v.Repositories(), repo.State)
	skipped := v.Skipped()
	for _, s := range skipped {
		res.SkippedBy[s.Reason]++
	}
	res.FailedN, res.SkippedN = len(res.Failed), len(skipped)
	res.Failed = res.Failed[:min(len(res.Failed), mostFailed)]
	res.Skipped = skipped
	if req.Arguments.Compact {
		res.Failed, res.Skipped = nil, nil
	}
	return res, nil
}

// countFiles fills in what is known of files and languages.
func (res *IndexResult) countFiles(r graph.Reader) {
	coverage := map[string]*Coverage{}
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if f.Path == "" {
			continue
		}
		res.Files++
		res.SourceBytes += int64(f.Size)
		for range r.FileNodes(id) {
			res.Symbols++
		}
		c := coverage[cmp.Or(f.Language, plainText)]
		if c == nil {
			c = &Coverage{Language: cmp.Or(f.Language, plainText)}
			coverage[c.Language] = c
		}
		c.Files++
		if f.Flags&graph.FileUntyped != 0 {
			c.Untyped++
		}
		if f.Flags&graph.FileParseErrors != 0 {
			c.ParseErrors++
			res.Failed = append(res.Failed, ParseFailure{f.Path, f.ErrorBytes})
		}
		if f.Flags&(graph.FileUntyped|graph.FileParseErrors) == 0 {
			c.whole++
		}
	}
	for _, c := range coverage {
		res.Languages = append(res.Languages, *c)
	}
	slices.SortFunc(res.Languages, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Language, b.Language))
	})
	slices.SortStableFunc(res.Failed, func(a, b ParseFailure) int { return cmp.Compare(b.Bytes, a.Bytes) })
}

// countNodes fills in the size of the graph, as workspace.graph counts it.
func (res *IndexResult) countNodes(ctx context.Context, r graph.Reader) error {
	for id := range graph.NodeID(r.NumNodes()) {
		if id%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Node(id).Kind == graph.KindNone {
			continue
		}
		res.Nodes++
		for range r.In(id) {
			res.Edges++
		}
	}
	return nil
}
