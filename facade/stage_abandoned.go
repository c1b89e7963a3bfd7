package facade

import (
	"context"
	"encoding/json"

	"github.com/gortexhq/gortex/facade/op"
)

// abandoned says of a call that was given up what is known of its effect. A
// handler that writes may be past the point of return when its time is over, or
// when its caller leaves: it goes on, and nobody is told how it ended.
func abandoned(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		payload, err := next(ctx, c)
		if err == nil {
			return payload, nil
		}
		e := op.AsError(err)
		if e.Code != op.CodeTimeout && e.Code != op.CodeCancelled {
			return nil, err
		}
		told := &op.Error{Code: e.Code, Message: e.Message}
		for k, v := range e.Data {
			told.With(k, v)
		}
		if e.Code == op.CodeTimeout && c.Ready.Deadline > 0 {
			told.Message = c.Op.Path() + " did not finish within " + c.Ready.Deadline.String()
			told.With("timeout_ms", c.Ready.Deadline.Milliseconds())
		}
		if c.Op.Effect == op.EffectRead {
			return nil, told.With("effect", "none")
		}
		told.Message += "; whether it took effect is not known, so look before you repeat it"
		return nil, told.With("effect", "unknown")
	}
}
