package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxFrame is how long one message may be, in bytes.
const maxFrame = 64 << 20

// session is the id that mcp-go gives the one client of standard input.
const session = "stdio"

// gate stands between the client and mcp-go. It answers what has to be
// answered in our words and lets everything else pass.
type gate struct {
	server *Server
	out    *frames
	once   sync.Once
	listed chan struct{} // closed when the client has its tools
}

// filter reads frames and hands on those that are not its own to answer. When
// the client closes its end, running calls have time to finish.
// ended is closed then.
func (g *gate) filter(ctx context.Context, in io.Reader, ended chan<- struct{}) io.Reader {
	pr, pw := io.Pipe()
	go func() {
		lines := bufio.NewReaderSize(in, 64<<10)
		for {
			line, err := readLine(lines)
			switch {
			case errors.Is(err, errTooLong):
				g.refuse(nil, mcp.INVALID_REQUEST, err.Error())
				continue
			case len(bytes.TrimSpace(line)) > 0:
				g.frame(ctx, line, pw)
			}
			if err != nil {
				g.drain(ctx)
				pw.CloseWithError(err)
				close(ended)
				return
			}
		}
	}()
	return pr
}

// silence is how long a client may take to ask for the tools before the server
// begins its own work.
const silence = 500 * time.Millisecond

func (g *gate) start(ctx context.Context) {
	select {
	case <-g.listed:
	case <-time.After(silence):
	case <-ctx.Done():
		return
	}
	g.server.config.Start(ctx)
}

func (g *gate) drain(ctx context.Context) {
	drained := make(chan struct{})
	go func() { // a client that does not read keeps even the question waiting
		<-g.out.drained()
		close(drained)
	}()
	select {
	case <-drained:
	case <-time.After(g.server.config.Drain):
	case <-ctx.Done():
	}
}

var errTooLong = fmt.Errorf("a message is longer than %d bytes", maxFrame)

// readLine reads to the end of a line. A line that is too long is skipped.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxFrame {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > maxFrame && err == nil {
			return nil, errTooLong
		}
		return line, err
	}
}

// frame handles one line: a message, or a batch of them, which clients of 2025
// may send; its answers come one by one.
func (g *gate) frame(ctx context.Context, line []byte, next io.Writer) {
	line = bytes.TrimSpace(line)
	if line[0] == '[' {
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil {
			if len(batch) == 0 {
				g.refuse(nil, mcp.INVALID_REQUEST, "the batch is empty")
			}
			for _, m := range batch {
				g.message(ctx, m, next)
			}
			return
		}
	}
	g.message(ctx, line, next)
}

func (g *gate) message(ctx context.Context, text []byte, next io.Writer) {
	var m message
	switch err := json.Unmarshal(text, &m); {
	case !json.Valid(text):
		g.refuse(nil, mcp.PARSE_ERROR, "parse error: "+err.Error())
		return
	case text[0] != '{':
		g.refuse(nil, mcp.INVALID_REQUEST, "want an object")
		return
	case m.wrong != "":
		g.refuse(m.ID, mcp.INVALID_REQUEST, m.wrong)
		return
	case m.response && m.Method == "":
		return // nothing was asked of the client
	}
	switch m.Method {
	case "initialize":
		// Here and not where mcp-go handles it, because what comes next may be
		// answered before.
		g.server.greeted(g.server.connections.get(session), m.client())
	case "tools/list", "tools/call":
		defer g.once.Do(func() { close(g.listed) })
	}
	if r, ok := g.server.answer(ctx, session, &m); ok {
		g.out.answer(r.frame(m.ID))
		return
	}
	if m.reads() {
		// Beside the reading of frames, which others wait for.
		g.out.expect(m.ID, false)
		go func() { _, _ = g.out.Write(g.server.read(ctx, session, &m).frame(m.ID)) }()
		return
	}
	if asks(m.ID) && m.Method != "" {
		g.out.expect(m.ID, m.Method == "initialize")
	}
	_, _ = next.Write(append(bytes.Clone(m.disguise(text)), '\n')) // fails once mcp-go has gone, and then it does not matter
}

func (g *gate) refuse(id json.RawMessage, code int, text string) {
	g.out.answer(reply{code: code, text: text}.frame(id))
}
