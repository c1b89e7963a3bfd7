package walk

import (
	"context"
	"fmt"
)

// Diff is how one census differs from the one before. Paths are in the order of Census.Files.
// Files that are left out as oversized count as not there.
type Diff struct {
	Added   []string
	Removed []string
	// Changed lists files whose content may have changed: their stamp did, or it was so young at
	// the time of the census before that a change might not show. The caller compares hashes.
	Changed []string
	// Store says that the new census should take the place of the stored one, though perhaps no
	// file differs. Store it only when the files of this Diff have been dealt with.
	Store bool
}

// Empty reports that no file was added, removed or possibly changed.
func (d Diff) Empty() bool { return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 }

// Refresh brings a census up to date. A directory whose stamp is as before is not listed again;
// its files are looked at one by one. The result equals that of Walk at the same time. A nil old,
// another root or other options make it a Walk.
func Refresh(ctx context.Context, root string, old *Census, opts Options) (*Census, Diff, error) {
	root, err := resolve(root)
	if err != nil {
		return nil, Diff{}, err
	}
	if old == nil || len(old.Dirs) == 0 || old.Root != root || !sameOptions(old.opts, opts) {
		return rewalk(ctx, root, old, opts)
	}
	w := newWalker(ctx, root, opts)
	top := &node{old: 0}
	w.enter(top)
	s, ok := w.survey(old, top.scope)
	if !ok {
		return rewalk(ctx, root, old, opts)
	}
	if err := ctx.Err(); err != nil {
		return nil, Diff{}, fmt.Errorf("census of %s: %w", root, err)
	}
	var c *Census
	if s.settled() {
		c = s.census(w)
	} else {
		w.was = s
		if c, err = w.run(top); err != nil {
			return nil, Diff{}, err
		}
	}
	d := Compare(old, c)
	d.Store = d.Store || !s.settled() || s.indexMoved
	return c, d, nil
}

func sameOptions(a, b Options) bool {
	a.Workers, b.Workers = 0, 0
	a.Own, b.Own = [3]string{}, [3]string{} // whoever keeps its files elsewhere keeps its census there too
	return a == b
}

func rewalk(ctx context.Context, root string, old *Census, opts Options) (*Census, Diff, error) {
	c, err := Walk(ctx, root, opts)
	if err != nil {
		return nil, Diff{}, err
	}
	d := Compare(old, c)
	d.Store = true
	return c, d, nil
}

// Compare lists what became of the files of old in c. A nil old had none.
func Compare(old, c *Census) Diff {
	var d Diff
	if old == nil {
		old = &Census{}
	}
	a, b := old.Files, c.Files
	for len(a) > 0 || len(b) > 0 {
		order := 0
		switch {
		case len(a) == 0:
			order = 1
		case len(b) == 0:
			order = -1
		case a[0].Path != b[0].Path:
			order = compareFiles(a[0].Path, b[0].Path)
		}
		switch {
		case order < 0:
			d.note(&a[0], nil, old.Time)
			a = a[1:]
		case order > 0:
			d.note(nil, &b[0], old.Time)
			b = b[1:]
		default:
			d.note(&a[0], &b[0], old.Time)
			a, b = a[1:], b[1:]
		}
	}
	d.Store = !d.Empty() || d.Store
	return d
}

// note compares one file then and now; nil is not there.
func (d *Diff) note(a, b *File, then int64) {
	had, has := a != nil && a.Skip == "", b != nil && b.Skip == ""
	switch {
	case had && !has:
		d.Removed = append(d.Removed, a.Path)
	case has && !had:
		d.Added = append(d.Added, b.Path)
	case had && (a.Stamp != b.Stamp || a.Stamp.racy(then)):
		d.Changed = append(d.Changed, b.Path)
	case !had && (a == nil || b == nil || a.Stamp != b.Stamp):
		d.Store = true
	}
}

// reuse takes over what the census before knew of a directory.
func (w *walker) reuse(n *node) {
	old := w.was.old
	was := &old.Dirs[n.old]
	n.dir = *was
	n.files = w.was.files[was.First : was.First+was.Count]
	if was.Skip != "" {
		return
	}
	if repo := old.Repos[was.repo]; n.dir.Path != "" && repo.At == n.dir.Path {
		n.scope = open(repo, w.full+repo.At, w.opts.GlobalIgnore)
		n.git, n.forced = n.scope.base, false
	}
	w.pushRules(n, w.abs(n.dir.Path))
	for i := n.old + 1; i < was.End; i = old.Dirs[i].End {
		d := &old.Dirs[i]
		sub := &node{scope: n.scope, git: n.git, own: n.own, forced: d.forced, old: i}
		sub.dir = Dir{Path: d.Path, forced: d.forced, kept: d.kept}
		n.subs = append(n.subs, sub)
	}
}

// moved notes that a directory belongs to another repository than before.
func (w *walker) moved(n *node) {
	if w.was == nil || n.old < 0 {
		return
	}
	was := w.was.old.Repos[w.was.old.Dirs[n.old].repo]
	now := n.scope.Repo
	if was.At != now.At || was.GitDir != now.GitDir || was.CommonDir != now.CommonDir {
		n.dirty = true
	}
}

// adopt finds the subdirectories of a directory that was listed again in the census before. What
// the rules said of them then still holds, unless the directory itself is dirty.
func (w *walker) adopt(n *node) {
	if w.was == nil || n.old < 0 {
		return
	}
	old := w.was.old
	i, end := n.old+1, old.Dirs[n.old].End
	for _, sub := range n.subs {
		for i < end && comparePaths(old.Dirs[i].Path, sub.dir.Path) < 0 {
			i = old.Dirs[i].End
		}
		if i >= end || old.Dirs[i].Path != sub.dir.Path {
			continue
		}
		sub.old, sub.dirty = i, n.dirty
	}
}
