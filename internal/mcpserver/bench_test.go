package mcpserver_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// What a call costs apart from its operation: from the bytes of a frame through
// protocol, dispatcher and handler to the bytes of the answer. The dispatcher
// alone is BenchmarkDispatch in package facade.
func BenchmarkCall(b *testing.B) {
	const arguments = `{"operation":"info"}`
	registry := all(b)
	d := facade.New(registry, enginetest.New(b, "-- go.mod --\nmodule m\n"), facade.Policy{})
	b.Run("dispatcher", func(b *testing.B) {
		for b.Loop() {
			if r := d.Call(context.Background(), op.Request{Tool: "workspace", Arguments: json.RawMessage(arguments), Session: "bench", Surface: op.SurfacePublic}); r.Err != nil {
				b.Fatal(r.Err)
			}
		}
	})
	frame := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workspace","arguments":` + arguments + `}}`
	b.Run("stdio", func(b *testing.B) {
		c := connect(b, registry, d)
		c.send(hello)
		c.receive()
		for b.Loop() {
			c.send(frame)
			c.receive()
		}
	})
	b.Run("http", func(b *testing.B) {
		url := web(b, registry, d)
		id := greet(b, url)
		for b.Loop() {
			if res, text := post(b, url, id, frame); res.StatusCode != http.StatusOK || !strings.Contains(text, "gortex_facade") {
				b.Fatal(text)
			}
		}
	})
}
