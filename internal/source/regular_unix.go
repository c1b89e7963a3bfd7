//go:build unix

package source

import "syscall"

const nonblocking = syscall.O_NONBLOCK
