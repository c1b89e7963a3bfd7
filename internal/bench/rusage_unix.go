//go:build unix

package bench

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS is the peak resident size that wait4 reports, in bytes: of the process
// or, if larger, of one of the descendants that were waited for. Processes that
// run side by side are not added up, and one that is left behind is not seen.
// On Linux it is never less than this process was when it started the other.
func maxRSS(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss) // bytes there, KiB elsewhere
	}
	return int64(u.Maxrss) << 10
}

// flush waits until copied files are on the disk, so that writing them does not
// run beside what is measured.
func flush() { syscall.Sync() }
