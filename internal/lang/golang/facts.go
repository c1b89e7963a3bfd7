package golang

import (
	"go/ast"
	"go/types"
	"maps"
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
	w.imports(s.syntax, filesOf(c.node))
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

// imports records the imports of a file; files lists the files of the package
// that an import path means, inTree is false for one outside the tree, and tier
// says how it is known. See the package comment.
func (w *walker) imports(f *ast.File, files func(imp string) (list []string, inTree bool, tier graph.Tier)) {
	w.from = -1
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil || imp == "" {
			continue
		}
		list, inTree, tier := files(imp)
		ref := func(t lang.Target) {
			w.emit(graph.EdgeImports, use{known: true, tier: tier, target: w.add(t)}, spec.Path.Pos(), graph.ContextImport, graph.ReturnNone)
		}
		if !inTree {
			ref(lang.Target{Kind: lang.TargetExternal, Name: imp})
			continue
		}
		if used := w.used[importPos(spec)]; len(used) > 0 {
			list = slices.Collect(maps.Keys(used))
		}
		for _, name := range list {
			ref(lang.Target{Kind: lang.TargetFile, File: name})
		}
	}
}

// filesOf answers for walker.imports what a checked node imports.
func filesOf(n *node) func(string) ([]string, bool, graph.Tier) {
	return func(imp string) (list []string, inTree bool, tier graph.Tier) {
		m := n.imports[imp]
		switch {
		case imp == "C" || imp == "unsafe":
			return nil, false, graph.TierCompilerResolved
		case m == nil:
			return nil, false, graph.TierASTResolved
		case m.dir == nil:
			return nil, false, graph.TierCompilerResolved
		}
		for _, h := range m.files {
			list = append(list, m.dir.file(h.name))
		}
		return list, true, graph.TierCompilerResolved
	}
}
