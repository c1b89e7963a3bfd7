package golang

import (
	"encoding/binary"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
)

// record is what must be known of a named type to tell which interfaces it
// satisfies, or of an interface to tell which types satisfy it.
type record struct {
	target      lang.Target
	iface       bool
	constraints []string // of the type parameters, see constraintOf
	methods     []method // sorted by name
	extends     []lang.Target
}

// method is one of the method set: of the type's pointer, or of the interface.
type method struct {
	name string
	sig  string
	decl lang.Target // zero if it is not a symbol
}

// wellKnown are the interfaces outside the tree that types are matched with as
// soon as a package is imported; others must be named somewhere in the tree.
var wellKnown = map[string][]string{
	"container/heap":      {"Interface"},
	"context":             {"Context"},
	"database/sql":        {"Scanner"},
	"database/sql/driver": {"Valuer"},
	"encoding":            {"BinaryMarshaler", "BinaryUnmarshaler", "TextMarshaler", "TextUnmarshaler"},
	"encoding/json":       {"Marshaler", "Unmarshaler"},
	"flag":                {"Value"},
	"fmt":                 {"Formatter", "GoStringer", "Stringer"},
	"io":                  {"Closer", "ReadCloser", "Reader", "ReaderAt", "ReaderFrom", "Seeker", "WriteCloser", "Writer", "WriterTo"},
	"io/fs":               {"DirEntry", "FS", "File", "FileInfo"},
	"log/slog":            {"Handler", "LogValuer"},
	"net/http":            {"Handler", "ResponseWriter", "RoundTripper"},
	"sort":                {"Interface"},
	"sync":                {"Locker"},
}

// keepTypes stores the records of the types that a checked node declares and
// of the interfaces outside the tree that it knows.
func (u *universe) keepTypes(c *checked) {
	defer func() { _ = recover() }() // types of broken code may be broken
	var list []record
	own := map[string]bool{}
	for _, s := range c.own {
		own[s.path] = true
	}
	scope := c.pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		t := u.targetOf(obj)
		if t.Kind != lang.TargetSymbol || !own[t.File] && !u.methodIn(obj, own) {
			continue
		}
		if r, ok := u.record(obj, t); ok {
			list = append(list, r)
		}
	}
	for _, obj := range c.mentioned {
		list = u.appendOutside(list, obj)
	}
	for imp, m := range c.node.imports {
		if m == nil || m.dir != nil || wellKnown[imp] == nil || u.loaded(m) == nil {
			continue
		}
		for _, name := range wellKnown[imp] {
			if obj, ok := u.loaded(m).Scope().Lookup(name).(*types.TypeName); ok {
				list = u.appendOutside(list, obj)
			}
		}
	}
	u.a.putRecords(u.recordKey(c.node), list)
}

// methodIn reports whether a method of a type, or of one it embeds, is declared
// in one of the files, as a test file may add to a type of the package it tests.
func (u *universe) methodIn(obj *types.TypeName, files map[string]bool) bool {
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return false
	}
	for m := range named.Methods() {
		if files[u.targetOf(m).File] {
			return true
		}
	}
	if hasEmbedded(named) {
		for s := range types.NewMethodSet(types.NewPointer(named)).Methods() {
			if files[u.targetOf(s.Obj()).File] {
				return true
			}
		}
	}
	return false
}

func (u *universe) appendOutside(list []record, obj *types.TypeName) []record {
	if t := u.targetOf(obj); t.Kind == lang.TargetExternal {
		if r, ok := u.record(obj, t); ok {
			list = append(list, r)
		}
	}
	return list
}

// recordKey names the records of a node in the cache.
func (u *universe) recordKey(n *node) string {
	return "go/types/" + u.config.key() + "\x00" + n.dir.path + "\x00" + path.Base(n.path) + n.key()[len(n.path):]
}

// record describes a type; ok is false if it has no part in any relation.
func (u *universe) record(obj *types.TypeName, t lang.Target) (r record, ok bool) {
	named, isNamed := obj.Type().(*types.Named)
	if !isNamed {
		return r, false
	}
	r.target = t
	index := map[*types.TypeParam]int{}
	for i := range named.TypeParams().Len() {
		p := named.TypeParams().At(i)
		index[p] = i
	}
	for i := range named.TypeParams().Len() {
		r.constraints = append(r.constraints, constraintOf(named.TypeParams().At(i), index))
	}
	var set *types.MethodSet
	if it, isIface := named.Underlying().(*types.Interface); isIface {
		if !it.IsMethodSet() || it.NumMethods() == 0 {
			return r, false
		}
		r.iface = true
		set = types.NewMethodSet(named)
		for e := range it.EmbeddedTypes() {
			if en, ok := types.Unalias(e).(*types.Named); ok {
				if _, ok := en.Underlying().(*types.Interface); ok {
					if et := u.targetOf(en.Obj()); et.Kind != lang.TargetNone {
						r.extends = append(r.extends, et)
					}
				}
			}
		}
	} else {
		if named.NumMethods() == 0 && !hasEmbedded(named) {
			return r, false
		}
		set = types.NewMethodSet(types.NewPointer(named))
	}
	for i := range set.Len() {
		fn, ok := set.At(i).Obj().(*types.Func)
		if !ok {
			continue
		}
		sig, ok := set.At(i).Type().(*types.Signature)
		if !ok {
			continue
		}
		// The receiver's parameters are the method's own: they come in the
		// order of the type's.
		idx := index
		if rp := fn.Signature().RecvTypeParams(); rp.Len() > 0 && rp.Len() == len(r.constraints) {
			idx = map[*types.TypeParam]int{}
			for p, k := range index {
				idx[p] = k
			}
			for k := range rp.Len() {
				idx[rp.At(k)] = k
			}
		}
		w := termWriter{index: idx}
		w.term(sig)
		r.methods = append(r.methods, method{name: methodName(fn), sig: w.b.String(), decl: u.targetOf(fn)})
	}
	slices.SortFunc(r.methods, func(a, b method) int { return strings.Compare(a.name, b.name) })
	return r, len(r.methods) > 0
}

func hasEmbedded(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}

// constraintOf is "" for any and comparable, a list of terms for a union of
// types ("~" before those that stand for their underlying type), "?" otherwise.
func constraintOf(p *types.TypeParam, index map[*types.TypeParam]int) string {
	it, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || it.NumMethods() > 0 {
		return "?"
	}
	if it.IsMethodSet() || it.IsComparable() && it.NumEmbeddeds() == 0 {
		return ""
	}
	var terms []string
	var add func(it *types.Interface) bool
	add = func(it *types.Interface) bool {
		if it.NumEmbeddeds() != 1 {
			return false
		}
		union, ok := it.EmbeddedType(0).(*types.Union)
		if !ok {
			if in, ok := it.EmbeddedType(0).Underlying().(*types.Interface); ok {
				return add(in)
			}
			w := termWriter{index: index}
			w.term(it.EmbeddedType(0))
			terms = append(terms, w.b.String())
			return true
		}
		for t := range union.Terms() {
			if in, ok := t.Type().Underlying().(*types.Interface); ok {
				if !add(in) {
					return false
				}
				continue
			}
			w := termWriter{index: index}
			w.term(t.Type())
			if t.Tilde() {
				terms = append(terms, "~"+w.b.String())
			} else {
				terms = append(terms, w.b.String())
			}
		}
		return true
	}
	if !add(it) {
		return "?"
	}
	return strings.Join(terms, "|")
}

// putRecords stores records and notes whether they differ from before.
func (a *analysis) putRecords(key string, list []record) {
	sortRecords(list)
	data := encodeRecords(list)
	if old := a.in.Cache.Get(key); string(old) == string(data) {
		return
	}
	a.mu.Lock()
	a.types = true
	a.mu.Unlock()
	if data == nil {
		a.in.Cache.Delete(key)
		return
	}
	a.in.Cache.Put(key, data)
}

// encodeRecords writes records with a table of the strings in them.
func encodeRecords(list []record) []byte {
	if len(list) == 0 {
		return nil
	}
	index := map[string]int{}
	var table, body []byte
	num := func(n int) { body = binary.AppendUvarint(body, uint64(n)) }
	str := func(s string) {
		i, ok := index[s]
		if !ok {
			i = len(index)
			index[s] = i
			table = binary.AppendUvarint(table, uint64(len(s)))
			table = append(table, s...)
		}
		num(i)
	}
	target := func(t lang.Target) {
		num(int(t.Kind))
		str(t.File)
		str(t.Name)
	}
	num(len(list))
	for _, r := range list {
		target(r.target)
		flag := 0
		if r.iface {
			flag = 1
		}
		num(flag)
		num(len(r.constraints))
		for _, c := range r.constraints {
			str(c)
		}
		num(len(r.extends))
		for _, t := range r.extends {
			target(t)
		}
		num(len(r.methods))
		for _, m := range r.methods {
			str(m.name)
			str(m.sig)
			target(m.decl)
		}
	}
	out := binary.AppendUvarint(nil, uint64(len(index)))
	return append(append(out, table...), body...)
}

func decodeRecords(data []byte) []record {
	r := &reader{b: string(data)}
	n := r.uint()
	table := make([]string, 0, min(n, 1<<16))
	for range n {
		if r.bad {
			return nil
		}
		table = append(table, r.str())
	}
	str := func() string {
		if i := r.uint(); i < len(table) {
			return table[i]
		}
		r.bad = true
		return ""
	}
	target := func() lang.Target {
		return lang.Target{Kind: lang.TargetKind(r.uint()), File: str(), Name: str()}
	}
	n = r.uint()
	list := make([]record, 0, min(n, 1<<16))
	for ; n > 0 && !r.bad; n-- {
		rec := record{target: target(), iface: r.uint() == 1}
		for k := r.uint(); k > 0 && !r.bad; k-- {
			rec.constraints = append(rec.constraints, str())
		}
		for k := r.uint(); k > 0 && !r.bad; k-- {
			rec.extends = append(rec.extends, target())
		}
		for k := r.uint(); k > 0 && !r.bad; k-- {
			rec.methods = append(rec.methods, method{name: str(), sig: str(), decl: target()})
		}
		list = append(list, rec)
	}
	if r.bad {
		return nil
	}
	return list
}
