package hosttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// hostTime is how long one command of a host may take.
const hostTime = 150 * time.Second

// machine is what a host believes to be a user's computer.
type machine struct {
	job  *job
	home string
	repo string
	env  []string
	log  strings.Builder // of what was run, for whoever looks into a failure
}

// newMachine makes an empty home, or one that people have lived in, and a
// repository.
func (j *job) newMachine(name, url string, d driver) (*machine, error) {
	m := &machine{job: j, home: filepath.Join(j.Scratch, name, "home"), repo: filepath.Join(j.Scratch, name, "repo")}
	tmp := filepath.Join(j.Scratch, name, "tmp")
	for _, dir := range []string{m.home, m.repo, tmp} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(m.repo, "main.go"), []byte("package main\n\nfunc main() { hello() }\n\nfunc hello() {}\n"), 0o644); err != nil {
		return nil, err
	}
	path := []string{filepath.Join(j.Hosts, j.Pkg.bin()), filepath.Join(j.Hosts, j.Runtime.bin()), "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"}
	m.env = []string{
		"HOME=" + m.home, "PATH=" + strings.Join(path, string(filepath.ListSeparator)), "TMPDIR=" + tmp,
		"TERM=xterm-256color", "LANG=C.UTF-8", "SHELL=/bin/sh",
	}
	if !j.Isolated {
		for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
			m.env = append(m.env, name+"=http://127.0.0.1:9") // nobody is there
		}
		m.env = append(m.env, "NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost")
	}
	for _, e := range d.env {
		m.env = append(m.env, strings.ReplaceAll(e, "%URL%", url))
	}
	return m, nil
}

// furnish puts the files of a lived-in home into place.
func (m *machine) furnish() error {
	return filepath.WalkDir(m.job.Furnished, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(m.job.Furnished, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(m.home, rel)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte("%OTHER%"), []byte(m.job.Self))
		return os.WriteFile(to, bytes.ReplaceAll(text, []byte("%AS%"), []byte(asOther)), 0o600)
	})
}

// lookUp finds a program on the PATH of the machine.
func (m *machine) lookUp(program string) string {
	for _, e := range m.env {
		if list, ok := strings.CutPrefix(e, "PATH="); ok {
			for _, dir := range filepath.SplitList(list) {
				if info, err := os.Stat(filepath.Join(dir, program)); err == nil && !info.IsDir() {
					return filepath.Join(dir, program)
				}
			}
		}
	}
	return program
}

func (m *machine) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, m.lookUp(program), args...)
	cmd.Dir, cmd.Env = m.repo, m.env
	ownGroup(cmd)
	cmd.WaitDelay = 2 * time.Second // for children that hold its output
	return cmd
}

// run runs a program to its end and gives what it printed on both.
func (m *machine) run(program string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), hostTime)
	defer cancel()
	var out bytes.Buffer
	cmd := m.command(ctx, program, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("it did not end within %s", hostTime)
	} else if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended, and left somebody behind
	}
	fmt.Fprintf(&m.log, "$ %s %s  # %s, %v\n%s\n", filepath.Base(program), strings.Join(args, " "), time.Since(start).Round(time.Millisecond), err, tail(out.Bytes()))
	return out.Bytes(), err
}

func (m *machine) host(args ...string) ([]byte, error) { return m.run(m.job.Pkg.Bin, args...) }

// tail is the end of a long text.
func tail(text []byte) []byte {
	const most = 4000
	if len(text) > most {
		return append([]byte("...\n"), text[len(text)-most:]...)
	}
	return text
}
