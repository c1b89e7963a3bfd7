package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// place is a tree of Python files with an index of its own.
type place struct {
	root, state string
}

func newPlace(t *testing.T, files int) place {
	p := place{t.TempDir(), t.TempDir()}
	for i := range files {
		p.write(t, i, 0)
	}
	return p
}

func (p place) write(t *testing.T, i, version int) {
	t.Helper()
	text := fmt.Sprintf("def f%d():\n    return %d\n\ndef g%d():\n    return f%d()\n", i, version, i, i)
	text += strings.Repeat(fmt.Sprintf("\ndef h%d(a, b):\n    return g%d()\n", i, i), 20)
	if err := os.WriteFile(filepath.Join(p.root, fmt.Sprintf("m%d.py", i)), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p place) command(args ...string) *exec.Cmd {
	cmd := exec.Command("gortex", args...)
	cmd.Dir = p.root
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+p.state, "XDG_DATA_HOME="+p.state, "XDG_CONFIG_HOME="+p.state)
	return cmd
}

// source asks for the first function of a file.
func (p place) source(i int) (string, error) {
	var stderr bytes.Buffer
	cmd := p.command("call", "read", fmt.Sprintf(`{"target":{"symbol":"f%d"}}`, i), "--jq", ".source", "-r")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s%s", err, out, stderr.Bytes())
	}
	return string(out), err
}

func (p place) holds(t *testing.T, i, version int) {
	t.Helper()
	got, err := p.source(i)
	if want := fmt.Sprintf("def f%d():\n    return %d\n", i, version); err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// Several processes that find no index make one; all of them answer.
func TestProcessesAtOnce(t *testing.T) {
	p := newPlace(t, 100)
	for version := range 3 {
		p.write(t, 7, version)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { p.holds(t, 7, version) })
		}
		group.Wait()
	}
}

// Whenever a process is killed, the next one answers, and what the killed one
// left behind is gone once an index is published.
func TestKilled(t *testing.T) {
	p := newPlace(t, 100)
	version := 0
	for round := range 12 {
		version++
		for i := range 30 {
			p.write(t, i, version)
		}
		args := []string{"index"}
		if round%3 == 0 {
			args = append(args, "--full")
		}
		cmd := p.command(args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(120)) * time.Millisecond)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		p.holds(t, rand.IntN(30), version)
	}
	if out, err := p.command("index", "--full").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(p.state, "gortex", "index", "*", "*.tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// Ctrl-C in the middle of indexing ends with status 130, and the next call is
// right.
func TestInterrupted(t *testing.T) {
	p := newPlace(t, 150)
	interrupted := 0
	for wait := 10 * time.Millisecond; wait < 2*time.Second && interrupted < 3; wait += 15 * time.Millisecond {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		cmd := p.command("index", "--full")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended
		context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		cancel()
		var exit *exec.ExitError
		switch {
		case err == nil: // done before the signal came
			wait = 2 * time.Second
		case errors.As(err, &exit) && exit.ExitCode() == 130:
			interrupted++
			if !strings.Contains(out.String(), `"error_code":"cancelled"`) {
				t.Errorf("said %q", out.String())
			}
		case errors.As(err, &exit) && exit.ExitCode() == -1 && out.Len() == 0: // before there was a handler
		default:
			t.Errorf("%v: %s", err, out.String())
		}
		p.holds(t, 3, 0)
	}
	t.Log(interrupted, "times interrupted")
}
