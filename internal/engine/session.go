package engine

import (
	"context"
	"strings"
	"time"
)

// SessionState is what a session remembers of itself. It is plain data; the
// zero value is a session that has just begun.
type SessionState struct {
	Began    time.Time `json:"began,omitzero"`
	Planning bool      `json:"planning,omitempty"` // nothing but reads
	Workflow Workflow  `json:"workflow,omitzero"`
	// Trail are the ids of the symbols the cursor went to; it stands at the last.
	Trail []string `json:"trail,omitempty"`
	// Seen are ids of symbols in recent answers, newest last, each once.
	Seen          []string                `json:"seen,omitempty"`
	Agent         string                  `json:"agent,omitempty"`         // id under which it registered
	Subscriptions map[string]Subscription `json:"subscriptions,omitempty"` // by channel
	// Looked says for each root of a repository how far its journal of changes
	// had come when the session first looked there.
	Looked map[string]uint64 `json:"looked,omitempty"`
}

// What a session remembers at most.
const (
	SeenMost  = 200
	TrailMost = 100
)

// See adds ids of symbols to those that were seen.
func (s *SessionState) See(ids []string) {
	at := make(map[string]bool, len(ids))
	for _, id := range ids {
		at[id] = true
	}
	kept := make([]string, 0, len(s.Seen)+len(ids))
	for _, id := range s.Seen {
		if !at[id] {
			kept = append(kept, id)
		}
	}
	for _, id := range ids {
		if at[id] {
			kept = append(kept, id)
			at[id] = false // once
		}
	}
	s.Seen = kept[max(0, len(kept)-SeenMost):]
}

// Workflow is the state of a session that works in phases.
type Workflow struct {
	Active bool   `json:"active,omitempty"`
	Mode   string `json:"mode,omitempty"`  // [ModeBlock] or [ModeWarn]
	Phase  string `json:"phase,omitempty"` // one of [Phases]
}

// What becomes of a write that does not belong into the phase.
const (
	ModeBlock = "block" // it is refused
	ModeWarn  = "warn"  // it is done, and the answer says that it was too early
)

// The phases of a workflow.
const (
	PhaseExplore   = "explore"
	PhaseImplement = "implement"
	PhaseVerify    = "verify"
)

// Phases lists the phases in their order.
func Phases() []string { return []string{PhaseExplore, PhaseImplement, PhaseVerify} }

// WritePhases lists the phases in which files of the tree may be written.
func WritePhases() []string { return []string{PhaseImplement, PhaseVerify} }

// MayWrite reports whether the workflow lets files be written now.
func (w Workflow) MayWrite() bool { return !w.Active || w.Phase != PhaseExplore }

// Subscription is what a session wants to be told on one channel. The
// transport that has the connection sends it.
type Subscription struct {
	IntervalMillis int    `json:"interval_ms,omitempty"` // daemon_health: time between two messages
	MinSeverity    int    `json:"min_severity,omitempty"`
	PathPrefix     string `json:"path_prefix,omitempty"`
}

// SessionReader is what reads may know of a session. A call that belongs to
// none is given one whose ID is "" and that remembers nothing.
type SessionReader interface {
	ID() string
	// State is a copy, as it was when the session was opened or last updated
	// through this value.
	State() SessionState
	// Connected reports whether the session is that of a connection, over which
	// its user can be told something without asking.
	Connected() bool
	// Notices are sentences about the session itself that its user should know.
	Notices() []string
	// Replies describes the answers that are kept, oldest first.
	Replies() []ReplyInfo
	// Reply is the payload of one of them. Errors: invalid_argument with the
	// handles there are, unavailable when it was damaged.
	Reply(handle string) (ReplyInfo, []byte, error)
}

// named marks the ids of sessions in memory that no connection has.
const named = "named:"

// NamedSession is the id of a session that callers without a connection share
// by its name.
func NamedSession(name string) string { return named + name }

// IsNamed reports whether an id was made by NamedSession.
func IsNamed(id string) bool { return strings.HasPrefix(id, named) }

// SessionName is what a caller knows a session by: its id, or the name that it
// gave.
func SessionName(id string) string { return strings.TrimPrefix(id, named) }

// NoSession is the session of a call that belongs to none.
type NoSession struct{}

// ID implements SessionReader.
func (NoSession) ID() string { return "" }

// State implements SessionReader.
func (NoSession) State() SessionState { return SessionState{} }

// Connected implements SessionReader.
func (NoSession) Connected() bool { return false }

// Notices implements SessionReader.
func (NoSession) Notices() []string { return nil }

// Replies implements SessionReader.
func (NoSession) Replies() []ReplyInfo { return nil }

// Reply implements SessionReader.
func (NoSession) Reply(string) (ReplyInfo, []byte, error) { return ReplyInfo{}, nil, Sessionless() }

// Sessionless is the failure of what only a session can remember, for a call
// that belongs to none.
func Sessionless() *Failure {
	return &Failure{
		Code: "unavailable", Message: "the call belongs to no session, so nothing would remember it; name one with --session or GORTEX_SESSION, over HTTP with the header Gortex-Session",
		Data: map[string]any{"flag": "--session", "variable": "GORTEX_SESSION", "header": "Gortex-Session"},
	}
}

// ReplyInfo describes an answer that is kept.
type ReplyInfo struct {
	Handle    string    `json:"response_id"`
	Tool      string    `json:"tool"`
	Operation string    `json:"operation"`
	At        time.Time `json:"at"`
	Bytes     int       `json:"bytes"`
	Format    string    `json:"format,omitempty"` // what it is written in where that is not JSON
}

// Session is the state of one connection, or of one named session of the
// command line. Calls of one session at the same time, in this process and in
// others, take turns to change it: no change is lost.
type Session interface {
	SessionReader
	// Update changes the state. If change fails nothing is changed. Errors:
	// unavailable when the state cannot be kept, and those of change.
	Update(ctx context.Context, change func(*SessionState) error) error
	// Keep keeps an answer, unless that is nil, and notes the symbols that were
	// seen in it. It returns the handle, "" for an answer that is too large.
	Keep(ctx context.Context, info ReplyInfo, payload []byte, seen []string) (string, error)
	// View is the picture of the repository the call is about.
	View(ctx context.Context) (View, error)
	// UpdateAgents changes the register of the agents on this machine, which
	// all sessions share. Those that were silent for too long are gone from it.
	UpdateAgents(ctx context.Context, change func([]Agent) ([]Agent, error)) error
}

// Agent is one worker that told the others that it is there.
type Agent struct {
	ID         string      `json:"id"`
	Name       string      `json:"name,omitempty"`
	Status     string      `json:"status,omitempty"`
	Session    string      `json:"session"`
	Locks      []AgentLock `json:"locks,omitempty"`
	Registered time.Time   `json:"registered_at"`
	Heartbeat  time.Time   `json:"heartbeat_at"`
}

// AgentLock is a file, or a directory with all that is in it, that an agent
// asks others to leave alone.
type AgentLock struct {
	Root string `json:"root"` // of the repository
	Path string `json:"path"` // relative to it
}

// AgentSilence is how long an agent may be silent before it counts as gone.
const AgentSilence = 15 * time.Minute

// FileChange says what one refresh of the index found new in one file.
type FileChange struct {
	Path     string    `json:"path"`
	At       time.Time `json:"at"` // when it was found
	Added    []string  `json:"added,omitempty"`
	Modified []string  `json:"modified,omitempty"`
	Removed  []string  `json:"removed,omitempty"`
	// Unknown says that only the file is known to have changed: too many files
	// changed at once, or what it was before is not known.
	Unknown bool `json:"unknown,omitempty"`
}
