package doctor

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
)

// shake is what a server answered.
type shake struct {
	name, version, protocol string
	tools                   []string
	took                    time.Duration // until the list of tools was there
	check                   string        // that it failed, "" for none
	why                     string
}

const (
	mostLine  = 4 << 20 // of one message, in bytes
	mostPages = 20      // of the list of tools
)

// The failures of a server.
var (
	errTimeout = errors.New("server_silent")
	errEnded   = errors.New("server_ended")
	errNoise   = errors.New("server_not_mcp")
)

// handshake starts a server as a host does and asks for its tools. It stands in
// a directory that has no index, so that none is made.
func (d *Doctor) handshake(ctx context.Context, t *tried) (s shake) {
	ctx, stop := context.WithTimeout(ctx, cmp.Or(d.serverTime, serverTime))
	defer stop()
	cmd := child(ctx, t.path, t.args...)
	cmd.Env, cmd.Dir = t.env, filepath.VolumeName(t.path)+string(filepath.Separator)
	in, err := cmd.StdinPipe()
	if err != nil {
		return failed(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return failed(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return failed(err)
	}
	defer func() {
		_ = install.KillGroup(cmd) // it may have ended
		_ = cmd.Wait()
	}()
	w := &wire{ctx: ctx, in: in, lines: make(chan line, 1)}
	go w.read(out)
	if err := w.talk(t.protocol, &s); err != nil {
		return failed(err)
	}
	s.took = time.Since(began)
	return s
}

func failed(err error) shake {
	switch {
	case errors.Is(err, errTimeout):
		return shake{check: errTimeout.Error(), why: "does not answer in time"}
	case errors.Is(err, errEnded):
		return shake{check: errEnded.Error(), why: "ended without an answer"}
	case errors.Is(err, errNoise):
		return shake{check: errNoise.Error(), why: "prints what is no MCP message"}
	}
	// The path is in the message of the system, and nothing of the environment.
	return shake{check: "command_not_executable", why: "cannot be started: " + err.Error()}
}

// wire carries messages to a server and back, one a line.
type wire struct {
	ctx   context.Context
	in    io.Writer
	lines chan line
}

type line struct {
	text []byte
	err  error
}

func (w *wire) read(out io.Reader) {
	r := bufio.NewScanner(out)
	r.Buffer(nil, mostLine)
	for r.Scan() {
		select {
		case w.lines <- line{text: bytes.Clone(r.Bytes())}:
		case <-w.ctx.Done():
			return
		}
	}
	err := errEnded
	if r.Err() != nil && errors.Is(r.Err(), bufio.ErrTooLong) {
		err = errNoise
	}
	select {
	case w.lines <- line{err: err}:
	case <-w.ctx.Done():
	}
}

// talk initializes and lists the tools.
func (w *wire) talk(protocol string, s *shake) error {
	var hello struct {
		ProtocolVersion string
		ServerInfo      struct{ Name, Version string }
	}
	err := w.call(1, "initialize", map[string]any{
		"protocolVersion": protocol, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "gortex-doctor", "version": "1"},
	}, &hello)
	if err != nil {
		return err
	}
	s.name, s.version, s.protocol = hello.ServerInfo.Name, hello.ServerInfo.Version, hello.ProtocolVersion
	if err := w.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"}); err != nil {
		return err
	}
	params := map[string]any{}
	for page := range mostPages {
		var list struct {
			Tools      []struct{ Name string }
			NextCursor string
		}
		if err := w.call(2+page, "tools/list", params, &list); err != nil {
			return err
		}
		for _, t := range list.Tools {
			s.tools = append(s.tools, t.Name)
		}
		if list.NextCursor == "" {
			return nil
		}
		params["cursor"] = list.NextCursor
	}
	return errNoise
}

func (w *wire) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if _, err := w.in.Write(append(text, '\n')); err != nil {
		return errEnded
	}
	return nil
}

// call sends a request and waits for its answer. What the server says of its
// own meanwhile is passed over.
func (w *wire) call(id int, method string, params, result any) error {
	if err := w.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		select {
		case <-w.ctx.Done():
			return errTimeout
		case l := <-w.lines:
			var m struct {
				ID     any
				Result json.RawMessage
				Error  json.RawMessage
			}
			switch {
			case l.err != nil && w.ctx.Err() != nil:
				return errTimeout
			case l.err != nil:
				return l.err
			case len(bytes.TrimSpace(l.text)) == 0:
				continue
			case json.Unmarshal(l.text, &m) != nil:
				return errNoise
			case m.ID != float64(id):
				continue
			case m.Result == nil || json.Unmarshal(m.Result, result) != nil:
				return errNoise
			}
			return nil
		}
	}
}

// protocolOf is the version of the protocol that a host asks for.
func protocolOf(h host.Host) string {
	if h.Protocol != "" {
		return h.Protocol
	}
	return host.Protocol
}

// lacking are the names that are not in a list.
func lacking(want, have []string) (missing []string) {
	for _, name := range want {
		if !slices.Contains(have, name) {
			missing = append(missing, name)
		}
	}
	return missing
}
