// Package sessions keeps what sessions remember: of connections in memory, of
// the named sessions of the command line in files, so that one process goes on
// where another ended.
package sessions

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// What a session keeps of answers at most; the oldest go first.
const (
	repliesMost = 32
	bytesMost   = 8 << 20
)

// Config says where sessions are kept. The zero value keeps all in memory.
type Config struct {
	Dir    string        // of the named sessions; "": in memory, until Close
	Agents string        // file of the agents of this machine; "": in memory
	Idle   time.Duration // after which a session in Dir begins anew; 0: never
}

// Store has all sessions. It is safe for concurrent use.
type Store struct {
	cfg    Config
	agents agents

	mu     sync.Mutex
	memory map[string]*memory
	uses   uint64 // of sessions in memory so far
}

// New makes a store. Nothing is read or written before a session is opened.
func New(c Config) *Store {
	return &Store{cfg: c, agents: agents{file: c.Agents}, memory: map[string]*memory{}}
}

// Session is one session, as it was when it was opened or last changed through
// this value. It implements engine.Session but for View.
type Session struct {
	id      string
	store   *Store
	keeper  keeper
	notices []string

	mu  sync.Mutex
	rec record
}

// record is all that is kept of a session besides the answers themselves.
type record struct {
	Version int                 `json:"version"`
	State   engine.SessionState `json:"state"`
	Replies []engine.ReplyInfo  `json:"replies,omitempty"` // oldest first
	Handles int                 `json:"handles,omitempty"` // given so far: none is given twice
}

const recordVersion = 1

// keeper is where one session is.
type keeper interface {
	load() (record, []string, error)
	change(ctx context.Context, f func(*record, answers) error) (record, error)
	answer(handle string) ([]byte, error)
}

// answers is where the bytes of answers go.
type answers interface {
	put(handle string, payload []byte) error
	drop(handle string)
}

var name = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// CheckName refuses what cannot be the name of a session that is kept in files.
// Failure: invalid_argument.
func CheckName(id string) error {
	if name.MatchString(id) && id != "." && id != ".." {
		return nil
	}
	return &engine.Failure{
		Code: "invalid_argument", Message: fmt.Sprintf("a session is named with 1 to 64 of A-Z, a-z, 0-9, dot, underscore and hyphen, not %q", clip(id)),
		Data: map[string]any{"field": "session", "pattern": name.String()},
	}
}

func clip(s string) string {
	if len(s) > 80 {
		return s[:80]
	}
	return s
}

// Open returns a session, which begins with its first change. Failures:
// invalid_argument for a name that none can have, unavailable when the
// session's directory cannot be written or its file was damaged.
func (s *Store) Open(id string) (*Session, error) {
	if id == "" {
		return nil, engine.Sessionless()
	}
	out := &Session{id: id, store: s}
	if s.cfg.Dir == "" {
		m := s.remembered(id)
		out.keeper = m
	} else {
		if err := CheckName(id); err != nil {
			return nil, err
		}
		out.keeper = &folder{id: id, dir: filepath.Join(s.cfg.Dir, id), idle: s.cfg.Idle}
	}
	var err error
	out.rec, out.notices, err = out.keeper.load()
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Close forgets a session that is kept in memory, when its connection ends.
func (s *Store) Close(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.memory, id)
}

// ID implements engine.SessionReader.
func (s *Session) ID() string { return s.id }

// Connected implements engine.SessionReader.
func (s *Session) Connected() bool { return s.store.cfg.Dir == "" && !engine.IsNamed(s.id) }

// Notices implements engine.SessionReader.
func (s *Session) Notices() []string { return slices.Clone(s.notices) }

// State implements engine.SessionReader.
func (s *Session) State() engine.SessionState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copied(s.rec.State)
}

// Replies implements engine.SessionReader.
func (s *Session) Replies() []engine.ReplyInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rec.Replies)
}

// Reply implements engine.SessionReader.
func (s *Session) Reply(handle string) (engine.ReplyInfo, []byte, error) {
	all := s.Replies()
	for _, r := range all {
		if r.Handle != handle {
			continue
		}
		payload, err := s.keeper.answer(handle)
		if err == nil && len(payload) != r.Bytes {
			err = fmt.Errorf("it has %d bytes of %d", len(payload), r.Bytes)
		}
		if err != nil {
			return r, nil, &engine.Failure{
				Code: "unavailable", Message: fmt.Sprintf("the answer %s cannot be read any more: %v", handle, err),
				Data: map[string]any{"response_id": handle},
			}
		}
		return r, payload, nil
	}
	handles := make([]string, len(all))
	for i, r := range all {
		handles[i] = r.Handle
	}
	message := fmt.Sprintf("no answer %q is kept", clip(handle))
	if len(handles) == 0 {
		message += "; none is"
	}
	return engine.ReplyInfo{}, nil, &engine.Failure{
		Code: "invalid_argument", Message: message,
		Data: map[string]any{"field": "arguments.response_id", "valid_values": handles},
	}
}

// Update implements engine.Session.
func (s *Session) Update(ctx context.Context, change func(*engine.SessionState) error) error {
	return s.change(ctx, func(r *record, _ answers) error { return change(&r.State) })
}

// Keep implements engine.Session.
func (s *Session) Keep(ctx context.Context, info engine.ReplyInfo, payload []byte, seen []string) (string, error) {
	handle := ""
	err := s.change(ctx, func(r *record, a answers) error {
		r.State.See(seen)
		if len(payload) == 0 || len(payload) > bytesMost {
			return nil
		}
		r.Handles++
		info.Handle, info.Bytes = "r"+strconv.Itoa(r.Handles), len(payload)
		if err := a.put(info.Handle, payload); err != nil {
			return err
		}
		r.Replies = append(r.Replies, info)
		total := 0
		for _, k := range r.Replies {
			total += k.Bytes
		}
		for len(r.Replies) > repliesMost || total > bytesMost {
			total -= r.Replies[0].Bytes
			a.drop(r.Replies[0].Handle)
			r.Replies = r.Replies[1:]
		}
		handle = info.Handle
		return nil
	})
	if err != nil {
		return "", err
	}
	return handle, nil
}

func (s *Session) change(ctx context.Context, f func(*record, answers) error) error {
	rec, err := s.keeper.change(ctx, f)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rec = rec
	return nil
}

// UpdateAgents implements engine.Session.
func (s *Session) UpdateAgents(ctx context.Context, change func([]engine.Agent) ([]engine.Agent, error)) error {
	return s.store.agents.update(ctx, change)
}

// copied is the same state in memory of its own.
func copied(s engine.SessionState) engine.SessionState {
	s.Trail, s.Seen = slices.Clone(s.Trail), slices.Clone(s.Seen)
	s.Subscriptions, s.Looked = maps.Clone(s.Subscriptions), maps.Clone(s.Looked)
	return s
}

func encode(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", " ")
	return append(text, '\n'), err
}
