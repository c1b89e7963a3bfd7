package relations

import (
	"context"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var usages = op.Read(op.Spec{
	Name:    "usages",
	Summary: "Every place where a symbol is used, and how.",
	Default: true,
	Legacy:  []op.Legacy{{Name: "find_usages", Args: op.Renames{"id": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "Every use of a type", Request: `{"operation":"usages","target":{"symbol":"Config"}}`},
		{Text: "Calls whose result is thrown away", Request: `{"target":{"symbol":"Close"},"options":{"context":"call","return_usage":"discarded"}}`},
		{Text: "How many uses each file has", Request: `{"target":{"symbol":"Config"},"options":{"group_by":"file"}}`},
	},
}, runUsages)

// UsagesRequest asks where one symbol is used.
type UsagesRequest struct {
	Target  op.Target     `json:"target" selectors:"symbol"`
	Options UsagesOptions `json:"options,omitzero"`
}

// UsagesOptions narrow the list.
type UsagesOptions struct {
	Limit int `json:"limit,omitempty" default:"60" min:"1" max:"100000" doc:"most rows"`
	Trust
	ExcludeTests bool   `json:"exclude_tests,omitempty" doc:"leave out uses in tests"`
	GroupBy      string `json:"group_by,omitempty" enum:"file" doc:"one row a file"`
	Context      string `json:"context,omitempty" doc:"keep only these contexts, comma-separated: call, value, type, parameter_type, return_type, field, generic_arg, attribute, import, heritage"`
	ReturnUsage  string `json:"return_usage,omitempty" doc:"keep only calls whose result is used so, comma-separated: discarded, assigned, partially_ignored, returned, goroutine, deferred, argument, condition"`
	Flavor       string `json:"flavor,omitempty" doc:"keep only uses inside types of these shapes, comma-separated: class, struct, interface, enum, type_alias, component"`
	Text         bool   `json:"text,omitempty" doc:"add the line of each use"`
	Compact      bool   `json:"compact,omitempty" doc:"only file and line of each row"`
	op.Scope
}

// Usage is one site, or with group_by all sites of one file.
type Usage struct {
	File    string   `json:"file"`
	Line    uint32   `json:"line,omitempty"`
	Col     uint32   `json:"col,omitempty"` // 1-based, in bytes
	Kind    string   `json:"kind,omitempty"`
	Context string   `json:"context,omitempty"`
	Return  string   `json:"return_usage,omitempty"`
	In      string   `json:"in,omitempty"` // enclosing symbol of the file
	Tier    string   `json:"tier,omitempty"`
	Test    bool     `json:"test,omitempty"`
	Text    string   `json:"text,omitempty"`
	Count   int      `json:"count,omitempty"`
	Lines   []uint32 `json:"lines,omitempty"`
}

// UsagesResult lists sites in order of path, line and column.
type UsagesResult struct {
	Target Target  `json:"target"`
	Usages []Usage `json:"usages" op:"rows"`
	op.Page
	Sites       int           `json:"sites,omitempty"`                // with group_by: sites in all files
	ThroughBase int           `json:"uses_through_base,omitempty"`    // uses of methods that this one overrides
	NameOnly    int           `json:"name_only_candidates,omitempty"` // sites of the name that are bound to nothing
	Caveat      *query.Caveat `json:"caveat,omitempty"`
}

func runUsages(ctx context.Context, v engine.View, req UsagesRequest) (UsagesResult, error) {
	filter, flavors, err := usageFilter(req.Options)
	if err != nil {
		return UsagesResult{}, err
	}
	found, target, err := find(ctx, v, req.Target.Symbol)
	if err != nil {
		return UsagesResult{}, err
	}
	r := v.Graph()
	all := query.Usages(r, found.All(), filter)
	if len(flavors) > 0 {
		all = slices.DeleteFunc(all, func(e graph.Edge) bool { return !inFlavor(r, e.Src, flavors) })
	}
	res := UsagesResult{Target: target}
	if req.Options.GroupBy == "file" {
		res.Sites = len(all)
		res.Usages = byFile(r, all)
	} else {
		res.Total = len(all)
		texts := excerpt.NewTexts(v)
		for _, e := range visible(ctx, all) {
			u := usage(r, e, req.Options.Compact)
			if text, err := texts.Get(ctx, u.File); req.Options.Text && err == nil {
				u.Text = excerpt.LineText(text, int(u.Line))
			}
			res.Usages = append(res.Usages, u)
		}
	}
	known := query.Weigh(r, found.All())
	res.ThroughBase, res.NameOnly, res.Caveat = known.Bases, known.Unbound, known.UsagesCaveat(known.Calls+known.Values+known.Others)
	return res, nil
}

func usageFilter(o UsagesOptions) (f query.UsageFilter, flavors []string, err error) {
	f.Walk = o.walk(1, o.ExcludeTests)
	for _, name := range locate.Split(o.Context) {
		c, ok := graph.ParseContext(name)
		if !ok {
			return f, nil, badName("options.context", name, graph.ContextNames())
		}
		f.Contexts = append(f.Contexts, c)
	}
	for _, name := range locate.Split(o.ReturnUsage) {
		c, ok := graph.ParseReturn(name)
		if !ok {
			return f, nil, badName("options.return_usage", name, graph.ReturnNames())
		}
		f.Returns = append(f.Returns, c)
	}
	flavors = locate.Split(o.Flavor)
	if bad, ok := locate.Unknown(flavors, query.Flavors()); ok {
		return f, nil, badName("options.flavor", bad, query.Flavors())
	}
	return f, flavors, nil
}

// badName is the error for a word that is none of the valid ones.
func badName(field, got string, valid []string) error {
	return op.Invalid("%s: want one of %s, got %q", field, strings.Join(valid, ", "), got).
		With("field", field).With("valid_values", valid)
}

func inFlavor(r graph.Reader, id graph.NodeID, flavors []string) bool {
	if owner := query.OwnerType(r, id); owner != graph.NoNode && query.HasFlavor(r, r.Node(owner), flavors) {
		return true
	}
	return slices.Contains(flavors, "component") && query.IsComponent(r, r.Node(id))
}

func usage(r graph.Reader, e graph.Edge, compact bool) Usage {
	u := Usage{File: r.File(e.File).Path, Line: e.Line}
	if compact {
		return u
	}
	u.Col, u.Kind, u.Context = e.Col+1, e.Kind.String(), query.ContextOf(e).String()
	u.Return, u.Tier = e.Return.String(), e.Tier.String()
	if r.Node(e.Src).Kind != graph.KindFile {
		u.In = called(r, e.Src)
	}
	u.Test = query.InTest(r, e.Src)
	return u
}

// byFile makes one row of each file's sites, which stand together.
func byFile(r graph.Reader, sites []graph.Edge) []Usage {
	var rows []Usage
	last := graph.NoFile
	for _, e := range sites {
		if e.File != last {
			last = e.File
			rows = append(rows, Usage{File: r.File(e.File).Path, Test: query.InTest(r, e.Src)})
		}
		row := &rows[len(rows)-1]
		row.Count++
		if n := len(row.Lines); n == 0 || row.Lines[n-1] != e.Line {
			row.Lines = append(row.Lines, e.Line)
		}
	}
	return rows
}
