package facade

import (
	"context"
	"encoding/json"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// session opens the session that a call belongs to.
func (d *Dispatcher) session(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if c.Session == "" {
			return next(ctx, c)
		}
		s, err := d.engine.Session(ctx, engine.Scope{Session: c.Session})
		if err != nil {
			return nil, err
		}
		c.In, c.warnings = s, s.Notices()
		return next(ctx, c)
	}
}

// enforce lets a call pass that its effect is allowed to: by the operator, by
// the mode of the session, and by the phase of its workflow.
func (d *Dispatcher) enforce(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		if c.Gate != nil {
			if err := c.Gate.Permit(c.Op); err != nil {
				return nil, err
			}
		}
		if c.Op.Effect == op.EffectRead {
			return next(ctx, c)
		}
		if err := c.planned(); err != nil {
			return nil, err
		}
		ctx = op.WithTools(ctx, d.registry.facades)
		if c.Policy.Planning {
			ctx = op.WithPlanning(ctx)
		}
		if c.In != nil && c.Op.Effect == op.EffectLocalWrite {
			w := c.In.State().Workflow
			switch {
			case w.MayWrite():
			case w.Mode == engine.ModeWarn:
				c.warnings = append(c.warnings, c.Op.Path()+" wrote in phase "+w.Phase+" of the workflow, which is for reading")
			default:
				return nil, op.Errorf(op.CodeToolOutOfPhase, "%s writes files, which the workflow does not do in phase %s; session.workflow advances it", c.Op.Path(), w.Phase).
					With("domain", c.Op.Facade).With("operation", c.Op.Name).
					With("phase", w.Phase).With("allowed_phases", engine.WritePhases())
			}
		}
		return next(ctx, c)
	}
}

// planned refuses what planning mode does not allow. What steers the session
// passes in either: under the operator's planning mode it has no files to write.
func (c *Call) planned() error {
	by := ""
	switch {
	case c.Op.Of().Steers:
		return nil
	case c.Policy.Planning:
		by = "operator"
	case c.In != nil && c.In.State().Planning:
		by = "session"
	default:
		return nil
	}
	e := op.Errorf(op.CodeToolBlockedByMode, "%s is a %s; planning mode allows reads only", c.Op.Path(), c.Op.Effect).
		With("domain", c.Op.Facade).With("operation", c.Op.Name).With("effect", c.Op.Effect).With("mode_set_by", by)
	if by == "session" {
		e.Message += ", until session.planning_mode sets editing"
	}
	return e
}
