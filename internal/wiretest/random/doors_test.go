package random

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long an answer may take.
const patience = 10 * time.Second

// request is one call of a tool.
type request struct {
	tool string
	args json.RawMessage
	flat bool // of the old tool, where a public one shares its name
}

func (r request) String() string { return r.tool + " " + string(r.args) }

// reply is what a door says: the payload, and whether it is a failure by the
// door's own sign of one.
type reply struct {
	payload []byte
	failed  bool
}

// door is a way to call a tool.
type door struct {
	name string
	call func(context.Context, request) (reply, error)
}

// doors open a world each in its way.
var doors = []func(*testing.T, *world) door{
	func(_ *testing.T, w *world) door { return door{"gortex call", w.shell} },
	func(t *testing.T, w *world) door {
		return w.connect(t, "stdio", &sdk.CommandTransport{Command: w.command("mcp")})
	},
	func(t *testing.T, w *world) door {
		return w.connect(t, "/mcp", &sdk.StreamableClientTransport{Endpoint: w.serve(t) + "/mcp"})
	},
	func(t *testing.T, w *world) door {
		url := w.serve(t) + "/v1/tools/"
		return door{"/v1/tools", func(ctx context.Context, r request) (reply, error) { return w.post(ctx, url, r) }}
	},
}

func (w *world) shell(ctx context.Context, r request) (reply, error) {
	args := []string{"call", r.tool, string(r.args)}
	if w.session != "" {
		args = append(args, "--session", w.session)
	}
	if r.flat {
		args = append(args, "--legacy")
	}
	cmd := exec.CommandContext(ctx, gortex, args...)
	cmd.Dir, cmd.Env = w.repo(), w.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	status := new(exec.ExitError)
	if err != nil && !errors.As(err, &status) || strings.Contains(stderr.String(), "goroutine ") {
		return reply{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	return reply{bytes.TrimSuffix(out, []byte("\n")), err != nil}, nil
}

func callTool(ctx context.Context, session *sdk.ClientSession, r request) (reply, error) {
	res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: r.tool, Arguments: r.args})
	if err != nil {
		return reply{}, err
	}
	if len(res.Content) != 1 {
		return reply{}, fmt.Errorf("%d blocks of content", len(res.Content))
	}
	return reply{[]byte(res.Content[0].(*sdk.TextContent).Text), res.IsError}, nil
}

func (w *world) post(ctx context.Context, url string, r request) (reply, error) {
	url += r.tool
	if r.flat {
		url += "?surface=legacy"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(r.args))
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Gortex-Session", w.session)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	payload, err := io.ReadAll(res.Body)
	return reply{payload, res.StatusCode != http.StatusOK}, err
}

// connect is a client of the official SDK.
func (w *world) connect(t *testing.T, name string, transport sdk.Transport) door {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "random", Version: "1"}, nil).Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: "2025-06-18"}) // which has sessions
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return door{name, func(ctx context.Context, r request) (reply, error) { return callTool(ctx, session, r) }}
}

// serve gives the address of the world's gortex serve.
func (w *world) serve(t *testing.T) string {
	t.Helper()
	if w.url != "" {
		return w.url
	}
	cmd := w.command("serve", "--listen", "127.0.0.1:0", "--no-progress")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on "); ok {
			go func() { _, _ = io.Copy(io.Discard, stderr) }()
			w.url = "http://" + address
			return w.url
		}
	}
	t.Fatalf("gortex serve ends without listening: %v", lines.Err())
	return ""
}
