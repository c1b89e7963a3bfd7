package facade_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// What a connection prefers counts where the request does not choose.
//
//spec:surface-wire-format
func TestPreferredFormat(t *testing.T) {
	d := facade.New(registry(t), enginetest.New(t, "-- go.mod --\nmodule m\n"), facade.Policy{})
	for _, tt := range []struct {
		tool, arguments, want string
	}{
		{"capabilities", `{"domain":"read"}`, "gcx"},
		{"capabilities", `{"domain":"read","output":{"limit":3}}`, "gcx"},
		{"capabilities", `{"domain":"read","output":{"format":"json"}}`, ""},
		{"capabilities", `{"domain":"read","format":"toon"}`, "toon"},
		{"capabilities", `{"domain":"read","options":{"format":"text"}}`, "text"},
		{"graph_stats", `{}`, "gcx"},
		{"graph_stats", `{"format":"json"}`, ""},
	} {
		reply := d.Call(t.Context(), op.Request{Tool: tt.tool, Arguments: json.RawMessage(tt.arguments), Format: "gcx"})
		if reply.Err != nil || reply.Format != tt.want {
			t.Errorf("%s %s: %q, want %q: %s", tt.tool, tt.arguments, reply.Format, tt.want, reply.Payload)
		}
	}
	reply := d.Call(t.Context(), op.Request{Tool: "capabilities", Arguments: json.RawMessage(`{"output":7}`), Format: "gcx"})
	if reply.Err == nil || !strings.Contains(reply.Err.Message, "output") {
		t.Errorf("%s", reply.Payload)
	}
}
