package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/store"
)

type failed struct{ *engine.Failure }

// Unwrap shows the failure to errors.As.
func (f failed) Unwrap() error { return f.Failure }

func fail(code, format string, a ...any) failed {
	return failed{&engine.Failure{Code: code, Message: fmt.Sprintf(format, a...)}}
}

func (f failed) with(key string, value any) failed {
	if f.Data == nil {
		f.Data = map[string]any{}
	}
	f.Data[key] = value
	return f
}

// failure gives the errors of the engine's parts the codes callers know.
func failure(dir string, err error) error {
	var f *engine.Failure
	var version *store.VersionError
	var corrupt *store.CorruptError
	var locked *store.LockedError
	var path *source.PathError
	var unwritable *index.UnwritableError
	var tree *index.TreeError
	switch {
	case err == nil, errors.As(err, &f):
		return err
	case errors.As(err, &version):
		return fail("index_newer", "the index was written by a newer gortex; update gortex, or delete it").with("index", dir)
	case errors.As(err, &corrupt):
		return fail("index_corrupt", "%v", err).with("index", dir)
	case errors.As(err, &locked):
		return fail("unavailable", "another process (%d) is writing the index", locked.PID).with("index", dir)
	case errors.As(err, &path) && path.Reason == source.PathInvalid:
		return fail("invalid_argument", "%v", err).with("reason", path.Reason)
	case errors.As(err, &path):
		return fail("path_outside_root", "%v", err).with("reason", path.Reason).with("root", path.Root)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &tree) && errors.Is(err, fs.ErrNotExist):
		return fail("file_not_found", "%s: the directory is gone", tree.Root).with("path", tree.Root)
	case errors.As(err, &tree):
		return fail("not_a_repository", "%s cannot be looked at: %v", tree.Root, tree.Err).with("path", tree.Root)
	case errors.As(err, &unwritable):
		return fail("unavailable", "%v, and no private one can be made", unwritable).with("index", dir)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return fail("disk_full", "no room for the index: %v", err).with("index", dir)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fail("unavailable", "the index cannot be written: %v", err).with("index", dir)
	}
	return err
}

func itoa(n int) string { return strconv.Itoa(n) }
