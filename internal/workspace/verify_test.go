package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/workspace"
)

// damage changes a byte in the middle of the base of the only index.
func damage(t *testing.T, state string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(state, "cache", "index", "*", "gen-*.idx"))
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("bases: %q", found)
	}
	raw, err := os.ReadFile(found[0])
	must(t, err)
	raw[len(raw)*3/4] ^= 0x55
	must(t, os.WriteFile(found[0]+"~", raw, 0o644))
	must(t, os.Rename(found[0]+"~", found[0]))
}

func planted(t *testing.T) (root, state string) {
	root, state = resolved(t), t.TempDir()
	for i := range 50 {
		write(t, def(fmt.Sprint("f", i)), root, fmt.Sprint("m", i, ".py"))
	}
	must(t, look(t, setup(t, root, state, nil), engine.Scope{}).Close())
	return root, state
}

// Damage that opening does not see is found by a process that lives long, and
// by indexing; both make the index anew and say so.
func TestDamageIsFound(t *testing.T) {
	t.Run("watching", func(t *testing.T) {
		root, state := planted(t)
		damage(t, state)
		w := setup(t, root, state, watching)
		for deadline := time.Now().Add(10 * time.Second); ; {
			v := look(t, w, engine.Scope{})
			caveats := strings.Join(v.Status().Caveats, "\n")
			v.Close()
			if strings.Contains(caveats, "index_rebuilt: ") {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("the damage is not found")
			}
			time.Sleep(5 * time.Millisecond)
		}
		if got := seen(t, w, root); len(got) != 100 {
			t.Errorf("the index made anew has %q", got)
		}
	})
	t.Run("index", func(t *testing.T) {
		root, state := planted(t)
		damage(t, state)
		c, err := setup(t, root, state, nil).Control(context.Background(), engine.Scope{})
		must(t, err)
		r, err := c.Index(context.Background(), "", nil, false)
		must(t, err)
		if !r.Full || r.Symbols != 50 || !strings.Contains(strings.Join(r.Notes, "\n"), "index_rebuilt: ") {
			t.Errorf("report: %+v", r)
		}
	})
}

// Where the cache cannot be written the answer is right all the same, says so,
// and nothing is left behind.
func TestIndexNotSaved(t *testing.T) {
	for _, long := range []bool{false, true} {
		t.Run(fmt.Sprintf("watching=%v", long), func(t *testing.T) {
			root, state, temp := resolved(t), t.TempDir(), t.TempDir()
			t.Setenv("TMPDIR", temp)
			write(t, def("a"), root, "a.py")
			write(t, "not a directory", state, "cache")
			w := setup(t, root, state, func(c *workspace.Config) { c.Watch = long })
			for i := range 3 {
				write(t, strings.Repeat("# line\n", i)+def("a"), root, "a.py")
				if got := seen(t, w, root); len(got) != 2 {
					t.Errorf("seen: %q", got)
				}
				v := look(t, w, engine.Scope{})
				if s := v.Status(); len(s.Caveats) != 1 || !strings.HasPrefix(s.Caveats[0], "index_not_saved: ") || s.IndexedAt == "" {
					t.Errorf("status: %+v", s)
				}
				v.Close()
			}
			must(t, w.Close())
			if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// A private index begins as a copy of one that can be read and not be written,
// and what a killed process left is removed.
func TestPrivateCopy(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	root, state := planted(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	dead := filepath.Join(temp, "gortex-private-999999999-1")
	must(t, os.Mkdir(dead, 0o755))
	dirs, err := filepath.Glob(filepath.Join(state, "cache", "index", "*"))
	must(t, err)
	must(t, os.Chmod(filepath.Join(dirs[0], "LOCK"), 0o400))
	must(t, os.Chmod(dirs[0], 0o500))
	defer os.Chmod(dirs[0], 0o700)
	write(t, def("g0"), root, "m0.py")
	v := look(t, setup(t, root, state, nil), engine.Scope{})
	defer v.Close()
	if s := v.Status(); s.Refreshed != 1 || len(s.Caveats) != 1 {
		t.Errorf("status: %+v", s)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("what a killed process left is still there")
	}
}
