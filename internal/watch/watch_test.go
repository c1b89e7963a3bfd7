package watch_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/watch"
)

// Every kind of change is seen by the very next question, and quiet is quiet.
func TestChangedSeesEveryChangeAtOnce(t *testing.T) {
	root := t.TempDir()
	file, sub := filepath.Join(root, "a.txt"), filepath.Join(root, "sub")
	must(t, os.WriteFile(file, []byte("one"), 0o644))
	must(t, os.Mkdir(sub, 0o755))
	w := watch.New(root)
	defer w.Close()
	w.Set([]string{".", "sub"})
	if !w.Exact() {
		t.Skip("no exact watcher on this system")
	}
	w.Changed()
	changes := map[string]func() error{
		"write":  func() error { return os.WriteFile(file, []byte("two"), 0o644) },
		"create": func() error { return os.WriteFile(filepath.Join(sub, "new"), nil, 0o644) },
		"rename": func() error { return os.Rename(filepath.Join(sub, "new"), filepath.Join(sub, "old")) },
		"remove": func() error { return os.Remove(filepath.Join(sub, "old")) },
		"mode":   func() error { return os.Chmod(file, 0o600) },
		"mkdir":  func() error { return os.Mkdir(filepath.Join(root, "dir"), 0o755) },
		"rmdir":  func() error { return os.Remove(sub) },
	}
	for _, name := range []string{"write", "create", "rename", "remove", "mode", "mkdir", "rmdir"} {
		if w.Changed() {
			t.Errorf("before %s: a change is reported in a quiet tree", name)
		}
		must(t, changes[name]())
		if !w.Changed() {
			t.Errorf("%s was not seen", name)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
