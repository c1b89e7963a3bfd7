package facade_test

import (
	"encoding/json"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// Of several flat tools behind one operation the answer names the one that was
// meant, by whichever name it was called.
//
//spec:8.4-metadata
func TestCanonicalTool(t *testing.T) {
	d := facade.New(registry(t), enginetest.New(t, "-- go.mod --\nmodule m\n"), facade.Policy{})
	for _, tt := range []struct{ tool, arguments, want string }{
		{"session", `{"operation":"subscribe","channel":"stale_refs"}`, "subscribe_stale_refs"},
		{"session", `{"operation":"unsubscribe","channel":"daemon_health"}`, "unsubscribe_daemon_health"},
		{"subscribe_graph_invalidated", `{}`, "subscribe_graph_invalidated"},
		{"workspace", `{"operation":"graph"}`, "graph_stats"},
		{"workspace_admin", `{"operation":"blame"}`, "analyze"},
	} {
		reply := d.Call(t.Context(), op.Request{Tool: tt.tool, Arguments: json.RawMessage(tt.arguments), Session: "s"})
		if got := reply.Meta.CanonicalTool; got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.arguments, got, tt.want)
		}
	}
}
