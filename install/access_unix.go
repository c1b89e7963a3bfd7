//go:build unix

package install

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// writable reports whether a file or directory may be written. The superuser is
// bound by the permission bits here too: whoever took all of them away meant it.
func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 != 0 && unix.Access(path, unix.W_OK) == nil
}

// keepOwner gives a new file the owner of the one that it replaces.
func keepOwner(f *os.File, old os.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if now, ok := info.Sys().(*syscall.Stat_t); ok && (now.Uid != was.Uid || now.Gid != was.Gid) {
		return f.Chown(int(was.Uid), int(was.Gid))
	}
	return nil
}
