package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// untyped emits the files that no configuration checks.
func (a *analysis) untyped() {
	for _, d := range a.tree.order {
		for i := range d.headers {
			if h := &d.headers[i]; len(a.configsOf(d, h)) == 0 {
				a.out.File(a.syntactic(d, h))
			}
		}
	}
}

// syntactic gives the facts of a file that could not be type-checked: names
// are resolved through the scopes of the file, its package and its imports;
// what would need types is left unresolved.
func (a *analysis) syntactic(d *dir, h *header) *lang.Facts {
	name := d.file(h.name)
	s := a.parseScoped(d, h)
	f := newFacts(name, h, s)
	f.Flags |= graph.FileUntyped
	if s == nil {
		f.Flags |= graph.FileParseErrors
		return f
	}
	r := &scoped{a: a, dir: d, file: s.syntax, pkg: h.pkg, test: h.isTest(), imports: map[string]imported{}}
	r.bindImports()
	w := newWalker(r, s)
	w.declarations(s.syntax)
	w.imports(s.syntax, r.filesOf)
	f.Refs, f.Targets = w.refs, r.list
	for i := range f.Symbols {
		m := &f.Symbols[i].Member
		if m.Kind == lang.TargetNone {
			continue
		}
		t, kind := a.scope(d, h.pkg).find(m.Name, h.isTest())
		if *m = (lang.Target{}); kind.IsType() {
			*m = t
		}
	}
	tidy(f)
	return f
}

// parseScoped parses a file with the parser's own binding of local names.
func (a *analysis) parseScoped(d *dir, h *header) *source {
	src, err := a.in.Read(d.file(h.name))
	if err != nil || nesting(src) > maxNesting {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, h.name, blankLineDirectives(src), parser.ParseComments)
	if f == nil || f.Name == nil || !f.FileStart.IsValid() {
		return nil
	}
	s := &source{path: d.file(h.name), syntax: f, file: fset.File(f.FileStart)}
	s.lines = s.file.Lines()
	if err != nil {
		s.errors = 1
	}
	s.decls = collect(f, s.file, src, s.path, false, h.generated)
	return s
}

// packageScope is what the files of one package declare at top level.
type packageScope struct {
	names map[string][]declared
}

type declared struct {
	target     lang.Target
	kind       graph.Kind
	test, free bool // declared in a test file; in a file without constraints
}

// find returns the one declaration a name can mean: the only one, or the only
// one that every configuration has.
func (s *packageScope) find(name string, test bool) (lang.Target, graph.Kind) {
	var only, free *declared
	n, nfree := 0, 0
	for i := range s.names[name] {
		d := &s.names[name][i]
		if d.test && !test {
			continue
		}
		only = d
		n++
		if d.free {
			free = d
			nfree++
		}
	}
	switch {
	case n == 1:
		return only.target, only.kind
	case nfree == 1:
		return free.target, free.kind
	}
	return lang.Target{}, graph.KindNone
}

// scope reads the declarations of a package of a directory.
func (a *analysis) scope(d *dir, pkg string) *packageScope {
	a.scopeMu.Lock()
	defer a.scopeMu.Unlock()
	key := [2]string{d.path, pkg}
	if s := a.scopes[key]; s != nil {
		return s
	}
	out := &packageScope{names: map[string][]declared{}}
	headers := a.headers(d)
	for i := range headers {
		h := &headers[i]
		if h.pkg != pkg || isSingle(h) {
			continue
		}
		src, err := a.in.Read(d.file(h.name))
		if err != nil {
			continue
		}
		s := parse(token.NewFileSet(), h.name, src, false)
		if s == nil {
			continue
		}
		free := h.constraint == "" && (config{}).matchName(h.name)
		for _, sym := range collect(s.syntax, s.file, s.src, d.file(h.name), false, false).symbols {
			if sym.Owner < 0 && sym.Kind != graph.KindMethod && sym.Flags&graph.FlagDuplicate == 0 && sym.Name != "_" && sym.Name != "init" {
				out.names[sym.Name] = append(out.names[sym.Name], declared{
					target: lang.Target{Kind: lang.TargetSymbol, File: d.file(h.name), Name: sym.Qual},
					kind:   sym.Kind, test: h.isTest(), free: free,
				})
			}
		}
	}
	if a.scopes == nil {
		a.scopes = map[[2]string]*packageScope{}
	}
	a.scopes[key] = out
	return out
}

// imported is one import of a file that is resolved by its syntax.
type imported struct {
	imp  string
	spec token.Pos
	dir  *dir // nil outside the tree
	pkg  string
}

// scoped resolves identifiers by scopes alone.
type scoped struct {
	targetSet
	a       *analysis
	dir     *dir
	file    *ast.File
	pkg     string
	test    bool
	imports map[string]imported // by the name they have in the file
}

func (r *scoped) bindImports() {
	for _, spec := range r.file.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil || imp == "" {
			continue
		}
		im := imported{imp: imp, spec: importPos(spec)}
		name := guessName(imp)
		if p, ok := r.a.loc.fromDir(r.dir, imp); ok && p.dir != nil {
			if n := r.a.twins.nodeAt(p); n != nil {
				im.dir, im.pkg, name = p.dir, n.name, n.name
			}
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		r.imports[name] = im
	}
}

func (r *scoped) filesOf(imp string) (list []string, inTree bool, tier graph.Tier) {
	tier = graph.TierASTResolved
	p, ok := r.a.loc.fromDir(r.dir, imp)
	if !ok || p.dir == nil {
		return nil, false, tier
	}
	n := r.a.twins.nodeAt(p)
	if n == nil {
		return nil, false, tier
	}
	for _, h := range n.files {
		list = append(list, p.dir.file(h.name))
	}
	return list, true, tier
}

// field leaves keys alone: without types a key may be a field or a value.
func (r *scoped) field(*ast.Ident) use { return use{} }

func (r *scoped) use(id *ast.Ident, sel *ast.SelectorExpr) use {
	if id.Name == "_" {
		return use{}
	}
	if sel != nil {
		return r.selected(id, sel)
	}
	if id.Obj != nil && r.file.Scope.Lookup(id.Name) != id.Obj {
		return use{} // a local
	}
	if id.Obj == nil {
		if im, ok := r.imports[id.Name]; ok {
			return use{kind: usePackage, spec: im.spec}
		}
	}
	t, kind := r.a.scope(r.dir, r.pkg).find(id.Name, r.test)
	if kind != graph.KindNone {
		return r.known(t, kind)
	}
	switch types.Universe.Lookup(id.Name).(type) {
	case nil:
		return use{kind: useUnresolved, known: true, tier: graph.TierTextMatched, target: r.add(lang.Target{Kind: lang.TargetUnresolved, Name: id.Name})}
	case *types.Builtin:
		return use{kind: useBuiltin}
	case *types.TypeName:
		return use{kind: useType}
	}
	return use{}
}

// selected resolves the f of x.f: only if x is a package.
func (r *scoped) selected(id *ast.Ident, sel *ast.SelectorExpr) use {
	if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil {
		if im, ok := r.imports[x.Name]; ok {
			if im.dir == nil {
				return use{kind: useUnresolved, known: true, tier: graph.TierASTResolved, target: r.add(lang.Target{Kind: lang.TargetExternal, Name: im.imp + "." + id.Name})}
			}
			if t, kind := r.a.scope(im.dir, im.pkg).find(id.Name, false); kind != graph.KindNone {
				return r.known(t, kind)
			}
		}
	}
	return use{kind: useUnresolved, known: true, tier: graph.TierTextMatched, target: r.add(lang.Target{Kind: lang.TargetUnresolved, Name: id.Name})}
}

func (r *scoped) known(t lang.Target, kind graph.Kind) use {
	u := use{known: true, tier: graph.TierASTResolved, target: r.add(t), kind: useVar}
	switch {
	case kind == graph.KindFunction:
		u.kind = useFunc
	case kind.IsType():
		u.kind = useType
	case kind == graph.KindConstant:
		u.kind = useConst
	}
	return u
}
