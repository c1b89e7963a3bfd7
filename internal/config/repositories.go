package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/BurntSushi/toml"
)

// Tracked is one repository the user asked gortex to know by name.
type Tracked struct {
	Name     string `toml:"name"`
	Path     string `toml:"path"` // absolute
	Worktree bool   `toml:"worktree,omitempty"`
}

// tracked is repositories.toml.
type tracked struct {
	Version    int       `toml:"version"`
	Repository []Tracked `toml:"repository"`
}

const trackedVersion = 1

// ReadRepositories lists what is tracked, in the order it was tracked. No file
// means none.
func (d Dirs) ReadRepositories() ([]Tracked, error) {
	text, err := os.ReadFile(d.Repositories())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what is tracked: %w", err)
	}
	var t tracked
	if _, err := toml.Decode(string(text), &t); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Repositories(), err)
	}
	if t.Version > trackedVersion {
		return nil, fmt.Errorf("%s: written by a newer gortex (version %d)", d.Repositories(), t.Version)
	}
	return t.Repository, nil
}

// UpdateRepositories replaces what is tracked by what change makes of it.
// Processes that do so at once take turns; a reader, or a crash, sees the old
// list or the new one. If change fails nothing is written.
func (d Dirs) UpdateRepositories(ctx context.Context, change func([]Tracked) ([]Tracked, error)) error {
	if err := os.MkdirAll(d.Data, 0o755); err != nil {
		return fmt.Errorf("track: %w", err)
	}
	unlock, err := lock(ctx, d.Repositories()+".lock")
	if err != nil {
		return fmt.Errorf("track: %w", err)
	}
	defer unlock()
	old, err := d.ReadRepositories()
	if err != nil {
		return err
	}
	list, err := change(old)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("# Written by gortex track and untrack.\n")
	if err := toml.NewEncoder(&b).Encode(tracked{trackedVersion, list}); err != nil {
		return fmt.Errorf("track: %w", err)
	}
	return replace(d.Repositories(), b.Bytes())
}

// replace writes a file whole or not at all.
func replace(path string, text []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(text); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	// Without this a crash of the machine may leave an empty file under the
	// new name.
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// lock waits until no other process holds the lock file.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		held, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, err
		}
		if held {
			return func() { f.Close() }, nil // closing gives the lock back
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
