// Package watch tells a long-lived process whether a working tree may have
// changed since it last looked, at the cost of one system call. Where the
// system offers no exact answer every question is answered "perhaps".
package watch

import "path/filepath"

// Watcher watches the directories of one tree. It is not safe for concurrent use.
type Watcher struct {
	root string
	os   platform
}

// New watches nothing yet. A Watcher is usable even when the system refuses to
// watch: it then always answers that things may have changed.
func New(root string) *Watcher {
	return &Watcher{root: root, os: newPlatform()}
}

// Set makes the watched directories those given, relative to the root and
// slash-separated. It reports whether some were not watched before: what
// happened in them until now was not seen.
func (w *Watcher) Set(dirs []string) (added bool) {
	abs := make([]string, len(dirs))
	for i, d := range dirs {
		abs[i] = filepath.Join(w.root, filepath.FromSlash(d))
	}
	return w.os.set(abs)
}

// Changed reports whether anything may have changed in the watched directories
// since the last call. Every change that a finished system call made before
// Changed was called is seen, except writes through a memory map and through
// a hard link from outside.
func (w *Watcher) Changed() bool { return w.os.changed() }

// Exact reports whether Changed can answer no.
func (w *Watcher) Exact() bool { return w.os.exact() }

// Close stops watching.
func (w *Watcher) Close() { w.os.close() }
