package golang

import (
	"go/ast"

	"github.com/gortexhq/gortex/internal/graph"
)

// expr walks an expression in its role.
func (w *walker) expr(x ast.Expr, h how) {
	switch x := x.(type) {
	case nil, *ast.BasicLit, *ast.BadExpr:
	case *ast.Ident:
		w.ident(x, nil, h)
	case *ast.SelectorExpr:
		w.selector(x, h)
	case *ast.CallExpr:
		w.call(x, h.ret)
	case *ast.CompositeLit:
		w.composite(x)
	case *ast.FuncLit:
		w.signature(x.Type)
		w.block(x.Body.List)
	case *ast.ParenExpr:
		w.expr(x.X, h)
	case *ast.StarExpr:
		w.expr(x.X, how{ret: h.ret, ctx: h.ctx})
	case *ast.UnaryExpr:
		w.expr(x.X, how{ret: h.ret})
	case *ast.BinaryExpr:
		w.binary(x, h)
	case *ast.IndexExpr:
		w.index(x.X, []ast.Expr{x.Index}, h)
	case *ast.IndexListExpr:
		w.index(x.X, x.Indices, h)
	case *ast.SliceExpr:
		w.expr(x.X, how{})
		w.expr(x.Low, how{})
		w.expr(x.High, how{})
		w.expr(x.Max, how{})
	case *ast.TypeAssertExpr:
		w.expr(x.X, how{ret: h.ret})
		w.typ(x.Type, graph.ContextType)
	case *ast.KeyValueExpr:
		w.expr(x.Key, how{})
		w.expr(x.Value, how{ret: graph.ReturnAssigned})
	default:
		ctx := h.ctx
		if ctx == graph.ContextNone {
			ctx = graph.ContextType
		}
		w.typ(x, ctx)
	}
}

// binary walks a chain of operators without recursing into its left spine,
// which may be very long.
func (w *walker) binary(x *ast.BinaryExpr, h how) {
	var right []ast.Expr
	var left ast.Expr = x
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok {
			break
		}
		right = append(right, b.Y)
		left = b.X
	}
	w.expr(left, how{ret: h.ret})
	for i := len(right) - 1; i >= 0; i-- {
		w.expr(right[i], how{ret: h.ret})
	}
}

// selector walks x.f and says what f denotes.
func (w *walker) selector(x *ast.SelectorExpr, h how) use {
	if id, ok := x.X.(*ast.Ident); ok {
		if p := w.use(id, nil); p.kind == usePackage {
			u := w.ident(x.Sel, x, h)
			w.imported(p.spec, u)
			return u
		} else {
			w.emitUse(p, id.Pos(), how{})
		}
	} else {
		w.expr(x.X, how{})
	}
	return w.ident(x.Sel, x, h)
}

// index walks x[i] or the instantiation x[T].
func (w *walker) index(x ast.Expr, args []ast.Expr, h how) {
	if kind := w.kindOf(x); kind == useType || kind == useFunc {
		w.expr(x, h)
		for _, arg := range args {
			w.typ(arg, graph.ContextGenericArg)
		}
		return
	}
	w.expr(x, how{})
	for _, arg := range args {
		w.expr(arg, how{})
	}
}

// kindOf says what the name at the end of x denotes.
func (w *walker) kindOf(x ast.Expr) useKind {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return w.use(x, nil).kind
	case *ast.SelectorExpr:
		return w.use(x.Sel, x).kind
	case *ast.IndexExpr:
		return w.kindOf(x.X)
	case *ast.IndexListExpr:
		return w.kindOf(x.X)
	case *ast.StarExpr:
		if w.kindOf(x.X) == useType {
			return useType
		}
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return useType
	}
	return useNone
}

func (w *walker) call(x *ast.CallExpr, ret graph.Return) {
	switch w.kindOf(x.Fun) {
	case useType: // a conversion hands its operand on
		w.typ(x.Fun, graph.ContextType)
		for _, arg := range x.Args {
			w.expr(arg, how{ret: ret})
		}
		return
	case useBuiltin:
		args := x.Args
		if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && (id.Name == "new" || id.Name == "make") && len(args) > 0 {
			w.made(args[0])
			args = args[1:]
		}
		w.args(args)
		return
	}
	w.expr(x.Fun, how{call: true, ret: ret})
	w.args(x.Args)
}

func (w *walker) args(args []ast.Expr) {
	for _, arg := range args {
		w.expr(arg, how{ret: graph.ReturnArgument})
	}
}

// made walks the type of a value that is made here.
func (w *walker) made(x ast.Expr) {
	switch t := ast.Unparen(x).(type) {
	case *ast.Ident:
		w.ident(t, nil, how{make: true})
	case *ast.SelectorExpr:
		w.selector(t, how{make: true})
	case *ast.IndexExpr:
		w.index(t.X, []ast.Expr{t.Index}, how{make: true})
	case *ast.IndexListExpr:
		w.index(t.X, t.Indices, how{make: true})
	default:
		w.typ(x, graph.ContextType)
	}
}

func (w *walker) composite(x *ast.CompositeLit) {
	if x.Type != nil {
		w.made(x.Type)
	}
	for _, e := range x.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			w.expr(e, how{ret: graph.ReturnAssigned})
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			u := w.key(id)
			w.emitUse(u, id.Pos(), how{write: u.kind == useField})
		} else {
			w.expr(kv.Key, how{})
		}
		w.expr(kv.Value, how{ret: graph.ReturnAssigned})
	}
}

// key resolves the identifier before the colon of a literal: a field that is
// set, or an expression.
func (w *walker) key(id *ast.Ident) use {
	if id.Name == "_" {
		return use{}
	}
	return w.field(id)
}
