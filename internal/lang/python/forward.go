package python

import (
	"unicode"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// forward reads a type written as a string.
func (x *extractor) forward(i uint32, s *scope, ctx graph.Context) int32 {
	if i+2 >= x.recs[i].Next || x.recs[i+2].Sym != x.k.strContent || x.recs[i+2].Next != i+3 {
		return -1
	}
	r := &x.recs[i+2]
	p := &quoted{x: x, s: s, text: x.src[r.Start:r.End], line: r.Row + 1, col: r.Col}
	return p.union(ctx, 0)
}

// quoted parses the type in a string: dotted names, brackets, bars.
type quoted struct {
	x         *extractor
	s         *scope
	text      []byte
	at        int
	line, col uint32
}

func (p *quoted) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *quoted) take(b byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == b {
		p.at++
		return true
	}
	return false
}

// word reads an identifier; "" if there is none.
func (p *quoted) word() (string, int) {
	p.space()
	from := p.at
	for p.at < len(p.text) {
		r, n := utf8.DecodeRune(p.text[p.at:])
		if r != '_' && !unicode.IsLetter(r) && (p.at == from || !unicode.IsDigit(r)) || r == utf8.RuneError {
			break
		}
		p.at += n
	}
	return string(p.text[from:p.at]), from
}

func (p *quoted) union(ctx graph.Context, depth int) int32 {
	v := p.primary(ctx, depth)
	for p.take('|') {
		v = p.x.either(v, p.primary(ctx, depth))
	}
	return v
}

func (p *quoted) primary(ctx graph.Context, depth int) int32 {
	x := p.x
	if depth > 16 {
		p.at = len(p.text)
		return -1
	}
	if p.take('[') {
		p.list(depth)
		return -1
	}
	name, from := p.word()
	if name == "" || name == "None" {
		return -1
	}
	e := x.name(name, p.s)
	for p.at < len(p.text) && p.text[p.at] == '.' {
		p.note(from, e, graph.EdgeReferences, graph.ContextNone)
		p.at++
		if name, from = p.word(); name == "" {
			return -1
		}
		e = x.expr(lang.ExprMember, e, -1, name)
	}
	p.note(from, e, graph.EdgeUsesType, ctx)
	if p.take('[') {
		return x.applied(e, name, p.list(depth))
	}
	return x.instance(e, name, p.s)
}

// list reads type arguments up to the closing bracket.
func (p *quoted) list(depth int) (args []int32) {
	for p.at < len(p.text) && !p.take(']') {
		before := p.at
		args = append(args, p.union(graph.ContextGenericArg, depth+1))
		if !p.take(',') && p.at == before {
			p.at++ // something else: a literal, dots
		}
	}
	return args
}

func (p *quoted) note(from int, e int32, kind graph.EdgeKind, ctx graph.Context) {
	if p.x.unit.Exprs[e].Op != lang.ExprUnknown {
		p.x.refAt(p.line, p.col+uint32(from), p.s, e, kind, ctx, graph.ReturnNone)
	}
}
