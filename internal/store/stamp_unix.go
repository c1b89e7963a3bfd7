//go:build unix

package store

import (
	"fmt"
	"io/fs"
	"syscall"
)

const nonblocking = syscall.O_NONBLOCK

// changeStamp is what an ordinary program cannot set back.
func changeStamp(info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(s.Ino, " ", changed(s))
	}
	return ""
}
