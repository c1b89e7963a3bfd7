package walk

import (
	"bytes"
	"encoding/binary"
	"io/fs"

	"golang.org/x/sys/unix"
)

// lister lists directories with buffers that it keeps. It belongs to one goroutine.
type lister struct {
	buf []byte
	listing
}

// list gives the entries of the directory at abs, whose census path is dir, in no order, and its
// stamp from before they were read: a change in between shows up later as a newer stamp.
func (l *lister) list(abs, dir string) (Stamp, []entry, error) {
	fd, err := unix.Open(abs, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return Stamp{}, nil, &fs.PathError{Op: "open", Path: abs, Err: err}
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Stamp{}, nil, &fs.PathError{Op: "fstat", Path: abs, Err: err}
	}
	if l.buf == nil {
		l.buf = make([]byte, 64<<10)
	}
	l.reset(dir)
	for {
		n, err := unix.Getdents(fd, l.buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return Stamp{}, nil, &fs.PathError{Op: "getdents", Path: abs, Err: err}
		}
		if n <= 0 {
			return stampOf(&st), l.entries(), nil
		}
		l.parse(l.buf[:n])
	}
}

// parse reads struct linux_dirent64: inode 8 bytes, offset 8, record length 2, type 1, name.
// Go's own readers drop the type, which would cost a system call to ask for again.
func (l *lister) parse(buf []byte) {
	for len(buf) >= 19 {
		size := int(binary.NativeEndian.Uint16(buf[16:]))
		if size < 19 || size > len(buf) {
			return
		}
		name := buf[19:size]
		if end := bytes.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if s := string(name); s != "." && s != ".." && s != "" {
			l.add(name, kindOf(buf[18]))
		}
		buf = buf[size:]
	}
}

func kindOf(d byte) kind {
	switch d {
	case unix.DT_REG:
		return kindFile
	case unix.DT_DIR:
		return kindDir
	case unix.DT_LNK:
		return kindSymlink
	case unix.DT_UNKNOWN:
		return kindUnknown
	}
	return kindSpecial
}
