package hook

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Runs are counted by agent and event; those before, those of nobody known, and
// what is no observation are not.
func TestReadActivity(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "made", LogName)
	for i, o := range []observation{
		{Agent: "kimi", Event: PreToolUse, Emitted: true}, {Agent: "codex", Event: SessionStart}, {Agent: "codex", Event: SessionStart, Emitted: true},
		{Agent: "codex", Event: other}, {Agent: "nobody", Event: SessionStart},
	} {
		o.append(path, now.Add(time.Duration(i)*time.Second))
	}
	observation{Agent: "codex", Event: SessionStart, Emitted: true}.append(path, now.Add(-time.Hour))
	if err := os.WriteFile(path+".1", []byte("{\n\x00\n[]\n"+`{"at":"2026-05-04T12:00:01Z","agent":"kimi","event":"PreToolUse"}`+"\n{\"at\":\"2026-"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadActivity(path, now)
	if err != nil {
		t.Fatal(err)
	}
	want := []Activity{
		{"codex", SessionStart, 2, 1, now.Add(2 * time.Second)}, {"codex", other, 1, 0, now.Add(3 * time.Second)}, {"kimi", PreToolUse, 2, 1, now.Add(time.Second)},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got, err := ReadActivity(filepath.Join(t.TempDir(), LogName), now); got != nil || err != nil {
		t.Errorf("no log: %v, %v", got, err)
	}
	if got, err := ReadActivity(t.TempDir(), now); got != nil || err != nil {
		t.Errorf("a directory: %v, %v", got, err)
	}
}
