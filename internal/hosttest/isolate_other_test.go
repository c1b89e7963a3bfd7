//go:build !linux

package hosttest

import (
	"errors"
	"os/exec"
)

// namespaces are Linux's; what follows fails and says so.
func namespaces(*exec.Cmd) {}

func settleIn(*job) error { return errors.New("namespaces are to be had on Linux only") }

func ownGroup(*exec.Cmd) {}
