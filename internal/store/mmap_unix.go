//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapping is a file mapped for reading.
type mapping []byte

// mapFile maps a whole file. Files of an index are never truncated while a
// manifest names them, so what was there at the time of the call stays there.
func mapFile(path string) (mapping, fs.FileInfo, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	size := info.Size()
	if size == 0 || size != int64(int(size)) {
		return nil, info, nil
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return b, info, nil
}

// drop takes the pages of a mapping out of the memory of the process. They come
// back from the system's cache when they are read again.
func (m mapping) drop() {
	if m != nil {
		_ = unix.Madvise(m, unix.MADV_DONTNEED) // only an advice
	}
}

func (m mapping) close() error {
	if m == nil {
		return nil
	}
	return syscall.Munmap(m)
}
