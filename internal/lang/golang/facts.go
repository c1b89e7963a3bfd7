package golang

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strconv"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// newFacts are the facts of a file that its syntax alone gives.
func newFacts(name string, h *header, s *source) *lang.Facts {
	f := &lang.Facts{Path: name, Language: "go"}
	if h.isTest() {
		f.Flags |= graph.FileTest
	}
	if h.generated {
		f.Flags |= graph.FileGenerated
	}
	if s == nil {
		return f
	}
	f.Symbols = slices.Clone(s.decls.symbols)
	if s.errors > 0 {
		f.Flags |= graph.FileParseErrors
		f.ErrorBytes = badBytes(s.syntax)
	}
	return f
}

// badBytes counts the bytes the parser skipped.
func badBytes(f *ast.File) (n uint32) {
	ast.Inspect(f, func(x ast.Node) bool {
		switch x.(type) {
		case *ast.BadDecl, *ast.BadExpr, *ast.BadStmt:
			if d := x.End() - x.Pos(); d > 0 {
				n += uint32(d)
			}
		}
		return true
	})
	return n
}

// facts walks one checked file.
func (u *universe) facts(c *checked, s *source, h *header) (f *lang.Facts, mentions []string) {
	f = newFacts(s.path, h, s)
	t := &typed{u: u, uses: c.uses, memo: map[types.Object]use{}, outside: map[string]*types.TypeName{}}
	w := newWalker(t, s)
	w.declarations(s.syntax)
	u.importRefs(c.node, w, s.syntax)
	f.Refs, f.Targets = w.refs, t.list
	for i := range f.Symbols {
		m := &f.Symbols[i].Member
		if m.Kind == lang.TargetNone {
			continue
		}
		obj := c.pkg.Scope().Lookup(m.Name)
		*m = lang.Target{}
		if obj, ok := obj.(*types.TypeName); ok {
			*m = u.targetOf(obj)
		}
	}
	for name, obj := range t.outside {
		mentions = append(mentions, name)
		if c.mentioned == nil {
			c.mentioned = map[string]*types.TypeName{}
		}
		c.mentioned[name] = obj
	}
	slices.Sort(mentions)
	return f, mentions
}

// importRefs records the imports of a file. See the package comment.
func (u *universe) importRefs(n *node, w *walker, f *ast.File) {
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil || imp == "" {
			continue
		}
		ref := func(t lang.Target) {
			w.from = -1
			w.emit(graph.EdgeImports, use{known: true, tier: graph.TierCompilerResolved, target: w.add(t)}, spec.Path.Pos(), graph.ContextImport, graph.ReturnNone)
		}
		m := n.imports[imp]
		if m == nil || m.dir == nil {
			ref(lang.Target{Kind: lang.TargetExternal, Name: imp})
			continue
		}
		files := w.used[importPos(spec)]
		if len(files) == 0 {
			for _, h := range m.files {
				ref(lang.Target{Kind: lang.TargetFile, File: path.Join(m.dir.path, h.name)})
			}
			continue
		}
		for name := range files {
			ref(lang.Target{Kind: lang.TargetFile, File: name})
		}
	}
}
