package workspace

import (
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/index"
)

// snapshot is one open generation, shared by the views of it.
type snapshot struct {
	*index.Index
	report index.Report
	opened time.Time
	refs   int // guarded by shelf.mu
}

// Strings of a generation point into its map, and one that is used after the
// map is gone ends the process. So maps outlive their last view: in a process
// that makes one call for ever, in others for linger, as long as no more than
// keptMost are waiting.
const (
	linger   = 2 * time.Minute
	keptMost = 8
)

// shelf counts the uses of snapshots and keeps those that nobody uses any more
// for a while. The zero value keeps them for ever.
type shelf struct {
	mu     sync.Mutex
	linger time.Duration // 0: for ever
	kept   []kept        // oldest first
}

type kept struct {
	snap  *snapshot
	timer *time.Timer
}

// use adds a user to a snapshot that has one.
func (s *shelf) use(snap *snapshot) {
	s.mu.Lock()
	snap.refs++
	s.mu.Unlock()
}

// release takes a user away.
func (s *shelf) release(snap *snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if snap.refs--; snap.refs > 0 || s.linger == 0 {
		return
	}
	s.kept = append(s.kept, kept{snap, time.AfterFunc(s.linger, func() { s.drop(snap) })})
	if len(s.kept) > keptMost {
		s.kept[0].timer.Stop()
		s.close(0)
	}
}

// drop closes a snapshot whose time is over.
func (s *shelf) drop(snap *snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.kept {
		if s.kept[i].snap == snap {
			s.close(i)
			return
		}
	}
}

func (s *shelf) close(i int) {
	_ = s.kept[i].snap.Close() // nothing is left to write
	s.kept = append(s.kept[:i], s.kept[i+1:]...)
}

// clear closes what waits. Snapshots that are still used wait their time.
func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.kept) > 0 {
		s.kept[0].timer.Stop()
		s.close(0)
	}
}
