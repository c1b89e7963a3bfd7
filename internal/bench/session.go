package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// patience is how long a server may take until its first answer about code.
const patience = time.Minute

// session is a client of one server: lines of JSON-RPC, and nothing that would
// add to the times, as a client library would.
type session struct {
	ctx    context.Context
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errs   bytes.Buffer
	began  time.Time
	lastID int
}

// run starts a server, hands it to use and ends it. It returns the peak
// resident size of the server, in bytes.
func run(ctx context.Context, c command, use func(*session) error) (peak int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*patience)
	defer cancel()
	s := &session{ctx: ctx, cmd: c.exec(ctx)}
	s.cmd.Stderr = &s.errs
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return 0, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	s.out = bufio.NewReaderSize(out, 1<<16)
	s.began = time.Now()
	if err := s.cmd.Start(); err != nil {
		return 0, err
	}
	err = use(s)
	s.in.Close() // the end of its input ends the server
	if err != nil {
		cancel()
	}
	ended := s.cmd.Wait()
	if err == nil && ended != nil {
		err = fmt.Errorf("%s: %w: %s", c, ended, lastLine(s.errs.String()))
	}
	return maxRSS(s.cmd.ProcessState), err
}

// opening is when what was answered, since the start of the process.
type opening struct {
	initialize, list, first time.Duration
	listBytes               int
}

// open goes through the handshake, lists the tools and waits for the first
// answer that is no error.
func (s *session) open(q question) (t opening, err error) {
	_, err = s.request("initialize", object{
		"protocolVersion": "2025-06-18", "capabilities": object{},
		"clientInfo": object{"name": "gortex bench", "version": "1"},
	})
	if err != nil {
		return t, err
	}
	t.initialize = time.Since(s.began)
	if err := s.send(object{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return t, err
	}
	list, err := s.request("tools/list", object{})
	if err != nil {
		return t, err
	}
	t.list, t.listBytes = time.Since(s.began), len(list)
	for {
		if _, err = s.call(q); err == nil {
			t.first = time.Since(s.began)
			return t, nil
		}
		if time.Since(s.began) > patience {
			return t, err
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-s.ctx.Done():
			return t, s.ctx.Err()
		}
	}
}

// call calls a tool and returns the text of its answer.
func (s *session) call(q question) (string, error) {
	raw, err := s.request("tools/call", object{"name": q.tool, "arguments": json.RawMessage(q.arguments)})
	if err != nil {
		return "", err
	}
	var result struct {
		Content []struct{ Text string }
		IsError bool
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return "", err
	}
	if len(result.Content) == 0 {
		return "", fmt.Errorf("an answer without content")
	}
	if text := result.Content[0].Text; !result.IsError {
		return text, nil
	} else {
		return "", fmt.Errorf("%s", lastLine(text))
	}
}

// message is a line from a server: an answer, a request or a notification.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// request sends a request and waits for its answer.
func (s *session) request(method string, params object) (json.RawMessage, error) {
	s.lastID++
	id := fmt.Sprint(s.lastID)
	if err := s.send(object{"jsonrpc": "2.0", "id": s.lastID, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			if s.ctx.Err() != nil {
				return nil, s.ctx.Err()
			}
			return nil, fmt.Errorf("%s: the server ended: %w", method, err)
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("%s: not a message: %.100q", method, line)
		}
		switch {
		case m.Method != "" && m.ID != nil: // it wants what this client cannot do
			err = s.send(object{"jsonrpc": "2.0", "id": m.ID, "error": object{"code": -32601, "message": "no such method"}})
			if err != nil {
				return nil, err
			}
		case string(m.ID) != id: // a notification
		case m.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		default:
			return m.Result, nil
		}
	}
}

func (s *session) send(m object) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = s.in.Write(append(line, '\n'))
	return err
}
