package facade

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// Deadline is how long a handler may take unless the policy or the operation
// says otherwise.
const Deadline = 60 * time.Second

// Call is one request on its way through the stages.
type Call struct {
	op.Request
	Args   map[string]any
	Op     *op.Op
	Alias  *op.Legacy // the legacy name it was called by, nil for a public call
	Ready  op.Ready   // validated arguments, set by decode
	Policy Policy
	In     engine.Session // the session of the call, nil for none

	responseID string
	warnings   []string
}

// Handler answers a call; Stage wraps one.
type (
	Handler func(context.Context, *Call) (json.RawMessage, error)
	Stage   func(Handler) Handler
)

// Dispatcher runs requests through the stages. It implements op.Caller and may
// be used by many goroutines at once.
type Dispatcher struct {
	registry *Registry
	engine   engine.Engine
	policy   Policy
	handle   Handler
}

// New builds a dispatcher. The order of the stages is the order in which a
// request meets them.
func New(r *Registry, e engine.Engine, p Policy) *Dispatcher {
	d := &Dispatcher{registry: r, engine: e, policy: p}
	stages := []Stage{
		recovered, // nothing below may take the process down
		surfaced,  // may the sender call the tool
		d.resolve, // which operation is meant
		available, // is it built
		d.session, // what does the session of the call remember
		d.enforce, // may it run, given its effect
		formatted, // how does the sender read answers
		decode,    // is the request well formed
		keep,      // the answer is kept for the response tool
		bound,     // how long may it take
		abandoned, // what is known of one that was given up
	}
	d.handle = func(ctx context.Context, c *Call) (json.RawMessage, error) {
		return c.Op.Run(ctx, e, c.Ready)
	}
	for i := len(stages) - 1; i >= 0; i-- {
		d.handle = stages[i](d.handle)
	}
	return d
}

// Call implements op.Caller.
func (d *Dispatcher) Call(ctx context.Context, req op.Request) op.Reply {
	c := &Call{Request: req, Policy: d.policy}
	payload, err := d.handle(ctx, c)
	reply := op.Reply{Payload: payload, Meta: c.meta(), Format: c.Ready.Output.Encoding()}
	if err != nil {
		reply.Err = op.AsError(err).Bounded()
		reply.Payload, reply.Format = encode(reply.Err), ""
	}
	return reply
}

// Prepare takes a request as far as validation and runs nothing: what a call
// would be made with, the operation's name among it, so that the payload is the
// same request again.
func (d *Dispatcher) Prepare(req op.Request) op.Reply {
	c := &Call{Request: req, Policy: d.policy}
	prepare := recovered(surfaced(d.resolve(available(decode(func(_ context.Context, c *Call) (json.RawMessage, error) {
		return c.Op.Named(c.Ready.Args), nil
	})))))
	payload, err := prepare(context.Background(), c)
	reply := op.Reply{Payload: payload, Meta: c.meta()}
	if err != nil {
		reply.Err = op.AsError(err).Bounded()
		reply.Payload = encode(reply.Err)
	}
	return reply
}

func (c *Call) meta() op.Meta {
	m := op.Meta{SurfaceVersion: op.SurfaceVersion, ResponseID: c.responseID, Warnings: c.warnings}
	if c.Op != nil {
		m.Facade, m.Operation, m.CanonicalTool = c.Op.Facade, c.Op.Name, c.Op.CanonicalFor(c.Ready.Args)
		for _, u := range c.Ready.Unread {
			m.Ignored = append(m.Ignored, u.Field)
			if u.DidYouMean != "" {
				if m.DidYouMean == nil {
					m.DidYouMean = map[string]string{}
				}
				m.DidYouMean[u.Field] = u.DidYouMean
			}
		}
	}
	return m
}

// encode writes JSON without the HTML escapes that would make code unreadable.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return encode(op.AsError(err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
