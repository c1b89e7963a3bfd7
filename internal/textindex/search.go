package textindex

import (
	"context"
	"sync"
	"sync/atomic"
)

// Match is one matching line.
type Match struct {
	Path string
	Line int    // 1-based
	Col  int    // of the first match in the line, 1-based, in bytes
	Text string // the line, long ones cut around the match
}

// Result holds matches in order of path and line.
type Result struct {
	Matches  []Match
	Total    int  // matching lines; a lower bound if not Complete
	Files    int  // files with a matching line; likewise
	Read     int  // files that were read
	Complete bool // every file was searched to its end
}

// Search looks through files, in their order, for the lines of one page: limit
// matches after the first offset ones. All others are counted, until ctx ends;
// what is returned then is still the beginning of the whole. read returns the
// bytes of a file; files it fails on are passed over. It is called from
// several goroutines, workers of them.
func (p *Pattern) Search(ctx context.Context, paths []string, read func(path string) ([]byte, error), offset, limit, workers int) Result {
	s := &search{pattern: p, paths: paths, read: read, want: max(offset, 0) + max(limit, 0), found: make([]found, len(paths))}
	var group sync.WaitGroup
	for range min(max(workers, 1), max(len(paths), 1)) {
		group.Go(func() { s.work(ctx) })
	}
	group.Wait()
	return s.result(max(offset, 0), max(limit, 0))
}

type search struct {
	pattern *Pattern
	paths   []string
	read    func(string) ([]byte, error)
	want    int // matches to keep

	next  atomic.Int64
	ready atomic.Int64 // matches in the files up to the first unfinished one

	mu    sync.Mutex // guards done, and found of files that are finished
	done  int        // files before the first unfinished one
	found []found
}

// found is what one file came to.
type found struct {
	finished, read bool
	total          int
	matches        []Match
}

func (s *search) work(ctx context.Context) {
	for ctx.Err() == nil {
		i := int(s.next.Add(1)) - 1
		if i >= len(s.paths) {
			return
		}
		f, ok := s.file(ctx, s.paths[i])
		if !ok {
			return
		}
		s.finish(i, f)
	}
}

// finish records a file, and how far all files are finished.
func (s *search) finish(i int, f found) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found[i] = f
	for s.done < len(s.found) && s.found[s.done].finished {
		s.ready.Add(int64(s.found[s.done].total))
		s.done++
	}
}

// file searches one file; not to its end if ctx ends.
func (s *search) file(ctx context.Context, path string) (f found, ok bool) {
	f.finished = true
	text, err := s.read(path)
	if err != nil {
		return f, true
	}
	f.read = true
	// Once enough matches come before this file, its own are only counted.
	keep := int(int64(s.want) - s.ready.Load())
	s.pattern.eachLine(text, func(number int, line []byte, lo, hi int) bool {
		if f.total++; len(f.matches) < keep {
			f.matches = append(f.matches, Match{path, number, lo + 1, excerpt(line, lo, hi)})
		}
		return f.total%256 != 0 || ctx.Err() == nil
	})
	return f, f.total%256 != 0 || ctx.Err() == nil
}

func (s *search) result(offset, limit int) Result {
	r := Result{Complete: s.done == len(s.found)}
	for i, f := range s.found {
		r.Total += f.total
		if f.total > 0 {
			r.Files++
		}
		if f.read {
			r.Read++
		}
		if i < s.done {
			skip := min(offset, len(f.matches))
			offset -= skip
			r.Matches = append(r.Matches, f.matches[skip:]...)
		}
	}
	r.Matches = r.Matches[:min(limit, len(r.Matches))]
	return r
}
