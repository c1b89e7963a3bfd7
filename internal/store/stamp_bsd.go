//go:build unix && !linux

package store

import "syscall"

// changed is not spelled alike on all systems; size, time and inode must do.
func changed(*syscall.Stat_t) int64 { return 0 }
