package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/gortexhq/gortex/internal/store"
)

// UnwritableError says that an index cannot be kept in a directory, for a
// reason that will not go away by itself. A full disk is not one.
type UnwritableError struct {
	Dir string
	Err error
}

func (e *UnwritableError) Error() string {
	return fmt.Sprintf("the index cannot be kept in %s: %v", e.Dir, reason(e.Err))
}

// Unwrap gives the error of the file system.
func (e *UnwritableError) Unwrap() error { return e.Err }

// TreeError says that a working tree cannot be looked at.
type TreeError struct {
	Root string
	Err  error
}

func (e *TreeError) Error() string { return e.Err.Error() }

// Unwrap gives the error of the file system, or of the context.
func (e *TreeError) Unwrap() error { return e.Err }

// errVanished says that the directory of the index was deleted meanwhile.
var errVanished = errors.New("the directory of the index was deleted")

// reason is the innermost word of an error: what the system says.
func reason(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}

func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// lock waits for the writer's lock, and says so when that takes long.
func lock(ctx context.Context, o Options) (*store.Writer, error) {
	short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	w, err := store.Lock(short, o.Dir)
	cancel()
	var locked *store.LockedError
	if errors.As(err, &locked) && ctx.Err() == nil {
		if o.Waiting != nil {
			o.Waiting(locked.PID)
		}
		w, err = store.Lock(ctx, o.Dir)
	}
	switch {
	case err == nil:
		return w, nil
	case errors.As(err, &locked) && errors.Is(err, context.Canceled):
		return nil, ctx.Err()
	case errors.As(err, &locked), full(err):
		return nil, fmt.Errorf("lock the index: %w", err)
	}
	return nil, &UnwritableError{Dir: o.Dir, Err: err}
}

// written sorts the errors of writing a generation.
func written(dir, what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s the index: %w: %w", what, errVanished, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &UnwritableError{Dir: dir, Err: err}
	}
	return fmt.Errorf("%s the index: %w", what, err)
}
