package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// server is a running gortex mcp.
type server struct {
	*exec.Cmd
	in    io.WriteCloser
	lines *bufio.Reader
	err   bytes.Buffer
}

func serve(t *testing.T) *server {
	t.Helper()
	s := &server{Cmd: exec.Command("gortex", "mcp")}
	s.Dir, s.Env = t.TempDir(), append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	s.Stderr = &s.err
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() }) // it has ended already, in a test that passes
	s.in, s.lines = in, bufio.NewReader(out)
	return s
}

func (s *server) ask(t *testing.T, line string) string {
	t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
	got, err := s.lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (s *server) ends(t *testing.T, status int) {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, s.lines) // until the server closes it
		ended <- s.Wait()
	}()
	select {
	case <-ended:
		if got := s.ProcessState.ExitCode(); got != status {
			t.Errorf("status %d, want %d", got, status)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server does not end")
	}
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// The server ends when its input does, and says nothing but frames.
func TestServerEndsWithItsClient(t *testing.T) {
	began := time.Now()
	s := serve(t)
	if got := s.ask(t, initialize); !strings.Contains(got, `"serverInfo"`) {
		t.Errorf("initialize: %s", got)
	}
	if got := s.ask(t, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"explore"`) {
		t.Errorf("tools/list: %.100s", got)
	}
	t.Logf("from start to tools/list: %v", time.Since(began))
	if err := s.in.Close(); err != nil {
		t.Fatal(err)
	}
	s.ends(t, 0)
}

// An interrupted server ends in order.
func TestServerIsInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send")
	}
	s := serve(t)
	s.ask(t, initialize)
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	s.ends(t, 130)
}

// A host that does not read what a hook says is no reason to end in failure.
func TestHookOfAHostThatDoesNotRead(t *testing.T) {
	out, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gortex", "hook", "--agent", "gemini") // it always answers
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	cmd.Dir, cmd.Stdin, cmd.Stdout = t.TempDir(), strings.NewReader("{}"), closed
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
}
