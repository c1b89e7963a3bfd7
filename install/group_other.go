//go:build !unix

package install

import (
	"os"
	"os/exec"
)

// OwnGroup is for systems that have process groups.
func OwnGroup(*exec.Cmd) {}

// KillGroup ends a program.
func KillGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return os.ErrProcessDone
	}
	return cmd.Process.Kill()
}
