package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// frames writes whole lines, one at a time, whoever writes, and counts the
// requests that still wait for their answer.
type frames struct {
	mu      sync.Mutex
	w       io.Writer
	pending map[string]int // requests without an answer, by key of their id
	idle    chan struct{}  // closed when pending is empty; nil if nobody waits
	// greets says that initialize is not answered yet; held are the answers
	// that wait for that, because they were made quicker.
	greets   bool
	greeting string // key of its id
	held     [][]byte
}

// response is how every answer of mcp-go begins; notifications have no id.
var response = []byte(`{"jsonrpc":"2.0","id":`)

// Write implements io.Writer. Each write is one frame.
func (f *frames) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	rest, ok := bytes.CutPrefix(p, response)
	if !ok {
		return f.w.Write(p)
	}
	n := len(p)
	if own, other := undisguise(rest); other {
		rest = own
		p = append(bytes.Clone(response), own...)
	}
	k, awaited := f.settle(rest)
	defer f.wake()
	if f.greets && !(awaited && k == f.greeting) {
		f.held = append(f.held, bytes.Clone(p))
		return n, nil
	}
	_, err := f.w.Write(p)
	f.release()
	return n, err
}

// settle takes the request that an answer is for from those that wait. What
// mcp-go answers to a message that asked for nothing is not awaited.
func (f *frames) settle(answer []byte) (k string, awaited bool) {
	var id json.RawMessage
	if json.NewDecoder(bytes.NewReader(answer)).Decode(&id) != nil {
		return "", false
	}
	k = key(id)
	if f.pending[k] == 0 {
		return k, false
	}
	if f.pending[k]--; f.pending[k] == 0 {
		delete(f.pending, k)
	}
	return k, true
}

// key makes one of the ways to write an id.
func key(id json.RawMessage) string {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return string(id)
	}
	return fmt.Sprintf("%T %v", v, v)
}

// expect notes a request that mcp-go will answer, and whether it is the one
// whose answer must come before all others.
func (f *frames) expect(id json.RawMessage, initialize bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pending == nil {
		f.pending = map[string]int{}
	}
	f.pending[key(id)]++
	if initialize && !f.greets {
		f.greets, f.greeting = true, key(id)
	}
}

// answer writes a response that nobody was told to expect.
func (f *frames) answer(line []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.greets {
		f.held = append(f.held, line)
		return
	}
	_, _ = f.w.Write(line) // the reader will notice that the client is gone
}

// release writes what was held back.
func (f *frames) release() {
	for _, line := range f.held {
		_, _ = f.w.Write(line)
	}
	f.greets, f.held = false, nil
}

// drained is closed when every expected answer is written.
func (f *frames) drained() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	idle := make(chan struct{})
	f.idle = idle
	f.wake()
	return idle
}

func (f *frames) wake() {
	if len(f.pending) == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}
