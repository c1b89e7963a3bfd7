package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/walk"
)

// census writes the census that names the root of an index.
func (p *place) census(dir, root string) {
	p.t.Helper()
	c, err := walk.Walk(context.Background(), root, walk.Options{})
	must(p.t, err)
	p.write(filepath.Join(dir, "CENSUS"), "gen\n"+string(c.Encode()))
}

// A repair brings back what drifted, and leaves what is somebody else's, what
// cannot be read, what the user left out, and hosts without gortex.
func TestRepair(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "codex", "zed", "cursor", "windsurf")
	must(t, os.RemoveAll(p.home))
	p.forget()
	must(t, os.MkdirAll(p.home, 0o755))
	p.Hosts, _ = p.Engine.Named([]string{"codex", "zed"})
	p.install(host.User, host.Hooks)
	p.Hosts, _ = p.Engine.Named([]string{"codex", "zed", "cursor", "windsurf"})
	p.replace(codexFile, "startup_timeout_sec = 30", "startup_timeout_sec = 1")
	p.replace(zedFile, filepath.Join(p.bin, "gortex"), "/old/gortex")
	const theirs, broken = `{"mcpServers": {"gortex": {"command": "their-gortex", "args": []}}}`, `{"mcpServers": `
	p.write(".cursor/mcp.json", theirs)
	p.write(".codeium/windsurf/mcp_config.json", broken)

	fixed, err := p.Repair(context.Background(), true)
	must(t, err)
	var got []string
	for _, f := range fixed {
		got = append(got, f.Agent+" "+string(f.Action)+f.Error)
	}
	if d := cmp.Diff([]string{"codex update", "zed update"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	r := p.Examine(context.Background())
	want := "blocker conflict cursor\nblocker malformed windsurf\ninfo part_not_installed codex"
	if d := cmp.Diff(want, strings.Join(found(r), "\n")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for path, text := range map[string]string{".cursor/mcp.json": theirs, ".codeium/windsurf/mcp_config.json": broken} {
		if now, err := os.ReadFile(filepath.Join(p.home, path)); string(now) != text {
			t.Errorf("%s is %q, %v", path, now, err)
		}
	}
	if again, err := p.Repair(context.Background(), true); err != nil || len(again) > 0 {
		t.Errorf("again: %v, %v", again, err)
	}
}

// Indexes go when that is asked for, and only those of what is gone and is not
// tracked.
func TestRepairIndexes(t *testing.T) {
	t.Parallel()
	p := newPlace(t, trio...)
	gone := filepath.Join(p.home, "gone")
	must(t, os.Mkdir(gone, 0o755))
	kept, orphan := p.indexed(p.repo), p.indexed(gone)
	must(t, os.Remove(gone))
	if fixed, err := p.Repair(context.Background(), false); err != nil || len(fixed) > 0 {
		t.Errorf("%v, %v", fixed, err)
	}
	fixed, err := p.Repair(context.Background(), true)
	must(t, err)
	if d := cmp.Diff([]Fixed{{Path: orphan, Action: install.Delete}}, fixed); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(orphan); !os.IsNotExist(err) {
		t.Errorf("%s is there: %v", orphan, err)
	}
}

// Without a receipt that can be read nothing is repaired.
func TestRepairWithoutReceipt(t *testing.T) {
	t.Parallel()
	p := newPlace(t, trio...)
	p.replace(codexFile, "startup_timeout_sec = 30", "startup_timeout_sec = 1")
	p.write(filepath.Join(p.Engine.Dirs.State, "installed.json"), "{")
	if fixed, err := p.Repair(context.Background(), true); err == nil || len(fixed) > 0 {
		t.Errorf("%v, %v", fixed, err)
	}
}
