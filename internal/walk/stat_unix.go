//go:build unix

package walk

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// lstat is the stamp of a path; a symbolic link is not followed.
func lstat(path string) (Stamp, error) {
	var st unix.Stat_t
	for {
		switch err := unix.Lstat(path, &st); err {
		case nil:
			return stampOf(&st), nil
		case unix.EINTR:
		default:
			return Stamp{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
		}
	}
}

// stampFollow is the stamp of what a path leads to; zero when it leads nowhere.
func stampFollow(path string) Stamp {
	var st unix.Stat_t
	for {
		switch err := unix.Stat(path, &st); err {
		case nil:
			return stampOf(&st)
		case unix.EINTR:
		default:
			return Stamp{}
		}
	}
}

func stampOf(st *unix.Stat_t) Stamp {
	return Stamp{
		Size:  st.Size,
		Mtime: st.Mtim.Nano(),
		Ctime: st.Ctim.Nano(),
		Inode: uint64(st.Ino),
		Mode:  uint32(st.Mode),
	}
}
