package bench

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// command is a process to be measured.
type command struct {
	argv []string
	dir  string
	env  []string // added to the environment of this process
	none bool     // status 1 means that nothing was found, as grep has it
}

// sample is one run of a process.
type sample struct {
	wall time.Duration // from before the start until it was waited for
	cpu  time.Duration // user and system, with the children it waited for
	rss  int64         // bytes: the largest of it and of the children it waited for; 0 if unknown
	out  []byte        // the beginning of standard output
	size int           // bytes of standard output
}

// gortex is a command of the program under measurement.
func (s *subject) gortex(at *state, args ...string) command {
	return command{argv: append([]string{s.Program}, args...), env: at.env}
}

// index is the command that brings the index of root up to date.
func (s *subject) index(root string, at *state) command {
	return s.gortex(at, "-C", root, "index")
}

// call is a tool call about root, as a process of its own.
func (s *subject) call(root string, at *state, q question) command {
	return s.gortex(at, "-C", root, "call", q.tool, q.arguments)
}

// run runs the command to its end. A status other than 0 is an error that has
// the last line the process said.
func (c command) run(ctx context.Context) (sample, error) {
	cmd := c.exec(ctx)
	var out, errs beginning
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	s := sample{wall: time.Since(start), out: out.kept, size: out.size}
	if err != nil && !(c.none && cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 1) {
		if ctx.Err() != nil {
			return s, ctx.Err()
		}
		return s, fmt.Errorf("%s: %w: %s", c, err, lastLine(string(errs.kept), string(out.kept)))
	}
	s.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	s.rss = maxRSS(cmd.ProcessState)
	return s, nil
}

// beginning keeps the first 256 KiB of what is written to it and counts the
// rest: the size of this process is under that of every other on Linux.
type beginning struct {
	kept []byte
	size int
}

func (b *beginning) Write(p []byte) (int, error) {
	b.size += len(p)
	b.kept = append(b.kept, p[:min(len(p), 1<<18-len(b.kept))]...)
	return len(p), nil
}

func (c command) exec(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Dir = c.dir
	cmd.Env = append(cmd.Environ(), c.env...)
	// A grandchild that keeps the pipes must not keep us.
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// String is the command line as it can be pasted into a shell.
func (c command) String() string {
	words := make([]string, len(c.argv))
	for i, w := range c.argv {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// quote writes a word for a POSIX shell.
func quote(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// lastLine is the last line that is not empty of the first text that has one.
func lastLine(texts ...string) string {
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			line := t[strings.LastIndexByte(t, '\n')+1:]
			return line[:min(len(line), 300)]
		}
	}
	return "it said nothing"
}
