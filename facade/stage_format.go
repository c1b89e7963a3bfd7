package facade

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/gortexhq/gortex/facade/op"
)

// formatted writes the answer as the sender's connection prefers where the
// request itself does not say.
func formatted(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if c.Format == "" || says(c.Args) {
			return next(ctx, c)
		}
		c.Args = maps.Clone(c.Args)
		if c.Alias != nil {
			c.Args["format"] = c.Format
			return next(ctx, c)
		}
		output, ok := c.Args["output"].(map[string]any)
		if !ok && c.Args["output"] != nil {
			return next(ctx, c) // not an object, which decode will say
		}
		if output = maps.Clone(output); output == nil {
			output = map[string]any{}
		}
		output["format"] = c.Format
		c.Args["output"] = output
		return next(ctx, c)
	}
}

// says reports whether a request chooses its format, wherever it does so.
func says(args map[string]any) bool {
	if args["format"] != nil {
		return true
	}
	for _, name := range op.Containers {
		if fields, ok := args[name].(map[string]any); ok && fields["format"] != nil {
			return true
		}
	}
	return false
}
