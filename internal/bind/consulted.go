package bind

import (
	"cmp"
	"slices"
)

// consulted is what the resolution of a file depended on besides the file
// itself. It is stored beside the unit and decides what a change touches.
type consulted struct {
	files   []fileName // names its body looked at
	heads   []fileName // names that were looked at through its own head
	modules []Module   // what its imports meant, in their order
	specs   []string   // the specifiers of its imports
	asks    []ask      // submodules looked for
}

// fileName is a name at the top of a file; "" is the file itself.
type fileName struct{ file, name string }

func (c *consulted) encode() []byte {
	var w writer
	w.reset()
	for _, list := range [][]fileName{c.files, c.heads} {
		w.uint(uint64(len(list)))
		for _, n := range list {
			w.str(n.file)
			w.str(n.name)
		}
	}
	w.uint(uint64(len(c.specs)))
	for _, s := range c.specs {
		w.str(s)
	}
	module := func(m Module) {
		w.str(m.File)
		w.str(m.Dir)
		w.str(m.External)
	}
	w.uint(uint64(len(c.modules)))
	for _, m := range c.modules {
		module(m)
	}
	w.uint(uint64(len(c.asks)))
	for _, a := range c.asks {
		module(a.of)
		w.str(a.name)
		module(a.is)
	}
	return w.section([]byte{blobVersion})
}

// decodeConsulted reads what encode wrote; false when damaged.
func decodeConsulted(b []byte) (*consulted, bool) {
	if len(b) == 0 || b[0] != blobVersion {
		return nil, false
	}
	r, _, ok := section(b[1:])
	if !ok {
		return nil, false
	}
	c := &consulted{}
	for _, list := range []*[]fileName{&c.files, &c.heads} {
		*list = make([]fileName, r.count(2))
		for i := range *list {
			(*list)[i] = fileName{r.str(), r.str()}
		}
	}
	c.specs = make([]string, r.count(1))
	for i := range c.specs {
		c.specs[i] = r.str()
	}
	module := func() Module { return Module{File: r.str(), Dir: r.str(), External: r.str()} }
	c.modules = make([]Module, r.count(3))
	for i := range c.modules {
		c.modules[i] = module()
	}
	c.asks = make([]ask, r.count(7))
	for i := range c.asks {
		c.asks[i] = ask{module(), r.str(), module()}
	}
	return c, !r.bad && len(c.modules) == len(c.specs)
}

// sort makes equal contents equal bytes.
func (c *consulted) sort() {
	for _, list := range [][]fileName{c.files, c.heads} {
		slices.SortFunc(list, func(a, b fileName) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.name, b.name)) })
	}
	slices.SortFunc(c.asks, func(a, b ask) int {
		return cmp.Or(a.of.compare(b.of), cmp.Compare(a.name, b.name), a.is.compare(b.is))
	})
	c.files, c.heads, c.asks = slices.Compact(c.files), slices.Compact(c.heads), slices.Compact(c.asks)
}

func (m Module) compare(o Module) int {
	return cmp.Or(cmp.Compare(m.File, o.File), cmp.Compare(m.Dir, o.Dir), cmp.Compare(m.External, o.External))
}

// answeredAlike reports whether the tree still answers every question as noted.
func (c *consulted) answeredAlike(w *world, path string) bool {
	if w.modules.Find != nil {
		for i, spec := range c.specs {
			if w.modules.Find(path, spec) != c.modules[i] {
				return false
			}
		}
	}
	for _, a := range c.asks {
		if w.modules.Member == nil || w.modules.Member(a.of, a.name) != a.is {
			return false
		}
	}
	return true
}
