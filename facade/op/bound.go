package op

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// within runs f for at most d and then gives up on it: the caller gets an
// error at once, f is told by its context and its result is thrown away. The
// time for which a capability was waited for is not counted, so that a first
// indexing may take as long as it takes.
func within(ctx context.Context, d time.Duration, f func(context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
	if d <= 0 {
		return f(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	type outcome struct {
		text json.RawMessage
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		defer cancel()
		var out outcome
		defer func() {
			if p := recover(); p != nil {
				out = outcome{err: Panicked(p)}
			}
			done <- out
		}()
		out.text, out.err = f(ctx)
	}()
	select {
	case out := <-done:
		return out.text, out.err
	case <-ctx.Done():
		select {
		case out := <-done: // it ended at the same moment
			return out.text, out.err
		default:
			return nil, ctx.Err()
		}
	}
}

// Panicked is the error for a panic in gortex's own code. It is called by the
// function that recovered.
//
// data.where names the innermost calls of gortex's own code, for a report.
func Panicked(p any) *Error {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var where []string
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "github.com/gortexhq/gortex/"); ok && !strings.HasSuffix(name, "op.Panicked") {
			where = append(where, fmt.Sprintf("%s %s:%d", name, filepath.Base(f.File), f.Line))
		}
		if !more || len(where) == 6 {
			return Errorf(CodeInternal, "panic: %v", p).With("where", where)
		}
	}
}
