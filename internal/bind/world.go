package bind

import (
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// world is the family's files during one Analyze. Heads are decoded when first
// asked for.
type world struct {
	files   []*file
	index   map[string]int32 // path to position in files
	modules Modules
	lookup  *moduleCache
	reload  func(*file) unitBlob // makes a unit again whose blob is damaged
}

// file is one file of the family.
type file struct {
	id   int32
	path string
	hash [16]byte
	lang *langInfo

	blob func() unitBlob // the stored unit, nil if there is none
	once sync.Once
	tabs *tables
}

// langInfo is a Language with its lists as sets.
type langInfo struct {
	*Language
	builtins map[string]bool
	roots    map[string]bool
}

// memberKey is a name in a container; owner -1 is the file.
type memberKey struct {
	owner int32
	name  string
}

// tables is the head of a unit with what is looked up in it.
type tables struct {
	*unit
	dup     []uint16
	members map[memberKey]int32 // the first symbol of that name
	next    []int32             // the next symbol of the same owner and name
	same    []int32             // the next symbol of the same qualified name
	first   []int32             // the first symbol of the same qualified name
	owns    []bool              // the symbol has members
	exports map[string]int32    // expression
	stars   []int32             // expressions of "export *"
	aliases map[string]int32    // imports at the top of the file, by alias
	starIn  []int32             // star imports, last first
	star    map[string]bool     // what a star import takes; nil: see Unit.Star
	starOf  []int32             // modules whose star names count too
	height  []uint8             // of each expression
	top     []int32             // of each symbol: the one at the top of the file it is below
}

// load decodes the head of a file once.
func (w *world) load(f *file) *tables {
	f.once.Do(func() {
		u := decodeHead(f.blob())
		if u == nil && w.reload != nil {
			u = decodeHead(w.reload(f))
		}
		if u == nil {
			u = &unit{}
		}
		f.tabs = newTables(u, f.lang.ImplicitExports)
	})
	return f.tabs
}

func newTables(u *unit, implicit bool) *tables {
	n := len(u.Symbols)
	t := &tables{unit: u, dup: make([]uint16, n), members: make(map[memberKey]int32, n),
		next: make([]int32, n), same: make([]int32, n), first: make([]int32, n), owns: make([]bool, n), top: make([]int32, n)}
	last := make(map[memberKey]int32, n)
	byQual := make(map[string]int32, n)
	for i := range u.Symbols {
		s := &u.Symbols[i]
		id := int32(i)
		t.next[i], t.same[i], t.first[i] = -1, -1, id
		key := memberKey{s.Owner, s.Name}
		if prev, ok := last[key]; ok {
			t.next[prev] = id
		} else {
			t.members[key] = id
		}
		last[key] = id
		if prev, ok := byQual[s.Qual]; ok {
			t.same[prev], t.first[i] = id, t.first[prev]
			t.dup[i] = min(t.dup[prev], 1<<16-2) + 1
		}
		byQual[s.Qual] = id
		if t.top[i] = id; s.Owner >= 0 {
			t.owns[s.Owner] = true
			t.top[i] = t.top[s.Owner]
		}
	}
	t.exports = make(map[string]int32, len(u.Exports))
	for _, e := range u.Exports {
		if e.Name == "*" {
			t.stars = append(t.stars, e.Expr)
		} else if _, ok := t.exports[e.Name]; !ok {
			t.exports[e.Name] = e.Expr
		}
	}
	t.imports(implicit)
	t.height = heights(nil, u.Exprs)
	return t
}

func (t *tables) imports(implicit bool) {
	t.aliases = map[string]int32{}
	for i := range t.Imports {
		m := &t.Imports[i]
		switch {
		case m.Name == "*":
			t.starIn = append([]int32{int32(i)}, t.starIn...)
		case implicit && m.From < 0 && m.Alias != "":
			t.aliases[m.Alias] = int32(i)
		}
	}
	if t.Star == nil {
		return
	}
	t.star = map[string]bool{}
	for _, e := range t.Star {
		if e.Name == "*" {
			t.starOf = append(t.starOf, e.Expr)
		} else {
			t.star[e.Name] = true
		}
	}
}

// heights appends how deep each expression is nested; one that would be written
// out with more than maxSize parts, as it uses others again and again, counts as
// too deep.
func heights(h []uint8, all []lang.Expr) []uint8 {
	from := len(h)
	size := make([]uint16, len(all))
	for i, e := range all {
		top, n := uint8(0), uint32(1)
		operands(e, func(o int32) {
			top = max(top, h[o])
			if at := int(o) - from; at >= 0 {
				n += uint32(size[at])
			} else {
				n += uint32(h[o])
			}
		})
		if n > maxSize {
			top = 254
		}
		size[i] = uint16(min(n, maxSize))
		h = append(h, min(top, 254)+1)
	}
	return h
}

// isVar reports whether the kind is a name that holds a value.
func isVar(k graph.Kind) bool {
	return k == graph.KindVariable || k == graph.KindConstant || k == graph.KindField || k == graph.KindProperty || k == graph.KindEnumMember
}

// isClass reports whether the kind has instances.
func isClass(k graph.Kind) bool {
	return k == graph.KindClass || k == graph.KindStruct || k == graph.KindInterface || k == graph.KindEnum
}

// module is what the i-th import of a file is taken from.
func (w *world) module(f *file, i int32) Module {
	return w.lookup.find(w, f.path, w.load(f).Imports[i].Module)
}

// moduleCache remembers what specifiers mean; sharded by nothing, as most
// questions are asked once.
type moduleCache struct {
	mu    sync.RWMutex
	known map[[2]string]Module
}

func (c *moduleCache) find(w *world, from, spec string) Module {
	if w.modules.Find == nil {
		return Module{External: spec}
	}
	key := [2]string{from, spec}
	c.mu.RLock()
	m, ok := c.known[key]
	c.mu.RUnlock()
	if ok {
		return m
	}
	m = w.modules.Find(from, spec)
	c.mu.Lock()
	c.known[key] = m
	c.mu.Unlock()
	return m
}

// fileOf is the file a module is, nil if it is none of the family's.
func (w *world) fileOf(m Module) *file {
	if m.File == "" {
		return nil
	}
	if i, ok := w.index[m.File]; ok {
		return w.files[i]
	}
	return nil
}
