package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// The test binary is also the process that is killed, or runs out of space:
// run with childMode set to what it does and childDir to where.
const (
	childMode = "STORE_TEST_CHILD"
	childDir  = "STORE_TEST_DIR"
)

func TestMain(m *testing.M) {
	switch os.Getenv(childMode) {
	case "":
		os.Exit(m.Run())
	case "write":
		fmt.Fprintln(os.Stderr, writeForever(os.Getenv(childDir)))
	case "full":
		fmt.Fprintln(os.Stderr, fillDisk(os.Getenv(childDir)))
	case "hold":
		if _, err := Lock(context.Background(), os.Getenv(childDir)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("held")
		io.Copy(io.Discard, os.Stdin)
	}
	os.Exit(1)
}

func child(tb testing.TB, mode, dir string) *exec.Cmd {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childMode+"="+mode, childDir+"="+dir)
	return cmd
}

// round is what a writer makes of the tree in round n: every answer follows
// from n, so that a mixture of two rounds would show.
func round(n int) *Builder {
	b := NewBuilder()
	for i := range 20 {
		qual := fmt.Sprintf("Round%d", n)
		f := file(fmt.Sprintf("f%d.go", i), &lang.Facts{
			Symbols: []lang.Symbol{sym(graph.KindFunction, qual, -1, 1)},
			Targets: []lang.Target{in(fmt.Sprintf("f%d.go", (i+1)%20), qual)},
			Refs:    []lang.Ref{call(0, 0, 1)},
		})
		if err := b.AddFile(f.file, f.facts); err != nil {
			panic(err)
		}
	}
	b.SetCensus(fmt.Appendf(nil, "%d", n))
	return b
}

// consistent checks that a generation is one round, and returns which.
func consistent(r *Reader) (int, error) {
	var n int
	if _, err := fmt.Sscan(string(r.Census()), &n); err != nil {
		return 0, fmt.Errorf("census %q: %w", r.Census(), err)
	}
	names := 0
	for name := range r.Names() {
		names++
		for id := range r.ByName(name) {
			if n := len(edges(r, r.In(id))); n != 1 {
				return 0, fmt.Errorf("%s has %d callers", name, n)
			}
		}
	}
	if want := fmt.Sprintf("Round%d", n); names != 1 || len(hits(r, want)) != 10 {
		return 0, fmt.Errorf("round %d has %d names and %d hits", n, names, len(hits(r, want)))
	}
	return n, r.Verify()
}

// writeForever writes round after round, by turns as a base, as a segment and
// as a compacted base.
func writeForever(dir string) error {
	w, err := Lock(context.Background(), dir)
	if err != nil {
		return err
	}
	n := 0
	if r, err := w.Open(); err == nil {
		if n, err = consistent(r); err != nil {
			return err
		}
		r.Close()
	} else if err := w.Publish(round(0)); err != nil {
		return err
	}
	for {
		switch n++; n % 5 {
		case 0:
			err = w.Publish(round(n))
		case 3:
			if err = w.Compact(nil); err == nil {
				err = w.Update(round(n))
			}
		default:
			err = w.Update(round(n))
		}
		if err != nil {
			return err
		}
	}
}

// Whenever a writer is killed, what is there is one whole round, none before
// the last that was seen; and the next writer goes on from it.
func TestKilledWriter(t *testing.T) {
	dir := t.TempDir()
	last := -1 // nothing was seen yet
	for range 25 {
		cmd := child(t, "write", dir)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		// Readers go on while it writes.
		until := time.Now().Add(time.Duration(15+rand.IntN(40)) * time.Millisecond)
		for time.Now().Before(until) {
			last = seen(t, dir, last)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if stderr.Len() > 0 {
			t.Fatalf("the writer failed: %s", &stderr)
		}
		last = seen(t, dir, last)
	}
	if last < 5 {
		t.Errorf("only %d rounds were written", last)
	}
}

func seen(t *testing.T, dir string, last int) int {
	t.Helper()
	r, err := Open(dir)
	if errors.Is(err, ErrNoIndex) && last < 0 {
		return last
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n, err := consistent(r)
	if err != nil {
		t.Fatal(err)
	}
	if n < last {
		t.Fatalf("round %d after round %d", n, last)
	}
	return n
}

// fillDisk writes with less and less room for a file and reports what is wrong
// with what is left after each failure.
func fillDisk(dir string) error {
	w, err := Lock(context.Background(), dir)
	if err != nil {
		return err
	}
	if err := w.Publish(round(1)); err != nil {
		return err
	}
	failures := 0
	for limit := uint64(64); limit < 16<<10; limit += 97 {
		room := syscall.Rlimit{Cur: limit, Max: syscall.RLIM_INFINITY & (1<<63 - 1)}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &room); err != nil {
			return err
		}
		write := w.Update
		if limit%2 == 0 {
			write = w.Publish
		}
		werr := write(round(2))
		room.Cur = room.Max
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &room); err != nil {
			return err
		}
		r, err := w.Open()
		if err != nil {
			return fmt.Errorf("limit %d: after %v: %w", limit, werr, err)
		}
		n, err := consistent(r)
		r.Close()
		want := 1
		if werr == nil {
			want = 2
		} else {
			failures++
		}
		if err != nil || n != want {
			return fmt.Errorf("limit %d: after %v: round %d, %v", limit, werr, n, err)
		}
		if werr == nil {
			if err := w.Publish(round(1)); err != nil {
				return err
			}
		}
	}
	if temps, _ := filepath.Glob(filepath.Join(dir, "*"+tempSuffix)); len(temps) > 0 || failures == 0 {
		return fmt.Errorf("%d failures, left behind: %v", failures, temps)
	}
	return errors.New("fine")
}

// A writer that runs out of room leaves what was there before.
func TestNoRoom(t *testing.T) {
	out, _ := child(t, "full", t.TempDir()).CombinedOutput()
	if string(out) != "fine\n" {
		t.Errorf("%s", out)
	}
}

// There is one writer at a time; who waits in vain learns whom for; who dies
// leaves no lock.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	if Holder(dir) != 0 {
		t.Error("someone writes to an empty directory")
	}
	cmd := child(t, "hold", dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, _ := bufio.NewReader(stdout).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other process said %q", line)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var locked *LockedError
	if _, err := Lock(ctx, dir); !errors.As(err, &locked) || locked.PID != cmd.Process.Pid || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("locked by %d: %v", cmd.Process.Pid, err)
	}
	if Holder(dir) != cmd.Process.Pid {
		t.Errorf("held by %d", Holder(dir))
	}
	cmd.Process.Kill()
	cmd.Wait()
	w := lock(t, dir)
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := Lock(ctx, dir); !errors.As(err, &locked) {
		t.Errorf("a second writer of this process: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	lock(t, dir)
}

// A reader keeps its generation while others are published and swept.
func TestReaderOutlivesSweep(t *testing.T) {
	dir, w := publish(t, small().builder(t))
	r := open(t, dir)
	before := show(r)
	for n := range 3 {
		if err := w.Publish(round(n)); err != nil {
			t.Fatal(err)
		}
	}
	if show(r) != before {
		t.Error("the answers changed")
	}
	if seqs, err := sequences(dir); err != nil || len(seqs) != 1 {
		t.Errorf("left are %v, %v", seqs, err)
	}
}
