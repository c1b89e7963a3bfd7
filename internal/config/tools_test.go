package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Which tools are offered is said by variables and by the user's file, and each
// is kept apart: who wins is decided where the presets are known.
//
//spec:surface-lazy-tools
func TestTools(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, ".config/gortex/config.toml"), "[mcp.tools]\npreset = \"nav\"\nmode = \"defer\"\nallow = [\"find_files\"]\ndeny = [\"write_file\"]\nextra = 1\n")
	c, err := Load(env(home, map[string]string{"GORTEX_TOOLS": "edit,+analyze", "GORTEX_TOOLS_MODE": "hide", "GORTEX_LAZY_TOOLS": "1"}))
	if err != nil {
		t.Fatal(err)
	}
	want := []Tools{{Preset: "edit,+analyze", Mode: "hide"}, {"nav", "defer", []string{"find_files"}, []string{"write_file"}}}
	if d := cmp.Diff(want, []Tools{c.Forwarded, c.Tools}); d != "" {
		t.Error(d)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], "mcp.tools.extra") {
		t.Errorf("warnings %q", c.Warnings)
	}
	c, _ = Load(env(t.TempDir(), map[string]string{"GORTEX_LAZY_TOOLS": "1"}))
	if d := cmp.Diff(Tools{Preset: "core", Mode: "defer"}, c.Forwarded); d != "" {
		t.Error(d)
	}
	write(t, filepath.Join(home, ".config/gortex/config.toml"), "[mcp.tools]\npreset = 7\n")
	if _, err := Load(env(home, nil)); err == nil || !strings.Contains(err.Error(), "preset") {
		t.Errorf("a preset that is no word: %v", err)
	}
}

// The active profile is what was switched to last, unless a variable pins one.
func TestInstructionsProfile(t *testing.T) {
	home := t.TempDir()
	c, err := Load(env(home, nil))
	if err != nil {
		t.Fatal(err)
	}
	if name, pinned, err := c.InstructionsProfile(); name != "" || pinned || err != nil {
		t.Errorf("before: %q, %v, %v", name, pinned, err)
	}
	for _, profile := range []string{"full", "localization"} {
		if err := c.SwitchInstructions(profile); err != nil {
			t.Fatal(err)
		}
		if name, pinned, err := c.InstructionsProfile(); name != profile || pinned || err != nil {
			t.Errorf("after: %q, %v, %v", name, pinned, err)
		}
	}
	if left, _ := os.ReadDir(c.Dirs.Config); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	c, _ = Load(env(home, map[string]string{"GORTEX_INSTRUCTIONS_PROFILE": " core "}))
	if name, pinned, _ := c.InstructionsProfile(); name != "core" || !pinned {
		t.Errorf("pinned: %q, %v", name, pinned)
	}
}
