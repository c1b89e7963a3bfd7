// Package watch tells a long-lived process whether a working tree may have
// changed since it last looked, at the cost of a few system calls. Where the
// system offers no exact answer every question is answered "perhaps".
package watch

import (
	"os"
	"path/filepath"
	"time"
)

// Watcher watches the directories of one tree. It is not safe for concurrent use.
type Watcher struct {
	root  string
	os    platform
	at    os.FileInfo // the root as it was when the watches were set
	files []file
}

// file is a single file that counts, somewhere outside the tree.
type file struct {
	path string
	info state
}

type state struct {
	size  int64
	mtime time.Time
	mode  os.FileMode
}

// New watches nothing yet. A Watcher is usable even when the system refuses to
// watch: it then always answers that things may have changed.
func New(root string) *Watcher { return &Watcher{root: root} }

// Set makes the watched directories those given, relative to the root and
// slash-separated. It reports whether some were not watched before: what
// happened in them until now was not seen. Files are single files outside the
// tree, absolute; they are compared by stamp, as the directories that hold them
// are not gortex's business.
func (w *Watcher) Set(dirs, files []string) (added bool) {
	abs := make([]string, len(dirs))
	for i, d := range dirs {
		abs[i] = filepath.Join(w.root, filepath.FromSlash(d))
	}
	added = w.os.set(abs)
	w.at, _ = os.Lstat(w.root)
	had := w.files
	w.files = nil
	for _, f := range files {
		now := file{f, stateOf(f)}
		i := len(w.files)
		if i >= len(had) || had[i] != now {
			added = true
		}
		w.files = append(w.files, now)
	}
	return added
}

// Changed reports whether anything may have changed in the watched directories
// since the last call. Every change that a finished system call made before
// Changed was called is seen, except writes through a memory map and through
// a hard link from outside.
func (w *Watcher) Changed() bool {
	changed := w.os.changed()
	// Whoever renames a directory above the root tells the root nothing.
	if at, err := os.Lstat(w.root); err != nil || w.at == nil || !os.SameFile(at, w.at) {
		changed = true
	}
	for i := range w.files {
		if now := stateOf(w.files[i].path); now != w.files[i].info {
			w.files[i].info, changed = now, true
		}
	}
	return changed
}

func stateOf(path string) state {
	info, err := os.Stat(path)
	if err != nil {
		return state{}
	}
	return state{info.Size(), info.ModTime(), info.Mode()}
}

// Exact reports whether Changed can answer no.
func (w *Watcher) Exact() bool { return w.os.exact() }

// Close stops watching.
func (w *Watcher) Close() { w.os.close() }
