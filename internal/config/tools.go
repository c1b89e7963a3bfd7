package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

// Tools is what one place says about the tools that a server offers. Its words
// are checked by who reads them.
type Tools struct {
	Preset string   `toml:"preset"` // a preset with deltas, or the names of tools
	Mode   string   `toml:"mode"`   // defer or hide
	Allow  []string `toml:"allow"`
	Deny   []string `toml:"deny"`
}

// mcpTable is the table [mcp] of the user's file.
type mcpTable struct {
	Tools Tools `toml:"tools"`
}

// applyTools reads which tools the environment and the user's file ask for.
func (c *Config) applyTools(f file) {
	c.Tools = f.MCP.Tools
	c.Forwarded = Tools{Preset: c.env.Get("GORTEX_TOOLS"), Mode: c.env.Get("GORTEX_TOOLS_MODE")}
	if c.Forwarded.Preset == "" && truth(c.env.Get("GORTEX_LAZY_TOOLS")) {
		// The older switch: a fixed set is shown and all else is deferred.
		c.Forwarded = Tools{Preset: "core", Mode: first(c.Forwarded.Mode, "defer")}
	}
}

// instructionsProfile is the file that names the active instruction profile.
func (d Dirs) instructionsProfile() string {
	return filepath.Join(d.Config, "instructions-profile")
}

// mostProfile is how many bytes of that file are looked at.
const mostProfile = 256

// InstructionsProfile is the name of the active instruction profile, "" if none
// was chosen, and whether the environment pins it. The name may be one that
// there is not.
func (c *Config) InstructionsProfile() (name string, pinned bool, err error) {
	if name = strings.TrimSpace(c.env.Get("GORTEX_INSTRUCTIONS_PROFILE")); name != "" {
		return name, true, nil
	}
	text, err := os.ReadFile(c.Dirs.instructionsProfile())
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read the active instruction profile: %w", err)
	}
	return strings.TrimSpace(string(text[:min(len(text), mostProfile)])), false, nil
}

// SwitchInstructions makes a profile the active one, for connections that are
// made from then on. A reader, or a crash, sees the old one or the new one.
func (c *Config) SwitchInstructions(name string) error {
	if err := os.MkdirAll(c.Dirs.Config, 0o755); err != nil {
		return fmt.Errorf("switch the instruction profile: %w", err)
	}
	if err := lockedfile.Replace(c.Dirs.instructionsProfile(), []byte(name+"\n"), 0o644, true); err != nil {
		return fmt.Errorf("switch the instruction profile: %w", err)
	}
	return nil
}
