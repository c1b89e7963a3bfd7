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
	all := r.links()
	r.notes = make([]*consulted, len(all))
	err := r.parallel(ctx, len(all), func() (func(int), func()) {
		return func(i int) {
			if all[i] == nil || r.added && !r.answeredAlike(i) {
				r.dirty[i], r.todo[i] = true, true
			}
		}, func() {}
	})
	if err != nil {
		return err
	}
	r.spread(all)
	return nil
}

// used is what a file consulted; false when that is not known.
func (r *run) used(i int) (*consulted, bool) {
	if r.notes[i] == nil {
		r.notes[i], _ = decodeConsulted(r.in.Cache.Get(r.usedKey(r.w.files[i].path)))
	}
	return r.notes[i], r.notes[i] != nil
}

// answeredAlike reports whether what a file asked of the tree has the same
// answers now.
func (r *run) answeredAlike(i int) bool {
	c, ok := r.used(i)
	return ok && c.answeredAlike(r.w, r.w.files[i].path)
}

// touched reports whether the body of a file looked at a file that is gone or
// at a name that changed in one that is otherwise the same, and whether its
// head did.
func (r *run) touched(i int, l *links) (body, head bool) {
	some := func(list []int32) bool {
		return slices.ContainsFunc(list, func(j int32) bool { return r.names[j] != nil })
	}
	if len(r.gone) == 0 && !some(l.bodies) && !some(l.heads) {
		return false, false
	}
	c, ok := r.used(i)
	if !ok {
		return true, true
	}
	hit := func(n fileName) bool {
		j, ok := r.w.index[n.file]
		return ok && r.names[j][n.name] || !ok && slices.Contains(r.gone, n.file)
	}
	return slices.ContainsFunc(c.files, hit), slices.ContainsFunc(c.heads, hit)
}

// spread follows what was consulted backwards from the dirty heads.
func (r *run) spread(all []*links) {
	reached := slices.Clone(r.dirty)
	bodies, heads := make([][]int32, len(all)), make([][]int32, len(all))
	for i, l := range all {
		if l == nil {
			continue
		}
		for _, j := range l.bodies {
			bodies[j] = append(bodies[j], int32(i))
		}
		for _, j := range l.heads {
			heads[j] = append(heads[j], int32(i))
		}
		body, head := r.touched(i, l)
		r.todo[i], reached[i] = r.todo[i] || body, reached[i] || head
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
		r.links()[i] = r.linksOf(c)
	}
	r.keepLinks()
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
