package bind

import (
	"bytes"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// A unit is stored as a version byte, the content hash of its file, a head and
// a body. The head is what other files can see: declarations without positions,
// imports, exports, and the expressions these need. Two heads that are equal
// byte for byte mean that nobody else has to be resolved again.
const blobVersion = 1

const blobPrefix = 1 + 16

// unitBlob is a stored unit.
type unitBlob []byte

// ok reports whether the blob was written by this version for this content.
func (b unitBlob) ok(hash [16]byte) bool {
	return len(b) > blobPrefix && b[0] == blobVersion && bytes.Equal(b[1:blobPrefix], hash[:])
}

// head returns the bytes of the head, nil when the blob is damaged.
func (b unitBlob) head() []byte {
	if len(b) <= blobPrefix || b[0] != blobVersion {
		return nil
	}
	_, rest, ok := section(b[blobPrefix:])
	if !ok {
		return nil
	}
	return b[blobPrefix : len(b)-len(rest)]
}

// unit is a decoded unit. A head has the first locals and expressions only,
// its symbols no spans, its imports no positions, and no Refs.
type unit struct {
	lang.Unit
	hasBody []bool // of each symbol: it is more than a signature
}

// encoder turns units into blobs. It is reused by one goroutine.
type encoder struct {
	w             writer
	exprs, locals []int32 // new index by old one
	headE, headL  []int32 // old indices of what belongs to the head
	stack         []int32
}

// encode stores a unit that Check accepts.
func (c *encoder) encode(u *lang.Unit, hash [16]byte) []byte {
	c.number(u)
	dst := append(make([]byte, 0, blobPrefix+len(u.Refs)*8+len(u.Exprs)*4), blobVersion)
	dst = append(dst, hash[:]...)
	c.w.reset()
	c.head(u)
	dst = c.w.section(dst)
	c.w.reset()
	c.body(u)
	return slices.Clip(c.w.section(dst))
}

// number finds the expressions and locals that the head needs and numbers them
// before the others; the order among each is kept, so operands stay in front.
func (c *encoder) number(u *lang.Unit) {
	c.exprs = fill(c.exprs, len(u.Exprs))
	c.locals = fill(c.locals, len(u.Locals))
	c.stack = c.stack[:0]
	want := func(e int32) {
		if e >= 0 && c.exprs[e] < 0 {
			c.exprs[e] = 0
			c.stack = append(c.stack, e)
		}
	}
	for i := range u.Symbols {
		s := &u.Symbols[i]
		want(s.Type)
		want(s.Result)
		for _, e := range s.Bases {
			want(e)
		}
		for _, e := range s.Implements {
			want(e)
		}
	}
	for _, e := range u.Exports {
		want(e.Expr)
	}
	for _, e := range u.Star {
		want(e.Expr)
	}
	for len(c.stack) > 0 {
		e := u.Exprs[c.stack[len(c.stack)-1]]
		c.stack = c.stack[:len(c.stack)-1]
		operands(e, want)
		if e.Op == lang.ExprLocal && c.locals[e.A] < 0 {
			c.locals[e.A] = 0
			want(u.Locals[e.A].Type)
		}
	}
	c.headE, c.headL = renumber(c.exprs, c.headE[:0]), renumber(c.locals, c.headL[:0])
}

// fill makes a slice of n times -1.
func fill(s []int32, n int) []int32 {
	if cap(s) < n {
		s = make([]int32, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = -1
	}
	return s
}

// renumber gives the marked items the first numbers and the others those after
// them, and collects the marked.
func renumber(index []int32, head []int32) []int32 {
	for i, v := range index {
		if v == 0 {
			head = append(head, int32(i))
		}
	}
	in, out := int32(0), int32(len(head))
	for i, v := range index {
		if v == 0 {
			index[i] = in
			in++
		} else {
			index[i] = out
			out++
		}
	}
	return head
}

func (c *encoder) expr(i int32) {
	if i >= 0 {
		i = c.exprs[i]
	}
	c.w.int(i)
}

func (c *encoder) list(l []int32) {
	c.w.uint(uint64(len(l)))
	for _, e := range l {
		c.expr(e)
	}
}

func (c *encoder) head(u *lang.Unit) {
	w := &c.w
	w.uint(uint64(len(u.Symbols)))
	for i := range u.Symbols {
		s := &u.Symbols[i]
		w.uint(uint64(s.Kind))
		w.uint(uint64(s.Flags)<<1 | b2u(s.Span.Body != 0))
		w.int(s.Owner)
		w.str(s.Name)
		if s.Qual == implied(u.Symbols, s) {
			w.uint(0)
		} else {
			w.str(s.Qual)
		}
		c.expr(s.Type)
		c.expr(s.Result)
		c.list(s.Bases)
		c.list(s.Implements)
	}
	w.uint(uint64(len(u.Imports)))
	for i := range u.Imports {
		m := &u.Imports[i]
		w.str(m.Module)
		w.str(m.Name)
		w.str(m.Alias)
		w.uint(b2u(m.TypeOnly) | b2u(m.ReExport)<<1 | b2u(m.Implicit)<<2)
		w.int(m.From)
	}
	for _, list := range [][]lang.Export{u.Exports, u.Star} {
		w.uint(uint64(len(list)))
		for _, e := range list {
			w.str(e.Name)
			c.expr(e.Expr)
		}
	}
	w.uint(b2u(u.Star != nil))
	w.uint(uint64(len(c.headL)))
	for _, l := range c.headL {
		c.expr(u.Locals[l].Type)
	}
	w.uint(uint64(len(c.headE)))
	for _, e := range c.headE {
		c.node(u.Exprs[e])
	}
}

// implied is the Qual a symbol has when its text does not say otherwise.
func implied(all []lang.UnitSymbol, s *lang.UnitSymbol) string {
	if s.Owner < 0 {
		return s.Name
	}
	return all[s.Owner].Qual + "." + s.Name
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (c *encoder) node(e lang.Expr) {
	w := &c.w
	w.uint(uint64(e.Op))
	switch e.Op {
	case lang.ExprLocal:
		w.int(c.locals[e.A])
	case lang.ExprSymbol, lang.ExprImport, lang.ExprThis, lang.ExprClass, lang.ExprSuper:
		w.int(e.A)
	case lang.ExprArg:
		c.expr(e.A)
		w.int(e.B)
	default:
		operands(e, c.expr)
		if e.Op == lang.ExprLiteral {
			if e.B < 0 {
				w.int(-1)
			}
			w.int(e.A)
		}
	}
	switch e.Op {
	case lang.ExprGlobal, lang.ExprMember, lang.ExprLiteral, lang.ExprIndexKey:
		w.str(e.Name)
	}
}

func (c *encoder) body(u *lang.Unit) {
	w := &c.w
	w.str(u.Path)
	w.str(u.Language)
	w.uint(uint64(u.Flags))
	w.uint(uint64(u.ErrorBytes))
	for i := range u.Symbols {
		p := &u.Symbols[i].Span
		for _, v := range [...]uint32{p.Start, p.End - p.Start, p.StartLine, p.EndLine - p.StartLine,
			p.Name - p.Start, p.NameLine - p.StartLine, p.Doc - p.Start, p.Body} {
			w.uint(uint64(v))
		}
	}
	for i := range u.Imports {
		m := &u.Imports[i]
		for _, v := range [...]uint32{m.Line, m.Col, m.ModuleLine, m.ModuleCol} {
			w.uint(uint64(v))
		}
	}
	w.uint(uint64(len(u.Locals) - len(c.headL)))
	for i, l := range u.Locals {
		if int(c.locals[i]) >= len(c.headL) {
			c.expr(l.Type)
		}
	}
	w.uint(uint64(len(u.Exprs) - len(c.headE)))
	for i, e := range u.Exprs {
		if int(c.exprs[i]) >= len(c.headE) {
			c.node(e)
		}
	}
	w.uint(uint64(len(u.Refs)))
	for i := range u.Refs {
		r := &u.Refs[i]
		w.int(r.From)
		c.expr(r.Expr)
		w.uint(uint64(r.Kind) | uint64(r.Context)<<4 | uint64(r.Return)<<8)
		w.uint(uint64(r.Line))
		w.uint(uint64(r.Col))
	}
}

// decodeHead reads what other files may see of a unit; nil when damaged.
func decodeHead(b unitBlob) *unit {
	if len(b) <= blobPrefix || b[0] != blobVersion {
		return nil
	}
	r, _, ok := section(b[blobPrefix:])
	if !ok {
		return nil
	}
	u := &unit{}
	u.Symbols = make([]lang.UnitSymbol, r.count(8))
	u.hasBody = make([]bool, len(u.Symbols))
	for i := range u.Symbols {
		s := &u.Symbols[i]
		s.Kind = graph.Kind(r.uint())
		flags := r.uint()
		s.Flags, u.hasBody[i] = graph.Flags(flags>>1), flags&1 != 0
		s.Owner = r.int()
		s.Name = r.str()
		if s.Owner >= int32(i) || s.Owner < -1 || s.Name == "" {
			return nil
		}
		if s.Qual = r.str(); s.Qual == "" {
			s.Qual = implied(u.Symbols, s)
		}
		s.Type, s.Result = r.int(), r.int()
		s.Bases, s.Implements = readList(&r), readList(&r)
		if r.bad {
			return nil
		}
	}
	u.Imports = make([]lang.Import, r.count(5))
	for i := range u.Imports {
		m := &u.Imports[i]
		m.Module, m.Name, m.Alias = r.str(), r.str(), r.str()
		flags := r.uint()
		m.TypeOnly, m.ReExport, m.Implicit = flags&1 != 0, flags&2 != 0, flags&4 != 0
		m.From = r.int()
	}
	u.Exports = readExports(&r)
	u.Star = readExports(&r)
	if r.uint() == 1 && u.Star == nil {
		u.Star = []lang.Export{}
	}
	readNodes(&r, &u.Unit)
	if r.bad || Check(&u.Unit) != nil {
		return nil
	}
	return u
}

func readList(r *reader) []int32 {
	n := r.count(1)
	if n == 0 {
		return nil
	}
	l := make([]int32, n)
	for i := range l {
		l[i] = r.int()
	}
	return l
}

func readExports(r *reader) []lang.Export {
	n := r.count(2)
	if n == 0 {
		return nil
	}
	l := make([]lang.Export, n)
	for i := range l {
		l[i] = lang.Export{Name: r.str(), Expr: r.int()}
	}
	return l
}

// readNodes appends the locals and expressions that follow to those of u.
func readNodes(r *reader, u *lang.Unit) {
	n := r.count(1)
	u.Locals = append(make([]lang.Local, 0, len(u.Locals)+n), u.Locals...)
	for range n {
		u.Locals = append(u.Locals, lang.Local{Type: r.int()})
	}
	n = r.count(1)
	u.Exprs = append(make([]lang.Expr, 0, len(u.Exprs)+n), u.Exprs...)
	for range n {
		u.Exprs = append(u.Exprs, readNode(r))
	}
}

func readNode(r *reader) lang.Expr {
	e := lang.Expr{Op: lang.ExprOp(r.uint()), A: -1, B: -1}
	switch e.Op {
	case lang.ExprUnknown, lang.ExprGlobal:
	case lang.ExprLiteral:
		e.B, e.A = r.int(), r.int()
	case lang.ExprApply, lang.ExprUnion, lang.ExprArg:
		e.A, e.B = r.int(), r.int()
	default:
		e.A = r.int()
	}
	switch e.Op {
	case lang.ExprGlobal, lang.ExprMember, lang.ExprLiteral, lang.ExprIndexKey:
		e.Name = r.str()
	}
	return e
}

// decodeBody completes a head: the result has everything the extractor said,
// with expressions and locals in the order of the blob. Nil when damaged.
func decodeBody(b unitBlob, head *unit) *unit {
	if len(b) <= blobPrefix || head == nil {
		return nil
	}
	_, rest, ok := section(b[blobPrefix:])
	if !ok {
		return nil
	}
	r, _, ok := section(rest)
	if !ok {
		return nil
	}
	u := &unit{Unit: head.Unit, hasBody: head.hasBody}
	u.Path, u.Language = r.str(), r.str()
	u.Flags, u.ErrorBytes = graph.FileFlags(r.uint()), r.uint32()
	u.Symbols = append([]lang.UnitSymbol(nil), head.Symbols...)
	for i := range u.Symbols {
		p := &u.Symbols[i].Span
		p.Start = r.uint32()
		p.End = p.Start + r.uint32()
		p.StartLine = r.uint32()
		p.EndLine = p.StartLine + r.uint32()
		p.Name = p.Start + r.uint32()
		p.NameLine = p.StartLine + r.uint32()
		p.Doc = p.Start + r.uint32()
		p.Body = r.uint32()
	}
	u.Imports = append([]lang.Import(nil), head.Imports...)
	for i := range u.Imports {
		m := &u.Imports[i]
		m.Line, m.Col, m.ModuleLine, m.ModuleCol = r.uint32(), r.uint32(), r.uint32(), r.uint32()
	}
	readNodes(&r, &u.Unit)
	u.Refs = make([]lang.UnitRef, r.count(5))
	for i := range u.Refs {
		f := &u.Refs[i]
		f.From, f.Expr = r.int(), r.int()
		k := r.uint()
		f.Kind, f.Context, f.Return = graph.EdgeKind(k&15), graph.Context(k>>4&15), graph.Return(k>>8&15)
		f.Line, f.Col = r.uint32(), r.uint32()
	}
	if r.bad || Check(&u.Unit) != nil {
		return nil
	}
	return u
}
