// Package gitx runs the git command line.
package gitx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Error is a git command that failed.
type Error struct {
	Args   []string // the arguments after `git -C dir`
	Status int      // exit status; -1 when git could not be started or was stopped
	Stderr string   // what git said, trimmed
	Err    error
}

// Error names the subcommand and gives git's own words.
func (e *Error) Error() string {
	name := "git"
	if len(e.Args) > 0 {
		name += " " + e.Args[0]
	}
	if e.Stderr != "" {
		return fmt.Sprintf("%s: %s", name, e.Stderr)
	}
	return fmt.Sprintf("%s: %v", name, e.Err)
}

// Unwrap gives the error of starting or waiting for the process.
func (e *Error) Unwrap() error { return e.Err }

// Run runs git in dir and returns what it wrote to its standard output. Optional locks are not
// taken, so that reading never disturbs another git, and a repository's fsmonitor, which may be
// any program, is not started. The error is an *Error.
func Run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return Feed(ctx, dir, nil, args...)
}

// Feed is Run with bytes for git's standard input.
func Feed(ctx context.Context, dir string, stdin []byte, args ...string) ([]byte, error) {
	full := append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-C", dir}, args...)
	cmd := exec.CommandContext(ctx, "git", full...)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	e := &Error{Args: args, Status: -1, Stderr: strings.TrimSpace(stderr.String()), Err: err}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		e.Status = exit.ExitCode()
	}
	return out, e
}

// ExcludesFile is the path of the user's global ignore file as core.excludesFile gives it, read
// in dir's repository if it is one; "" when it is not set, and git then uses
// $XDG_CONFIG_HOME/git/ignore. It starts a process: keep the answer.
func ExcludesFile(ctx context.Context, dir string) (string, error) {
	out, err := Run(ctx, dir, "config", "--type=path", "--get", "core.excludesFile")
	var failed *Error
	if errors.As(err, &failed) && failed.Status == 1 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
