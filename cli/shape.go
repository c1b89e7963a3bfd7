package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/itchyny/gojq"

	"github.com/gortexhq/gortex/facade/op"
)

// filter is a compiled jq program.
type filter struct {
	code *gojq.Code
	raw  bool // strings are printed bare
	time time.Duration
}

// newFilter compiles a program, so that a wrong one is found before anything is
// called. The environment cannot be seen from it.
func newFilter(program string, raw bool) (*filter, error) {
	query, err := gojq.Parse(program)
	if err != nil {
		e := op.Invalid("--jq: %v", err)
		var at *gojq.ParseError
		if errors.As(err, &at) {
			e.With("offset", at.Offset)
		}
		return nil, e
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, op.Invalid("--jq: %v", err)
	}
	return &filter{code, raw, filterTime}, nil
}

// filterTime bounds a filter: an answer is small, so one that takes longer does
// not end.
const filterTime = 10 * time.Second

// run prints each value the program makes of the payload with print, which is
// given JSON; bare strings go to w.
func (f *filter) run(ctx context.Context, w io.Writer, payload json.RawMessage, print func(json.RawMessage) error) error {
	var v any
	if err := decode(payload, &v); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, f.time)
	defer cancel()
	printed := false
	for iter := f.code.RunWithContext(bounded, v); ; printed = true {
		out, ok := iter.Next()
		if !ok {
			return nil
		}
		if err, ok := out.(error); ok {
			var halt *gojq.HaltError
			switch {
			case errors.As(err, &halt) && halt.Value() == nil:
				return nil
			case ctx.Err() != nil:
				return ctx.Err()
			}
			e := op.Invalid("--jq: %v", err)
			if bounded.Err() != nil {
				e = op.Errorf(op.CodeTimeout, "--jq: the filter did not end within %v", f.time)
			}
			if answer, ok := v.(map[string]any); ok { // who guessed a name sees the names
				e.With("answer_has", slices.Sorted(maps.Keys(answer)))
			}
			if printed {
				return &streamError{e}
			}
			return e
		}
		if s, ok := out.(string); ok && f.raw {
			if _, err := io.WriteString(w, s+"\n"); err != nil {
				return err
			}
			continue
		}
		text, err := gojq.Marshal(out)
		if err != nil {
			return err
		}
		if err := print(text); err != nil {
			return err
		}
	}
}

// streamError is a failure that came after part of the output: stdout gets no
// error document any more.
type streamError struct{ error }

func (e *streamError) Unwrap() error { return e.error }
