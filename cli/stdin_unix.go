//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// waiting reports whether a pipe or a file has bytes to read. It reads none and
// waits for nobody.
func waiting(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return err == nil && info.Mode().IsRegular() && info.Size() > 0
	}
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
}
