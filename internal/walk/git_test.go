package walk_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/walk"
)

// tree is a working tree on disk under test.
type tree struct {
	testing.TB
	root string
}

// newTree is an empty directory in which git knows no configuration but its own.
func newTree(t *testing.T) tree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there:", err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(config, []byte("[user]\n\tname = A\n\temail = a@example.com\n[protocol \"file\"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("XDG_CONFIG_HOME", filepath.Dir(config))
	return tree{t, root}
}

// newRepo is a tree with `git init`.
func newRepo(t *testing.T) tree {
	t.Helper()
	tr := newTree(t)
	tr.git("init", "-q")
	return tr
}

func (t tree) path(rel string) string { return filepath.Join(t.root, filepath.FromSlash(rel)) }

// write makes files, given as pairs of path and content.
func (t tree) write(pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if err := os.MkdirAll(filepath.Dir(t.path(pairs[i])), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(t.path(pairs[i]), []byte(pairs[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (t tree) link(target, rel string) {
	t.Helper()
	if err := os.Symlink(target, t.path(rel)); err != nil {
		t.Skip("no symbolic links:", err)
	}
}

func (t tree) git(args ...string) []byte {
	t.Helper()
	return t.gitIn("", args...)
}

func (t tree) gitIn(rel string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", t.path(rel)}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, stderr.String())
	}
	return out
}

func (t tree) walk(opts walk.Options) *walk.Census {
	t.Helper()
	c, err := walk.Walk(t.Context(), t.root, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// truth is what git considers: regular files, tracked or not ignored, in the order of paths.
func (t tree) truth(rel string) []string {
	t.Helper()
	var out []string
	for _, p := range strings.Split(string(t.gitIn(rel, "ls-files", "-z", "-co", "--exclude-standard")), "\x00") {
		info, err := os.Lstat(t.path(filepath.ToSlash(filepath.Join(rel, p))))
		if p != "" && err == nil && info.Mode().IsRegular() {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// paths are the census's files to index, in the order of paths.
func paths(c *walk.Census) []string {
	var out []string
	for _, f := range c.Files {
		if f.Skip == "" {
			out = append(out, f.Path)
		}
	}
	slices.Sort(out)
	return out
}

func (t tree) same(what string, got, want []string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-git +census):\n%s", what, d)
	}
}

// skipped are the files left out by reason.
func skipped(c *walk.Census) map[string]source.Reason {
	out := map[string]source.Reason{}
	for _, s := range c.Skipped() {
		out[s.Path] = s.Reason
	}
	return out
}
