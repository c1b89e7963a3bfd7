//go:build unix

package install

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup puts a program that is about to be started into a process group of
// its own, which [KillGroup] ends, and so does the end of its context.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return KillGroup(cmd) }
}

// KillGroup ends a program and what it has started.
func KillGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return os.ErrProcessDone
	}
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
