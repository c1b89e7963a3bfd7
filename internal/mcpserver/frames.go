package mcpserver

import (
	"bytes"
	"io"
	"sync"
)

// frames writes whole lines, one at a time, whoever writes, and counts the
// requests that still wait for their answer.
type frames struct {
	mu      sync.Mutex
	w       io.Writer
	pending int
	idle    chan struct{} // closed when pending falls to 0; nil if nobody waits
}

// response is how every answer of mcp-go begins; notifications have no id.
var response = []byte(`{"jsonrpc":"2.0","id":`)

// Write implements io.Writer. Each write is one frame.
func (f *frames) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.w.Write(p)
	if bytes.HasPrefix(p, response) {
		f.pending--
		f.wake()
	}
	return n, err
}

// expect notes a request that mcp-go will answer.
func (f *frames) expect() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending++
}

// answer writes a response that nobody was told to expect.
func (f *frames) answer(line []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, _ = f.w.Write(line) // the reader will notice that the client is gone
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
	if f.pending <= 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}
