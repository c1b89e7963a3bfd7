//go:build unix

package store

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapping is a file mapped for reading.
type mapping []byte

// mapFile maps a whole file. Files of an index are never truncated while a
// manifest names them, so what was there at the time of the call stays there.
func mapFile(path string) (mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size == 0 || size != int64(int(size)) {
		return nil, nil
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	return b, nil
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
