package markdown

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"

	grammar "github.com/alexaandru/go-sitter-forest/markdown"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// ids are the node kinds the extractor asks for.
type ids struct {
	atx, setext, inline, paragraph, cell, definition, destination uint16
	markers                                                       map[uint16]int // level by marker or underline
}

var names = sync.OnceValue(func() *ids {
	g := treesitter.Grammar{Language: grammar.GetLanguage()}
	k := &ids{atx: g.Symbol("atx_heading"), setext: g.Symbol("setext_heading"), inline: g.Symbol("inline"),
		paragraph: g.Symbol("paragraph"), cell: g.Symbol("pipe_table_cell"),
		definition: g.Symbol("link_reference_definition"), destination: g.Symbol("link_destination"), markers: map[uint16]int{}}
	for i, m := range []string{"atx_h1_marker", "atx_h2_marker", "atx_h3_marker", "atx_h4_marker", "atx_h5_marker", "atx_h6_marker"} {
		k.markers[g.Symbol(m)] = i + 1
	}
	k.markers[g.Symbol("setext_h1_underline")] = 1
	k.markers[g.Symbol("setext_h2_underline")] = 2
	return k
})

// extractor makes the unit of one document.
type extractor struct {
	k       *ids
	src     []byte
	recs    []treesitter.Rec
	unit    *lang.Unit
	levels  []int   // of each symbol
	open    []int32 // the sections around the place reached
	anchors map[string]int
	links   []link
}

// link is a destination and where it stands.
type link struct {
	to        string
	line, col uint32
	at        uint32 // byte
}

// Extract makes the unit of a document.
func Extract(s *bind.Source) *lang.Unit {
	x := &extractor{k: names(), src: s.Text, recs: s.Recs, unit: &lang.Unit{}, anchors: map[string]int{}}
	for i := range x.recs {
		switch r := &x.recs[i]; r.Sym {
		case x.k.atx, x.k.setext:
			x.heading(uint32(i))
		case x.k.inline:
			x.inline(r)
		case x.k.cell:
			x.inline(r)
		case x.k.destination:
			if r.Parent != treesitter.NoRec && x.recs[r.Parent].Sym == x.k.definition {
				x.links = append(x.links, link{string(x.src[r.Start:r.End]), r.Row + 1, r.Col, r.Start})
			}
		}
	}
	x.sections()
	for _, l := range x.links {
		x.refer(l)
	}
	return x.unit
}

// heading adds the symbol of a section.
func (x *extractor) heading(i uint32) {
	level, text := 0, uint32(treesitter.NoRec)
	for c := i + 1; c < x.recs[i].Next; c++ {
		if l := x.k.markers[x.recs[c].Sym]; l > 0 {
			level = l
		}
		if x.recs[c].Sym == x.k.inline && text == treesitter.NoRec {
			text = c
		}
	}
	if level == 0 || text == treesitter.NoRec {
		return
	}
	r, t := &x.recs[i], &x.recs[text]
	name := title(x.src[t.Start:t.End], x.recs[i].Sym == x.k.atx)
	if name == "" {
		return
	}
	s := lang.UnitSymbol{Symbol: lang.Symbol{Kind: graph.KindHeading, Flags: graph.FlagExported, Name: name, Qual: name, Owner: -1,
		Span: graph.Span{Start: r.Start, StartLine: r.Row + 1, Name: t.Start, NameLine: t.Row + 1, Doc: r.Start, Body: r.End}}, Type: -1, Result: -1}
	for len(x.open) > 0 && x.levels[x.open[len(x.open)-1]] >= level {
		x.open = x.open[:len(x.open)-1]
	}
	if len(x.open) > 0 {
		s.Owner = x.open[len(x.open)-1]
		s.Qual = x.unit.Symbols[s.Owner].Qual + "." + name
	}
	x.open = append(x.open, int32(len(x.unit.Symbols)))
	x.unit.Symbols = append(x.unit.Symbols, s)
	x.levels = append(x.levels, level)
	x.anchor(name)
}

// anchor exports the section under the name that links use, as GitHub makes
// it: lower case, letters, digits, "-" and "_", "-1" and so on for repetitions.
func (x *extractor) anchor(name string) {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	n := x.anchors[slug]
	x.anchors[slug]++
	if n > 0 {
		slug += "-" + strconv.Itoa(n)
	}
	sym := int32(len(x.unit.Symbols) - 1)
	x.unit.Exprs = append(x.unit.Exprs, lang.Expr{Op: lang.ExprSymbol, A: sym, B: -1})
	x.unit.Exports = append(x.unit.Exports, lang.Export{Name: slug, Expr: int32(len(x.unit.Exprs) - 1)})
}

// title is the text of a heading without its markup.
func title(b []byte, atx bool) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(b), "\uFFFD")), " ")
	if atx {
		if cut := strings.TrimRight(s, "#"); cut == "" || strings.HasSuffix(cut, " ") {
			s = strings.TrimSpace(cut)
		}
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && strings.IndexByte("\\`*_{}[]()#+-.!|<>", s[i+1]) >= 0:
			i++
			out.WriteByte(s[i])
		case c == '`' || c == '*':
		case c == '[':
			if end := strings.Index(s[i:], "]("); end > 0 {
				if tail := strings.IndexByte(s[i+end:], ')'); tail > 0 {
					out.WriteString(s[i+1 : i+end])
					i += end + tail
					continue
				}
			}
			out.WriteByte(c)
		default:
			out.WriteByte(c)
		}
	}
	return strings.TrimSpace(out.String())
}

// sections ends each section where the next of its level or above begins.
func (x *extractor) sections() {
	for i := range x.unit.Symbols {
		end := uint32(len(x.src))
		for j := i + 1; j < len(x.levels); j++ {
			if x.levels[j] <= x.levels[i] {
				end = x.unit.Symbols[j].Span.Start
				for end > 0 && x.src[end-1] != '\n' { // the mark of a quotation or a list before it
					end--
				}
				break
			}
		}
		p := &x.unit.Symbols[i].Span
		for end > p.Start && (x.src[end-1] == '\n' || x.src[end-1] == '\r' || x.src[end-1] == ' ') {
			end--
		}
		p.End = end
		p.Body = min(p.Body, end)
		p.EndLine = p.StartLine + uint32(bytes.Count(x.src[p.Start:end], []byte("\n")))
	}
}

// refer records a link to a file of the tree or to a section.
func (x *extractor) refer(l link) {
	to, err := unescape(strings.Trim(l.to, "<>"))
	if err != nil || to == "" || strings.Contains(to, "://") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, "mailto:") {
		return
	}
	file, anchor, _ := strings.Cut(to, "#")
	file, _, _ = strings.Cut(file, "?")
	if file == "" {
		for _, e := range x.unit.Exports {
			if e.Name == anchor {
				x.ref(l, e.Expr)
				return
			}
		}
		return
	}
	x.ref(l, x.module(file, ""))
	if anchor != "" && (strings.HasSuffix(file, ".md") || strings.HasSuffix(file, ".markdown")) {
		x.ref(l, x.module(file, anchor))
	}
}

func (x *extractor) module(file, anchor string) int32 {
	x.unit.Imports = append(x.unit.Imports, lang.Import{Module: file, Name: anchor, Implicit: true, From: -1})
	x.unit.Exprs = append(x.unit.Exprs, lang.Expr{Op: lang.ExprImport, A: int32(len(x.unit.Imports) - 1), B: -1})
	return int32(len(x.unit.Exprs) - 1)
}

func (x *extractor) ref(l link, e int32) {
	all := x.unit.Symbols
	from := int32(sort.Search(len(all), func(i int) bool { return all[i].Span.Start > l.at })) - 1
	for from >= 0 && l.at >= all[from].Span.End {
		from = all[from].Owner
	}
	x.unit.Refs = append(x.unit.Refs, lang.UnitRef{From: from, Expr: e, Kind: graph.EdgeReferences, Context: graph.ContextValue, Line: l.line, Col: l.col})
}
