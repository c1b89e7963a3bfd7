package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/BurntSushi/toml"

	"github.com/gortexhq/gortex/internal/lockedfile"
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
	unlock, err := lockedfile.Lock(ctx, d.Repositories()+".lock", 0o644)
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
	return lockedfile.Replace(d.Repositories(), b.Bytes(), 0o644, true)
}
