package bind

import (
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// endpoint is where the search for an exported name ends: an expression in the
// exporting file, a module, or a name outside.
type endpoint struct {
	file   int32 // -1: see module
	expr   int32 // expression, or -1 for the symbols from sym on
	sym    int32
	module Module
}

// exportKey is a name asked of a file.
type exportKey struct {
	file int32
	name string
}

// found is the memory of one search.
type found struct {
	end endpoint
	ok  bool
}

// maxExportVisits bounds one search through star exports.
const maxExportVisits = 4096

// export finds what the file offers under a name, through any chain of
// re-exports. A name that two star exports offer with different meanings is
// ambiguous and not found, as the language rules say; cycles are left at the
// second visit. The result depends on nothing but the heads.
func (ev *evaluator) export(f *file, name string) (endpoint, bool) {
	key := exportKey{f.id, name}
	ev.touch(f.id, name)
	if r, ok := ev.exports[key]; ok {
		return r.end, r.ok
	}
	s := search{ev: ev, seen: map[exportKey]bool{}}
	owner := ev.enter(f.id)
	end, ok := s.find(f, name, false)
	ev.owner = owner
	ev.exports[key] = found{end, ok}
	return end, ok
}

// search is one walk over re-exports.
type search struct {
	ev   *evaluator
	seen map[exportKey]bool
}

// find looks a name up; star says that it is asked for by a star import.
func (s *search) find(f *file, name string, star bool) (endpoint, bool) {
	key := exportKey{f.id, name}
	if s.seen[key] || len(s.seen) > maxExportVisits {
		return endpoint{}, false
	}
	s.ev.touch(f.id, name)
	owner := s.ev.enter(f.id)
	defer func() { s.ev.owner = owner }()
	t := s.ev.w.load(f)
	if star && !s.starred(f, t, name) {
		return endpoint{}, false
	}
	s.seen[key] = true
	if e, ok := t.exports[name]; ok {
		return s.follow(f, t, e)
	}
	if f.lang.ImplicitExports {
		if end, ok := s.implicit(f, t, name); ok {
			return end, true
		}
	}
	if name == "default" || name == "=" {
		return endpoint{}, false
	}
	return s.stars(f, t, name)
}

// starred reports whether a star import of f takes the name.
func (s *search) starred(f *file, t *tables, name string) bool {
	if t.Star == nil {
		return !f.lang.ImplicitExports || !strings.HasPrefix(name, "_")
	}
	if t.star[name] {
		return true
	}
	for _, e := range t.starOf {
		if m, ok := s.moduleOf(f, t, e); ok {
			if g := s.ev.w.fileOf(m); g != nil && !s.seen[exportKey{g.id, "*" + name}] {
				s.seen[exportKey{g.id, "*" + name}] = true
				s.ev.touch(g.id, name)
				owner := s.ev.enter(g.id)
				ok := s.starred(g, s.ev.w.load(g), name)
				s.ev.owner = owner
				if ok {
					return true
				}
			}
		}
	}
	return false
}

// follow goes on through an export that merely passes an import on.
func (s *search) follow(f *file, t *tables, e int32) (endpoint, bool) {
	x := t.Exprs[e]
	if x.Op != lang.ExprImport {
		return endpoint{file: f.id, expr: e, sym: -1}, true
	}
	return s.through(f, t, x.A)
}

// through finds what an import is.
func (s *search) through(f *file, t *tables, imp int32) (endpoint, bool) {
	m := &t.Imports[imp]
	mod := s.ev.w.module(f, imp)
	g := s.ev.w.fileOf(mod)
	if m.Name == "" || g == nil {
		return s.ev.named(mod, m.Name)
	}
	if end, ok := s.find(g, m.Name, false); ok {
		return end, true
	}
	return s.ev.fallback(g, mod, m.Name, s)
}

// implicit finds a name at the top of the file.
func (s *search) implicit(f *file, t *tables, name string) (endpoint, bool) {
	if id, ok := t.members[memberKey{-1, name}]; ok {
		return endpoint{file: f.id, expr: -1, sym: id}, true
	}
	if imp, ok := t.aliases[name]; ok {
		return s.through(f, t, imp)
	}
	outside := ""
	for _, imp := range t.starIn {
		if t.Imports[imp].From >= 0 {
			continue
		}
		mod := s.ev.w.module(f, imp)
		if g := s.ev.w.fileOf(mod); g != nil {
			if end, ok := s.find(g, name, true); ok {
				return end, true
			}
		} else if mod.External != "" {
			outside = mod.External
		}
	}
	if outside == "" || strings.HasPrefix(name, "_") {
		return endpoint{}, false
	}
	if sub, ok := s.ev.submodule(Module{File: f.path}, name); ok {
		return endpoint{file: -1, module: sub}, true
	}
	// Only the outside modules are left that can have the name ("from posix
	// import *"); alternatives under a condition go by the first.
	return endpoint{file: -1, module: Module{External: outside + "." + name}}, true
}

// stars asks the modules of "export *".
func (s *search) stars(f *file, t *tables, name string) (endpoint, bool) {
	var hit endpoint
	var some, ext bool
	var outside endpoint
	for _, e := range t.stars {
		m, ok := s.moduleOf(f, t, e)
		if !ok {
			continue
		}
		g := s.ev.w.fileOf(m)
		if g == nil {
			if m.External != "" {
				outside, ext = endpoint{file: -1, module: Module{External: m.External + "." + name}}, !ext
			}
			continue
		}
		end, ok := s.find(g, name, true)
		switch {
		case !ok:
		case !some:
			hit, some = end, true
		case !s.ev.sameEnd(hit, end):
			return endpoint{}, false
		}
	}
	if !some && ext {
		return outside, true // one outside module only can have it
	}
	return hit, some
}

// moduleOf is the module an expression plainly denotes.
func (s *search) moduleOf(f *file, t *tables, e int32) (Module, bool) {
	x := t.Exprs[e]
	if x.Op != lang.ExprImport {
		return Module{}, false
	}
	m := &t.Imports[x.A]
	mod := s.ev.w.module(f, x.A)
	if m.Name == "" || m.Name == "*" {
		return mod, true
	}
	if g := s.ev.w.fileOf(mod); g != nil {
		if end, ok := s.find(g, m.Name, false); ok {
			return end.module, end.file < 0
		}
	}
	return s.ev.submodule(mod, m.Name)
}

// sameEnd reports whether two searches found one thing.
func (ev *evaluator) sameEnd(a, b endpoint) bool {
	if a == b {
		return true
	}
	if a.file != b.file || a.file < 0 {
		return false
	}
	return ev.endSym(a) >= 0 && ev.endSym(a) == ev.endSym(b)
}

// endSym is the symbol an endpoint is, -1 if it is something else.
func (ev *evaluator) endSym(e endpoint) int32 {
	if e.expr < 0 {
		return e.sym
	}
	if x := ev.w.load(ev.w.files[e.file]).Exprs[e.expr]; x.Op == lang.ExprSymbol {
		return x.A
	}
	return -1
}

// named is a name of a module that is not a file of the family, or the module.
func (ev *evaluator) named(mod Module, name string) (endpoint, bool) {
	switch {
	case name == "" || name == "*":
		return endpoint{file: -1, module: mod}, mod != Module{}
	case mod.External != "" && (name == "default" || name == "="):
		return endpoint{file: -1, module: mod}, true
	case mod.External != "":
		return endpoint{file: -1, module: Module{External: mod.External + "." + name}}, true
	}
	sub, ok := ev.submodule(mod, name)
	return endpoint{file: -1, module: sub}, ok
}

// fallback is what a name means that the file does not export: a submodule, or
// for a default import the module itself.
func (ev *evaluator) fallback(g *file, mod Module, name string, s *search) (endpoint, bool) {
	if name == "default" {
		if end, ok := s.find(g, "=", false); ok {
			return end, true
		}
		return endpoint{file: -1, module: mod}, true
	}
	sub, ok := ev.submodule(mod, name)
	return endpoint{file: -1, module: sub}, ok
}

// submodule is the module's own submodule of that name. The question is
// remembered, as files that come and go may answer it differently.
func (ev *evaluator) submodule(mod Module, name string) (Module, bool) {
	if ev.w.modules.Member == nil {
		return Module{}, false
	}
	sub := ev.w.modules.Member(mod, name)
	ev.asked(mod, name, sub)
	return sub, sub != Module{}
}

// resolve turns an endpoint into what it denotes.
func (ev *evaluator) resolve(end endpoint, fuel int) value {
	if end.file < 0 {
		return ev.moduleValue(end.module)
	}
	f := ev.w.files[end.file]
	if end.expr >= 0 {
		owner := ev.enter(f.id)
		v := ev.denote(f, end.expr, fuel)
		ev.owner = owner
		return v
	}
	ev.touchSym(f.id, end.sym)
	return ev.pick(f, end.sym)
}

// pick is the declaration meant by a name: the last one that is more than a
// signature, all of them when the language merges them.
func (ev *evaluator) pick(f *file, sym int32) value {
	t := ev.w.load(f)
	best := sym
	var v value
	for s := sym; s >= 0; s = t.next[s] {
		if f.lang.MergesDuplicates && (len(v.alts) == 0 || kindClass(t.Symbols[s].Kind) != kindClass(t.Symbols[v.alts[len(v.alts)-1].sym].Kind)) {
			v.alts = append(v.alts, alt{kind: altDecl, file: f.id, sym: s})
		} else if f.lang.MergesDuplicates && t.hasBody[s] && !t.hasBody[v.alts[len(v.alts)-1].sym] {
			v.alts[len(v.alts)-1].sym = s
		}
		if t.hasBody[s] || !t.hasBody[best] {
			best = s
		}
	}
	if len(v.alts) > 0 {
		return v.bounded()
	}
	return one(alt{kind: altDecl, file: f.id, sym: best})
}

// kindClass groups the kinds that may share a name without being one thing.
func kindClass(k graph.Kind) int {
	switch {
	case k == graph.KindNamespace || k == graph.KindModule:
		return 1
	case k == graph.KindInterface || k == graph.KindType:
		return 2
	case k.IsCallable():
		return 3
	case isClass(k):
		return 4
	}
	return 5
}

// moduleValue is a module as a value.
func (ev *evaluator) moduleValue(m Module) value {
	switch {
	case m.File != "":
		if f := ev.w.fileOf(m); f != nil {
			ev.touch(f.id, "")
			return one(alt{kind: altModule, file: f.id, sym: -1})
		}
		return one(alt{kind: altModule, file: -1, sym: -1, name: m.File})
	case m.Dir != "":
		return one(alt{kind: altDir, file: -1, sym: -1, name: m.Dir})
	case m.External != "":
		return one(alt{kind: altExt, file: -1, sym: -1, name: m.External})
	}
	return value{}
}
