package bind

import (
	"errors"
	"fmt"

	"github.com/gortexhq/gortex/internal/lang"
)

// errUnit is wrapped by every complaint of Check.
var errUnit = errors.New("bad unit")

// Check reports the first rule of lang.Unit that the unit breaks. Extractors
// are tested with it; a unit that breaks one is not stored.
func Check(u *lang.Unit) error {
	nsym, nloc, nimp, nexp := len(u.Symbols), len(u.Locals), len(u.Imports), len(u.Exprs)
	in := func(i int32, n int) bool { return i >= -1 && int(i) < n }
	for i, s := range u.Symbols {
		if s.Owner < -1 || int(s.Owner) >= i {
			return fmt.Errorf("%w: symbol %d %q has owner %d", errUnit, i, s.Qual, s.Owner)
		}
		if s.Name == "" || s.Qual == "" {
			return fmt.Errorf("%w: symbol %d has no name", errUnit, i)
		}
		if !in(s.Type, nexp) || !in(s.Result, nexp) {
			return fmt.Errorf("%w: symbol %d %q: type or result out of range", errUnit, i, s.Qual)
		}
		for _, list := range [][]int32{s.Bases, s.Implements} {
			for _, e := range list {
				if e < 0 || int(e) >= nexp {
					return fmt.Errorf("%w: symbol %d %q: base out of range", errUnit, i, s.Qual)
				}
			}
		}
	}
	for i, l := range u.Locals {
		if !in(l.Type, nexp) {
			return fmt.Errorf("%w: local %d: type out of range", errUnit, i)
		}
	}
	for i, m := range u.Imports {
		if !in(m.From, nsym) {
			return fmt.Errorf("%w: import %d: from out of range", errUnit, i)
		}
	}
	for i, e := range u.Exports {
		if e.Expr < 0 || int(e.Expr) >= nexp {
			return fmt.Errorf("%w: export %d %q: expression out of range", errUnit, i, e.Name)
		}
	}
	for i, e := range u.Star {
		if !in(e.Expr, nexp) {
			return fmt.Errorf("%w: star %d %q: expression out of range", errUnit, i, e.Name)
		}
	}
	for i, e := range u.Exprs {
		if !exprOK(e, i, nsym, nloc, nimp) {
			return fmt.Errorf("%w: expression %d %+v: operand out of range", errUnit, i, e)
		}
	}
	for i, r := range u.Refs {
		if r.From < -1 || int(r.From) >= nsym || r.Expr < 0 || int(r.Expr) >= nexp {
			return fmt.Errorf("%w: reference %d at %d:%d: index out of range", errUnit, i, r.Line, r.Col)
		}
	}
	return nil
}

// exprOK reports whether the operands of the i-th expression are in range.
func exprOK(e lang.Expr, i, nsym, nloc, nimp int) bool {
	in := func(x int32, n int) bool { return x >= 0 && int(x) < n }
	switch e.Op {
	case lang.ExprUnknown, lang.ExprGlobal:
		return true
	case lang.ExprSymbol, lang.ExprThis, lang.ExprClass, lang.ExprSuper:
		return in(e.A, nsym)
	case lang.ExprLocal:
		return in(e.A, nloc)
	case lang.ExprImport:
		return in(e.A, nimp)
	case lang.ExprMember, lang.ExprCall, lang.ExprNew, lang.ExprInst, lang.ExprAwait, lang.ExprElem, lang.ExprIter, lang.ExprIndexKey:
		return in(e.A, i)
	case lang.ExprApply, lang.ExprUnion:
		return in(e.A, i) && in(e.B, i)
	case lang.ExprLiteral:
		return e.B >= -1 && int(e.B) < i && e.A >= -1 && e.A < 8
	case lang.ExprArg:
		return in(e.A, i) && e.B >= 0 && e.B < 16
	}
	return false
}

// operands calls yield for each operand of e that is an expression.
func operands(e lang.Expr, yield func(int32)) {
	switch e.Op {
	case lang.ExprMember, lang.ExprCall, lang.ExprNew, lang.ExprInst, lang.ExprAwait, lang.ExprElem, lang.ExprIter, lang.ExprIndexKey, lang.ExprArg:
		yield(e.A)
	case lang.ExprApply, lang.ExprUnion:
		yield(e.A)
		yield(e.B)
	case lang.ExprLiteral:
		if e.B >= 0 {
			yield(e.B)
		}
	}
}
