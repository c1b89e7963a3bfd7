package python

// scopeKind is what a scope belongs to.
type scopeKind uint8

const (
	moduleScope scopeKind = iota
	classScope
	functionScope // a function or a lambda
	innerScope    // a comprehension
)

// scope is one namespace of names.
type scope struct {
	kind    scopeKind
	sym     int32 // innermost symbol, -1 at the top
	class   int32 // class whose body or method this is, -1
	self    string
	parent  *scope
	vars    map[string]*variable
	outside map[string]*scope // names declared global or nonlocal
	rest    []func()          // bodies of nested functions, run when this one is done
	yields  []int32
	returns []int32
	yielded bool
	running bool // its statements are being walked: names have the values of the moment
}

// variable is a name in a scope. cur is what it may mean at the moment, all
// what it ever means; expression numbers.
type variable struct {
	sym  int32 // the symbol of a module or class variable, -1
	cur  []int32
	all  []int32
	typ  int32 // declared type of a symbol's value, -1
	held []int32
	self bool // the receiver of a method
}

// maxMeanings bounds what a name may mean at one point; beyond, nothing is
// known of it.
const maxMeanings = 8

func newScope(kind scopeKind, parent *scope, sym int32) *scope {
	s := &scope{kind: kind, parent: parent, sym: sym, class: -1, vars: map[string]*variable{}}
	if parent != nil && kind != moduleScope {
		s.class = parent.class
	}
	return s
}

// variable returns the variable a binding of the name in s is of.
func (s *scope) variable(name string) *variable {
	if o := s.outside[name]; o != nil {
		s = o
	}
	v := s.vars[name]
	if v == nil {
		v = &variable{sym: -1, typ: -1}
		s.vars[name] = v
	}
	return v
}

// find looks a name up as Python does: classes around a function do not count.
// live says that the scope's code is running, so the name has its value of the
// moment.
func (s *scope) find(name string) (v *variable, in *scope, live bool) {
	for at := s; at != nil; at = at.parent {
		if at.kind == classScope && at != s {
			continue
		}
		if o := at.outside[name]; o != nil {
			return o.vars[name], o, o.running
		}
		if v := at.vars[name]; v != nil {
			if at.kind == classScope && len(v.cur) == 0 {
				continue // not bound yet in the class: the name of outside
			}
			return v, at, at.running
		}
	}
	return nil, nil, false
}

// function is the innermost scope in which a walrus binds.
func (s *scope) function() *scope {
	for s.kind == innerScope {
		s = s.parent
	}
	return s
}

// module is the outermost scope.
func (s *scope) module() *scope {
	for s.parent != nil {
		s = s.parent
	}
	return s
}

// union adds the meanings of b to a.
func union(a, b []int32) []int32 {
	out := a[:len(a):len(a)]
next:
	for _, e := range b {
		for _, have := range out {
			if have == e {
				continue next
			}
		}
		out = append(out, e)
	}
	return out
}

// change is the value a variable had before.
type change struct {
	v   *variable
	cur []int32
}

// bind gives a variable another meaning.
func (x *extractor) bind(v *variable, meaning []int32) {
	x.journal = append(x.journal, change{v, v.cur})
	v.cur = meaning
	if len(v.all) <= maxMeanings {
		v.all = union(v.all, meaning)
	}
}

// branches walks alternatives of which one is taken (or none, unless total)
// and joins what names mean after them. Each returns whether it ends the
// block: what it bound is not seen behind it.
func (x *extractor) branches(total bool, alternatives ...func() (ends bool)) {
	base := len(x.journal)
	after := map[*variable][][]int32{}
	var order []*variable
	open := 0
	for _, run := range alternatives {
		ends := run()
		seen := map[*variable]bool{}
		for i := len(x.journal) - 1; i >= base; i-- {
			v := x.journal[i].v
			if !seen[v] && !ends {
				seen[v] = true
				if after[v] == nil {
					order = append(order, v)
				}
				after[v] = append(after[v], v.cur)
			}
		}
		for i := len(x.journal) - 1; i >= base; i-- {
			x.journal[i].v.cur = x.journal[i].cur
		}
		x.journal = x.journal[:base]
		if !ends {
			open++
		}
	}
	for _, v := range order {
		var joined []int32
		if !total || len(after[v]) < open {
			joined = v.cur
		}
		for _, m := range after[v] {
			joined = union(joined, m)
		}
		if len(joined) > maxMeanings {
			joined = []int32{x.unknown()}
		}
		x.journal = append(x.journal, change{v, v.cur})
		v.cur = joined
	}
}
