package golang

import (
	"go/ast"
	"go/token"

	"github.com/gortexhq/gortex/internal/graph"
)

// typ walks an expression that stands where a type must.
func (w *walker) typ(x ast.Expr, ctx graph.Context) {
	switch t := x.(type) {
	case nil:
	case *ast.Ident:
		w.ident(t, nil, how{ctx: ctx})
	case *ast.SelectorExpr:
		w.selector(t, how{ctx: ctx})
	case *ast.ParenExpr:
		w.typ(t.X, ctx)
	case *ast.StarExpr:
		w.typ(t.X, ctx)
	case *ast.Ellipsis:
		w.typ(t.Elt, ctx)
	case *ast.ArrayType:
		if t.Len != nil {
			w.expr(t.Len, how{})
		}
		w.typ(t.Elt, ctx)
	case *ast.MapType:
		w.typ(t.Key, ctx)
		w.typ(t.Value, ctx)
	case *ast.ChanType:
		w.typ(t.Value, ctx)
	case *ast.FuncType:
		w.signature(t)
	case *ast.StructType:
		w.structType(t)
	case *ast.InterfaceType:
		w.interfaceType(t)
	case *ast.IndexExpr:
		w.typ(t.X, ctx)
		w.typ(t.Index, graph.ContextGenericArg)
	case *ast.IndexListExpr:
		w.typ(t.X, ctx)
		for _, arg := range t.Indices {
			w.typ(arg, graph.ContextGenericArg)
		}
	case *ast.UnaryExpr: // ~T
		w.typ(t.X, ctx)
	case *ast.BinaryExpr: // A | B
		w.typ(t.X, ctx)
		w.typ(t.Y, ctx)
	default:
		w.expr(x, how{})
	}
}

func (w *walker) signature(t *ast.FuncType) {
	w.fields(t.TypeParams, graph.ContextType)
	w.fields(t.Params, graph.ContextParameterType)
	w.fields(t.Results, graph.ContextReturnType)
}

func (w *walker) fields(list *ast.FieldList, ctx graph.Context) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		w.typ(f.Type, ctx)
	}
}

func (w *walker) structType(t *ast.StructType) {
	if t.Fields == nil {
		return
	}
	for _, f := range t.Fields.List {
		if len(f.Names) > 0 {
			outer := w.at(f.Names[0].Pos())
			w.typ(f.Type, graph.ContextField)
			w.from = outer
			continue
		}
		name := embeddedName(f.Type)
		if name == nil {
			w.typ(f.Type, graph.ContextField)
			continue
		}
		w.embed(f.Type, name)
		outer := w.at(name.Pos())
		w.typ(f.Type, graph.ContextField)
		w.from = outer
	}
}

// embed records that the type around embeds another.
func (w *walker) embed(x ast.Expr, name *ast.Ident) {
	var sel *ast.SelectorExpr
	ast.Inspect(x, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel == name {
			sel = s
		}
		return sel == nil
	})
	if u := w.use(name, sel); u.kind == useType || u.kind == useUnresolved {
		w.emit(graph.EdgeEmbeds, u, name.Pos(), graph.ContextHeritage, graph.ReturnNone)
	}
}

func (w *walker) interfaceType(t *ast.InterfaceType) {
	if t.Methods == nil {
		return
	}
	for _, f := range t.Methods.List {
		if fn, ok := f.Type.(*ast.FuncType); ok && len(f.Names) > 0 {
			outer := w.at(f.Names[0].Pos())
			w.signature(fn)
			w.from = outer
			continue
		}
		if name := embeddedName(f.Type); name != nil {
			w.embed(f.Type, name)
			if ix, ok := ast.Unparen(f.Type).(*ast.IndexExpr); ok {
				w.typ(ix.Index, graph.ContextGenericArg)
			}
			if ix, ok := ast.Unparen(f.Type).(*ast.IndexListExpr); ok {
				for _, arg := range ix.Indices {
					w.typ(arg, graph.ContextGenericArg)
				}
			}
			w.qualifier(f.Type)
			continue
		}
		w.typ(f.Type, graph.ContextType)
	}
}

// qualifier notes the import used by an embedded pkg.T.
func (w *walker) qualifier(x ast.Expr) {
	if s, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
		if id, ok := s.X.(*ast.Ident); ok {
			if u := w.use(id, nil); u.kind == usePackage {
				w.imported(u.spec, w.use(s.Sel, s))
			}
		}
	}
}

// imported notes that the import at spec serves a declaration.
func (w *walker) imported(spec token.Pos, u use) {
	if !u.known {
		return
	}
	if t := w.target(u.target); t.File != "" {
		if w.used[spec] == nil {
			w.used[spec] = map[string]bool{}
		}
		w.used[spec][t.File] = true
	}
}
