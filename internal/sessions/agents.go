package sessions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/lockedfile"
)

// agents is the register of all agents at work on this machine.
type agents struct {
	file string // "": in memory

	mu   sync.Mutex
	list []engine.Agent
}

// registered is the file.
type registered struct {
	Version int            `json:"version"`
	Agents  []engine.Agent `json:"agents"`
}

func (a *agents) update(ctx context.Context, change func([]engine.Agent) ([]engine.Agent, error)) error {
	if a.file == "" {
		a.mu.Lock()
		defer a.mu.Unlock()
		list, err := change(alive(a.list))
		if err == nil {
			a.list = list
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(a.file), 0o700); err != nil {
		return a.failure(err)
	}
	unlock, err := lockedfile.Lock(ctx, a.file+".lock", 0o600)
	if err != nil {
		return a.failure(err)
	}
	defer unlock()
	list, err := a.read()
	if err != nil {
		return err
	}
	list, err = change(alive(list))
	if err != nil {
		return err
	}
	text, err := encode(registered{recordVersion, list})
	if err != nil {
		return a.failure(err)
	}
	return a.failure(lockedfile.Replace(a.file, text, 0o600, true))
}

func (a *agents) read() ([]engine.Agent, error) {
	text, err := os.ReadFile(a.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, a.failure(err)
	}
	var r registered
	err = json.Unmarshal(text, &r)
	switch {
	case err == nil && r.Version > recordVersion:
		return nil, a.failure(fmt.Errorf("it was written by a newer gortex (version %d)", r.Version))
	case err == nil && r.Version == recordVersion:
		return r.Agents, nil
	}
	aside := a.file + ".damaged-" + time.Now().UTC().Format("20060102T150405.000")
	if err := os.Rename(a.file, aside); err != nil {
		return nil, a.failure(err)
	}
	return nil, &engine.Failure{
		Code: "unavailable", Message: "the register of agents was damaged and was set aside; agents have to register again",
		Data: map[string]any{"set_aside": aside},
	}
}

// alive are the agents that were not silent for too long.
func alive(list []engine.Agent) []engine.Agent {
	return slices.DeleteFunc(slices.Clone(list), func(a engine.Agent) bool { return time.Since(a.Heartbeat) > engine.AgentSilence })
}

func (a *agents) failure(err error) error {
	var known *engine.Failure
	if err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &engine.Failure{
		Code: "unavailable", Message: fmt.Sprintf("the register of agents cannot be kept: %v", err),
		Data: map[string]any{"file": a.file},
	}
}
