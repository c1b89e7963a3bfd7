package op

import (
	"context"
	"encoding/json"
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

// Panicked is the error for a panic in gortex's own code.
func Panicked(p any) *Error { return Errorf(CodeInternal, "panic: %v", p) }
