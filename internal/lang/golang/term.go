package golang

import (
	"go/types"
	"strconv"
	"strings"
)

// A term is a type written so that strings can be compared and unified without
// the type checker: in prefix order, one token for each constructor, each token
// ending in "#" and the number of terms that follow it. Packages are written by
// path, parameter names are left out, a type parameter is "$" and its index.

// maxTerm bounds a term, in bytes. A type of a few lines can stand for a term
// of any length: each of a chain of aliases may name the one before it twice.
const maxTerm = 1 << 14

// endless stands for what is beyond the bounds of a term. It equals nothing,
// itself included: what was left out may differ.
const endless = "…"

type termWriter struct {
	b     strings.Builder
	index map[*types.TypeParam]int
	depth int
}

func (w *termWriter) token(op string, arity int) {
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString(op)
	w.b.WriteByte('#')
	w.b.WriteString(strconv.Itoa(arity))
}

// term writes a type.
func (w *termWriter) term(t types.Type) {
	if w.depth++; w.depth > 100 || w.b.Len() > maxTerm {
		w.token(endless, 0)
		w.depth--
		return
	}
	defer func() { w.depth-- }()
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		w.token(types.Typ[t.Kind()].Name(), 0)
	case *types.Named:
		name := t.Obj().Name()
		if p := t.Obj().Pkg(); p != nil {
			name = p.Path() + "." + name
			if t.Obj().Parent() != p.Scope() { // local types of one name differ
				name += "@" + strconv.Itoa(int(t.Obj().Pos()))
			}
		}
		args := t.TypeArgs()
		w.token(name, args.Len())
		for i := range args.Len() {
			w.term(args.At(i))
		}
	case *types.Pointer:
		w.token("*", 1)
		w.term(t.Elem())
	case *types.Slice:
		w.token("[]", 1)
		w.term(t.Elem())
	case *types.Array:
		w.token("["+strconv.FormatInt(t.Len(), 10)+"]", 1)
		w.term(t.Elem())
	case *types.Map:
		w.token("map", 2)
		w.term(t.Key())
		w.term(t.Elem())
	case *types.Chan:
		w.token("chan"+strconv.Itoa(int(t.Dir())), 1)
		w.term(t.Elem())
	case *types.Signature:
		w.signature(t)
	case *types.TypeParam:
		if i, ok := w.index[t]; ok {
			w.token("$"+strconv.Itoa(i), 0)
			return
		}
		w.token("?"+t.Obj().Name(), 0)
	default:
		w.literal(t)
	}
}

func (w *termWriter) signature(t *types.Signature) {
	op := "func" + strconv.Itoa(t.Results().Len())
	if t.Variadic() {
		op += "..."
	}
	w.token(op, t.Params().Len()+t.Results().Len())
	for v := range t.Params().Variables() {
		w.term(v.Type())
	}
	for v := range t.Results().Variables() {
		w.term(v.Type())
	}
}

func (w *termWriter) literal(t types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		var op strings.Builder
		op.WriteString("struct")
		for i := range t.NumFields() {
			f := t.Field(i)
			op.WriteString(" " + methodName(f))
			if f.Embedded() {
				op.WriteString("!")
			}
			if tag := t.Tag(i); tag != "" {
				op.WriteString(strconv.Quote(tag))
			}
		}
		w.token(op.String(), t.NumFields())
		for f := range t.Fields() {
			w.term(f.Type())
		}
	case *types.Interface:
		var op strings.Builder
		op.WriteString("interface")
		for m := range t.Methods() {
			op.WriteString(" " + methodName(m))
		}
		unions := 0
		for e := range t.EmbeddedTypes() {
			if _, ok := e.Underlying().(*types.Interface); !ok {
				unions++
			}
		}
		w.token(op.String()+strconv.Itoa(unions), t.NumMethods())
		for m := range t.Methods() {
			w.term(m.Signature())
		}
	default:
		w.token("?"+t.String(), 0)
	}
}

// methodName tells names of different packages apart unless they are exported.
func methodName(o types.Object) string {
	if o.Exported() || o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// unifier matches terms of an interface with terms of a type. A variable is
// bound to a term of either side.
type unifier struct {
	bound map[string]side
	steps int
}

// side is a term and whose variables it speaks of.
type side struct {
	of     byte // 'i' or 't'
	tokens []string
}

func tokens(term string) []string { return strings.Split(term, "\n") }

// next splits one term off a list of tokens.
func next(list []string) (term, rest []string) {
	need := 1
	for i, tok := range list {
		n, _ := strconv.Atoi(tok[strings.LastIndexByte(tok, '#')+1:])
		if need += n - 1; need == 0 {
			return list[:i+1], list[i+1:]
		}
	}
	return list, nil
}

func (u *unifier) unify(a, b side) bool {
	if u.steps++; u.steps > 500 || len(a.tokens) == 0 || len(b.tokens) == 0 {
		return false
	}
	if a.tokens[0][0] == '$' {
		return u.bind(a, b)
	}
	if b.tokens[0][0] == '$' {
		return u.bind(b, a)
	}
	if a.tokens[0] != b.tokens[0] || a.tokens[0] == endless+"#0" {
		return false
	}
	x, y := a.tokens[1:], b.tokens[1:]
	for len(x) > 0 && len(y) > 0 {
		var p, q []string
		p, x = next(x)
		q, y = next(y)
		if !u.unify(side{a.of, p}, side{b.of, q}) {
			return false
		}
	}
	return len(x) == len(y)
}

func (u *unifier) bind(v, t side) bool {
	if v.of == t.of && v.tokens[0] == t.tokens[0] {
		return true
	}
	key := string(v.of) + v.tokens[0]
	if old, ok := u.bound[key]; ok {
		return u.unify(old, t)
	}
	u.bound[key] = t
	return true
}
