package op_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// A selector is the target wherever it stands.
func TestSelectorsOutsideOfTheTarget(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{"operation":"by_symbol","symbol":"A"}`, `"target":{"symbol":"A"}`},
		{`{"operation":"by_symbol","options":{"symbol":"A"}}`, `"target":{"symbol":"A"}`},
		{`{"operation":"by_symbol","symbol":"","target":{"symbol":"A"}}`, `"target":{"symbol":"A"}`},
		{`{"operation":"echo","symbols":["B","A"],"target":{"symbols":["A","B"]}}`, `"target":{"symbols":["A","B"]}`},
		{`{"operation":"echo","options":{"symbols":["A"]},"symbol":"A"}`, `"target":{"symbols":["A"]}`},
	} {
		reply := d.Prepare(op.Request{Tool: "wide", Arguments: json.RawMessage(tt.args)})
		if !strings.Contains(string(reply.Payload), tt.want) {
			t.Errorf("%s: %s lacks %s", tt.args, reply.Payload, tt.want)
		}
	}
}

// Two selectors that do not mean the same are refused: neither is preferred.
//
//spec:8.2-zero-or-many 15.3-target
func TestSelectorsThatDiffer(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{"operation":"echo","symbol":"A","target":{"symbol":"B"}}`, `target.symbol and symbol name different targets; give one of them`},
		{`{"operation":"echo","options":{"symbols":["A"]},"target":{"symbol":"B"}}`, `target.symbol and options.symbols name different targets; give one of them`},
		{`{"operation":"echo","symbols":["A","B"],"options":{"symbol":"A"}}`, `options.symbol and symbols name different targets; give one of them`},
		{`{"operation":"echo","file":"a.go","target":{"symbol":"A"}}`, `target.symbol and file name different targets; give one of them`},
		{`{"operation":"echo","file":"a.go","target":{"symbol":"A","symbols":["A"]}}`, `target: want exactly one of file, symbol, symbols, query, artifact, repo, got symbol and symbols`},
	} {
		reply := call(t, d, "wide", tt.args)
		if reply.Err == nil || reply.Err.Code != op.CodeInvalid || reply.Err.Message != tt.want {
			t.Errorf("%s\n got %v\nwant %s", tt.args, reply.Err, tt.want)
		}
	}
}
