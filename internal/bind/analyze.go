package bind

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/lang"
)

// New makes the analyzer of a family of languages: those that import each
// other. Its cache keys begin with the family's name.
func New(family string, langs ...Language) lang.Analyzer {
	a := &analyzer{family: family, langs: map[string]*langInfo{}}
	for i := range langs {
		l := &langInfo{Language: &langs[i], builtins: map[string]bool{}, roots: map[string]bool{}}
		for _, b := range l.Builtins {
			l.builtins[b] = true
		}
		for _, m := range l.RootMembers {
			l.roots[m] = true
		}
		a.names = append(a.names, l.Name)
		a.langs[l.Name] = l
		if a.modules == nil {
			a.modules = l.Modules
		}
	}
	return a
}

type analyzer struct {
	family  string
	names   []string
	langs   map[string]*langInfo
	modules func(*Tree) Modules
}

func (a *analyzer) Name() string        { return a.family }
func (a *analyzer) Languages() []string { return a.names }

func (a *analyzer) unitKey(path string) string { return a.family + ":unit:" + path }
func (a *analyzer) usedKey(path string) string { return a.family + ":used:" + path }

// run is one Analyze.
type run struct {
	*analyzer
	in    *lang.Input
	out   lang.Sink
	w     *world
	fresh []unitBlob                // of each file: the unit made by this run, nil if stored
	dirty []bool                    // of each file: its head is new or means something else
	names map[int32]map[string]bool // of files with another head: the names that changed, when no more did
	todo  []bool                    // of each file: it is to be resolved
	redo  []int32                   // files extracted by this run
	gone  []string                  // files that are no more
	added bool                      // the set of files is another, or what configures modules

	linked []*links     // of each file, see links
	notes  []*consulted // of each file, see used
}

// Analyze brings the facts of the family's files up to date.
func (a *analyzer) Analyze(ctx context.Context, in *lang.Input, out lang.Sink) error {
	r := &run{analyzer: a, in: in, out: out, names: map[int32]map[string]bool{}}
	r.open()
	if err := r.extract(ctx); err != nil {
		return err
	}
	if err := r.affected(ctx); err != nil {
		return err
	}
	return r.resolve(ctx)
}

// open lists the family's files.
func (r *run) open() {
	r.w = &world{index: map[string]int32{}, lookup: &moduleCache{known: map[[2]string]Module{}}}
	for i := range r.in.Files {
		t := &r.in.Files[i]
		l := r.langs[t.Language]
		if l == nil || t.Skipped {
			continue
		}
		f := &file{id: int32(len(r.w.files)), path: t.Path, hash: t.Hash, lang: l}
		f.blob = func() unitBlob {
			if b := r.fresh[f.id]; b != nil {
				return b
			}
			return r.in.Cache.Get(r.unitKey(f.path))
		}
		r.w.index[f.path] = f.id
		r.w.files = append(r.w.files, f)
	}
	n := len(r.w.files)
	r.fresh, r.dirty, r.todo = make([]unitBlob, n), make([]bool, n), make([]bool, n)
	r.w.reload = r.again
	if r.modules != nil && n > 0 {
		r.w.modules = r.modules(newTree(r.in, r.w.index))
	}
}

// again makes the unit of a file whose stored one turned out to be damaged.
func (r *run) again(f *file) unitBlob {
	src, err := r.in.Read(f.path)
	if err != nil {
		return nil
	}
	x := newExtractor()
	defer x.close()
	b, _ := x.blob(f, src)
	r.in.Cache.Put(r.unitKey(f.path), b)
	return b
}

// extract parses what changed and finds out whose head is another.
func (r *run) extract(ctx context.Context) error {
	stored := r.stored()
	changed := make([]bool, len(r.w.files))
	for _, p := range r.in.Changed {
		if i, ok := r.w.index[p]; ok {
			changed[i] = true
		}
		if _, ok := r.w.index[p]; !ok && stored[p] { // it is not to be read any more
			r.in.Cache.Delete(r.unitKey(p))
			r.in.Cache.Delete(r.usedKey(p))
			r.gone = append(r.gone, p)
		}
		r.added = r.added || r.configures(p)
	}
	for i, f := range r.w.files {
		if r.in.Full || changed[i] || !stored[f.path] {
			r.todo[i] = true
			r.redo = append(r.redo, int32(i))
		}
	}
	var before []unitBlob
	if !r.in.Full {
		before = make([]unitBlob, len(r.w.files))
		for _, i := range r.redo {
			before[i] = r.in.Cache.Get(r.unitKey(r.w.files[i].path))
		}
	}
	err := r.parallel(ctx, len(r.redo), func() (func(int), func()) {
		x := newExtractor()
		return func(n int) { r.extractOne(x, r.w.files[r.redo[n]], before) }, x.close
	})
	for _, p := range r.in.Removed {
		if stored[p] || r.configures(p) {
			r.gone = append(r.gone, p)
		}
		r.in.Cache.Delete(r.unitKey(p))
		r.in.Cache.Delete(r.usedKey(p))
	}
	r.added = r.added || len(r.gone) > 0 || r.othersDiffer()
	for _, i := range r.redo {
		if before == nil || before[i] == nil {
			r.added, r.dirty[i] = true, true
		} else if r.fresh[i] != nil && !slices.Equal(before[i].head(), r.fresh[i].head()) {
			if names, ok := changedNames(decodeHead(before[i]), decodeHead(r.fresh[i])); ok {
				r.names[i] = names
			} else {
				r.dirty[i] = true
			}
		}
	}
	return err
}

// stored are the paths that have a unit. Only their names are looked at: a unit
// that turns out to be damaged is made again when something asks for it.
func (r *run) stored() map[string]bool {
	paths, prefix := make(map[string]bool, len(r.w.files)), r.unitKey("")
	r.in.Cache.Keys(prefix, func(key string) bool {
		paths[key[len(prefix):]] = true
		return true
	})
	return paths
}

func (r *run) extractOne(x *extractor, f *file, before []unitBlob) {
	if before != nil && before[f.id].ok(f.hash) {
		return
	}
	src, err := r.in.Read(f.path)
	if err != nil {
		r.out.Note(f.lang.Name + ": " + f.path + ": " + err.Error())
	}
	b, note := x.blob(f, src)
	if note != "" {
		r.out.Note(note)
	}
	r.fresh[f.id] = b
	r.in.Cache.Put(r.unitKey(f.path), b)
}

// othersDiffer reports whether modules may be files of other languages and
// there are others of them than before.
func (r *run) othersDiffer() bool {
	some := false
	for _, l := range r.langs {
		some = some || l.AnyFile
	}
	if !some {
		return false
	}
	h := sha256.New()
	for i := range r.in.Files {
		if p := r.in.Files[i].Path; r.langs[r.in.Files[i].Language] == nil {
			h.Write([]byte(p + "\x00"))
		}
	}
	key, sum := r.family+":others", h.Sum(nil)
	if bytes.Equal(r.in.Cache.Get(key), sum) {
		return false
	}
	r.in.Cache.Put(key, sum)
	return true
}

// configures reports whether the file says what modules mean.
func (r *run) configures(path string) bool {
	for _, l := range r.langs {
		if slices.Contains(l.ConfigFiles, lastSegment(path)) {
			return true
		}
	}
	return false
}

// parallel runs n jobs on the workers allowed; start makes each worker's job
// function and what ends it.
func (r *run) parallel(ctx context.Context, n int, start func() (job func(int), end func())) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(r.in.Workers, 1), n) {
		wg.Go(func() {
			job, end := start()
			defer end()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				job(i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
