package relations

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var declaration = op.Read(op.Spec{
	Name:    "declaration",
	Summary: "The declarations behind a piece of text where it is used.",
	Selects: []string{"query"},
	Legacy:  []op.Legacy{{Name: "find_declaration", Args: op.Renames{"use_site": "target.query"}}},
	Examples: []op.Example{
		{Text: "What cfg.Load( means", Request: `{"operation":"declaration","target":{"query":"cfg.Load("}}`},
		{Text: "Every declaration that a name can mean", Request: `{"operation":"declaration","target":{"symbol":"Load"}}`},
	},
}, runDeclaration)

// DeclarationRequest gives a piece of text as it stands at a use, or the name
// of a symbol.
type DeclarationRequest struct {
	Target  op.Target          `json:"target" selectors:"query,symbol"`
	Options DeclarationOptions `json:"options,omitzero"`
}

// DeclarationOptions narrow the search.
type DeclarationOptions struct {
	Regex      bool   `json:"regex,omitempty" doc:"the text is a regular expression (RE2)"`
	PathPrefix string `json:"path_prefix,omitempty" doc:"look only for uses under these paths, comma-separated"`
	Kind       string `json:"kind,omitempty" doc:"only declarations of these kinds, comma-separated"`
	Limit      int    `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
	op.Scope
}

// Declared is a declaration and the uses that lead to it.
type Declared struct {
	locate.Described
	Uses     int      `json:"uses"`
	UseSites []string `json:"use_sites"` // path:line, the first few
}

// DeclarationResult lists declarations, the most used first.
type DeclarationResult struct {
	Declarations []Declared `json:"declarations" op:"rows"`
	op.Page
	Scanned  int    `json:"use_sites_scanned"`
	Unbound  int    `json:"unbound_sites,omitempty"` // lines on which nothing that matched is bound
	Complete bool   `json:"complete"`
	Note     string `json:"note,omitempty"`
}

const (
	mostScanned  = 2000 // lines looked at
	shownUseSite = 5
)

func runDeclaration(ctx context.Context, v engine.View, req DeclarationRequest) (DeclarationResult, error) {
	o := req.Options
	kinds, err := parseKinds(o.Kind)
	if err != nil {
		return DeclarationResult{}, err
	}
	paths, err := locate.ParsePaths(v, o.PathPrefix)
	if err != nil {
		return DeclarationResult{}, err
	}
	if req.Target.Symbol != "" {
		return declarationsOf(ctx, v, req.Target.Symbol, kinds, paths)
	}
	pattern := req.Target.Query
	if !o.Regex {
		pattern = regexp.QuoteMeta(pattern)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return DeclarationResult{}, op.Invalid("target.query: %v", err).With("field", "target.query")
	}
	found, err := v.Text(ctx, engine.TextQuery{Pattern: req.Target.Query, Regexp: o.Regex, Paths: paths, Limit: mostScanned})
	if err != nil {
		return DeclarationResult{}, err
	}
	res := DeclarationResult{Scanned: len(found.Matches), Complete: found.Complete && len(found.Matches) == found.Total}
	r, texts := v.Graph(), excerpt.NewTexts(v)
	uses := map[graph.NodeID][]string{}
	for _, m := range found.Matches {
		bound := 0
		for _, id := range meant(r, m, re) {
			if n := r.Node(id); n.Kind == graph.KindUnresolved || len(kinds) > 0 && !slices.Contains(kinds, n.Kind) {
				continue
			}
			bound++
			uses[id] = append(uses[id], fmt.Sprintf("%s:%d", m.Path, m.Line))
		}
		if bound == 0 {
			res.Unbound++
		}
	}
	for id, at := range uses {
		res.Declarations = append(res.Declarations, Declared{locate.DescribeIn(ctx, r, texts, id), len(at), at[:min(len(at), shownUseSite)]})
	}
	res.sort()
	if len(uses) == 0 && len(found.Matches) > 0 {
		res.Note = "the text stands in the tree, but nothing on those lines is bound to a declaration: it may be a comment, a string or a name from outside"
	}
	return res, nil
}

// declarationsOf lists all that a name can mean, with the sites that are known
// to mean each.
func declarationsOf(ctx context.Context, v engine.View, name string, kinds []graph.Kind, paths locate.Paths) (DeclarationResult, error) {
	r := v.Graph()
	m := query.Lookup(r, name)
	if len(m.Nodes) == 0 {
		found, err := locate.Symbol(ctx, v, name)
		if err != nil {
			return DeclarationResult{}, err
		}
		m.Nodes = found.All()
	}
	res, texts := DeclarationResult{Complete: true}, excerpt.NewTexts(v)
	for _, id := range append(slices.Clone(m.Nodes), m.Rest...) {
		if len(kinds) > 0 && !slices.Contains(kinds, r.Node(id).Kind) {
			continue
		}
		row := Declared{Described: locate.DescribeIn(ctx, r, texts, id), UseSites: []string{}}
		for _, e := range query.Usages(r, []graph.NodeID{id}, query.UsageFilter{}) {
			path := r.File(e.File).Path
			if !paths.Match(path) {
				continue
			}
			if row.Uses++; row.Uses <= shownUseSite {
				row.UseSites = append(row.UseSites, fmt.Sprintf("%s:%d", path, e.Line))
			}
		}
		res.Scanned += row.Uses
		res.Declarations = append(res.Declarations, row)
	}
	res.sort()
	return res, nil
}

func (res *DeclarationResult) sort() {
	slices.SortFunc(res.Declarations, func(a, b Declared) int {
		return cmp.Or(cmp.Compare(b.Uses, a.Uses), cmp.Compare(a.ID, b.ID))
	})
}

// meant lists what the references within a match are bound to; what all
// references on the line are bound to when none starts within it.
func meant(r graph.Reader, m engine.TextMatch, re *regexp.Regexp) []graph.NodeID {
	f, ok := r.FileByPath(m.Path)
	if !ok {
		return nil
	}
	var ids []graph.NodeID
	take := func(id graph.NodeID) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	sites := query.SitesAt(r, f, uint32(m.Line))
	for _, at := range re.FindAllStringIndex(m.Text, -1) {
		for _, e := range sites {
			if int(e.Col) >= at[0] && int(e.Col) < max(at[1], at[0]+1) {
				take(e.Dst)
			}
		}
	}
	if ids == nil {
		for _, e := range sites {
			take(e.Dst)
		}
	}
	return ids
}

func parseKinds(csv string) ([]graph.Kind, error) {
	var kinds []graph.Kind
	for _, name := range locate.Split(csv) {
		k, ok := graph.ParseKind(name)
		if !ok {
			return nil, badName("options.kind", name, graph.KindNames())
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}
