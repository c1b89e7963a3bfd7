package facade_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// Whatever the transport, a call passes the gate of the connection it came
// from: the public tool answers while the flat one behind it is blocked, which
// a preset of flat tools gives back, and an effect out of reach stays so under
// every name.
//
//spec:11.2-dispatch-inside 11.2-preset-restores 12-5-hidden-blocked 12-2-nameless surface-hide
func TestGate(t *testing.T) {
	archive, err := os.ReadFile("testdata/parity.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := facade.New(registry(t), enginetest.New(t, string(archive)), facade.Policy{})
	for _, tt := range []struct {
		spec, tool, args string
		code             op.Code // "": it answers
	}{
		{"compact", "relations", `{"operation":"callers","target":{"symbol":"Server.addTool"}}`, ""},
		{"compact", "get_callers", `{"id":"Server.addTool"}`, op.CodeToolBlockedByMode},
		{"compact", "no_such", `{}`, op.CodeInvalid},
		{"full", "get_callers", `{"id":"Server.addTool"}`, ""},
		{"", "get_callers", `{"id":"Server.addTool"}`, ""},
		{"", "get_cluster", `{"id":"Server.addTool"}`, ""}, // deferred
		{"", "relations", `{"operation":"callers"}`, op.CodeToolBlockedByMode},
		{"nav", "get_cluster", `{"id":"Server.addTool"}`, op.CodeToolBlockedByMode},
		{"nav", "get_callers", `{"id":"Server.addTool"}`, ""},
		{"readonly", "index_repository", `{}`, op.CodeToolBlockedByMode},
		{"readonly", "analyze", `{"kind":"help"}`, ""},
		{"readonly,+index_repository", "index_repository", `{}`, op.CodeToolBlockedByMode},
		{"readonly,+workspace_admin", "workspace_admin", `{"operation":"index"}`, op.CodeToolBlockedByMode},
	} {
		s, _ := surface.NewCatalog(facade.All()).Resolve(surface.Choices{Forwarded: surface.Choice{Spec: tt.spec}})
		before := s.Live()
		req := op.Request{Tool: tt.tool, Arguments: json.RawMessage(tt.args), Surface: s.Names(), Gate: s}
		reply := d.Call(surface.NewContext(t.Context(), s), req)
		code := op.Code("")
		if reply.Err != nil {
			code = reply.Err.Code
		}
		if code != tt.code {
			t.Errorf("%s %s of %q: %s", tt.tool, tt.args, tt.spec, reply.Payload)
		}
		if prepared := d.Prepare(req); (prepared.Err == nil) != (tt.code == "") && tt.spec[:min(len(tt.spec), 8)] != "readonly" {
			t.Errorf("%s of %q is prepared otherwise: %s", tt.tool, tt.spec, prepared.Payload)
		}
		if !slices.Equal(before, s.Live()) {
			t.Errorf("%s of %q changes what is shown", tt.tool, tt.spec)
		}
	}
}
