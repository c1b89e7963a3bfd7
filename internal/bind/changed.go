package bind

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/gortexhq/gortex/internal/lang"
)

// changedNames compares two heads of a file and returns the names at the top
// whose meaning differs, declared, changed or gone; false when something
// differs that concerns every name (what a star import takes as a whole,
// what other modules' names it offers).
func changedNames(before, after *unit) (map[string]bool, bool) {
	if before == nil || after == nil {
		return nil, false
	}
	a, b := newSignatures(before), newSignatures(after)
	if a.rest() != b.rest() {
		return nil, false
	}
	x, y := a.all(), b.all()
	out := map[string]bool{}
	for n, s := range x {
		if y[n] != s {
			out[n] = true
		}
	}
	for n := range y {
		if _, ok := x[n]; !ok {
			out[n] = true
		}
	}
	return out, true
}

// signatures writes down what names mean in a way that does not depend on the
// numbers of symbols, locals and expressions.
type signatures struct {
	u      *unit
	t      *tables
	buf    []byte
	exprs  map[int32]int // in order of the first visit
	locals map[int32]int
}

func newSignatures(u *unit) *signatures {
	return &signatures{u: u, t: newTables(u, true)}
}

func (s *signatures) int(v int) { s.buf = binary.AppendVarint(s.buf, int64(v)) }

func (s *signatures) str(v string) {
	s.int(len(v))
	s.buf = append(s.buf, v...)
}

// begin starts another signature.
func (s *signatures) begin() {
	s.buf, s.exprs, s.locals = s.buf[:0], map[int32]int{}, map[int32]int{}
}

// all are the signatures of the names at the top.
func (s *signatures) all() map[string][32]byte {
	parts := map[string][]func(){}
	for i := range s.u.Symbols {
		top := s.u.Symbols[s.t.top[i]].Name
		parts[top] = append(parts[top], func() { s.symbol(int32(i)) })
	}
	for i := range s.u.Imports {
		if m := &s.u.Imports[i]; m.From < 0 && m.Alias != "" {
			parts[m.Alias] = append(parts[m.Alias], func() { s.imported(int32(i)) })
		}
	}
	for n, list := range [][]lang.Export{s.u.Exports, s.u.Star} {
		for _, e := range list {
			if e.Name != "*" {
				parts[e.Name] = append(parts[e.Name], func() {
					s.int(n)
					s.expr(e.Expr)
				})
			}
		}
	}
	out := make(map[string][32]byte, len(parts))
	for name, list := range parts {
		s.begin()
		for _, part := range list {
			part()
		}
		out[name] = sha256.Sum256(s.buf)
	}
	return out
}

// rest is the signature of what concerns every name.
func (s *signatures) rest() [32]byte {
	s.begin()
	s.int(int(b2u(s.u.Star != nil)))
	for _, list := range [][]lang.Export{s.u.Exports, s.u.Star} {
		for _, e := range list {
			if e.Name == "*" {
				s.expr(e.Expr)
			}
		}
		s.int(-1)
	}
	for _, i := range s.t.starIn {
		s.imported(i)
	}
	return sha256.Sum256(s.buf)
}

func (s *signatures) symbol(i int32) {
	y := &s.u.Symbols[i]
	s.int(int(y.Kind))
	s.int(int(y.Flags))
	s.int(int(b2u(s.u.hasBody[i])))
	s.named(i)
	if y.Owner >= 0 {
		s.named(y.Owner)
	}
	s.expr(y.Type)
	s.expr(y.Result)
	for _, list := range [][]int32{y.Bases, y.Implements} {
		s.int(len(list))
		for _, e := range list {
			s.expr(e)
		}
	}
}

func (s *signatures) named(i int32) {
	s.str(s.u.Symbols[i].Qual)
	s.int(int(s.t.dup[i]))
}

func (s *signatures) imported(i int32) {
	m := &s.u.Imports[i]
	s.str(m.Module)
	s.str(m.Name)
	s.str(m.Alias)
	if s.int(int(b2u(m.From >= 0))); m.From >= 0 {
		s.named(m.From)
	}
}

// expr writes an expression; what is met again is named by its number.
func (s *signatures) expr(i int32) {
	if i < 0 {
		s.int(-1)
		return
	}
	if n, ok := s.exprs[i]; ok {
		s.int(-2)
		s.int(n)
		return
	}
	s.exprs[i] = len(s.exprs)
	e := s.u.Exprs[i]
	s.int(int(e.Op))
	s.str(e.Name)
	switch e.Op {
	case lang.ExprSymbol, lang.ExprThis, lang.ExprClass, lang.ExprSuper:
		s.named(e.A)
	case lang.ExprImport:
		s.imported(e.A)
	case lang.ExprLocal:
		n, ok := s.locals[e.A]
		if !ok {
			n = len(s.locals)
			s.locals[e.A] = n
			s.expr(s.u.Locals[e.A].Type)
		}
		s.int(n)
	case lang.ExprArg:
		s.int(int(e.B))
		s.expr(e.A)
	default:
		s.int(int(e.A+1) * int(b2u(e.Op == lang.ExprLiteral)))
		operands(e, s.expr)
	}
}
