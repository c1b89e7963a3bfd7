package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/mcpserver"
)

var update = flag.Bool("update", false, "rewrite what the server says")

// callerFunc is a Caller made of a function.
type callerFunc func(context.Context, op.Request) op.Reply

func (f callerFunc) Call(ctx context.Context, r op.Request) op.Reply { return f(ctx, r) }

// echo answers with the request it was given, its arguments as they came.
func echo(_ context.Context, r op.Request) op.Reply {
	reply := op.Reply{Meta: op.Meta{SurfaceVersion: op.SurfaceVersion, Facade: r.Tool}}
	if r.Tool == "fail" {
		reply.Err = op.Invalid("no <good>")
		reply.Payload = json.RawMessage(`{"error_code":"invalid_argument","message":"no <good>"}`)
		return reply
	}
	reply.Payload, _ = json.Marshal(map[string]string{"tool": r.Tool, "surface": string(r.Surface), "arguments": string(r.Arguments)})
	return reply
}

// small is a registry of two tools.
func small(t testing.TB) *facade.Registry {
	t.Helper()
	type envelope struct {
		Zeta  string `json:"zeta,omitempty" doc:"a < b"`
		Alpha int    `json:"alpha,omitempty"`
	}
	r, err := facade.NewRegistry([]*op.Facade{
		op.ReadFacade(op.Tool{Name: "read", Summary: "Reads <x> & y.", Common: []string{"file"}, Envelope: envelope{}}).
			Planned(op.Later("file", "Reads a file.", "read_file")),
		op.LocalWriteFacade(op.Tool{Name: "fail", Summary: "Fails.", By: op.NoDiscriminator}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// client is the other end of a running server.
type client struct {
	t      testing.TB
	in     *io.PipeWriter
	lines  *bufio.Reader
	ended  chan error
	cancel context.CancelFunc
}

func connect(t testing.TB, r *facade.Registry, caller op.Caller, options ...func(*mcpserver.Config)) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	config := mcpserver.Config{Registry: r, Caller: caller, Version: "v0", Log: io.Discard, Drain: 5 * time.Second}
	for _, o := range options {
		o(&config)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{t: t, in: inW, lines: bufio.NewReader(outR), ended: make(chan error, 1), cancel: cancel}
	go func() {
		err := mcpserver.Serve(ctx, config, inR, outW)
		outW.Close()
		c.ended <- err
	}()
	t.Cleanup(func() {
		cancel()
		inW.Close()
		outR.Close()
	})
	return c
}

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() string {
	c.t.Helper()
	got := make(chan string, 1)
	go func() {
		line, err := c.lines.ReadString('\n')
		if err != nil {
			line = "server: " + err.Error()
		}
		got <- strings.TrimSuffix(line, "\n")
	}()
	select {
	case line := <-got:
		return line
	case <-time.After(10 * time.Second):
		c.t.Fatal("the server says nothing")
		return ""
	}
}

// What goes over the wire: each file has what a client sends, line by line, and
// what the server answers to it. A line that begins with "~" has no answer.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil || len(a.Files) != 2 || a.Files[0].Name != "client" || a.Files[1].Name != "server" {
				t.Fatalf("want the sections client and server: %v", err)
			}
			c := connect(t, small(t), callerFunc(echo))
			var got bytes.Buffer
			for _, line := range strings.Split(strings.TrimSuffix(string(a.Files[0].Data), "\n"), "\n") {
				line, silent := strings.CutPrefix(line, "~")
				c.send(line)
				if !silent {
					got.WriteString(strings.ReplaceAll(c.receive(), quoted(mcpserver.Instructions), `"INSTRUCTIONS"`) + "\n")
				}
			}
			c.in.Close()
			if rest, _ := io.ReadAll(c.lines); len(rest) > 0 {
				t.Errorf("more than was asked for: %s", rest)
			}
			if err := <-c.ended; err != nil {
				t.Errorf("ended with %v", err)
			}
			if *update {
				a.Files[1].Data = got.Bytes()
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(a.Files[1].Data), got.String()); d != "" {
				t.Errorf("-update rewrites it (-want +got):\n%s", d)
			}
		})
	}
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}
