package doctor

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/hostadapters/edit"
)

// Whatever a server prints, it is an answer or one of the failures.
func FuzzServer(f *testing.F) {
	const hello = `{"id":1,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"gortex","version":"v1"}}}` + "\n"
	f.Add(hello + `{"id":2,"result":{"tools":[{"name":"read"}]}}` + "\n")
	f.Add(hello + `{"id":2,"result":{"tools":[],"nextCursor":"x"}}` + "\n" + `{"id":3,"result":{}}`)
	f.Add(hello + `{"id":2,"error":{"code":-32601}}`)
	f.Add(`{"id":1,"result":null}`)
	f.Add("[]\n\n\x00")
	f.Fuzz(func(t *testing.T, printed string) {
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		w := &wire{ctx: ctx, in: io.Discard, lines: make(chan line, 1)}
		go w.read(strings.NewReader(printed))
		var s shake
		switch err := w.talk("2025-06-18", &s); err {
		case nil, errEnded, errNoise:
		default:
			t.Error(err)
		}
	})
}

// Whatever an entry is, it is read, and no value of a variable is shown.
func FuzzEntry(f *testing.F) {
	f.Add(`{"command":"gortex","args":["mcp","--token","secret","--k=secret"],"env":{"A":"secret"},"env_vars":["B"]}`)
	f.Add(`{"command":{"path":"gortex","args":["mcp","${B}"],"env":{"A":1}},"enabled":false}`)
	f.Add(`{"cmd":"gortex","args":[{"a":[1,null]}],"envs":null,"environment":{"":""},"transport":{"transport":{}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		value, found, err := edit.Get(edit.JSON, []byte(text), edit.Path{})
		if err != nil || !found {
			return
		}
		e := entryOf(value, func(string) string { return "the-value" })
		if len(e.shown) != len(e.words) {
			t.Errorf("%d words, %d shown", len(e.words), len(e.shown))
		}
		if all := strings.Join(append(e.names(), e.shown...), " "); strings.Contains(all, "the-value") && !strings.Contains(text, "the-value") {
			t.Errorf("shown: %q", all)
		}
	})
}
