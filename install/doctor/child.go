package doctor

import (
	"bytes"
	"context"
	"os/exec"
	"sync"
	"time"

	"github.com/gortexhq/gortex/install"
)

// reap is how long the pipes of a child that has ended are waited for: a child
// of its own may hold them.
const reap = 50 * time.Millisecond

// mostOutput is how much is kept of what a host prints, in bytes.
const mostOutput = 256 << 10

// child prepares a program that is killed with all that it started when ctx
// ends.
func child(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	install.OwnGroup(cmd)
	cmd.WaitDelay = reap
	return cmd
}

// output runs a program to its end and gives what it printed, on both of its
// streams. Whatever it started has ended then as well.
func output(cmd *exec.Cmd) (string, error) {
	var out limited
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", err
	}
	err := cmd.Wait()
	_ = install.KillGroup(cmd) // what it left behind; usually nothing
	return out.text(), err
}

// limited keeps the beginning of what is written.
type limited struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

// Write implements io.Writer.
func (l *limited) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buffer.Write(text[:min(len(text), mostOutput-l.buffer.Len())])
	return len(text), nil
}

func (l *limited) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.String()
}
