package sessions

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// What a process keeps in memory of all sessions together at most. Callers of
// HTTP name sessions as they like and do not close them: of those that were not
// used for longest the answers go first, then all.
const (
	sessionsMost = 1000
	answersMost  = 128 << 20 // bytes
)

// memory keeps a session until its connection ends.
type memory struct {
	used uint64 // guarded by Store.mu: when it was used, in uses of the store
	size atomic.Int64

	mu       sync.Mutex
	rec      record
	payloads map[string][]byte
}

// remembered is the session in memory with an id, which is begun if needed.
func (s *Store) remembered(id string) *memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.memory[id]
	if m == nil {
		m = &memory{rec: record{Version: recordVersion, State: engine.SessionState{Began: time.Now()}}, payloads: map[string][]byte{}}
		s.memory[id] = m
	}
	s.uses++
	m.used = s.uses
	s.bound()
	return m
}

// bound lets go of what was not used for longest; the caller has s.mu.
func (s *Store) bound() {
	total := int64(0)
	for _, m := range s.memory {
		total += m.size.Load()
	}
	if total <= answersMost && len(s.memory) <= sessionsMost {
		return
	}
	ids := slices.SortedFunc(maps.Keys(s.memory), func(a, b string) int { return cmp.Compare(s.memory[a].used, s.memory[b].used) })
	for _, id := range ids {
		switch m := s.memory[id]; {
		case len(s.memory) > sessionsMost:
			total -= m.size.Load()
			delete(s.memory, id)
		case total > answersMost:
			total -= m.forget()
		default:
			return
		}
	}
}

// forget drops the answers, and returns how many bytes they had.
func (m *memory) forget() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.payloads)
	m.rec.Replies = nil
	return m.size.Swap(0)
}

func (m *memory) load() (record, []string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rec.copied(), nil, nil
}

func (r record) copied() record {
	r.State, r.Replies = copied(r.State), slices.Clone(r.Replies)
	return r
}

func (m *memory) change(_ context.Context, f func(*record, answers) error) (record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec := m.rec.copied()
	if err := f(&rec, m); err != nil {
		return record{}, err
	}
	m.rec = rec
	return rec.copied(), nil
}

func (m *memory) put(handle string, payload []byte) error {
	m.payloads[handle] = payload
	m.size.Add(int64(len(payload)))
	return nil
}

func (m *memory) drop(handle string) {
	m.size.Add(-int64(len(m.payloads[handle])))
	delete(m.payloads, handle)
}

func (m *memory) answer(handle string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	payload, ok := m.payloads[handle]
	if !ok {
		return nil, errGone
	}
	return payload, nil
}

// errGone says that an answer was pushed out.
var errGone = errors.New("others have come since")
