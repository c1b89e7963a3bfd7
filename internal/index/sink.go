package index

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/store"
)

// sink packs facts as they come.
type sink struct {
	b    *store.Builder
	old  *store.Reader // what is updated; nil in a full run
	gone map[string]bool

	mu    sync.Mutex
	files map[string]*scanned // of this run, by path; nil once given
	given map[string]bool     // files of the old generation that were given again
	moved map[string]bool     // files that were written between two readings
	notes map[string]bool
	// symbols of the files of this run, by path, when something is updated.
	symbols map[string][]summed
}

func newSink(b *store.Builder, files []scanned, old *store.Reader, removed []string) *sink {
	s := &sink{
		b: b, old: old, files: make(map[string]*scanned, len(files)),
		gone: map[string]bool{}, given: map[string]bool{}, moved: map[string]bool{}, notes: map[string]bool{},
		symbols: map[string][]summed{},
	}
	for i := range files {
		s.files[files[i].file.Path] = &files[i]
	}
	for _, p := range removed {
		s.gone[p] = true
	}
	return s
}

// tree lists the files of this run and those of the old generation that are
// not read again, sorted by path; those whose bytes are not for analyzers too.
func (s *sink) tree(files []scanned, skipped []store.Skipped) []lang.TreeFile {
	fresh := make([]lang.TreeFile, 0, len(files))
	for i := range files {
		f := &files[i].file
		fresh = append(fresh, lang.TreeFile{Path: f.Path, Hash: f.Hash, Language: f.Language, Flags: f.Flags, Skipped: files[i].skip != ""})
	}
	slices.SortFunc(fresh, comparePaths)
	if s.old == nil {
		return fresh
	}
	kept := make([]lang.TreeFile, 0, s.old.NumFiles())
	for id := range s.old.NumFiles() {
		f := s.old.File(graph.FileID(id))
		if f.Path == "" || s.gone[f.Path] || s.files[f.Path] != nil {
			continue
		}
		kept = append(kept, lang.TreeFile{Path: f.Path, Hash: f.Hash, Language: f.Language, Flags: f.Flags &^ graph.FileTest})
	}
	for _, f := range skipped {
		if _, read := s.files[f.Path]; !read {
			kept = append(kept, lang.TreeFile{Path: strings.Clone(f.Path), Skipped: true})
		}
	}
	// Numbers follow paths within a base, so there is little to do.
	slices.SortFunc(kept, comparePaths)
	return merge(kept, fresh)
}

func merge(a, b []lang.TreeFile) []lang.TreeFile {
	if len(b) == 0 {
		return a
	}
	out := make([]lang.TreeFile, 0, len(a)+len(b))
	for _, f := range b {
		n, _ := slices.BinarySearchFunc(a, f, comparePaths)
		out = append(append(out, a[:n]...), f)
		a = a[n:]
	}
	return append(out, a...)
}

func comparePaths(a, b lang.TreeFile) int { return strings.Compare(a.Path, b.Path) }

// take returns the file that facts are of, once.
func (s *sink) take(path string) (graph.File, bool) {
	file, ok := graph.File{}, false
	if f := s.files[path]; f != nil {
		file, ok = f.file, true
		s.files[path] = nil
	} else if _, had := s.files[path]; !had && s.old != nil && !s.gone[path] && !s.given[path] {
		var id graph.FileID
		if id, ok = s.old.FileByPath(path); ok {
			file = s.old.File(id)
			s.given[path] = true
		}
	}
	if s.moved[path] {
		file.Hash = [16]byte{} // the next run reads it again, whatever it finds
	}
	return file, ok
}

// rest adds the files no analyzer gave facts for.
func (s *sink) rest() error {
	for path, f := range s.files {
		if f == nil || f.skip != "" {
			continue
		}
		if s.moved[path] {
			f.file.Hash = [16]byte{}
		}
		if err := s.b.AddFile(f.file, nil); err != nil {
			return err
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
	read := s.files[facts.Path]
	file, ok := s.take(facts.Path)
	if !ok {
		s.fail(fmt.Errorf("%s gave facts twice, or of a file that is not in the tree: %s", s.name, facts.Path))
		s.mu.Unlock()
		return
	}
	s.done++
	if s.progress != nil {
		s.progress(s.done)
	}
	s.mu.Unlock()
	if read != nil {
		s.sum(facts, read)
	}
	file.Language = facts.Language
	file.Flags = file.Flags&graph.FileGenerated | facts.Flags
	file.ErrorBytes = facts.ErrorBytes
	if err := s.b.AddFile(file, facts); err != nil {
		s.mu.Lock()
		s.fail(err)
		s.mu.Unlock()
	}
}

// sum keeps the checksums of the symbols of a file that was read. A file whose
// facts are given again though it was not has the symbols it had.
func (s *sink) sum(facts *lang.Facts, read *scanned) {
	sums := symbolSums(facts.Symbols, read.sums)
	read.sums = nil
	if len(sums) > 0 {
		s.b.PutBlob(symbolsKey+facts.Path, packSums(sums))
	}
	if s.old != nil {
		named := summedOf(facts.Symbols, sums)
		s.mu.Lock()
		s.symbols[facts.Path] = named
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
	if !strings.HasPrefix(note, s.name+": ") {
		note = s.name + ": " + note
	}
	s.notes[note] = true
}
