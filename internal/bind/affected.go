package bind

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
)

// affected marks the files that have to be resolved again: those that
// consulted a file whose head is another, straight or through the heads they
// looked at, and those whose module names are answered differently now.
func (r *run) affected(ctx context.Context) error {
	if len(r.redo) == len(r.w.files) {
		for i := range r.dirty {
			r.dirty[i] = true
		}
		return nil
	}
	if !r.added && !slices.Contains(r.dirty, true) && len(r.names) == 0 {
		return nil
	}
	used := make([]*consulted, len(r.w.files))
	err := r.parallel(ctx, len(r.w.files), func() (func(int), func()) {
		return func(i int) {
			c, ok := decodeConsulted(r.in.Cache.Get(r.usedKey(r.w.files[i].path)))
			if ok {
				used[i] = c
			}
			if !ok || r.added && !c.answeredAlike(r.w, r.w.files[i].path) {
				r.dirty[i], r.todo[i] = true, true
			}
		}, func() {}
	})
	if err != nil {
		return err
	}
	r.spread(used)
	return nil
}

// spread follows what was consulted backwards from the dirty heads.
func (r *run) spread(used []*consulted) {
	gone := map[string]bool{}
	for _, p := range r.gone {
		gone[p] = true
	}
	reached := slices.Clone(r.dirty)
	bodies, heads := make([][]int32, len(used)), make([][]int32, len(used))
	for i, c := range used {
		if c == nil {
			continue
		}
		follow := func(list []fileName, back [][]int32, hit []bool) {
			for _, n := range list {
				if j, ok := r.w.index[n.file]; ok {
					if l := back[j]; len(l) == 0 || l[len(l)-1] != int32(i) {
						back[j] = append(l, int32(i))
					}
					hit[i] = hit[i] || r.names[j][n.name]
				}
				hit[i] = hit[i] || gone[n.file]
			}
		}
		follow(c.files, bodies, r.todo)
		follow(c.heads, heads, reached)
	}
	var queue []int32
	for i, d := range reached {
		if d {
			queue = append(queue, int32(i))
		}
	}
	for len(queue) > 0 {
		j := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, i := range bodies[j] {
			r.todo[i] = true
		}
		r.todo[j] = true
		for _, i := range heads[j] {
			if !reached[i] {
				reached[i] = true
				queue = append(queue, i)
			}
		}
	}
}

// resolve makes the facts of the marked files.
func (r *run) resolve(ctx context.Context) error {
	var jobs []int32
	for i, t := range r.todo {
		if t {
			jobs = append(jobs, int32(i))
		}
	}
	workers := make([]*evaluator, 0, r.in.Workers)
	uses := make([]*consulted, len(r.w.files))
	starts := make(chan *evaluator, max(r.in.Workers, 1))
	err := r.parallel(ctx, len(jobs), func() (func(int), func()) {
		ev := newEvaluator(r.w)
		starts <- ev
		return func(n int) {
			f := r.w.files[jobs[n]]
			r.out.File(ev.facts(f))
			uses[f.id] = ev.used(f)
		}, func() {}
	})
	close(starts)
	for ev := range starts {
		workers = append(workers, ev)
	}
	if err != nil {
		return err
	}
	r.remember(workers, uses)
	return nil
}

// used is what the file just resolved consulted.
func (ev *evaluator) used(f *file) *consulted {
	c := &consulted{}
	names, asks := ev.notes.take()
	for _, n := range names {
		if n.file != f.id {
			c.files = append(c.files, fileName{ev.w.files[n.file].path, n.name})
		}
	}
	c.asks = asks
	t := ev.w.load(f)
	seen := map[string]bool{}
	for i := range t.Imports {
		if spec := t.Imports[i].Module; !seen[spec] {
			seen[spec] = true
			c.specs = append(c.specs, spec)
			c.modules = append(c.modules, ev.w.module(f, int32(i)))
		}
	}
	return c
}

// remember stores what was consulted. Needs of a head are added to those known,
// as long as the head is the same.
func (r *run) remember(workers []*evaluator, uses []*consulted) {
	heads := map[int32]map[name]bool{}
	asks := map[int32]map[ask]bool{}
	for _, ev := range workers {
		for n := range ev.notes.heads {
			if heads[n.owner] == nil {
				heads[n.owner] = map[name]bool{}
			}
			heads[n.owner][n.name] = true
		}
		for a := range ev.notes.headAsk {
			if asks[a.owner] == nil {
				asks[a.owner] = map[ask]bool{}
			}
			asks[a.owner][a.ask] = true
		}
	}
	for i, f := range r.w.files {
		id := int32(i)
		c := uses[i]
		if c == nil && heads[id] == nil && asks[id] == nil {
			continue
		}
		before := r.in.Cache.Get(r.usedKey(f.path))
		old, ok := decodeConsulted(before)
		if c == nil {
			if c = old; !ok {
				continue
			}
		} else if ok && !r.dirty[i] {
			c.heads = append(c.heads, old.heads...)
			c.asks = append(c.asks, old.asks...)
		}
		for n := range heads[id] {
			c.heads = append(c.heads, fileName{r.w.files[n.file].path, n.name})
		}
		c.asks = slices.AppendSeq(c.asks, maps.Keys(asks[id]))
		c.sort()
		if b := c.encode(); string(b) != string(before) {
			r.in.Cache.Put(r.usedKey(f.path), b)
		}
	}
}

// newTree is the tree as a module resolver sees it.
func newTree(in *lang.Input, sources map[string]int32) *Tree {
	t := &Tree{Root: in.Root, Read: in.Read, files: make(map[string]bool, len(in.Files)), dirs: map[string]bool{".": true}}
	for i := range in.Files {
		p := in.Files[i].Path
		_, source := sources[p]
		t.files[p] = source
		if !source {
			continue
		}
		for j := strings.LastIndexByte(p, '/'); j > 0; j = strings.LastIndexByte(p[:j], '/') {
			if t.dirs[p[:j]] {
				break
			}
			t.dirs[p[:j]] = true
		}
	}
	return t
}

func lastSegment(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
