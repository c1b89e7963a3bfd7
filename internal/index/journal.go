package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

// The journal of changes is a file beside the index, a JSON object a line.
const (
	journalName    = "CHANGES"
	journalRoom    = 256 << 10 // bytes, above which the older half is dropped
	journalFiles   = 300       // files that change at once, above which only that is noted
	journalSymbols = 1000      // symbols of a file that change at once, likewise
)

// Change is what one update of the index found new in one file.
type Change struct {
	Number   uint64    `json:"n"`
	At       time.Time `json:"at"`
	Path     string    `json:"path,omitempty"` // "": many files, or nobody knows which
	Added    []string  `json:"added,omitempty"`
	Modified []string  `json:"modified,omitempty"`
	Removed  []string  `json:"removed,omitempty"`
	Unknown  bool      `json:"unknown,omitempty"` // nothing is known of its symbols
}

// Journal holds the newest changes, oldest first. Last is the number of the
// newest there ever was, First that of the oldest that is kept, or of the next
// one when there is none.
type Journal struct {
	First, Last uint64
	Changes     []Change
}

// ReadJournal reads the journal of an index. None is an empty one. A line that a
// crash cut short is left out.
func ReadJournal(dir string) (Journal, error) {
	text, err := os.ReadFile(filepath.Join(dir, journalName))
	if errors.Is(err, fs.ErrNotExist) || isNotDir(err) {
		return Journal{First: 1}, nil
	}
	if err != nil {
		return Journal{}, err
	}
	return parseJournal(text), nil
}

func parseJournal(text []byte) Journal {
	j := Journal{First: 1}
	for line := range bytes.Lines(text) {
		var c Change
		if json.Unmarshal(line, &c) != nil || c.Number <= j.Last {
			continue
		}
		if len(j.Changes) == 0 {
			j.First = c.Number
		}
		j.Last = c.Number
		j.Changes = append(j.Changes, c)
	}
	return j
}

// note adds changes to the journal of an index, under its writer's lock. The
// index is right without it: a journal that cannot be written is removed, so
// that nobody takes it for whole.
func note(dir string, changes []Change) {
	path := filepath.Join(dir, journalName)
	if err := appendJournal(path, changes); err != nil {
		_ = os.Remove(path)
	}
}

func appendJournal(path string, changes []Change) error {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	last := lastNumber(text)
	var fresh bytes.Buffer
	if len(text) > 0 && text[len(text)-1] != '\n' {
		fresh.WriteByte('\n')
	}
	enc := json.NewEncoder(&fresh)
	for _, c := range changes {
		last++
		c.Number, c.At = last, time.Now().UTC().Truncate(time.Millisecond)
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	if len(text)+fresh.Len() > journalRoom {
		text = append(text, fresh.Bytes()...)
		text = text[len(text)-min(len(text), journalRoom/2):]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
		return lockedfile.Replace(path, text, 0o644, false)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(fresh.Bytes())
	return errors.Join(err, f.Close())
}

// lastNumber is the number of the last whole line.
func lastNumber(text []byte) uint64 {
	for len(text) > 0 {
		i := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
		var c struct {
			Number uint64 `json:"n"`
		}
		if json.Unmarshal(text[i:], &c) == nil && c.Number > 0 {
			return c.Number
		}
		text = text[:i]
	}
	return 0
}

// unknown notes that anything may have changed, if somebody may be looking.
func unknown(dir string) {
	if _, err := os.Stat(filepath.Join(dir, journalName)); err == nil {
		note(dir, []Change{{Unknown: true}})
	}
}
