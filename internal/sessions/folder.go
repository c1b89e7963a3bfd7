package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/lockedfile"
)

// folder keeps a session in a directory of its own:
//
//	state.json    the record; its time of change is when the session was last used
//	lock          held by who changes it
//	replies/r7    the bytes of an answer
//
// The record is replaced whole, and what it lists is written before it.
type folder struct {
	id   string
	dir  string
	idle time.Duration
}

func (f *folder) state() string { return filepath.Join(f.dir, "state.json") }
func (f *folder) lock() string  { return filepath.Join(f.dir, "lock") }

func (f *folder) reply(handle string) string { return filepath.Join(f.dir, "replies", handle) }

// load reads the session, and makes sure that it can be changed later: to find
// that out after the call would lose what the call did.
func (f *folder) load() (record, []string, error) {
	if err := f.prepare(); err != nil {
		return record{}, nil, err
	}
	rec, expired, err := f.read()
	var damaged *damagedError
	switch {
	case errors.As(err, &damaged):
		return record{}, nil, f.setAside()
	case err != nil:
		return record{}, nil, f.failure(err)
	case expired:
		notice := fmt.Sprintf("session %s was not used for longer than %v and began anew", f.id, f.idle)
		return fresh(rec), []string{notice}, nil
	}
	now := time.Now()
	// A session that was used is not idle. There is no file before the first change.
	if err := os.Chtimes(f.state(), now, now); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return record{}, nil, f.failure(err)
	}
	return rec, nil, nil
}

// prepare makes the directories and looks whether they can be written to.
func (f *folder) prepare() error {
	if err := os.MkdirAll(filepath.Join(f.dir, "replies"), 0o700); err != nil {
		return f.failure(err)
	}
	file, err := os.OpenFile(f.lock(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return f.failure(err)
	}
	if err := file.Close(); err != nil {
		return f.failure(err)
	}
	probe, err := os.CreateTemp(f.dir, ".probe-*")
	if err != nil {
		return f.failure(err)
	}
	return f.failure(errors.Join(probe.Close(), os.Remove(probe.Name())))
}

// damagedError says that a record cannot be understood.
type damagedError struct{ err error }

func (e *damagedError) Error() string { return e.err.Error() }

// read reads the record. One that is not there is one that has just begun.
func (f *folder) read() (rec record, expired bool, err error) {
	text, err := os.ReadFile(f.state())
	if errors.Is(err, fs.ErrNotExist) {
		rec = fresh(record{})
		rec.Version = 0 // nobody has written it yet
		return rec, false, nil
	}
	if err == nil {
		rec, err = parse(text)
	}
	if err != nil {
		return record{}, false, err
	}
	info, err := os.Stat(f.state())
	if err != nil {
		return record{}, false, err
	}
	return rec, f.idle > 0 && time.Since(info.ModTime()) > f.idle, nil
}

var handle = regexp.MustCompile(`^r[1-9][0-9]{0,18}$`)

// parse reads a record. Errors: *damagedError for one that gortex cannot have
// written, and one for that of a newer gortex.
func parse(text []byte) (record, error) {
	var rec record
	if err := json.Unmarshal(text, &rec); err != nil {
		return record{}, &damagedError{err}
	}
	w := rec.State.Workflow
	switch {
	case rec.Version > recordVersion:
		return record{}, fmt.Errorf("it was written by a newer gortex (version %d)", rec.Version)
	case rec.Version < 1:
		return record{}, &damagedError{fmt.Errorf("it has no version")}
	case rec.Handles < len(rec.Replies) || slices.ContainsFunc(rec.Replies, func(r engine.ReplyInfo) bool { return !handle.MatchString(r.Handle) || r.Bytes < 0 }):
		return record{}, &damagedError{fmt.Errorf("its list of answers cannot be right")}
	case w.Active && (!slices.Contains(engine.Phases(), w.Phase) || w.Mode != engine.ModeBlock && w.Mode != engine.ModeWarn):
		return record{}, &damagedError{fmt.Errorf("its workflow is in no phase there is")}
	}
	return rec, nil
}

// fresh is a record that begins now. Handles of the one before stay taken.
func fresh(before record) record {
	return record{Version: recordVersion, Handles: before.Handles, State: engine.SessionState{Began: time.Now()}}
}

// setAside renames a record that cannot be understood, and says so in place of
// an answer: who planned without writes must not go on with them unawares.
func (f *folder) setAside() error {
	unlock, err := lockedfile.Lock(context.Background(), f.lock(), 0o600)
	if err != nil {
		return f.failure(err)
	}
	defer unlock()
	_, _, err = f.read()
	var damaged *damagedError
	if !errors.As(err, &damaged) {
		return f.failure(errors.Join(err, fmt.Errorf("it was being written; ask again")))
	}
	aside := f.state() + ".damaged-" + time.Now().UTC().Format("20060102T150405.000")
	if err := os.Rename(f.state(), aside); err != nil {
		return f.failure(err)
	}
	return &engine.Failure{
		Code: "unavailable", Message: fmt.Sprintf("the file of session %s was damaged (%v) and was set aside; the next call begins the session anew", f.id, damaged),
		Data: map[string]any{"session": f.id, "set_aside": aside},
	}
}

// change implements keeper. Others who change the session meanwhile wait.
func (f *folder) change(ctx context.Context, do func(*record, answers) error) (record, error) {
	unlock, err := lockedfile.Lock(ctx, f.lock(), 0o600)
	if err != nil {
		return record{}, f.failure(err)
	}
	defer unlock()
	rec, expired, err := f.read()
	if err != nil {
		return record{}, f.failure(err)
	}
	if rec.Version == 0 {
		f.sweep() // a new session is a rare occasion
		rec.Version = recordVersion
	}
	w := &writing{f: f}
	if expired {
		for _, r := range rec.Replies {
			w.drop(r.Handle)
		}
		rec = fresh(rec)
	}
	if err := do(&rec, w); err != nil {
		w.undo()
		if w.err != nil {
			return record{}, f.failure(w.err)
		}
		return record{}, err
	}
	text, err := encode(rec)
	if err == nil {
		err = lockedfile.Replace(f.state(), text, 0o600, true)
	}
	if err != nil {
		w.undo()
		return record{}, f.failure(err)
	}
	for _, handle := range w.dropped {
		_ = os.Remove(f.reply(handle)) // a file that nothing lists harms nobody
	}
	return rec, nil
}

// writing is what one change does to the files of answers. What is dropped is
// there until the record does not list it any more.
type writing struct {
	f             *folder
	made, dropped []string
	err           error // why an answer could not be written
}

func (w *writing) put(handle string, payload []byte) error {
	w.made = append(w.made, handle)
	w.err = lockedfile.Replace(w.f.reply(handle), payload, 0o600, false)
	return w.err
}

func (w *writing) drop(handle string) { w.dropped = append(w.dropped, handle) }

func (w *writing) undo() {
	for _, handle := range w.made {
		_ = os.Remove(w.f.reply(handle))
	}
}

func (f *folder) answer(handle string) ([]byte, error) {
	payload, err := os.ReadFile(f.reply(handle))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errGone
	}
	return payload, err
}

// failure says what kept a session from being read or written.
func (f *folder) failure(err error) error {
	var known *engine.Failure
	switch {
	case err == nil, errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	code := "unavailable"
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		code = "disk_full"
	}
	return &engine.Failure{
		Code: code, Message: fmt.Sprintf("session %s cannot be kept: %s", f.id, strings.ReplaceAll(err.Error(), "\n", "; ")),
		Data: map[string]any{"session": f.id, "directory": f.dir},
	}
}
