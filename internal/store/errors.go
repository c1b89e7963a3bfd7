package store

import (
	"errors"
	"fmt"
)

// ErrNoIndex says that the directory holds no generation.
var ErrNoIndex = errors.New("no index")

// CorruptError says that a file of the index cannot be trusted. The index is
// to be made anew.
type CorruptError struct {
	File   string // name within the directory
	Reason string
}

func (e *CorruptError) Error() string { return fmt.Sprintf("index corrupt: %s: %s", e.File, e.Reason) }

// VersionError says that the index was written by another version of the
// program. A newer one is to be left alone; an older one is to be made anew.
type VersionError struct {
	Found, Want uint32
}

// Newer reports whether a later program wrote the index.
func (e *VersionError) Newer() bool { return e.Found > e.Want }

func (e *VersionError) Error() string {
	return fmt.Sprintf("index has format version %d, this program reads %d", e.Found, e.Want)
}

// LockedError says that another process is writing the index.
type LockedError struct {
	PID int // 0 if unknown
	Err error
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("index is being written by process %d: %v", e.PID, e.Err)
}

func (e *LockedError) Unwrap() error { return e.Err }

// corrupt is a reason found below the level that knows the file's name.
type corrupt string

func (c corrupt) Error() string { return string(c) }
