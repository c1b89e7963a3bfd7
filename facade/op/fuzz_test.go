package op_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// Whatever a caller sends is a valid request or an error that says what is
// wrong with it; a valid one stays what it is when decoded again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `""`, `1e999`, `{"a":`,
		`{"target":{"symbol":"a"},"options":{"depth":3,"repo":"r"},"output":{"fields":["x"],"limit":2}}`,
		`{"changes":[{"path":"a","lines":[1,2.0],"score":0.5},{}],"context":{"context_lines":1}}`,
		`{"guard":{"depth":9},"arguments":{"x":{"Repo-Path":[]}}}`,
		`{"operation":"by_symbol","target":{"symbols":[]},"symbol":"a"}`,
		`{"id":"a","q":"b","symbols":"a,b","assist":"on"}`,
	} {
		f.Add("wide", []byte(seed))
		f.Add("flat_echo", []byte(seed))
	}
	d := caller(f, &fake{}, wide())
	f.Fuzz(func(t *testing.T, tool string, args []byte) {
		once := d.Prepare(op.Request{Tool: tool, Arguments: args})
		if !json.Valid(once.Payload) {
			t.Fatalf("%q: %s", args, once.Payload)
		}
		if once.Err != nil {
			if once.Err.Code == op.CodeInternal {
				t.Fatalf("%q: %v", args, once.Err)
			}
			return
		}
		if tool != "wide" {
			return
		}
		var named map[string]json.RawMessage
		if err := json.Unmarshal(once.Payload, &named); err != nil {
			t.Fatal(err)
		}
		named["operation"], _ = json.Marshal(once.Meta.Operation)
		text, _ := json.Marshal(named)
		again := d.Prepare(op.Request{Tool: tool, Arguments: text})
		if !bytes.Equal(once.Payload, again.Payload) {
			t.Errorf("%q decodes to\n%s\nand again to\n%s", args, once.Payload, again.Payload)
		}
		if reply := d.Call(t.Context(), op.Request{Tool: tool, Arguments: args}); reply.Format == "" && !json.Valid(reply.Payload) ||
			reply.Err != nil && reply.Err.Code == op.CodeInternal {
			t.Errorf("%q: %s", args, reply.Payload)
		}
	})
}
