package facade

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/gortexhq/gortex/facade/op"
)

// recovered turns a panic into an internal error, so that one bad request
// never takes the others down with it.
func recovered(next Handler) Handler {
	return func(ctx context.Context, c *Call) (result json.RawMessage, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = op.Panicked(p)
			}
		}()
		return next(ctx, c)
	}
}

// surfaced refuses a tool that the sender of the request may not call, over
// every transport alike.
func surfaced(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if c.Gate != nil {
			if err := c.Gate.Check(c.Tool); err != nil {
				return nil, err
			}
		}
		return next(ctx, c)
	}
}

// resolve finds the operation a request means, by facade or by legacy name.
func (d *Dispatcher) resolve(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		f, legacy := d.registry.Facade(c.Tool), d.registry.legacy[c.Tool] != nil
		switch {
		case c.Surface == op.SurfacePublic:
			legacy = false
		case c.Surface == op.SurfaceLegacy && legacy:
			f = nil
		}
		if f == nil && !legacy {
			return nil, op.UnknownTool(c.Tool, d.registry.Names(), d.registry.LegacyNames())
		}
		args, err := op.Parse(c.Arguments)
		if err != nil {
			return nil, err
		}
		c.Args = args
		if f != nil {
			if c.Op, err = f.Choose(args); err != nil {
				return nil, d.lookElsewhere(f, err)
			}
			return next(ctx, c)
		}
		o, l := d.registry.Legacy(c.Tool, args)
		if o == nil {
			return nil, op.Invalid("no operation stands behind %s with these arguments", c.Tool)
		}
		c.Op, c.Alias = o, &l
		return next(ctx, c)
	}
}

// lookElsewhere adds to the error for an unknown operation which other tools
// have one of that name. Where the flat tool of the same name does it, with an
// effect that this one may not have, the call is refused: it is not unknown.
func (d *Dispatcher) lookElsewhere(f *op.Facade, err error) error {
	e := op.AsError(err)
	if name, ok := e.Data["operation"].(string); ok {
		if o, _ := d.registry.Legacy(f.Name, map[string]any{f.By: name}); o != nil && o.Effect != f.Effect {
			return op.Errorf(op.CodeToolBlockedByMode, "%s is a %s, which %s may not do; call %s with operation %s",
				name, o.Effect, f.Name, o.Facade, o.Name).
				With("domain", o.Facade).With("operation", o.Name)
		}
		if found := d.registry.Elsewhere(f, name); found != nil {
			e.With("found_in", found)
		}
	}
	return e
}

// available stops calls of operations that are declared but not built.
func available(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if c.Op.Available() {
			return next(ctx, c)
		}
		f := c.Op.Of()
		e := op.Errorf(op.CodeOperationUnavailable, "%s is not available in this version", c.Op.Path()).
			With("domain", c.Op.Facade).With("operation", c.Op.Name).With("available_operations", f.AvailableNames())
		if near := c.Op.Nearest; len(near) > 0 {
			e.Message += "; " + strings.Join(near, " or ") + " comes nearest"
			e.With("instead", near)
		}
		return nil, e
	}
}

// Policy says what may run, and for how long.
type Policy struct {
	Planning bool          // nothing but reads, in every session
	Deadline time.Duration // for one handler; 0 means [Deadline], less means none
}

func decode(next Handler) Handler {
	return func(ctx context.Context, c *Call) (payload json.RawMessage, err error) {
		if c.Alias == nil {
			c.Ready, err = c.Op.Decode(c.Args)
		} else {
			// Whoever finds a fault, a flat caller is told of it in its own words.
			defer func() {
				if err != nil {
					err = c.Op.Rename(*c.Alias, op.AsError(err))
				}
			}()
			c.Ready, err = c.Op.DecodeLegacy(c.Op.Lift(*c.Alias, c.Args))
		}
		if err != nil {
			return nil, err
		}
		c.Ready.Scope.Session = c.Session
		return next(ctx, c)
	}
}

func bound(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if !c.Op.Unbounded {
			c.Ready.Deadline = c.Policy.Deadline
			if c.Ready.Deadline == 0 {
				c.Ready.Deadline = Deadline
			}
		}
		return next(ctx, c)
	}
}
