package bind

import "bytes"

// links are the files that a file consulted. Those of all files stand in one
// blob, so that a change finds whom it may concern without reading what each
// of them consulted by name.
type links struct {
	bodies []int32 // files its body looked at
	heads  []int32 // files that were looked at through its own head
}

func (r *run) linksKey() string { return r.family + ":links" }

// links returns the links of every file, nil of one whose notes are not there.
func (r *run) links() []*links {
	if r.linked != nil {
		return r.linked
	}
	r.linked = make([]*links, len(r.w.files))
	if r.in.Full || r.decodeLinks(r.in.Cache.Get(r.linksKey())) {
		return r.linked
	}
	clear(r.linked)
	for i, f := range r.w.files {
		if c, ok := decodeConsulted(r.in.Cache.Get(r.usedKey(f.path))); ok {
			r.linked[i] = r.linksOf(c)
		}
	}
	return r.linked
}

// linksOf are the files of what was consulted, which is sorted.
func (r *run) linksOf(c *consulted) *links {
	l := &links{}
	for _, x := range []struct {
		from []fileName
		to   *[]int32
	}{{c.files, &l.bodies}, {c.heads, &l.heads}} {
		for i, n := range x.from {
			if i > 0 && x.from[i-1].file == n.file {
				continue
			}
			if id, ok := r.w.index[n.file]; ok {
				*x.to = append(*x.to, id)
			}
		}
	}
	return l
}

// keepLinks stores the links if they are others than before.
func (r *run) keepLinks() {
	if r.linked == nil {
		return // nothing was resolved
	}
	var w writer
	w.reset()
	for i, l := range r.linked {
		if l == nil {
			continue
		}
		w.str(r.w.files[i].path)
		for _, list := range [][]int32{l.bodies, l.heads} {
			w.uint(uint64(len(list)))
			for _, id := range list {
				w.str(r.w.files[id].path)
			}
		}
	}
	if b := w.section([]byte{blobVersion}); !bytes.Equal(b, r.in.Cache.Get(r.linksKey())) {
		r.in.Cache.Put(r.linksKey(), b)
	}
}

// decodeLinks reads what keepLinks wrote, without the files that are no more;
// false when damaged.
func (r *run) decodeLinks(b []byte) bool {
	if len(b) == 0 || b[0] != blobVersion {
		return false
	}
	in, _, ok := section(b[1:])
	if !ok {
		return false
	}
	ids := make([]int32, len(in.table)+1)
	ids[0] = -1
	for i, path := range in.table {
		ids[i+1] = -1
		if id, ok := r.w.index[path]; ok {
			ids[i+1] = id
		}
	}
	file := func() int32 {
		n := in.uint()
		if n >= uint64(len(ids)) {
			in.bad = true
			return -1
		}
		return ids[n]
	}
	for len(in.buf) > 0 && !in.bad {
		of, l := file(), &links{}
		for _, list := range []*[]int32{&l.bodies, &l.heads} {
			*list = make([]int32, 0, in.count(1))
			for range cap(*list) {
				if id := file(); id >= 0 {
					*list = append(*list, id)
				}
			}
		}
		if of >= 0 {
			r.linked[of] = l
		}
	}
	return !in.bad
}
