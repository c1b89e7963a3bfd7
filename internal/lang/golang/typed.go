package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// targetSet numbers the targets of one file.
type targetSet struct {
	list  []lang.Target
	index map[lang.Target]uint32
}

func (s *targetSet) add(t lang.Target) uint32 {
	if i, ok := s.index[t]; ok {
		return i
	}
	if s.index == nil {
		s.index = map[lang.Target]uint32{}
	}
	i := uint32(len(s.list))
	s.list = append(s.list, t)
	s.index[t] = i
	return i
}

func (s *targetSet) target(i uint32) lang.Target { return s.list[i] }

// Positions in export data are not places but names: the file a position is
// in is called after the symbol that is declared there. So export data does
// not change when code only moves, and says of every object which symbol it is.
const (
	markTree    = "\x00" // "\x00" path "\x00" Qual
	markOutside = "\x01" // "\x01" qualified name
)

func positionName(d *decls, i int) string {
	if d.outside {
		return markOutside + d.path + "." + d.symbols[i].Qual
	}
	return markTree + d.path + markTree + d.symbols[i].Qual
}

// targetOf names the symbol an object is; zero if the object is none: a
// local, or something predeclared.
func (u *universe) targetOf(obj types.Object) lang.Target {
	if obj.Pkg() == nil {
		if fn, ok := obj.(*types.Func); ok && fn.Name() == "Error" {
			return lang.Target{Kind: lang.TargetExternal, Name: "error.Error"}
		}
		return lang.Target{}
	}
	pos := obj.Pos()
	if !pos.IsValid() {
		if obj.Pkg() == types.Unsafe {
			return lang.Target{Kind: lang.TargetExternal, Name: "unsafe." + obj.Name()}
		}
		return lang.Target{}
	}
	tf := u.fset.File(pos)
	if tf == nil {
		return lang.Target{}
	}
	if d, ok := u.declsOf(tf); ok {
		i := d.find(uint32(int(pos) - tf.Base()))
		if i < 0 {
			return lang.Target{}
		}
		if d.outside {
			return lang.Target{Kind: lang.TargetExternal, Name: d.path + "." + d.symbols[i].Qual}
		}
		return lang.Target{Kind: lang.TargetSymbol, File: d.path, Name: d.symbols[i].Qual, Dup: d.dup(i)}
	}
	return parsePositionName(tf.Name(), obj.Name())
}

// dup counts the earlier declarations of the same Qual in the file.
func (d *decls) dup(i int32) uint16 {
	if d.symbols[i].Flags&graph.FlagDuplicate == 0 {
		return 0
	}
	n := uint16(0)
	for j := range i {
		if d.symbols[j].Qual == d.symbols[i].Qual {
			n++
		}
	}
	return n
}

func parsePositionName(s, name string) lang.Target {
	if s == "" || s[len(s)-1] == 0 {
		return lang.Target{}
	}
	switch s[:1] {
	case markTree:
		file, qual, _ := strings.Cut(s[1:], markTree)
		if lastPart(qual) == name {
			return lang.Target{Kind: lang.TargetSymbol, File: file, Name: qual}
		}
	case markOutside:
		if lastPart(s[1:]) == name {
			return lang.Target{Kind: lang.TargetExternal, Name: s[1:]}
		}
	}
	return lang.Target{}
}

func lastPart(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// typed resolves the identifiers of one file by what the type checker found.
type typed struct {
	targetSet
	u       *universe
	uses    map[*ast.Ident]types.Object
	memo    map[types.Object]use
	outside map[string]*types.TypeName // interfaces outside the tree that the file names
}

func (t *typed) use(id *ast.Ident, sel *ast.SelectorExpr) use {
	obj := t.uses[id]
	if obj == nil {
		return t.unknown(id, sel)
	}
	if u, ok := t.memo[obj]; ok {
		return u
	}
	u := t.resolve(obj)
	t.memo[obj] = u
	return u
}

func (t *typed) field(id *ast.Ident) use { return t.use(id, nil) }

func (t *typed) resolve(obj types.Object) use {
	u := use{tier: graph.TierCompilerResolved}
	switch obj := obj.(type) {
	case *types.PkgName:
		return use{kind: usePackage, spec: obj.Pos()}
	case *types.Builtin:
		if obj.Pkg() != types.Unsafe {
			return use{kind: useBuiltin}
		}
		u.kind = useFunc
	case *types.Func:
		u.kind = useFunc
	case *types.TypeName:
		u.kind = useType
		t.mention(obj)
	case *types.Const:
		u.kind = useConst
	case *types.Var:
		u.kind = useVar
		if obj.IsField() {
			u.kind = useField
		} else if obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() {
			return u // a local
		}
	default:
		return use{}
	}
	if target := t.u.targetOf(obj); target.Kind != lang.TargetNone {
		u.known, u.target = true, t.add(target)
	} else if fn, ok := obj.(*types.Func); ok && nameless(fn) {
		return t.byName(fn.Name())
	}
	return u
}

// nameless reports whether a method is of an interface that is no symbol, as
// in x.(interface{ Unwrap() error }). Any method of its name may be meant.
func nameless(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// mention notes a use of an interface type outside the tree.
func (t *typed) mention(obj *types.TypeName) {
	if obj.Pkg() == nil || obj.IsAlias() || !obj.Exported() {
		return
	}
	if _, ok := obj.Type().Underlying().(*types.Interface); !ok {
		return
	}
	if target := t.u.targetOf(obj); target.Kind == lang.TargetExternal {
		t.outside[target.Name] = obj
	}
}

// unknown names what the checker could not bind: a name of a package that is
// not there by its import path, anything else by its name.
func (t *typed) unknown(id *ast.Ident, sel *ast.SelectorExpr) use {
	if id.Name == "_" { // what the parser puts where a name is missing
		return use{}
	}
	if sel != nil {
		if x, ok := sel.X.(*ast.Ident); ok {
			if p, ok := t.uses[x].(*types.PkgName); ok {
				name := p.Imported().Path() + "." + id.Name
				return use{kind: useUnresolved, known: true, tier: graph.TierASTResolved,
					target: t.add(lang.Target{Kind: lang.TargetExternal, Name: name})}
			}
		}
	}
	return t.byName(id.Name)
}

// byName is a use of which only the name is known.
func (t *typed) byName(name string) use {
	return use{kind: useUnresolved, known: true, tier: graph.TierTextMatched,
		target: t.add(lang.Target{Kind: lang.TargetUnresolved, Name: name})}
}

// importPos is where an import's package name object stands.
func importPos(s *ast.ImportSpec) token.Pos {
	if s.Name != nil {
		return s.Name.Pos()
	}
	return s.Path.Pos()
}
