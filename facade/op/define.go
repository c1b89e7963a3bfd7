package op

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"

	"github.com/gortexhq/gortex/internal/engine"
)

// Each effect has its own operation type, so that a facade of one effect
// cannot hold an operation of another: the compiler refuses it. The handler of
// each is given only the capability its effect allows.
type (
	ReadOp          struct{ op *Op }
	LocalWriteOp    struct{ op *Op }
	SessionWriteOp  struct{ op *Op }
	ControlWriteOp  struct{ op *Op }
	ExternalWriteOp struct{ op *Op }
)

// Read declares an operation that observes and changes nothing. The shorter
// forms of a result are tried in their order when it does not fit the caller's
// budget; each is given what the one before returned.
func Read[Req, Res any](s Spec, h func(context.Context, engine.View, Req) (Res, error), shorter ...func(Res) Res) ReadOp {
	return ReadOp{define(EffectRead, s, port[engine.View]{engine.Engine.View, engine.View.Close, viewGeneration, viewCaveats}, h, shorter)}
}

// Listed declares a read about repositories as such, which needs no repository
// to stand in.
func Listed[Req, Res any](s Spec, h func(context.Context, engine.Catalog, Req) (Res, error), shorter ...func(Res) Res) ReadOp {
	return ReadOp{define(EffectRead, s, port[engine.Catalog]{open: engine.Engine.Catalog}, h, shorter)}
}

// Remembered declares a read about what the session remembers, which needs no
// repository to stand in. Without a session it fails: unavailable.
func Remembered[Req, Res any](s Spec, h func(context.Context, engine.SessionReader, Req) (Res, error), shorter ...func(Res) Res) ReadOp {
	return ReadOp{define(EffectRead, s, port[engine.SessionReader]{open: func(e engine.Engine, ctx context.Context, s engine.Scope) (engine.SessionReader, error) {
		return e.Session(ctx, s)
	}}, h, shorter)}
}

// LocalWrite declares an operation that may write files of the workspace.
func LocalWrite[Req, Res any](s Spec, h func(context.Context, engine.Workspace, Req) (Res, error), shorter ...func(Res) Res) LocalWriteOp {
	return LocalWriteOp{define(EffectLocalWrite, s, port[engine.Workspace]{open: engine.Engine.Workspace, close: engine.Workspace.Close}, h, shorter)}
}

// SessionWrite declares an operation that changes the state of one connection.
func SessionWrite[Req, Res any](s Spec, h func(context.Context, engine.Session, Req) (Res, error), shorter ...func(Res) Res) SessionWriteOp {
	return SessionWriteOp{define(EffectSessionWrite, s, port[engine.Session]{open: engine.Engine.Session}, h, shorter)}
}

// ControlWrite declares an operation that changes what is tracked and indexed.
func ControlWrite[Req, Res any](s Spec, h func(context.Context, engine.Control, Req) (Res, error), shorter ...func(Res) Res) ControlWriteOp {
	return ControlWriteOp{define(EffectControlWrite, s, port[engine.Control]{open: engine.Engine.Control}, h, shorter)}
}

// ExternalWrite declares an operation that writes to a forge.
func ExternalWrite[Req, Res any](s Spec, h func(context.Context, engine.Publisher, Req) (Res, error), shorter ...func(Res) Res) ExternalWriteOp {
	return ExternalWriteOp{define(EffectExternalWrite, s, port[engine.Publisher]{open: engine.Engine.Publisher, close: engine.Publisher.Close}, h, shorter)}
}

// Described declares a read that needs no engine: it answers from the
// declarations themselves.
func Described[Req, Res any](s Spec, h func(context.Context, Req) (Res, error), shorter ...func(Res) Res) ReadOp {
	nothing := port[struct{}]{open: func(engine.Engine, context.Context, engine.Scope) (struct{}, error) { return struct{}{}, nil }}
	return ReadOp{define(EffectRead, s, nothing, func(ctx context.Context, _ struct{}, req Req) (Res, error) { return h(ctx, req) }, shorter)}
}

// port is how a capability is asked for and given back.
type port[Cap any] struct {
	open       func(engine.Engine, context.Context, engine.Scope) (Cap, error)
	close      func(Cap) error  // nil: nothing to release
	generation func(Cap) string // nil: cursors outlive changes
	caveats    func(Cap) []string
}

func viewGeneration(v engine.View) string { return v.Status().Generation }

func viewCaveats(v engine.View) []string { return v.Status().Caveats }

func define[Cap, Req, Res any](
	effect Effect, s Spec, p port[Cap],
	h func(context.Context, Cap, Req) (Res, error), shorter []func(Res) Res,
) *Op {
	o := &Op{Spec: s, Effect: effect}
	o.takes(reflect.TypeFor[Req]())
	shape := sync.OnceValue(func() resultShape { return shapeOf(reflect.TypeFor[Res]()) })
	o.run = func(ctx context.Context, e engine.Engine, r Ready) (json.RawMessage, error) {
		var req Req
		if err := json.Unmarshal(r.Args, &req); err != nil {
			return nil, Invalid("%s: %v", o.Path(), err)
		}
		once := func() (json.RawMessage, error) {
			f := &fitting{op: o, ready: r, shape: shape()}
			if err := f.checkFields(); err != nil {
				return nil, err
			}
			c, err := p.open(e, ctx, r.Scope)
			if err != nil {
				return nil, err
			}
			return within(ctx, r.Deadline, func(ctx context.Context) (json.RawMessage, error) {
				return serve(ctx, p, c, f, req, h, shorter)
			})
		}
		payload, err := once()
		if retriable(err) {
			return once()
		}
		return payload, err
	}
	return o
}

// takes says what a request of the operation is.
func (o *Op) takes(request reflect.Type) {
	o.full = sync.OnceValue(func() *Schema { return requestSchema(request) })
	o.schema = sync.OnceValue(func() *Schema { return o.publicSchema() })
}

// serve calls the handler with a capability and gives that back. Results and
// errors may point into what the capability has mapped, so both are copied
// before.
func serve[Cap, Req, Res any](
	ctx context.Context, p port[Cap], c Cap, f *fitting, req Req,
	h func(context.Context, Cap, Req) (Res, error), shorter []func(Res) Res,
) (json.RawMessage, error) {
	if p.close != nil {
		defer p.close(c)
	}
	if p.generation != nil {
		f.generation = p.generation(c)
	}
	if p.caveats != nil && f.op.Facade != "workspace" {
		f.caveats = p.caveats(c)
	}
	if err := f.readCursor(); err != nil {
		return nil, err
	}
	res, err := h(withRoom(withRows(ctx, f.rowsWanted()), f.ready.budget(f.op)), c, req)
	if err != nil {
		return nil, AsError(err).copied()
	}
	if err := f.checkAnswer(res); err != nil {
		return nil, err
	}
	return fit(f, res, shorter), nil
}

// retriable reports a failure that asking again may mend at once: a file
// changed between the look at the tree and the reading of it.
func retriable(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Data["retriable"] == true
}

// requestSchema is the schema of a request type, with the output container
// that all operations share.
func requestSchema(t reflect.Type) *Schema {
	s := SchemaOf(t)
	if s.Property("output") == nil {
		s.Properties = append(s.Properties, Property{"output", SchemaOf(reflect.TypeFor[Output]())})
	}
	return s
}

// publicSchema is the full schema without what the server fixes, and with the
// operation's name.
func (o *Op) publicSchema() *Schema {
	s := o.full()
	for _, path := range o.FixedPaths() {
		s = s.without(path)
	}
	if o.by == "" {
		return s
	}
	named := *s
	named.Properties = append([]Property{{o.by, &Schema{Type: "string", Const: o.Name}}}, s.Properties...)
	return &named
}
