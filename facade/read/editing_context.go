package read

import (
	"cmp"
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var editingContext = op.Read(op.Spec{
	Name: "editing_context", Summary: "What to know before editing a file: its symbols, who calls them from outside and what they call outside.",
	Legacy: []op.Legacy{{Name: "get_editing_context", Args: op.Renames{"path": "target.file"}}},
	Examples: []op.Example{
		{Text: "Before editing a file", Request: `{"operation":"editing_context","target":{"file":"internal/server.go"}}`},
		{Text: "With its text, bodies stubbed but one", Request: `{"operation":"editing_context","target":{"symbol":"Server.addTool"},"context":{"compress_bodies":true,"keep":"addTool"},"output":{"max_tokens":6000}}`},
	},
}, runEditingContext, halved, halved, halved)

// EditingContextRequest asks about one file, or the file of a symbol.
type EditingContextRequest struct {
	Target  op.Target             `json:"target" selectors:"file,symbol"`
	Context Stub                  `json:"context,omitzero"`
	Options EditingContextOptions `json:"options,omitzero"`
}

// EditingContextOptions are the rest.
type EditingContextOptions struct {
	Detail      string `json:"detail,omitempty" default:"brief" enum:"brief,full" doc:"full lists more, and tests too"`
	IfNoneMatch string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: everything is left out if the file is the same"`
}

// Link is a call over the edge of the file.
type Link struct {
	ID     string `json:"id"`     // the symbol outside
	Symbol string `json:"symbol"` // the symbol inside
	Line   uint32 `json:"line"`   // of the call
	Tier   string `json:"tier,omitempty"`
	Test   bool   `json:"test,omitempty"`
}

// EditingContextResult is what lies in and around a file. The counts are those
// of the whole lists.
type EditingContextResult struct {
	Path        string     `json:"path"`
	Language    string     `json:"language,omitempty"`
	Lines       uint32     `json:"lines"`
	Etag        string     `json:"etag"`
	NotModified bool       `json:"not_modified,omitempty"`
	Focus       string     `json:"focus,omitempty"` // id of the symbol asked for
	Imports     []string   `json:"imports,omitempty"`
	DefineN     int        `json:"defines_total"`
	Defines     []Outlined `json:"defines"`
	CalledByN   int        `json:"called_by_total"`
	CalledBy    []Link     `json:"called_by"`
	CallsN      int        `json:"calls_total"`
	Calls       []Link     `json:"calls"`
	Externals   []string   `json:"external,omitempty"` // names outside the index that the file calls
	Truncated   bool       `json:"truncated,omitempty"`
	Source      string     `json:"source_compressed,omitempty"`
	Elided      int        `json:"bodies_elided,omitempty"`
	Kept        []string   `json:"kept_symbols,omitempty"`
}

func runEditingContext(ctx context.Context, v engine.View, req EditingContextRequest) (EditingContextResult, error) {
	f, focus, err := editTarget(ctx, v, req.Target)
	if err != nil {
		return EditingContextResult{}, err
	}
	level, err := req.Context.fidelity(f.Path)
	if err != nil {
		return EditingContextResult{}, err
	}
	r := v.Graph()
	res := EditingContextResult{Path: f.Path, Language: f.Language, Lines: f.Lines}
	same := req
	same.Target, same.Options.IfNoneMatch = op.Target{}, ""
	res.Etag = etag(f.Hash[:], []any{f.Path, focus, same, v.Status().Generation})
	if req.Options.IfNoneMatch == res.Etag {
		res.NotModified = true
		return res, nil
	}
	most := 25
	if req.Options.Detail == "full" {
		most = 200
	}
	if focus != graph.NoNode {
		res.Focus = graph.ID(r, r.Node(focus))
	}
	res.Imports = imports(r, f)
	res.Defines = outline(ctx, v, f, false)
	res.CalledBy = callersFromOutside(r, f, focus, req.Options.Detail == "full")
	res.Calls, res.Externals = callsToOutside(r, f, focus)
	res.DefineN, res.CalledByN, res.CallsN = len(res.Defines), len(res.CalledBy), len(res.Calls)
	res.cut(most)
	c, err := v.ReadFile(ctx, f.Path)
	if err != nil || level == omitted || level == full && req.Context.FidelityGlobs == "" {
		return res, err
	}
	text := c.Bytes
	if level == compressed {
		bodies, kept := req.Context.bodies(r, f.ID)
		text, res.Elided = excerpt.Elide(text, 0, uint32(len(text)), bodies)
		res.Kept = kept
	}
	shown, _ := excerpt.Shown(text)
	shown, _ = excerpt.Redact(shown)
	res.Source = excerpt.Fit(shown, roomFor(ctx, res))
	res.Truncated = res.Truncated || len(res.Source) < len(shown)
	return res, nil
}

func editTarget(ctx context.Context, v engine.View, t op.Target) (graph.File, graph.NodeID, error) {
	if t.File != "" {
		f, err := locate.File(ctx, v, t.File)
		return f, graph.NoNode, err
	}
	found, err := locate.Symbol(ctx, v, t.Symbol)
	if err != nil {
		return graph.File{}, graph.NoNode, err
	}
	n := v.Graph().Node(found.Node)
	if n.File == graph.NoFile {
		return graph.File{}, graph.NoNode, outside(n)
	}
	return v.Graph().File(n.File), found.Node, nil
}

// callersFromOutside lists who calls the file's symbols from another file,
// those of the focus first. Tests come last, or not at all.
func callersFromOutside(r graph.Reader, f graph.File, focus graph.NodeID, tests bool) []Link {
	var list []Link
	for id := range r.FileNodes(f.ID) {
		if !r.Node(id).Kind.IsCallable() && !r.Node(id).Kind.IsType() {
			continue
		}
		for _, c := range query.Callers(r, []graph.NodeID{id}, query.Walk{Depth: 1, ExcludeTests: !tests}) {
			if n := r.Node(c.Node); n.File != f.ID {
				list = append(list, Link{graph.ID(r, n), r.Node(id).Qual, c.Sites[0].Line, c.Tier.String(), query.InTest(r, c.Node)})
			}
		}
	}
	sortLinks(r, list, focus)
	return list
}

// callsToOutside lists what the file's symbols call in other files, and the
// names outside the index that they call.
func callsToOutside(r graph.Reader, f graph.File, focus graph.NodeID) (list []Link, externals []string) {
	seen := map[[2]graph.NodeID]bool{}
	for id := range r.FileNodes(f.ID) {
		for e := range r.Out(id) {
			if e.Kind != graph.EdgeCalls && e.Kind != graph.EdgeInstantiates || e.Tier == graph.TierSpeculative {
				continue
			}
			n := r.Node(e.Dst)
			switch {
			case n.Kind == graph.KindExternal:
				externals = append(externals, n.Name)
			case n.Kind.IsDeclared() && n.File != f.ID && !seen[[2]graph.NodeID{id, e.Dst}]:
				seen[[2]graph.NodeID{id, e.Dst}] = true
				list = append(list, Link{graph.ID(r, n), r.Node(id).Qual, e.Line, e.Tier.String(), false})
			}
		}
	}
	slices.Sort(externals)
	sortLinks(r, list, focus)
	return list, slices.Compact(externals)
}

func sortLinks(r graph.Reader, list []Link, focus graph.NodeID) {
	wanted := ""
	if focus != graph.NoNode {
		wanted = r.Node(focus).Qual
	}
	rank := func(l Link) int {
		switch {
		case l.Symbol == wanted:
			return 0
		case !l.Test:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b Link) int { return cmp.Compare(rank(a), rank(b)) })
}

// cut shortens the lists to most elements each.
func (res *EditingContextResult) cut(most int) {
	res.Truncated = res.Truncated || len(res.Defines) > most || len(res.CalledBy) > most || len(res.Calls) > most || len(res.Externals) > most
	res.Imports = res.Imports[:min(len(res.Imports), most)]
	res.Defines = append([]Outlined{}, res.Defines[:min(len(res.Defines), most)]...)
	res.CalledBy = append([]Link{}, res.CalledBy[:min(len(res.CalledBy), most)]...)
	res.Calls = append([]Link{}, res.Calls[:min(len(res.Calls), most)]...)
	res.Externals = res.Externals[:min(len(res.Externals), most)]
}

// halved is the shorter form: half of every list, and no signatures.
func halved(res EditingContextResult) EditingContextResult {
	longest := max(len(res.Defines), len(res.CalledBy), len(res.Calls), len(res.Externals), len(res.Imports))
	res.cut(max(3, longest/2))
	res.Truncated = true
	return res
}
