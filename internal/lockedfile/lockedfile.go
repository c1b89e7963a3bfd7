// Package lockedfile lets processes change a file in turns, and replaces it
// whole or not at all.
package lockedfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Lock waits until no other process, and nobody else in this one, holds the
// lock file at path, which is made if needed. The lock ends with the process
// that holds it, however that ends.
func Lock(ctx context.Context, path string, perm os.FileMode) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, perm)
	if err != nil {
		return nil, err
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 10*time.Millisecond) {
		held, err := tryLock(f)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if held {
			return func() { _ = f.Close() }, nil // closing gives the lock back
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("wait for %s: %w", path, ctx.Err()), f.Close())
		case <-time.After(wait):
		}
	}
}

// Try is Lock without the wait: unlock is nil when somebody else holds the lock.
func Try(path string, perm os.FileMode) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, perm)
	if err != nil {
		return nil, err
	}
	held, err := tryLock(f)
	if err != nil || !held {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}

// Replace writes a file whole or not at all. With sync it is on the disk when
// Replace returns; without, a crash of the machine may leave it empty.
func Replace(path string, text []byte, perm os.FileMode, sync bool) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(text); err != nil {
		return err
	}
	if err = f.Chmod(perm); err != nil {
		return err
	}
	if sync {
		if err = f.Sync(); err != nil {
			return err
		}
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
