//go:build linux || darwin || freebsd

package doctor

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// free is how many bytes this user can still write to the file system of a
// directory.
func free(dir string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}

// writable reports whether a file or directory may be written. The superuser is
// bound by the permission bits here too.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 != 0 && unix.Access(path, unix.W_OK) == nil
}

// owner is the user that a file belongs to.
func owner(info os.FileInfo) (int, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(s.Uid), true
}
