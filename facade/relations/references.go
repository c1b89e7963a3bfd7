package relations

import (
	"context"
	"regexp"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

var references = op.Read(op.Spec{
	Name:    "references",
	Summary: "Whether a symbol is referenced at all, with the evidence: the question to ask before deleting it.",
	Legacy:  []op.Legacy{{Name: "check_references", Args: op.Renames{"symbol_id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "Is it safe to delete?", Request: `{"operation":"references","target":{"symbol":"oldHelper"}}`},
		{Text: "Is a name used that no symbol has?", Request: `{"operation":"references","options":{"name":"legacy_flag"}}`},
	},
}, runReferences)

// ReferencesRequest asks about one symbol, or about a bare name.
type ReferencesRequest struct {
	Target  op.Target         `json:"target,omitzero" selectors:"symbol"`
	Options ReferencesOptions `json:"options,omitzero"`
}

// ReferencesOptions bound the evidence.
type ReferencesOptions struct {
	Name          string `json:"name,omitempty" doc:"a word to look for in the text instead, when no symbol has the name"`
	ExcludeTests  bool   `json:"exclude_tests,omitempty" doc:"leave out tests"`
	EvidenceLimit int    `json:"evidence_limit,omitempty" default:"50" min:"1" max:"1000" doc:"most pieces of evidence"`
	Trust
	op.Scope
}

// ReferencesResult says whether and how a symbol is referenced.
type ReferencesResult struct {
	Target     *Target        `json:"target,omitempty"`
	Name       string         `json:"name,omitempty"`
	Total      int            `json:"total_references"`
	Referenced string         `json:"referenced"` // yes, no, or unknown: none found, but the caveat says what was not seen
	ByKind     map[string]int `json:"by_kind,omitempty"`
	Callers    int            `json:"caller_count,omitempty"`
	SameName   int            `json:"same_name_elsewhere,omitempty"`  // other symbols of the name
	NameOnly   int            `json:"name_only_candidates,omitempty"` // sites of the name that are bound to nothing
	Importing  []string       `json:"importing_files,omitempty"`
	Caveat     *query.Caveat  `json:"caveat,omitempty"`
	Evidence   []Usage        `json:"evidence" op:"rows"`
	Page       op.Page        `json:"evidence_page"`
}

// mostImporting is how many importing files are named.
const mostImporting = 20

func runReferences(ctx context.Context, v engine.View, req ReferencesRequest) (ReferencesResult, error) {
	o := req.Options
	if req.Target.Symbol == "" {
		if o.Name == "" {
			return ReferencesResult{}, op.Invalid("relations.references: want target.symbol or options.name").
				With("field", "target").With("valid_selectors", []string{"symbol"})
		}
		return textReferences(ctx, v, o)
	}
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		if op.AsError(err).Code == op.CodeSymbolNotFound && o.Name != "" {
			return textReferences(ctx, v, o)
		}
		return ReferencesResult{}, err
	}
	r := v.Graph()
	walk := o.walk(1, o.ExcludeTests)
	sites := query.Usages(r, found.All(), query.UsageFilter{Walk: walk})
	res := ReferencesResult{Target: &target, Referenced: "yes", ByKind: map[string]int{}, Callers: len(query.Callers(r, found.All(), walk))}
	for _, e := range sites {
		res.ByKind[e.Kind.String()]++
		if e.Kind == graph.EdgeImports {
			if p := r.File(e.File).Path; !slices.Contains(res.Importing, p) && len(res.Importing) < mostImporting {
				res.Importing = append(res.Importing, p)
			}
		}
	}
	for id := range r.ByName(r.Node(found.Node).Name) {
		if !slices.Contains(found.All(), id) {
			res.SameName++
		}
	}
	res.Total = len(sites)
	for _, e := range sites[:min(len(sites), o.EvidenceLimit)] {
		res.Evidence = append(res.Evidence, usage(r, e, false))
	}
	known := query.Weigh(r, found.All())
	res.NameOnly, res.Caveat = known.Unbound, known.UsagesCaveat(len(sites))
	if len(sites) == 0 && res.Callers == 0 {
		res.Referenced = "no"
		if res.Caveat != nil && res.Caveat.Class != query.CaveatUnused {
			res.Referenced = "unknown"
		}
	}
	return res, nil
}

// textReferences looks for a word in the text of all files.
func textReferences(ctx context.Context, v engine.View, o ReferencesOptions) (ReferencesResult, error) {
	found, err := v.Text(ctx, engine.TextQuery{Pattern: `\b` + regexp.QuoteMeta(o.Name) + `\b`, Regexp: true, Limit: o.EvidenceLimit})
	if err != nil {
		return ReferencesResult{}, err
	}
	r := v.Graph()
	res := ReferencesResult{Name: o.Name, Referenced: "unknown"}
	for _, m := range found.Matches {
		u := Usage{File: m.Path, Line: uint32(m.Line), Col: uint32(m.Col), Tier: graph.TierTextMatched.String(), Text: m.Text}
		if f, ok := r.FileByPath(m.Path); ok {
			in := query.Innermost(r, f, u.Line)
			if u.Test = query.InTest(r, in); u.Test && o.ExcludeTests {
				continue
			}
			if r.Node(in).Kind != graph.KindFile {
				u.In = called(r, in)
			}
		}
		res.Evidence = append(res.Evidence, u)
	}
	for id := range r.ByName(o.Name) {
		if r.Node(id).Kind.IsDeclared() {
			res.SameName++
		}
	}
	res.Total, res.Page.AtLeast = found.Total, !found.Complete
	res.Caveat = &query.Caveat{Class: query.CaveatIncomplete, Text: "the name was looked for in the text: a line that has it may mean something else"}
	if found.Total == 0 && found.Complete {
		res.Referenced = "no"
		res.Caveat.Text = "the name stands nowhere in the indexed text"
	}
	return res, nil
}
