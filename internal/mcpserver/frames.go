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
	// greets says that initialize is not answered yet; held are the answers
	// that wait for that, because they were made quicker than mcp-go makes its.
	greets bool
	held   [][]byte
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
		f.release()
		f.wake()
	}
	return n, err
}

// expect notes a request that mcp-go will answer, and whether it is the one
// whose answer must come before all others.
func (f *frames) expect(initialize bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending++
	f.greets = f.greets || initialize
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
	if f.pending <= 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}
