//go:build !linux

package walk

import (
	"io/fs"
	"os"
)

// lister lists directories with buffers that it keeps. It belongs to one goroutine.
type lister struct{ listing }

// list gives the entries of the directory at abs, whose census path is dir, in no order, and its
// stamp from before they were read: a change in between shows up later as a newer stamp.
func (l *lister) list(abs, dir string) (Stamp, []entry, error) {
	st, err := lstat(abs)
	if err != nil {
		return Stamp{}, nil, err
	}
	found, err := os.ReadDir(abs)
	if err != nil {
		return Stamp{}, nil, err
	}
	l.reset(dir)
	for _, e := range found {
		l.add([]byte(e.Name()), kindOf(e.Type()))
	}
	return st, l.entries(), nil
}

func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return kindFile
	case m.IsDir():
		return kindDir
	case m&fs.ModeSymlink != 0:
		return kindSymlink
	}
	return kindSpecial
}
