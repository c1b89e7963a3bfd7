package typescript

import (
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// narrow lets a local be an instance of C where "x instanceof C" holds, until
// the scope it returns is left. The condition has been walked.
func (w *walker) narrow(cond uint32) (mark int) {
	mark = w.names.enter()
	w.narrowBy(cond)
	return mark
}

func (w *walker) narrowBy(i uint32) {
	switch w.kindOf(i) {
	case kindParenthesizedExpression:
		w.narrowBy(w.first(i))
	case kindBinaryExpression:
		l, op, r := w.child(i, fieldLeft), w.child(i, fieldOperator), w.child(i, fieldRight)
		if l == treesitter.NoRec || op == treesitter.NoRec || r == treesitter.NoRec {
			return
		}
		switch string(w.text(op)) {
		case "&&":
			w.narrowBy(l)
			w.narrowBy(r)
		case "instanceof":
			w.narrowTo(l, r)
		}
	}
}

func (w *walker) narrowTo(x, class uint32) {
	if w.kind(x) != kindIdentifier {
		return
	}
	d := w.names.lookup(w.name(x), spaceValue)
	e := w.entity(class)
	if d == nil || e == none || d.expr == none || w.exprs[d.expr].Op != lang.ExprLocal {
		return
	}
	w.bindName(x, w.inst(e))
}

// passThrough are generic types whose instances have the members of their
// first argument.
var passThrough = map[string]bool{
	"Exclude": true, "Extract": true, "NonNullable": true, "NoInfer": true, "Partial": true, "Required": true,
	"Readonly": true, "Pick": true, "Omit": true,
}

// utility is a value of one of TypeScript's own generic types that stand for
// another type; known is false for any other.
func (w *walker) utility(generic int32, arg int32) (value int32, known bool) {
	if generic == none || arg == none || w.exprs[generic].Op != lang.ExprGlobal {
		return none, false
	}
	switch name := w.exprs[generic].Name; {
	case passThrough[name]:
		return arg, true
	case name == "Awaited":
		return w.of(lang.ExprAwait, arg), true
	case name == "InstanceType": // of typeof C, which is C
		return w.of(lang.ExprNew, arg), true
	case name == "ReturnType":
		return w.of(lang.ExprCall, arg), true
	}
	return none, false
}
