package search

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var symbols = op.Read(op.Spec{
	Name: "symbols", Summary: "Symbols by name or words, best match first.",
	Default: true,
	Fixed:   op.Args{"assist": "off"},
	Legacy:  []op.Legacy{{Name: "search_symbols"}},
	Examples: []op.Example{
		{Text: "By name", Request: `{"query":"addTool"}`},
		{Text: "By words, only functions of one folder", Request: `{"operation":"symbols","query":"retry with backoff kind:function path:internal"}`},
	},
}, runSymbols, withoutSignatures)

// SymbolsRequest asks for symbols. The query may hold clauses: kind:, flavor:,
// lang:, path:, repo: and project:.
type SymbolsRequest struct {
	Query   string         `json:"query" doc:"a name, a part of one, words, a signature or a path; with kind:, flavor:, lang:, path:, repo: clauses"`
	Assist  string         `json:"assist,omitempty" enum:"off" doc:"help of a language model"`
	Options SymbolsOptions `json:"options,omitzero"`
}

// SymbolsOptions narrow and order the list.
type SymbolsOptions struct {
	Limit         int    `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
	Path          string `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	Kind          string `json:"kind,omitempty" doc:"only these kinds, comma-separated"`
	Flavor        string `json:"flavor,omitempty" doc:"only these shapes, comma-separated: class, struct, interface, enum, type_alias, module, namespace, component"`
	Corpus        string `json:"corpus,omitempty" default:"code" enum:"code,docs,content,all" doc:"code, headings of documents, lines of text, or all"`
	QueryClass    string `json:"query_class,omitempty" default:"auto" enum:"auto,symbol,concept,path,signature,keyword_soup" doc:"what the query is"`
	Expand        string `json:"expand,omitempty" default:"both" enum:"both,equivalence,llm,off" doc:"look for words of the same meaning too; llm needs a language model"`
	VocabAnchored bool   `json:"vocab_anchored,omitempty" doc:"of those only words that occur in names here"`
	MaxPerFile    int    `json:"max_per_file,omitempty" default:"3" min:"0" doc:"rows of one file before others come first; 0: no bound"`
	ExcludeTests  bool   `json:"exclude_tests,omitempty" doc:"leave out tests"`
	Paginate      bool   `json:"paginate" default:"true" doc:"offer the rest by a cursor"`
	Compact       bool   `json:"compact,omitempty" doc:"only id, kind and line of each row"`
	Debug         bool   `json:"debug,omitempty" doc:"say how each row was found"`
	op.Scope
}

// SymbolRow is one symbol.
type SymbolRow struct {
	locate.Described
	Score   float64 `json:"score,omitempty"`
	Matched string  `json:"matched,omitempty"` // exact, case, prefix, part, words, text
}

// SymbolsResult lists symbols, best first.
type SymbolsResult struct {
	QueryClass string      `json:"query_class"`
	Results    []SymbolRow `json:"results" op:"rows"`
	op.Page
	Decomposed bool               `json:"decomposed,omitempty"` // nothing has the name: found by its words
	Content    []engine.TextMatch `json:"content_matches,omitempty"`
	ContentN   int                `json:"content_total,omitempty"`
	Reason     string             `json:"reason,omitempty"`       // why the rows are here although no name agrees
	DidYouMean []string           `json:"did_you_mean,omitempty"` // ids of symbols with a name that is near
	Advice     string             `json:"query_advice,omitempty"`
	Read       int                `json:"query_bytes_read,omitempty"` // of a query that is longer than anybody types
}

// candidate is a symbol on its way into the result.
type candidate struct {
	id    graph.NodeID
	how   string
	score float64
}

// longest is how many bytes of a query are looked at: a question, not a file.
const longest = 2048

// most is how many symbols a list can hold: nobody reads on.
const most = 2000

func runSymbols(ctx context.Context, v engine.View, req SymbolsRequest) (SymbolsResult, error) {
	o := req.Options
	f, err := parse(v, req.Query, o)
	if err != nil {
		return SymbolsResult{}, err
	}
	if o.Expand == "llm" {
		return SymbolsResult{}, op.Errorf(op.CodeUnavailable, "options.expand: no language model is configured").With("valid_values", []string{"both", "equivalence", "off"})
	}
	if f.text == "" && len(f.kinds)+len(f.flavors)+len(f.languages)+len(f.paths) == 0 {
		return SymbolsResult{}, op.Invalid("query: want a name or words, got nothing").With("field", "query")
	}
	res := SymbolsResult{QueryClass: o.QueryClass}
	if len(f.text) > longest {
		cut := strings.LastIndexAny(f.text[:longest], " \t\n")
		if cut <= 0 {
			cut = longest
		}
		f.text = strings.ToValidUTF8(f.text[:cut], "")
		res.Read = len(f.text)
	}
	if res.QueryClass == "auto" {
		res.QueryClass = classify(f.text)
	}
	var found []candidate
	if o.Corpus != "content" {
		found, res.AtLeast = f.find(res.QueryClass, o, op.Rows(ctx))
	}
	res.Decomposed = res.QueryClass == classSymbol && len(found) > 0 && found[0].how == "words"
	if o.Corpus != "content" && f.text != "" && (len(found) == 0 || res.Decomposed) {
		res.DidYouMean = f.near(res.QueryClass, o)
	}
	if o.Corpus != "content" && f.text != "" && f.onlyTests(found) {
		more, err := f.inText(ctx, found, o)
		if err != nil {
			return res, err
		}
		switch {
		case len(more) == 0:
		case len(found) == 0:
			res.Reason = "no name has this; it stands in the doc comments or bodies of these"
		default:
			res.Reason = "only names of tests have this; it stands in the doc comments or bodies of the others"
		}
		found = append(found, more...)
	}
	res.Total = len(found)
	if !o.Paginate && len(found) > o.Limit {
		found = found[:o.Limit]
		res.Total, res.AtLeast = len(found), true
	}
	if n := op.Rows(ctx); n > 0 {
		found = found[:min(n, len(found))]
	}
	texts := excerpt.NewTexts(v)
	for _, c := range found {
		res.Results = append(res.Results, symbolRow(ctx, v.Graph(), texts, c, o))
	}
	if (o.Corpus == "content" || o.Corpus == "all") && f.text != "" {
		lines, err := v.Text(ctx, engine.TextQuery{Pattern: f.text, IgnoreCase: true, Paths: f.paths, Limit: 10})
		if err != nil {
			return res, err
		}
		res.Content, res.ContentN = lines.Matches, lines.Total
		for i := range res.Content {
			res.Content[i].Text = around(res.Content[i].Text, res.Content[i].Col)
		}
	}
	if len(found) == 0 && res.ContentN == 0 && o.Corpus != "content" {
		res.Advice = "no name has these words, and names are what is searched; search.text looks in all text, explore.task takes a question"
		if o.Corpus == "code" && inHeadings(v.Graph(), f.text) {
			res.Advice = "only headings of documents have these words: options.corpus docs lists them"
		}
	}
	return res, nil
}

// inHeadings reports whether a section of a document is called so.
func inHeadings(r graph.Reader, text string) bool {
	return len(r.Search(query.Words(text), 1, func(id graph.NodeID) bool { return r.Node(id).Kind == graph.KindHeading })) > 0
}

func symbolRow(ctx context.Context, r graph.Reader, texts *excerpt.Texts, c candidate, o SymbolsOptions) SymbolRow {
	row := SymbolRow{}
	if o.Compact {
		d := locate.Brief(r, c.id)
		row.Described = locate.Described{ID: d.ID, Kind: d.Kind, Line: d.Line}
	} else {
		row.Described = locate.DescribeIn(ctx, r, texts, c.id)
		if row.Kind == graph.KindHeading.String() {
			row.Signature = ""
		}
	}
	if o.Debug {
		row.Score, row.Matched = math.Round(c.score*1000)/1000, c.how
	}
	return row
}

// find lists the symbols in order. There may be more when at least want
// symbols have the name itself: words are then not looked at.
func (f *filter) find(class string, o SymbolsOptions, want int) (out []candidate, more bool) {
	r, keep := f.view.Graph(), f.wanted(o)
	switch {
	case f.text == "":
		out = everything(r, keep)
		return out, len(out) == most
	case class == classPath:
		out = f.byPath(r, keep)
		return out, len(out) == most
	}
	seen := map[graph.NodeID]bool{}
	for _, name := range names(class, f.text) {
		for _, x := range query.ByTyped(r, name, keep, most) {
			if !seen[x.Node] && len(out) < most {
				seen[x.Node] = true
				out = append(out, candidate{x.Node, []string{"exact", "case", "prefix", "part"}[x.How], 0})
			}
		}
	}
	if class == classSymbol && want > 0 && len(out) >= want {
		return out, true
	}
	words := query.Keywords(f.text)
	if class == classSymbol || class == classKeywords {
		words = query.Words(f.text)
	}
	// Who types a name that is there does not mean another word for it.
	expand := o.Expand != "off" && (class != classSymbol || len(out) == 0)
	terms := query.Terms(r, words, expand, o.VocabAnchored)
	if o.Expand == "off" {
		for i := range terms {
			terms[i].Variants = nil
		}
	}
	ranked := query.Rank(r, terms, keep, query.Taste{Late: f.wide() && !o.ExcludeTests, Tests: slices.Contains(words, "test") || slices.Contains(words, "tests")})
	perName := 2
	if class == classSymbol {
		perName = 0
	}
	for _, x := range query.Spread(r, ranked, o.MaxPerFile, perName) {
		if !seen[x.Node] && len(out) < most {
			out = append(out, candidate{x.Node, "words", x.Score})
		}
	}
	return out, len(out) == most
}

// wanted is keep with the options that are no part of the filter.
func (f *filter) wanted(o SymbolsOptions) func(graph.NodeID) bool {
	if !o.ExcludeTests {
		return f.keep
	}
	return func(id graph.NodeID) bool { return f.keep(id) && !query.InTest(f.view.Graph(), id) }
}

// wide reports whether the filter takes nearly every symbol.
func (f *filter) wide() bool {
	return f.code && len(f.kinds)+len(f.flavors)+len(f.languages)+len(f.paths) == 0
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL_][\pL\pN_.:#]*`) })

// names are the parts of a query that may be names as they stand.
func names(class, text string) []string {
	switch class {
	case classSymbol:
		return []string{text}
	case classSignature:
		var found []string
		for _, name := range identifier().FindAllString(text, -1) {
			if !slices.Contains([]string{"func", "function", "def", "fn", "async", "export", "public", "private", "static", "const", "class", "return"}, name) {
				found = append(found, name)
			}
		}
		if len(found) > 0 {
			return found[:1]
		}
	default:
		var found []string
		for _, name := range strings.Fields(text) {
			if name = strings.Trim(name, "`'\",;?!."); len(name) > 1 && len(found) < mostNames && isIdentifier(name) {
				found = append(found, name)
			}
		}
		return found
	}
	return nil
}

// mostNames is how many words of a query are looked up as names.
const mostNames = 8

// everything lists what the clauses alone leave, in order of path and line.
func everything(r graph.Reader, keep func(graph.NodeID) bool) []candidate {
	var out []candidate
	for f := range graph.FileID(r.NumFiles()) {
		if r.File(f).Path == "" {
			continue
		}
		for id := range r.FileNodes(f) {
			if keep(id) {
				if out = append(out, candidate{id, "clause", 0}); len(out) == most {
					return out
				}
			}
		}
	}
	return out
}

// byPath lists the symbols of the files whose path contains the text.
func (f *filter) byPath(r graph.Reader, keep func(graph.NodeID) bool) []candidate {
	want := strings.ToLower(strings.TrimPrefix(f.text, "./"))
	return everything(r, func(id graph.NodeID) bool {
		n := r.Node(id)
		return n.Owner == graph.NoNode && strings.Contains(strings.ToLower(r.File(n.File).Path), want) && keep(id)
	})
}

// withoutSignatures is the shorter form.
func withoutSignatures(res SymbolsResult) SymbolsResult {
	rows := slices.Clone(res.Results)
	for i := range rows {
		rows[i].Signature = ""
	}
	res.Results = rows
	return res
}

// around is a line clipped to what stands near a column.
func around(line string, col int) string {
	const wide = 200
	if len(line) <= wide {
		return line
	}
	from := max(0, min(col-1-wide/3, len(line)-wide))
	return strings.ToValidUTF8(line[from:from+wide], "")
}
