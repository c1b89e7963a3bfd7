package facade_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// writable is an engine that lets its files be written.
type writable struct{ *enginetest.Engine }

func (w writable) Workspace(ctx context.Context, s engine.Scope) (engine.Workspace, error) {
	return w.View(ctx, s)
}

// A call never hangs, and one that was given up says whether it may have had an
// effect; a handler that does not listen is left behind.
//
//spec:surface-abandoned surface-effect-unknown surface-bounded
func TestAbandoned(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	type request struct {
		Deaf bool `json:"deaf,omitempty" doc:"does not listen to its context"`
	}
	work := func(ctx context.Context, req request) (request, error) {
		if req.Deaf {
			<-release
			return req, nil
		}
		<-ctx.Done()
		return req, ctx.Err()
	}
	r, err := facade.NewRegistry([]*op.Facade{
		op.ReadFacade(op.Tool{Name: "look"}, op.Described(op.Spec{Name: "x", Default: true}, work)),
		op.LocalWriteFacade(op.Tool{Name: "write"}, op.LocalWrite(op.Spec{Name: "x", Default: true},
			func(ctx context.Context, _ engine.Workspace, req request) (request, error) { return work(ctx, req) })),
	})
	if err != nil {
		t.Fatal(err)
	}
	d := facade.New(r, writable{enginetest.New(t, "-- go.mod --\nmodule m\n")}, facade.Policy{Deadline: 20 * time.Millisecond})
	for _, tt := range []struct{ tool, arguments, want string }{
		{"look", `{}`, `{"error_code":"timeout","message":"look.x did not finish within 20ms","data":{"effect":"none","timeout_ms":20}}`},
		{"look", `{"deaf":true}`, `{"error_code":"timeout","message":"look.x did not finish within 20ms","data":{"effect":"none","timeout_ms":20}}`},
		{"write", `{"deaf":true}`, `{"error_code":"timeout","message":"write.x did not finish within 20ms; whether it took effect is not known, so look before you repeat it","data":{"effect":"unknown","timeout_ms":20}}`},
	} {
		reply := d.Call(t.Context(), op.Request{Tool: tt.tool, Arguments: json.RawMessage(tt.arguments)})
		if d := cmp.Diff(tt.want, string(reply.Payload)); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.tool, tt.arguments, d)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(5*time.Millisecond, cancel)
	reply := d.Call(ctx, op.Request{Tool: "write", Arguments: json.RawMessage(`{"deaf":true}`)})
	if reply.Err == nil || reply.Err.Code != op.CodeCancelled || reply.Err.Data["effect"] != "unknown" {
		t.Errorf("cancelled: %s", reply.Payload)
	}
}

// An error does not give back a caller's text whole.
func TestEchoIsBounded(t *testing.T) {
	d := facade.New(registry(t), enginetest.New(t, "-- go.mod --\nmodule m\n"), facade.Policy{})
	long := strings.Repeat("x", 1<<20)
	for _, arguments := range []string{
		`{"target":{"symbol":"` + long + `"}}`, `{"target":{"file":"` + long + `"}}`, `{"operation":"` + long + `"}`, `{"` + long + `":1}`,
		`{"target":{"symbol":"A"},"context":{"start_line":"` + long + `"}}`,
	} {
		if reply := d.Call(t.Context(), op.Request{Tool: "read", Arguments: json.RawMessage(arguments)}); reply.Err == nil || len(reply.Payload) > 8000 {
			t.Errorf("%.60s: %d bytes", arguments, len(reply.Payload))
		}
	}
}
