package golang

import (
	"go/ast"
	"go/token"

	"github.com/gortexhq/gortex/internal/graph"
)

func (w *walker) block(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

// stmt walks a statement. Labels are not looked at.
func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		w.expr(s.X, how{ret: graph.ReturnDiscarded})
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.IncDecStmt:
		w.expr(s.X, how{write: true})
	case *ast.ReturnStmt:
		for _, x := range s.Results {
			w.expr(x, how{ret: graph.ReturnReturned})
		}
	case *ast.GoStmt:
		w.call(s.Call, graph.ReturnGoroutine)
	case *ast.DeferStmt:
		w.call(s.Call, graph.ReturnDeferred)
	case *ast.SendStmt:
		w.expr(s.Chan, how{})
		w.expr(s.Value, how{ret: graph.ReturnArgument})
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			w.general(d)
		}
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case *ast.BlockStmt:
		w.block(s.List)
	default:
		w.control(s)
	}
}

func (w *walker) control(s ast.Stmt) {
	condition := how{ret: graph.ReturnCondition}
	switch s := s.(type) {
	case *ast.IfStmt:
		for { // an else-if chain may be very long
			w.stmt(s.Init)
			w.expr(s.Cond, condition)
			w.block(s.Body.List)
			next, ok := s.Else.(*ast.IfStmt)
			if !ok {
				w.stmt(s.Else)
				return
			}
			s = next
		}
	case *ast.ForStmt:
		w.stmt(s.Init)
		w.expr(s.Cond, condition)
		w.stmt(s.Post)
		w.block(s.Body.List)
	case *ast.RangeStmt:
		if s.Tok == token.ASSIGN {
			w.expr(s.Key, how{write: true})
			w.expr(s.Value, how{write: true})
		}
		w.expr(s.X, how{ret: graph.ReturnAssigned})
		w.block(s.Body.List)
	case *ast.SwitchStmt:
		w.stmt(s.Init)
		w.expr(s.Tag, condition)
		w.block(s.Body.List)
	case *ast.TypeSwitchStmt:
		w.stmt(s.Init)
		w.stmt(s.Assign)
		w.block(s.Body.List)
	case *ast.SelectStmt:
		w.block(s.Body.List)
	case *ast.CaseClause:
		for _, x := range s.List {
			w.expr(x, condition)
		}
		w.block(s.Body)
	case *ast.CommClause:
		w.stmt(s.Comm)
		w.block(s.Body)
	}
}

func (w *walker) assign(s *ast.AssignStmt) {
	for _, x := range s.Lhs {
		if _, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
			continue // declares a local, or assigns to one
		}
		w.expr(x, how{write: true})
	}
	for i, x := range s.Rhs {
		ret := graph.ReturnAssigned
		if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
			ret = assignReturn(s.Lhs, i, len(s.Rhs))
		}
		w.expr(x, how{ret: ret})
	}
}
