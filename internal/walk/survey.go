package walk

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// change is what a refresh found out about a directory of the census before.
type change uint8

const (
	unchanged    change = iota // its listing and its rules are as before
	listChanged                // it must be listed again
	rulesChanged               // one of its ignore files changed: all below it must be looked at anew
)

// survey compares a census with the file system as it is now.
type survey struct {
	old        *Census
	changed    []change // by directory
	files      []File   // old.Files with today's stamps
	repos      []Repo   // old.Repos with today's stamps
	scopes     []*scope // the same at work
	moved      []bool   // by repository: its index has a new stamp
	indexMoved bool     // one of them is set
	dirty      bool     // some directory is not unchanged

	mu    sync.Mutex
	fresh []restamp
}

// restamp is a new stamp of a file; the stamps that stay are not copied.
type restamp struct {
	file  int
	stamp Stamp
}

// surveyChunk is how many directories a goroutine takes at a time.
const surveyChunk = 24

// survey looks at every directory and file of old. ok is false when something that governs the
// whole tree changed.
func (w *walker) survey(old *Census, root *scope) (s *survey, ok bool) {
	s = &survey{old: old, changed: make([]change, len(old.Dirs)), files: old.Files, repos: slices.Clone(old.Repos), moved: make([]bool, len(old.Repos))}
	if !s.governed(w, root) {
		return nil, false
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range w.opts.Workers {
		wg.Go(func() {
			for w.ctx.Err() == nil {
				to := int(next.Add(surveyChunk))
				from := to - surveyChunk
				if from >= len(old.Dirs) {
					return
				}
				s.look(w, from, min(to, len(old.Dirs)))
			}
		})
	}
	wg.Wait()
	if len(s.fresh) > 0 {
		s.files = slices.Clone(old.Files)
		for _, f := range s.fresh {
			s.files[f.file].Stamp = f.stamp
			s.files[f.file].Skip = w.sizeReason(f.stamp)
		}
	}
	if s.indexMoved {
		s.recheck(w, 0, 0)
	}
	s.dirty = slices.ContainsFunc(s.changed, func(c change) bool { return c != unchanged })
	return s, true
}

// governed compares the repositories and what lies outside the tree.
func (s *survey) governed(w *walker, root *scope) bool {
	old := s.old
	if !slices.Equal(old.inputs, w.inputs) || slices.ContainsFunc(w.inputs, func(i Input) bool { return i.Stamp.racy(old.Time) }) {
		return false
	}
	for i := range s.repos {
		r := &s.repos[i]
		was := *r
		sc := root
		if i > 0 {
			git, ok := gitDirOf(w.abs(r.At))
			if !ok || git != r.GitDir || commonDirOf(git) != r.CommonDir {
				return false
			}
			sc = open(*r, w.full+r.At, w.opts.GlobalIgnore)
		}
		*r = sc.Repo
		s.scopes = append(s.scopes, sc)
		index := r.Index
		if r.Exclude != was.Exclude || r.Exclude.racy(old.Time) {
			return false
		}
		if index != was.Index || index != (Stamp{}) && index.racy(old.Time) {
			s.moved[i], s.indexMoved = true, true
		}
		if was.Index = index; *r != was {
			return false
		}
	}
	return true
}

// look surveys the directories from to to.
func (s *survey) look(w *walker, from, to int) {
	var fresh []restamp
	for i := from; i < to; i++ {
		s.changed[i], fresh = s.lookAt(w, i, fresh)
	}
	if len(fresh) > 0 {
		s.mu.Lock()
		s.fresh = append(s.fresh, fresh...)
		s.mu.Unlock()
	}
}

func (s *survey) lookAt(w *walker, i int, fresh []restamp) (change, []restamp) {
	d := &s.old.Dirs[i]
	abs := w.abs(d.Path)
	result := unchanged
	st, err := lstat(abs)
	switch {
	case err != nil || st.Mode&modeType != modeDir:
		return listChanged, fresh // its parent changed too, and will not list it any more
	case st != d.Stamp || st.racy(s.old.Time) || d.Skip == SkipUnreadable:
		result = listChanged
	case d.dotGit != noGit:
		if _, ok := gitDirOf(abs); ok != (d.dotGit == validGit) {
			result = listChanged
		}
	}
	if s.ignoreChanged(abs, gitIgnore, d.GitIgnore) || s.ignoreChanged(abs, ownIgnore, d.OwnIgnore) {
		return rulesChanged, fresh
	}
	if result != unchanged {
		return result, fresh
	}
	for k := d.First; k < d.First+d.Count; k++ {
		f := &s.old.Files[k]
		now, err := lstat(w.abs(f.Path))
		if err != nil || !now.regular() {
			return listChanged, fresh
		}
		if now != f.Stamp {
			fresh = append(fresh, restamp{k, now})
		}
	}
	return unchanged, fresh
}

// ignoreChanged looks at an ignore file that was there. One that is new shows in its directory.
func (s *survey) ignoreChanged(dir, name string, was Stamp) bool {
	if !was.regular() {
		return false
	}
	now, _ := lstat(filepath.Join(dir, name))
	return now != was || was.racy(s.old.Time)
}

// recheck finds, at and below directory i, where a changed index matters: a directory that holds
// ignored names or what was taken only for being tracked, and one that became or ceased to be a
// submodule. outer is the repository that governs the directory itself.
func (s *survey) recheck(w *walker, i, outer int) {
	d := &s.old.Dirs[i]
	if s.recheckDir(w, d, outer) && s.changed[i] == unchanged {
		s.changed[i] = listChanged
	}
	for k := i + 1; k < d.End; k = s.old.Dirs[k].End {
		s.recheck(w, k, d.repo)
	}
}

func (s *survey) recheckDir(w *walker, d *Dir, outer int) bool {
	if d.Path != "" && s.moved[outer] {
		o := s.scopes[outer]
		if d.dotGit == validGit || o.tracks(w.ctx, w.root).gitlink(o.inRepo(d.Path)) != d.link {
			return true
		}
	}
	if !s.moved[d.repo] {
		return false
	}
	n := &node{scope: s.scopes[d.repo]}
	return d.rescued || slices.ContainsFunc(d.Ignored, func(name string) bool {
		dir, isDir := strings.CutSuffix(name, "/")
		return w.isTracked(n, join(d.Path, dir), isDir)
	})
}

// settled reports that every directory is as it was.
func (s *survey) settled() bool { return !s.dirty }

// census is the one before with today's stamps.
func (s *survey) census(w *walker) *Census {
	c := *s.old
	c.Time, c.Files, c.Repos, c.inputs, c.opts = w.time, s.files, s.repos, w.inputs, w.given
	return &c
}
