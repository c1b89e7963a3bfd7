package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Machine is where and with what the numbers were got.
type Machine struct {
	OS        string `json:"os"`
	Arch      string `json:"arch"`
	CPUs      int    `json:"cpus"`      // that this process may use
	Processor string `json:"processor"` // its model; "" if unknown
	// The load averages of 1, 5 and 15 minutes; nil if unknown. On an idle
	// machine the first is near 0 before.
	LoadBefore []float64 `json:"load_before"`
	LoadAfter  []float64 `json:"load_after"`
	Program    string    `json:"program"`
	Version    string    `json:"version"` // in the words of the program
	Ripgrep    string    `json:"ripgrep,omitempty"`
	// Settings are the variables of the environment that gortex heeds.
	Settings []string `json:"settings,omitempty"`
}

func machine(ctx context.Context, c Config) Machine {
	m := Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(), Processor: processor(),
		LoadBefore: load(), Program: c.Program,
	}
	if got, err := (command{argv: []string{c.Program, "version"}}).run(ctx); err == nil {
		m.Version = strings.TrimSpace(string(got.out))
	}
	if got, err := (command{argv: []string{"rg", "--version"}}).run(ctx); err == nil {
		m.Ripgrep, _, _ = strings.Cut(string(got.out), "\n")
	}
	for _, v := range exec.Command(c.Program).Environ() {
		if strings.HasPrefix(v, "GORTEX_") || strings.HasPrefix(v, "GOGC=") || strings.HasPrefix(v, "GOMAXPROCS=") {
			m.Settings = append(m.Settings, v)
		}
	}
	return m
}

func load() []float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return nil
	}
	l := make([]float64, 3)
	if _, err := fmt.Sscan(string(text), &l[0], &l[1], &l[2]); err != nil {
		return nil
	}
	return l
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.Trim(name, " \t:\n")
		}
	}
	return ""
}

// residentNow is the resident size of a running process in bytes, 0 if unknown.
func residentNow(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			var kib int64
			if _, err := fmt.Sscan(value, &kib); err == nil {
				return kib << 10
			}
		}
	}
	return 0
}

// method says how to read a report.
func method(c Config) []string {
	m := []string{
		"Every number is of whole processes, measured from outside: wall time from before the start until it was waited for, CPU as user and system time.",
		"Peak RSS is what wait4 reports: the largest of the process and the descendants it waited for. Processes side by side are not added up, one left behind is not seen, and on Linux it is never less than the resident size of this process.",
		"Indexes are in a temporary directory, new for each cold run. Files are in the page cache.",
		"p50 is the median (of an even number the mean of the middle two), p90 the nearest rank. Times are milliseconds.",
	}
	if c.Against != "" && c.wants("cold") {
		m = append(m,
			"The other indexer works on a copy of the tree, in turn with gortex; what is new at the top of the copy is removed before each run. Ratios are gortex divided by the other, pair by pair.")
	}
	if c.wants("edit") {
		m = append(m, "A change is a new function appended to one file of a copy of the tree, another one before each call.")
	}
	return m
}
