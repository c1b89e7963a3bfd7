package golang

import (
	"encoding/binary"
	"strings"
	"sync"
	"sync/atomic"
)

// headers returns the headers of a directory, from the cache where the files
// have not changed.
func (a *analysis) headers(d *dir) []header {
	d.once.Do(func() {
		var old map[string]header
		var configs []config
		if !a.full {
			old, configs = decodeHeaders(a.in.Cache.Get("go/dir/" + d.path))
		}
		d.headers = make([]header, 0, len(d.tree))
		for _, f := range d.tree {
			h, ok := old[f.Path[strings.LastIndexByte(f.Path, '/')+1:]]
			if !ok || h.hash != f.Hash {
				d.stale = true
				src, err := a.in.Read(f.Path)
				if err != nil {
					h = header{name: f.Path[strings.LastIndexByte(f.Path, '/')+1:]}
				} else {
					h = readHeader(f.Path, src, true)
				}
				h.hash = f.Hash
			}
			h.dir = d
			d.headers = append(d.headers, h)
		}
		if len(old) != len(d.headers) {
			d.stale = true
		}
		if d.configs = configs; d.stale {
			d.configs = chooseConfigs(a.def, a.platforms, d.headers)
		}
	})
	return d.headers
}

// readHeaders reads the headers of all directories.
func (a *analysis) readHeaders() {
	a.parallel(len(a.tree.order), func(i int) { a.headers(a.tree.order[i]) })
}

// parallel calls f for 0 to n-1 from as many goroutines as are allowed.
func (a *analysis) parallel(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, a.in.Workers) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
}

// storeHeaders keeps the headers that were read anew.
func (a *analysis) storeHeaders() {
	for _, d := range a.tree.order {
		if d.stale {
			a.in.Cache.Put("go/dir/"+d.path, encodeHeaders(d.headers, d.configs))
		}
	}
}

func encodeHeaders(hs []header, configs []config) []byte {
	var b []byte
	str := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = binary.AppendUvarint(b, uint64(len(hs)))
	for i := range hs {
		h := &hs[i]
		str(h.name)
		str(h.pkg)
		str(h.constraint)
		flags := byte(0)
		if h.generated {
			flags |= 1
		}
		if h.exports {
			flags |= 2
		}
		b = append(b, flags)
		b = append(b, h.hash[:]...)
		b = append(b, h.decl[:]...)
		b = binary.AppendUvarint(b, uint64(len(h.locals)))
		for _, f := range h.locals {
			str(f.name)
			b = append(b, f.hash[:]...)
		}
		b = binary.AppendUvarint(b, uint64(len(h.imports)))
		for _, imp := range h.imports {
			str(imp)
		}
		b = binary.AppendUvarint(b, uint64(len(h.mentions)))
		for _, name := range h.mentions {
			str(name)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(configs)))
	for _, c := range configs {
		str(c.goos)
		str(c.goarch)
		str(c.tags)
		cgo := byte(0)
		if c.cgo {
			cgo = 1
		}
		b = append(b, cgo)
	}
	return b
}

// reader reads what the encoders of this package write; after any damage it
// yields zero values and bad is set.
type reader struct {
	b   string
	bad bool
}

func (r *reader) uint() int {
	var v uint64
	for i := 0; i < len(r.b) && i < 10; i++ {
		c := r.b[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.b = r.b[i+1:]
			if v > 1<<31 {
				break
			}
			return int(v)
		}
	}
	r.b, r.bad = "", true
	return 0
}

func (r *reader) bytes(n int) string {
	if n < 0 || n > len(r.b) {
		r.b, r.bad = "", true
		return ""
	}
	s := r.b[:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) str() string { return r.bytes(r.uint()) }

func decodeHeaders(data []byte) (m map[string]header, configs []config) {
	r := &reader{b: string(data)}
	n := r.uint()
	m = make(map[string]header, min(n, 4096))
	for range n {
		h := header{name: r.str(), pkg: r.str(), constraint: r.str()}
		flags := r.bytes(1)
		copy(h.hash[:], r.bytes(16))
		copy(h.decl[:], r.bytes(16))
		for k := r.uint(); k > 0 && !r.bad; k-- {
			f := local{name: r.str()}
			copy(f.hash[:], r.bytes(len(f.hash)))
			h.locals = append(h.locals, f)
		}
		for k := r.uint(); k > 0 && !r.bad; k-- {
			h.imports = append(h.imports, r.str())
		}
		for k := r.uint(); k > 0 && !r.bad; k-- {
			h.mentions = append(h.mentions, r.str())
		}
		if r.bad {
			return nil, nil
		}
		h.expr = parseConstraint(h.constraint)
		h.generated = flags[0]&1 != 0
		h.exports = flags[0]&2 != 0
		m[h.name] = h
	}
	for n = r.uint(); n > 0 && !r.bad; n-- {
		configs = append(configs, config{goos: r.str(), goarch: r.str(), tags: r.str(), cgo: r.bytes(1) == "\x01"})
	}
	if r.bad {
		return nil, nil
	}
	return m, configs
}
