package sessions

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

// sweep removes the answers of the other sessions that are over: they would
// begin anew, and names that nobody uses again would keep their bytes for ever.
// A session that somebody is changing is left alone.
func (f *folder) sweep() {
	if f.idle <= 0 {
		return
	}
	entries, err := os.ReadDir(filepath.Dir(f.dir))
	if err != nil {
		return
	}
	for _, e := range entries {
		other := &folder{id: e.Name(), dir: filepath.Join(filepath.Dir(f.dir), e.Name()), idle: f.idle}
		if other.id != f.id && e.IsDir() && other.over() {
			other.empty()
		}
	}
}

func (f *folder) over() bool {
	info, err := os.Stat(f.state())
	return err == nil && time.Since(info.ModTime()) > f.idle
}

func (f *folder) empty() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	unlock, err := lockedfile.Lock(ctx, f.lock(), 0o600)
	if err != nil {
		return
	}
	defer unlock()
	answers, err := os.ReadDir(filepath.Join(f.dir, "replies"))
	if err != nil || !f.over() {
		return
	}
	for _, a := range answers {
		_ = os.Remove(f.reply(a.Name())) // next time, then
	}
}
