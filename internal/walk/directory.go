package walk

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/source"
)

// readEntries decides about all that a directory holds.
func (w *walker) readEntries(n *node, abs string, entries []entry) {
	for i := range entries {
		if e := &entries[i]; e.kind == kindUnknown {
			st, _ := lstat(w.abs(e.path))
			e.kind = kindOfMode(st.Mode)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	if !w.settle(n, abs, entries) {
		return
	}
	w.loadRules(n, abs, entries)
	for i := range entries {
		w.decide(n, &entries[i])
	}
	w.adopt(n)
}

// settle finds out whether a directory is a repository or an environment of its own. It reports
// whether the directory is to be walked.
func (w *walker) settle(n *node, abs string, entries []entry) bool {
	path := n.dir.Path
	if path == "" {
		return true
	}
	var git string
	if has(entries, ".git") {
		var ok bool
		if git, ok = gitDirOf(abs); ok {
			n.dir.dotGit = validGit
		} else {
			n.dir.dotGit = bogusGit
		}
	}
	rel := n.scope.inRepo(path)
	index := n.scope.tracks(w.ctx, w.root)
	n.dir.link = index.gitlink(rel)
	switch {
	case n.dir.link && n.dir.dotGit == validGit:
		n.scope = open(Repo{At: path, GitDir: git, CommonDir: commonDirOf(git)}, w.full+path, w.opts.GlobalIgnore)
		n.git, n.forced = n.scope.base, false
		w.moved(n)
	case n.dir.link:
		if len(entries) > 0 { // a submodule that is not checked out is an empty directory
			n.dir.Skip = SkipNested
		}
		return false
	case n.dir.dotGit == validGit && !index.under(rel):
		n.dir.Skip = SkipNested
		return false
	default:
		w.moved(n)
	}
	if !n.dir.kept && has(entries, "pyvenv.cfg") {
		n.dir.Skip = SkipDependency
		return false
	}
	return true
}

// has looks a name up in sorted entries.
func has(entries []entry, name string) bool {
	_, ok := find(entries, name)
	return ok
}

func find(entries []entry, name string) (*entry, bool) {
	i, ok := slices.BinarySearchFunc(entries, name, func(e entry, name string) int { return strings.Compare(e.name, name) })
	if !ok {
		return nil, false
	}
	return &entries[i], true
}

// loadRules reads the ignore files of a directory. As in git, one that is a symbolic link does
// not count. The stamp is taken before the bytes are read.
func (w *walker) loadRules(n *node, abs string, entries []entry) {
	if e, ok := find(entries, gitIgnore); ok && e.kind == kindFile {
		n.dir.GitIgnore, _ = lstat(filepath.Join(abs, gitIgnore))
	}
	if e, ok := find(entries, ownIgnore); ok && e.kind == kindFile {
		n.dir.OwnIgnore, _ = lstat(filepath.Join(abs, ownIgnore))
	}
	if w.was != nil && n.old >= 0 {
		was := &w.was.old.Dirs[n.old]
		n.dirty = n.dirty || n.dir.GitIgnore != was.GitIgnore || n.dir.OwnIgnore != was.OwnIgnore
	}
	w.pushRules(n, abs)
}

func (w *walker) pushRules(n *node, abs string) {
	full := strings.TrimSuffix(w.full+n.dir.Path, "/")
	if n.dir.GitIgnore.regular() {
		n.git = n.git.push(full, readIgnore(filepath.Join(abs, gitIgnore)))
	}
	if n.dir.OwnIgnore.regular() {
		n.own = n.own.push(full, readIgnore(filepath.Join(abs, ownIgnore)))
	}
}

// decide takes an entry in, or leaves it out.
func (w *walker) decide(n *node, e *entry) {
	isDir := e.kind == kindDir
	if e.name == ".git" || isDir && (e.name == ownState || slices.Contains(w.opts.Own[:], w.abs(e.path))) {
		return
	}
	full := e.path
	if w.full != "" {
		full = w.full + e.path
	}
	own := n.own.judge(full, isDir)
	if own == exclude {
		return
	}
	forced := false
	if (n.forced || own == silent) && (n.forced || n.git.judge(full, isDir) == exclude) {
		if !w.isTracked(n, e.path, isDir) {
			n.dir.Ignored = append(n.dir.Ignored, ignoredName(e.name, isDir))
			return
		}
		forced, n.dir.rescued = true, true
	}
	switch e.kind {
	case kindDir:
		if e.name == "node_modules" && own != include {
			n.dir.Skips = append(n.dir.Skips, Skip{e.name, SkipDependency})
			return
		}
		sub := &node{scope: n.scope, git: n.git, own: n.own, forced: forced, old: -1, dirty: true}
		sub.dir = Dir{Path: e.path, forced: forced, kept: own == include}
		n.subs = append(n.subs, sub)
	case kindSymlink:
		n.dir.Skips = append(n.dir.Skips, Skip{e.name, SkipSymlink})
	case kindSpecial:
		n.dir.Skips = append(n.dir.Skips, Skip{e.name, SkipSpecial})
	case kindFile:
		// A file that vanished or became something else changed its directory's stamp too.
		if st, err := lstat(w.abs(e.path)); err == nil && st.regular() {
			n.files = append(n.files, File{Path: e.path, Stamp: st, Skip: w.sizeReason(st)})
		}
	}
}

func (w *walker) sizeReason(st Stamp) source.Reason {
	if st.Size > w.opts.MaxFileSize {
		return SkipOversized
	}
	return ""
}

func (w *walker) isTracked(n *node, path string, isDir bool) bool {
	index, rel := n.scope.tracks(w.ctx, w.root), n.scope.inRepo(path)
	if isDir {
		return index.under(rel)
	}
	return index.has(rel)
}

func ignoredName(name string, isDir bool) string {
	if isDir {
		return name + "/"
	}
	return name
}

func kindOfMode(mode uint32) kind {
	switch mode & modeType {
	case modeRegular:
		return kindFile
	case modeDir:
		return kindDir
	case modeSymlink:
		return kindSymlink
	}
	return kindSpecial
}
