package hook

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

// LogName is the name of the file of observations in the cache directory.
const LogName = "hook-effectiveness.jsonl"

// mostLog is how long the file may become, in bytes, before it is put aside
// under the name with ".1" at its end, and replaces what was there.
const mostLog = 1 << 20

// observation is what is kept of one run: when, which of a few names, numbers.
// Nothing that the host or the index said is among it.
type observation struct {
	At       string `json:"at"`    // RFC 3339, UTC, to the second
	Agent    string `json:"agent"` // one of [Agents]
	Event    Kind   `json:"event"` // a kind, or other
	Emitted  bool   `json:"emitted"`
	Index    index  `json:"index"`
	Segments int    `json:"segments"` // alternatives that were searched for, at most mostSegments
	Millis   int64  `json:"ms"`
}

// append writes the observation as one line, in one piece, so that lines of
// many processes do not mix. A file that cannot be written is left alone.
func (o observation) append(path string, at time.Time) {
	if path == "" {
		return
	}
	o.At = at.UTC().Format(time.RFC3339)
	line, err := json.Marshal(o)
	if err != nil {
		return
	}
	// Without waiting, should somebody have put a pipe there.
	const flags = os.O_WRONLY | os.O_APPEND | os.O_CREATE | syscall.O_NONBLOCK
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, os.ErrNotExist) && os.MkdirAll(filepath.Dir(path), 0o700) == nil {
		f, err = os.OpenFile(path, flags, 0o600)
	}
	if err != nil {
		return
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return
	}
	putAside(f, path)
}

// putAside renames a file that has become too long. Of processes that do so at
// once all but the first find another file under the name, and leave it.
func putAside(f *os.File, path string) {
	mine, err := f.Stat()
	if err != nil || !mine.Mode().IsRegular() || mine.Size() < mostLog {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	unlock, err := lockedfile.Lock(ctx, path+".lock", 0o600)
	if err != nil {
		return // the next run tries again
	}
	defer unlock()
	if named, err := os.Lstat(path); err == nil && os.SameFile(mine, named) {
		_ = os.Rename(path, path+".1") // the next run tries again
	}
}
