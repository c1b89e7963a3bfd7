package mcpserver

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// What is answered to a message that asked for nothing does not count as the
// answer to a request: a call is awaited to its end, and the handshake comes
// first whatever is quicker.
func TestFramesAwaitWhatWasAsked(t *testing.T) {
	var out bytes.Buffer
	f := &frames{w: &out}
	f.expect(json.RawMessage("1"), true)
	f.expect(json.RawMessage(`"a"`), false)
	f.Write([]byte(`{"jsonrpc":"2.0","id":null,"error":{}}` + "\n"))
	f.Write([]byte(`{"jsonrpc":"2.0","id":9,"error":{}}` + "\n"))
	f.Write([]byte(`{"jsonrpc":"2.0","id":"a","result":{}}` + "\n"))
	select {
	case <-f.drained():
		t.Error("the handshake is not answered and nobody waits")
	default:
	}
	f.Write([]byte(`{"jsonrpc":"2.0","id":1.0,"result":{}}` + "\n"))
	select {
	case <-f.drained():
	default:
		t.Error("all is answered and somebody waits")
	}
	first, _, _ := strings.Cut(out.String(), "\n")
	if !strings.Contains(first, `"id":1.0`) || strings.Count(out.String(), "\n") != 4 {
		t.Errorf("written in the order\n%s", &out)
	}
}
