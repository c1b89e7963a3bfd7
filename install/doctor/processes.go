package doctor

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Processes are those of gortex that have lost the program that started them.
type Processes struct {
	// Known is false where this system does not tell; only Linux does.
	Known    bool      `json:"known"`
	Running  int       `json:"running"` // servers of this user
	Bytes    int64     `json:"bytes"`   // that they hold in memory
	Orphaned []Process `json:"orphaned,omitempty"`
}

// Process is a server.
type Process struct {
	PID     int    `json:"pid"`
	Command string `json:"command"` // mcp or serve
	Bytes   int64  `json:"bytes"`   // resident
}

// newborn is how old a process must be to count: one whose parent has just gone
// may be about to end.
const newborn = 5 * time.Second

// processes looks for servers in /proc.
func (d *Doctor) processes() (p Processes) {
	root := d.proc
	if root == "" {
		root = "/proc"
		if runtime.GOOS != "linux" {
			return p
		}
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return p
	}
	p.Known = true
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		dir := filepath.Join(root, e.Name())
		command := serving(dir)
		info, err := os.Stat(dir)
		if command == "" || err != nil {
			continue
		}
		if uid, ok := owner(info); ok && uid != os.Getuid() {
			continue
		}
		resident := amount(status(dir, "VmRSS")) << 10
		p.Running, p.Bytes = p.Running+1, p.Bytes+resident
		if d.time().Sub(info.ModTime()) > newborn && adopted(root, status(dir, "PPid")) {
			p.Orphaned = append(p.Orphaned, Process{pid, command, resident})
		}
	}
	slices.SortFunc(p.Orphaned, func(a, b Process) int { return cmp.Compare(a.PID, b.PID) })
	return p
}

// serving is the command of a process that is a server of gortex, "" of others.
func serving(dir string) string {
	line, err := os.ReadFile(filepath.Join(dir, "cmdline"))
	if err != nil {
		return ""
	}
	words := strings.Split(string(bytes.TrimRight(line, "\x00")), "\x00")
	if len(words) < 2 || strings.TrimSuffix(filepath.Base(words[0]), ".exe") != "gortex" {
		return ""
	}
	for _, w := range words[1:] {
		if w == "mcp" || w == "serve" {
			return w
		}
	}
	return ""
}

// keepers are the programs that take over processes without a parent.
var keepers = []string{"init", "systemd", "launchd", "tini", "dumb-init", "docker-init", "catatonit", "s6-svscan", "runit", "openrc-init"}

// adopted reports whether a parent is one that took the process over. In a
// container process 1 may be the host itself.
func adopted(root, parent string) bool {
	if parent == "" || parent == "0" {
		return false
	}
	name, err := os.ReadFile(filepath.Join(root, parent, "comm"))
	return err == nil && slices.Contains(keepers, strings.TrimSpace(string(name)))
}

// status is a field of the status of a process.
func status(dir, field string) string {
	text, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// amount is the number that a field begins with.
func amount(field string) int64 {
	word, _, _ := strings.Cut(field, " ")
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// judgeProcesses names servers that nobody listens to. One over HTTP may be a
// service.
func (d *Doctor) judgeProcesses(r *Report) {
	for _, p := range r.Processes.Orphaned {
		severity, what := Warning, "the program that started it is gone"
		if p.Command == "serve" {
			severity, what = Info, "it runs by itself, which is right for a service"
		}
		r.addf(severity, "process_orphaned", "kill "+strconv.Itoa(p.PID)+", if nobody uses it", "gortex %s, process %d, holds %d MB and %s", p.Command, p.PID, p.Bytes>>20, what)
	}
}
