package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/textindex"
)

// run is one making of a generation, under the writer's lock.
type run struct {
	o      Options
	w      *store.Writer
	report *Report
}

// full reads and resolves the whole tree.
func (u *run) full(ctx context.Context, d delta) (*Index, Report, error) {
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
		return nil, *u.report, err
	}
	section := textindex.Encode(text...)
	text = nil
	u.report.Changed = paths
	b := store.NewBuilder()
	s := newSink(b, files)
	in := u.input(s.tree(), paths, nil, true, &cache{b: b})
	if err := u.analyze(ctx, in, s); err != nil {
		return nil, *u.report, err
	}
	if err := s.rest(); err != nil {
		return nil, *u.report, err
	}
	b.SetText(section, paths)
	b.SetSkipped(skippedList(d.census.Skipped(), files))
	b.SetNotes(s.sorted())
	if u.o.Progress != nil {
		u.o.Progress("write", 0, 1)
	}
	if err := u.w.Publish(b); err != nil {
		return nil, *u.report, fmt.Errorf("publish the index: %w", err)
	}
	return u.finish(d)
}

// update reads and resolves what changed.
func (u *run) update(ctx context.Context, ix *Index, d delta) (*Index, Report, error) {
	defer ix.Close()
	files, err := scan(ctx, u.o, d.changed, nil)
	if err != nil {
		return nil, *u.report, err
	}
	b := store.NewBuilder()
	s := newSink(b, files)
	s.carry(ix.Reader, d.removed)
	removed := slices.Clone(d.removed)
	for i := range files {
		if files[i].skip != "" {
			removed = append(removed, files[i].file.Path)
		}
	}
	for _, p := range removed {
		b.RemoveFile(p)
	}
	in := u.input(s.tree(), d.changed, removed, false, &cache{b: b, r: ix.Reader})
	if err := u.analyze(ctx, in, s); err != nil {
		return nil, *u.report, err
	}
	if err := s.rest(); err != nil {
		return nil, *u.report, err
	}
	b.SetSkipped(u.skipped(ix, d, files))
	b.SetNotes(s.sorted())
	if err := u.w.Update(b); err != nil {
		return nil, *u.report, fmt.Errorf("update the index: %w", err)
	}
	u.report.Changed, u.report.Removed = d.changed, d.removed
	return u.finish(d)
}

// skipped carries over what the bytes of unchanged files said.
func (u *run) skipped(ix *Index, d delta, files []scanned) []store.Skipped {
	out := skippedList(d.census.Skipped(), files)
	has := map[string]bool{}
	for _, s := range out {
		has[s.Path] = true
	}
	for _, p := range slices.Concat(d.changed, d.removed) {
		has[p] = true
	}
	for _, s := range ix.Skipped() {
		if f, ok := d.census.File(s.Path); ok && f.Skip == "" && !has[s.Path] {
			out = append(out, s)
		}
	}
	return out
}

// finish opens what was published and keeps the census that fits it.
func (u *run) finish(d delta) (*Index, Report, error) {
	u.report.Published = true
	r, err := u.w.Open()
	if err != nil {
		return nil, *u.report, err
	}
	if r.NeedsCompaction() {
		r.Close()
		if err := u.w.Compact(u.text); err != nil {
			return nil, *u.report, fmt.Errorf("compact the index: %w", err)
		}
		if r, err = u.w.Open(); err != nil {
			return nil, *u.report, err
		}
	}
	// The index is right without it; the next run then hashes every file.
	_ = writeCensus(u.o.Dir, d.census)
	return &Index{Reader: r, Census: d.census}, *u.report, nil
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

func (u *run) input(tree []lang.TreeFile, changed, removed []string, full bool, c *cache) *lang.Input {
	return &lang.Input{
		Root: u.o.Root, Files: tree, Changed: changed, Removed: removed, Full: full,
		Read: func(path string) ([]byte, error) {
			return os.ReadFile(filepath.Join(u.o.Root, filepath.FromSlash(path)))
		},
		Cache: c, SharedDir: u.o.Shared, Env: u.o.Env, Workers: max(1, u.o.Workers),
	}
}

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
	return nil
}

// sink packs facts as they come.
type sink struct {
	b     *store.Builder
	mu    sync.Mutex
	files map[string]*scanned // of this run, by path; nil once given
	old   map[string]graph.File
	gone  map[string]bool
	notes map[string]bool
}

func newSink(b *store.Builder, files []scanned) *sink {
	s := &sink{b: b, files: make(map[string]*scanned, len(files)), notes: map[string]bool{}}
	for i := range files {
		s.files[files[i].file.Path] = &files[i]
	}
	return s
}

// carry takes over the files of a generation that are not read again.
func (s *sink) carry(r *store.Reader, removed []string) {
	s.old = map[string]graph.File{}
	s.gone = map[string]bool{}
	for _, p := range removed {
		s.gone[p] = true
	}
	for id := range r.NumFiles() {
		if f := r.File(graph.FileID(id)); f.Path != "" && !s.gone[f.Path] && s.files[f.Path] == nil {
			s.old[f.Path] = f
		}
	}
}

func (s *sink) tree() []lang.TreeFile {
	out := make([]lang.TreeFile, 0, len(s.files)+len(s.old))
	for _, f := range s.files {
		out = append(out, lang.TreeFile{Path: f.file.Path, Hash: f.file.Hash, Language: f.file.Language, Flags: f.file.Flags, Skipped: f.skip != ""})
	}
	for _, f := range s.old {
		out = append(out, lang.TreeFile{Path: f.Path, Hash: f.Hash, Language: f.Language, Flags: f.Flags &^ graph.FileTest})
	}
	slices.SortFunc(out, func(a, b lang.TreeFile) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// rest adds the files no analyzer gave facts for.
func (s *sink) rest() error {
	for _, f := range s.files {
		if f != nil && f.skip == "" {
			if err := s.b.AddFile(f.file, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sink) sorted() []string {
	notes := []string{}
	for n := range s.notes {
		notes = append(notes, n)
	}
	slices.Sort(notes)
	return notes
}

// analyzerSink is the sink one analyzer sees.
type analyzerSink struct {
	*sink
	name     string
	progress func(done int)
	done     int
	err      error
}

// File implements lang.Sink.
func (s *analyzerSink) File(facts *lang.Facts) {
	s.mu.Lock()
	var file graph.File
	if f := s.files[facts.Path]; f != nil {
		file = f.file
		s.files[facts.Path] = nil
	} else if f, ok := s.old[facts.Path]; ok {
		file = f
	} else {
		s.fail(fmt.Errorf("%s gave facts twice, or of a file that is not in the tree: %s", s.name, facts.Path))
		s.mu.Unlock()
		return
	}
	s.done++
	if s.progress != nil && s.done%64 == 0 {
		s.progress(s.done)
	}
	s.mu.Unlock()
	file.Language = facts.Language
	file.Flags = file.Flags&graph.FileGenerated | facts.Flags
	file.ErrorBytes = facts.ErrorBytes
	if err := s.b.AddFile(file, facts); err != nil {
		s.mu.Lock()
		s.fail(err)
		s.mu.Unlock()
	}
}

func (s *analyzerSink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Derived implements lang.Sink.
func (s *analyzerSink) Derived(edges []lang.DerivedEdge) { s.b.SetDerived(s.name, edges) }

// Note implements lang.Sink. Every analyzer runs in every update and says again
// all that is still so: what it said before no longer counts.
func (s *analyzerSink) Note(note string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes[s.name+": "+note] = true
}
