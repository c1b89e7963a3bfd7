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
	w.Set([]string{".", "sub"}, nil)
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

// A directory that takes the place of a watched one is watched, also when only
// a directory above it was moved.
func TestReplacedDirectoryIsWatched(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	must(t, os.MkdirAll(deep, 0o755))
	dirs := []string{".", "a", "a/b"}
	w := watch.New(root)
	defer w.Close()
	if !w.Set(dirs, nil) {
		t.Skip("no exact watcher on this system")
	}
	must(t, os.Rename(filepath.Join(root, "a"), filepath.Join(root, "old")))
	must(t, os.MkdirAll(deep, 0o755))
	if !w.Changed() {
		t.Error("the move was not seen")
	}
	if !w.Set(append(dirs, "old", "old/b"), nil) {
		t.Error("the new directories are not said to be new")
	}
	w.Changed()
	for _, dir := range []string{deep, filepath.Join(root, "old", "b")} {
		must(t, os.WriteFile(filepath.Join(dir, "f"), nil, 0o644))
		if !w.Changed() {
			t.Errorf("what happens in %s is not seen", dir)
		}
	}
	if w.Set(append(dirs, "old", "old/b"), nil) {
		t.Error("directories are said to be new that are not")
	}
}

// The root is the one that was watched, whatever is moved above it.
func TestRootUnderAnotherName(t *testing.T) {
	above := filepath.Join(t.TempDir(), "above")
	root := filepath.Join(above, "root")
	must(t, os.MkdirAll(root, 0o755))
	w := watch.New(root)
	defer w.Close()
	if !w.Set([]string{"."}, nil) {
		t.Skip("no exact watcher on this system")
	}
	if w.Changed() {
		t.Error("a change is reported in a quiet tree")
	}
	must(t, os.Rename(above, above+"2"))
	must(t, os.MkdirAll(root, 0o755))
	if !w.Changed() {
		t.Error("another root is not seen")
	}
}

// Single files outside the tree count too.
func TestFilesOutside(t *testing.T) {
	root, file := t.TempDir(), filepath.Join(t.TempDir(), "ignore")
	w := watch.New(root)
	defer w.Close()
	w.Set([]string{"."}, []string{file})
	if !w.Exact() {
		t.Skip("no exact watcher on this system")
	}
	for _, content := range []string{"a", "ab"} {
		w.Changed()
		if w.Changed() {
			t.Error("a change is reported in a quiet tree")
		}
		must(t, os.WriteFile(file, []byte(content), 0o644))
		if !w.Changed() {
			t.Error("a write is not seen")
		}
	}
}

// What cannot be watched is never called quiet, and a directory that vanished
// does no harm.
func TestNotExact(t *testing.T) {
	root := t.TempDir()
	w := watch.New(root)
	defer w.Close()
	if w.Exact() || !w.Changed() {
		t.Error("exact without a watch")
	}
	w.Set([]string{".", "gone"}, nil)
	if !w.Exact() {
		t.Skip("no exact watcher on this system")
	}
	w.Set([]string{".", "gone/deeper"}, nil)
	if w.Exact() || !w.Changed() {
		t.Error("exact although nothing would tell of gone/deeper")
	}
}

func BenchmarkQuiet(b *testing.B) {
	root := b.TempDir()
	w := watch.New(root)
	defer w.Close()
	w.Set([]string{"."}, []string{filepath.Join(root, "none")})
	w.Changed()
	for b.Loop() {
		if w.Changed() {
			b.Fatal("changed")
		}
	}
}
