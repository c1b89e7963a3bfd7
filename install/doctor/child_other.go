//go:build !(linux || darwin || freebsd)

package doctor

import (
	"os"
	"os/exec"
)

// own has no process groups to use here.
func own(*exec.Cmd) {}

func kill(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return os.ErrProcessDone
	}
	return cmd.Process.Kill()
}

// free is not known here.
func free(string) (int64, bool) { return 0, false }

func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}

func owner(os.FileInfo) (int, bool) { return 0, false }
