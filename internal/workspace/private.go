package workspace

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/gortexhq/gortex/internal/index"
)

// An index that cannot be kept where it belongs is kept in a private directory
// of this process: privatePrefix, the process, a random part.
const privatePrefix = "gortex-private-"

// usePrivate moves the index of a tree to a private directory.
func (t *tree) usePrivate(cause *index.UnwritableError) error {
	if t.private != "" {
		return cause
	}
	sweepPrivate(os.TempDir())
	dir, err := os.MkdirTemp("", privatePrefix+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return errors.Join(cause, err)
	}
	copyIndex(cause.Dir, dir)
	t.private = dir
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opts.Dir = dir
	t.unsaved = fmt.Sprintf("index_not_saved: %v; the answer is made of an index that is gone with this process", cause)
	return nil
}

// dropPrivate removes the private directory. What is mapped stays readable.
func (t *tree) dropPrivate() {
	if t.private != "" {
		_ = os.RemoveAll(t.private)
	}
}

// copyIndex takes over the files of an index, as far as they can be read: what
// does not fit together is found out when it is opened.
func copyIndex(from, to string) {
	entries, err := os.ReadDir(from)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name() != "LOCK" && !strings.HasSuffix(e.Name(), ".tmp") {
			_ = copyFile(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
	}
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Close())
}

// sweepPrivate removes what processes left behind that were killed.
func sweepPrivate(temp string) {
	left, _ := filepath.Glob(filepath.Join(temp, privatePrefix+"*"))
	for _, dir := range left {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), privatePrefix), "-")
		if n, err := strconv.Atoi(pid); err == nil && n > 0 && !running(n) {
			_ = os.RemoveAll(dir) // another user's cannot be removed
		}
	}
}

// running reports whether a process exists. In doubt it does.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}
