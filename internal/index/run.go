package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/textindex"
)

// run is one making of a generation, under the writer's lock.
type run struct {
	o      Options
	w      *store.Writer
	report *Report
	moved  *bool
	last   bool // nothing is repeated if files are written meanwhile

	mu    sync.Mutex
	bytes map[string][]byte // of the files that were scanned, as far as kept
	room  int
}

// keepBytes bounds what an update keeps of the files that changed, so that what
// analyzers see is what was hashed.
const keepBytes = 16 << 20

func (u *run) keep(path string, raw []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.room -= len(raw); u.room >= 0 {
		u.bytes[path] = bytes.Clone(raw)
	}
}

// full reads and resolves the whole tree.
func (u *run) full(ctx context.Context, d delta) (*Index, error) {
	u.report.Full = true
	var paths []string
	for _, f := range d.census.Files {
		if f.Skip == "" {
			paths = append(paths, f.Path)
		}
	}
	text := make([]*textindex.Builder, max(1, u.o.Workers))
	for i := range text {
		text[i] = &textindex.Builder{}
	}
	files, err := scan(ctx, u.o, paths, func(worker, i int, raw []byte) { text[worker].Add(uint32(i), raw) })
	if err != nil {
		return nil, err
	}
	// The trigrams are put in order while the analyzers begin.
	var section []byte
	var encoding sync.WaitGroup
	encoding.Go(func() {
		section = textindex.Encode(text...)
		clear(text)
	})
	defer encoding.Wait()
	u.report.Changed = paths
	b := store.NewBuilder()
	s := newSink(b, files, nil, nil)
	in := u.input(s, s.tree(files, nil), paths, nil, &cache{b: b})
	in.Full = true
	if err := u.analyze(ctx, in, s); err != nil {
		return nil, err
	}
	encoding.Wait()
	b.SetText(section, paths)
	b.PutBlob(factsKey, []byte(factsVersion))
	b.SetSkipped(skippedList(nil, files))
	if u.o.Progress != nil {
		u.o.Progress("write", 0, 1)
	}
	if err := written(u.o.Dir, "publish", u.w.Publish(b)); err != nil {
		return nil, err
	}
	unknown(u.o.Dir)
	return u.finish(d)
}

// update reads and resolves what changed.
func (u *run) update(ctx context.Context, ix *Index, d delta) (*Index, error) {
	defer ix.Close()
	u.bytes, u.room = map[string][]byte{}, keepBytes
	files, err := scan(ctx, u.o, d.changed, func(_, i int, raw []byte) { u.keep(d.changed[i], raw) })
	if err != nil {
		return nil, err
	}
	removed := slices.Clone(d.removed)
	for i := range files {
		if files[i].skip != "" {
			removed = append(removed, files[i].file.Path)
		}
	}
	b := store.NewBuilder()
	s := newSink(b, files, ix.Reader, d.removed)
	for _, p := range removed {
		b.RemoveFile(p)
	}
	for _, p := range slices.Concat(d.changed, d.removed) {
		b.DeleteBlob(symbolsKey + p) // unless an analyzer gives it symbols again
	}
	skipped := u.skipped(ix, d, files)
	b.SetSkipped(skipped)
	in := u.input(s, s.tree(files, skipped), d.changed, removed, &cache{b: b, r: ix.Reader})
	if err := u.analyze(ctx, in, s); err != nil {
		return nil, err
	}
	if err := written(u.o.Dir, "update", u.w.Update(b)); err != nil {
		return nil, err
	}
	note(u.o.Dir, s.changes(d))
	u.report.Changed, u.report.Removed = d.changed, d.removed
	return u.finish(d)
}

// skipped is what bytes say, those of unchanged files too.
func (u *run) skipped(ix *Index, d delta, files []scanned) []store.Skipped {
	out := skippedList(nil, files)
	read := map[string]bool{}
	for _, p := range slices.Concat(d.changed, d.removed) {
		read[p] = true
	}
	for _, s := range ix.Reader.Skipped() {
		if f, ok := d.census.File(s.Path); ok && f.Skip == "" && !read[s.Path] {
			out = append(out, s)
		}
	}
	return sortSkipped(out)
}

// finish opens what was published and keeps the census that fits it.
func (u *run) finish(d delta) (*Index, error) {
	u.report.Published = true
	r, err := u.w.Open()
	if err != nil {
		return nil, err
	}
	if r.NeedsCompaction() {
		r.Close()
		if err := written(u.o.Dir, "compact", u.w.Compact(u.text)); err != nil {
			return nil, err
		}
		if r, err = u.w.Open(); err != nil {
			return nil, err
		}
	}
	// The index is right without it; the next run then hashes every file.
	_ = writeCensus(u.o, r, d.census)
	return &Index{Reader: r, Census: d.census}, nil
}

// text makes the trigram index anew for a compacted generation.
func (u *run) text(r *store.Reader) ([]byte, []string, error) {
	var paths []string
	for id := range r.NumFiles() {
		if f := r.File(graph.FileID(id)); f.Path != "" {
			paths = append(paths, f.Path)
		}
	}
	b := &textindex.Builder{}
	var buf, raw []byte
	var err error
	for i, p := range paths {
		raw, buf, err = readInto(filepath.Join(u.o.Root, filepath.FromSlash(p)), buf)
		if errors.Is(err, os.ErrNotExist) {
			continue // the next run finds it removed
		}
		if err != nil {
			return nil, nil, err
		}
		b.Add(uint32(i), raw)
	}
	return textindex.Encode(b), paths, nil
}

func (u *run) input(s *sink, tree []lang.TreeFile, changed, removed []string, c *cache) *lang.Input {
	return &lang.Input{
		Root: u.o.Root, Files: tree, Changed: changed, Removed: removed,
		Read: func(path string) ([]byte, error) {
			if raw, ok := u.bytes[path]; ok {
				return bytes.Clone(raw), nil
			}
			raw, err := source.ReadFile(filepath.Join(u.o.Root, filepath.FromSlash(path)))
			i, ok := slices.BinarySearchFunc(tree, lang.TreeFile{Path: path}, comparePaths)
			if ok && !tree[i].Skipped && (err != nil || source.Sum(raw) != tree[i].Hash) {
				s.mu.Lock()
				s.moved[path] = true
				s.mu.Unlock()
				if err == nil && !u.last {
					err = errMoved
				}
			}
			if err != nil {
				return nil, err
			}
			return raw, nil
		},
		Cache: c, SharedDir: u.o.Shared, Env: u.o.Env, Workers: max(1, u.o.Workers),
	}
}

// errMoved says that a file is not any more what its hash says.
var errMoved = errors.New("the file was written meanwhile")

// analyze runs the analyzers one after the other: each uses all processors.
func (u *run) analyze(ctx context.Context, in *lang.Input, s *sink) error {
	present := map[string]int{}
	for _, f := range in.Files {
		if !f.Skipped {
			present[f.Language]++
		}
	}
	for _, a := range u.o.Analyzers() {
		total := 0
		for _, l := range a.Languages() {
			total += present[l]
		}
		if total == 0 && len(in.Removed) == 0 {
			continue
		}
		as := &analyzerSink{sink: s, name: a.Name()}
		if u.o.Progress != nil {
			u.o.Progress(a.Name(), 0, total)
			as.progress = func(done int) { u.o.Progress(a.Name(), done, total) }
		}
		mine := *in
		mine.Cache = prefixed{in.Cache, a.Name() + ":"}
		if err := a.Analyze(ctx, &mine, as); err != nil {
			return fmt.Errorf("analyze %s: %w", a.Name(), err)
		}
		if as.err != nil {
			return as.err
		}
	}
	s.b.SetNotes(s.sorted())
	*u.moved = *u.moved || len(s.moved) > 0
	return s.rest()
}
