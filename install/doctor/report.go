package doctor

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/hook"
)

// Severity is how much a finding matters.
type Severity string

// The severities. A blocker keeps gortex from working, for an assistant or at
// all.
const (
	Blocker Severity = "blocker"
	Warning Severity = "warning"
	Info    Severity = "info"
	OK      Severity = "ok"
)

var severities = []Severity{Blocker, Warning, Info, OK}

// Finding is one thing that was found out.
type Finding struct {
	Severity Severity `json:"severity"`
	// Check names the kind of finding.
	Check string `json:"check"`
	Agent string `json:"agent,omitempty"` // the assistant that it is about
	Path  string `json:"path,omitempty"`
	// Line and Col count from 1, Col in bytes; 0 where there is no place.
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Message string `json:"message"`
	// Remedy says what to do, "" where there is nothing to be done.
	Remedy string `json:"remedy,omitempty"`
}

// Report is all that was found out. No value of an environment variable is in
// it, and nothing that another program printed.
type Report struct {
	Status    Severity    `json:"status"` // the worst of the findings
	Version   string      `json:"version"`
	Program   string      `json:"program"`
	Millis    int64       `json:"took_ms"`
	Fixed     []Fixed     `json:"fixed,omitempty"`
	Findings  []Finding   `json:"findings"` // the worst first
	Agents    []*Agent    `json:"agents"`
	Store     Store       `json:"store"`
	Repo      *Repository `json:"repository,omitempty"` // the one that the caller stands in
	Sessions  Sessions    `json:"sessions"`
	Processes Processes   `json:"processes"`
}

// State is what a host's files are, compared with what they should be.
type State string

// The states.
const (
	Absent    State = "absent"  // gortex is not in them
	Current   State = "current" // an installation would change nothing
	Drifted   State = "drifted"
	Conflict  State = "conflict"  // a server of our name is there that is not ours
	Malformed State = "malformed" // a file cannot be read
)

// Agent is what was found of one assistant.
type Agent struct {
	Name       string   `json:"agent"`
	Title      string   `json:"title"`
	Found      string   `json:"found_by,omitempty"` // what shows that it is on this machine
	Configured bool     `json:"configured"`
	State      State    `json:"state"`
	Drift      []Drift  `json:"drift,omitempty"`
	Servers    []Server `json:"servers,omitempty"`
	// Seen is what the host's own command says; nil where it was not asked.
	Seen  *Seen           `json:"seen_by_host,omitempty"`
	Hooks []hook.Activity `json:"hooks,omitempty"` // of the last days

	host   host.Host
	events []registered
}

// Drift is a file that an installation would change.
type Drift struct {
	Path   string         `json:"path"`
	Scope  host.Scope     `json:"scope"`
	Action install.Action `json:"action"`
	Parts  []host.Part    `json:"parts"`
}

// Server is the server as one file of a host names it, and what it answered.
type Server struct {
	Path    string     `json:"path"`
	Scope   host.Scope `json:"scope"`
	Command []string   `json:"command"` // words that may be secret are masked
	Env     []string   `json:"env,omitempty"`
	Off     bool       `json:"switched_off,omitempty"`
	// Tools is how many tools it lists, and Missing which it lacks.
	Tools    int      `json:"tools"`
	Missing  []string `json:"missing_tools,omitempty"`
	Version  string   `json:"version,omitempty"`
	Protocol string   `json:"protocol,omitempty"`
	// Millis is the time from the start of the program to its list of tools.
	Millis int64  `json:"tools_after_ms,omitempty"`
	Error  string `json:"error,omitempty"` // the check that it failed

	entry   entry
	located located
	tried   *tried
}

// Seen is what a host says when it is asked for its servers.
type Seen struct {
	Command []string `json:"command"`
	// Answered says that it gave an answer in time, Sees that the server is in
	// it, and Connected that the host reached it; nil where it does not say.
	Answered  bool  `json:"answered"`
	Sees      bool  `json:"sees"`
	Connected *bool `json:"connected,omitempty"`
	Millis    int64 `json:"took_ms"`

	exit int
}

func (r *Report) add(f Finding) { r.Findings = append(r.Findings, f) }

func (r *Report) addf(s Severity, check, remedy, format string, a ...any) {
	r.add(Finding{Severity: s, Check: check, Message: fmt.Sprintf(format, a...), Remedy: remedy})
}

// sort puts the worst first and keeps the order of the hosts.
func (r *Report) sort() {
	rank := func(s Severity) int { return slices.Index(severities, s) }
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(rank(a.Severity), rank(b.Severity)) })
	r.Status = OK
	if len(r.Findings) > 0 {
		r.Status = r.Findings[0].Severity
	}
}

// Count is the number of findings of a severity.
func (r *Report) Count(s Severity) (n int) {
	for _, f := range r.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}
