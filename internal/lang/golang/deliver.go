package golang

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// pending gathers what the configurations say about one file.
type pending struct {
	dir  *dir
	head *header
	got  map[config]*lang.Facts // nil values: the configuration has nothing to say
}

// configsOf lists the configurations that check a file, none if no
// configuration does.
func (a *analysis) configsOf(d *dir, h *header) []config {
	var list []config
	if h.pkg == "" {
		return nil
	}
	if isSingle(h) || a.def.match(h) {
		list = append(list, a.def)
	}
	for _, c := range d.configs {
		if !isSingle(h) && c.match(h) {
			list = append(list, c)
		}
	}
	return list
}

// deliver takes the facts of a file under one configuration and emits the file
// when all its configurations have been heard.
func (a *analysis) deliver(c config, d *dir, h *header, f *lang.Facts) {
	configs := a.configsOf(d, h)
	name := d.file(h.name)
	a.mu.Lock()
	if len(configs) == 1 && f != nil {
		delete(a.pending, name)
		a.mu.Unlock()
		a.emit(f)
		return
	}
	p := a.pending[name]
	if p == nil {
		p = &pending{dir: d, head: h, got: map[config]*lang.Facts{}}
		a.pending[name] = p
	}
	p.got[c] = f
	done := len(p.got) >= len(configs)
	if done {
		delete(a.pending, name)
	}
	a.mu.Unlock()
	if !done {
		return
	}
	var list []*lang.Facts
	for _, c := range configs {
		if f := p.got[c]; f != nil && (len(list) == 0 || a.mayDiffer(list[0], c)) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		a.out.File(a.syntactic(d, h))
		return
	}
	a.emit(merge(list))
}

// mayDiffer reports whether a file may mean something else under c than it was
// found to mean: something is unresolved, or declared where c does not look.
func (a *analysis) mayDiffer(f *lang.Facts, c config) bool {
	for _, t := range f.Targets {
		switch t.Kind {
		case lang.TargetUnresolved:
			return true
		case lang.TargetSymbol, lang.TargetFile:
			if !a.inConfig(t.File, c) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Refs, func(r lang.Ref) bool { return r.Tier < graph.TierCompilerDispatch })
}

// inConfig reports whether a file of the tree is part of builds under c.
func (a *analysis) inConfig(name string, c config) bool {
	d := a.tree.dirs[dirOf(name)]
	if d == nil {
		return false
	}
	headers := a.headers(d)
	base := path.Base(name)
	i := sort.Search(len(headers), func(i int) bool { return headers[i].name >= base })
	return i < len(headers) && headers[i].name == base && c.match(&headers[i])
}

// wanted narrows w to the files that c has something to say about: those it is
// the first to check, and those that may mean something else under it.
func (u *universe) wanted(w want) want {
	return func(h *header) bool {
		if !w(h) {
			return false
		}
		first := u.a.configsOf(h.dir, h)[0]
		if first == u.config {
			return true
		}
		u.a.mu.Lock()
		var f *lang.Facts
		if p := u.a.pending[h.dir.file(h.name)]; p != nil {
			f = p.got[first]
		}
		u.a.mu.Unlock()
		return f == nil || u.a.mayDiffer(f, u.config)
	}
}

// merge makes one of the facts that several configurations give of one file.
// Where they differ in what a site means, it has a Ref for each meaning.
func merge(list []*lang.Facts) *lang.Facts {
	out := list[0]
	if len(list) == 1 {
		return out
	}
	set := targetSet{}
	for _, t := range out.Targets {
		set.add(t)
	}
	for _, f := range list[1:] {
		for i := range out.Symbols {
			if out.Symbols[i].Member.Kind != lang.TargetSymbol && i < len(f.Symbols) {
				out.Symbols[i].Member = f.Symbols[i].Member
			}
		}
		for _, r := range f.Refs {
			r.Target = set.add(f.Targets[r.Target])
			out.Refs = append(out.Refs, r)
		}
	}
	out.Targets = set.list
	return out
}

func (a *analysis) emit(f *lang.Facts) {
	tidy(f)
	a.out.File(f)
}

// tidy brings refs into source order, drops repetitions and unresolved names
// that another configuration resolves, and numbers targets by first use: equal
// facts are equal values.
func tidy(f *lang.Facts) {
	order := func(x, y lang.Ref) int {
		if x.Line != y.Line {
			return cmp.Compare(x.Line, y.Line)
		}
		if x.Col != y.Col {
			return cmp.Compare(x.Col, y.Col)
		}
		if x.Kind != y.Kind {
			return cmp.Compare(x.Kind, y.Kind)
		}
		return compareTargets(f.Targets[x.Target], f.Targets[y.Target])
	}
	slices.SortStableFunc(f.Refs, order)
	// A site that is resolved somewhere is not unresolved.
	refs := f.Refs[:0]
	for i := 0; i < len(f.Refs); {
		j, resolved := i, false
		for ; j < len(f.Refs) && f.Refs[j].Line == f.Refs[i].Line && f.Refs[j].Col == f.Refs[i].Col; j++ {
			resolved = resolved || f.Refs[j].Tier == graph.TierCompilerResolved
		}
		site := len(refs)
		for _, r := range f.Refs[i:j] {
			if resolved && r.Tier != graph.TierCompilerResolved {
				continue
			}
			if n := len(refs); n > site && refs[n-1].Kind == r.Kind && refs[n-1].Target == r.Target {
				continue
			}
			refs = append(refs, r)
		}
		i = j
	}
	f.Refs = refs
	number := make([]int32, len(f.Targets))
	targets := make([]lang.Target, 0, len(f.Targets))
	for i := range f.Refs {
		t := f.Refs[i].Target
		if number[t] == 0 {
			targets = append(targets, f.Targets[t])
			number[t] = int32(len(targets))
		}
		f.Refs[i].Target = uint32(number[t] - 1)
	}
	f.Targets = targets
}

func compareTargets(x, y lang.Target) int {
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind, y.Kind)
	}
	if c := strings.Compare(x.File, y.File); c != 0 {
		return c
	}
	if c := strings.Compare(x.Name, y.Name); c != 0 {
		return c
	}
	return cmp.Compare(x.Dup, y.Dup)
}
