package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/workspace"
)

func code(err error) string {
	var f *engine.Failure
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func files(r graph.Reader) []string {
	var out []string
	for id := range r.NumFiles() {
		if f := r.File(graph.FileID(id)); f.Path != "" {
			out = append(out, f.Path)
		}
	}
	slices.Sort(out)
	return out
}

// Several tracked repositories: paths carry the name, are taken without it too,
// and "*" is all of them at once.
func TestSeveralRepositories(t *testing.T) {
	base, state := resolved(t), t.TempDir()
	for _, name := range []string{"one", "two", "three"} {
		write(t, def(name), base, name, "pkg", name+".py")
		write(t, def("same"), base, name, "same.py")
	}
	for _, long := range []bool{false, true} {
		w := setup(t, filepath.Join(base, "one", "pkg"), state, func(c *workspace.Config) { c.Watch = long })
		ctl, err := w.Control(context.Background(), engine.Scope{})
		must(t, err)
		for _, name := range []string{"one", "two"} {
			_, err := ctl.Track(context.Background(), filepath.Join(base, name), "", false)
			must(t, err)
		}
		v := look(t, w, engine.Scope{})
		if d := cmp.Diff([]string{"one/pkg/one.py", "one/same.py"}, files(v.Graph())); d != "" {
			t.Error(d)
		}
		for path, want := range map[string]string{
			"one/pkg/one.py": "one/pkg/one.py", "pkg/one.py": "one/pkg/one.py", "one.py": "one/pkg/one.py",
			"../same.py": "one/same.py", filepath.Join(base, "one", "same.py"): "one/same.py", ".": "one/pkg", "./one.py": "one/pkg/one.py", "..": "one/.", "none.py": "one/none.py",
		} {
			if got, err := v.Rel(path); err != nil || got != want {
				t.Errorf("Rel(%q) = %q, %v; want %q", path, got, err, want)
			}
		}
		for path, want := range map[string]string{"../../two/same.py": "path_outside_root", "/etc/passwd": "path_outside_root", "../..": "path_outside_root", "a\x00b": "invalid_argument"} {
			if got, err := v.Rel(path); code(err) != want {
				t.Errorf("Rel(%q) = %q, %v; want %s", path, got, err, want)
			}
		}
		if f, ok := v.Graph().FileByPath("pkg/one.py"); !ok || v.Graph().File(f).Path != "one/pkg/one.py" {
			t.Error("a path without the prefix is not found")
		}
		v.Close()

		for repo, want := range map[string]string{"two": "two/same.py", filepath.Join(base, "two", "pkg"): "two/same.py", filepath.Join(base, "three"): "same.py"} {
			v := look(t, w, engine.Scope{Repo: repo})
			if got := files(v.Graph()); !slices.Contains(got, want) {
				t.Errorf("repository %q has %q", repo, got)
			}
			v.Close()
		}
		if _, err := w.View(context.Background(), engine.Scope{Repo: "four"}); code(err) != "repo_not_tracked" {
			t.Error(err)
		}
		everything(t, w, base)
		for _, name := range []string{"one", "two"} {
			_, err := ctl.Untrack(context.Background(), name)
			must(t, err)
		}
	}
}

func everything(t *testing.T, w *workspace.Workspace, base string) {
	t.Helper()
	v := look(t, w, engine.Scope{Repo: "*"})
	defer v.Close()
	if d := cmp.Diff([]string{"one/pkg/one.py", "one/same.py", "two/pkg/two.py", "two/same.py"}, files(v.Graph())); d != "" {
		t.Error(d)
	}
	if _, ok := v.Graph().FileByPath("same.py"); ok {
		t.Error("same.py means one of two files")
	}
	for path, want := range map[string]string{"two/same.py": "two/same.py", "pkg/two.py": "two/pkg/two.py", filepath.Join(base, "two", "same.py"): "two/same.py"} {
		c, err := v.ReadFile(context.Background(), path)
		if err != nil || c.Path != want || !c.Indexed {
			t.Errorf("ReadFile(%q) = %q, %v", path, c.Path, err)
		}
	}
	var lines []string
	for offset := range 4 {
		r, err := v.Text(context.Background(), engine.TextQuery{Pattern: "def ", Limit: 1, Offset: offset})
		must(t, err)
		if r.Total != 4 || !r.Complete || len(r.Matches) != 1 {
			t.Fatalf("text at %d: %+v", offset, r)
		}
		lines = append(lines, r.Matches[0].Path)
	}
	if d := cmp.Diff(files(v.Graph()), lines); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
	if r := v.Repository(); r.Name != "one" {
		t.Errorf("current: %+v", r)
	}
	if n := len(v.Repositories()); n != 2 {
		t.Errorf("%d repositories", n)
	}
}

// One that cannot be looked at does not hide the others.
func TestMissingRepositoryIsLeftOut(t *testing.T) {
	base, state := resolved(t), t.TempDir()
	write(t, def("one"), base, "one", "one.py")
	write(t, def("two"), base, "two", "two.py")
	w := setup(t, filepath.Join(base, "one"), state, nil)
	ctl, err := w.Control(context.Background(), engine.Scope{})
	must(t, err)
	for _, name := range []string{"one", "two"} {
		_, err := ctl.Track(context.Background(), filepath.Join(base, name), "", false)
		must(t, err)
	}
	must(t, os.RemoveAll(filepath.Join(base, "two")))
	v := look(t, w, engine.Scope{Repo: "*"})
	defer v.Close()
	if s := v.Status(); len(s.Caveats) != 1 || !strings.HasPrefix(s.Caveats[0], "repository_left_out: two: ") {
		t.Errorf("status: %+v", s)
	}
	if _, err := w.View(context.Background(), engine.Scope{Repo: "two"}); code(err) != "file_not_found" {
		t.Errorf("the missing one itself: %v", err)
	}
}

// Working trees of one repository are indexed apart, a submodule is part of the
// tree that holds it, and a tree is the same by whatever name it is reached.
func TestTrees(t *testing.T) {
	base, state := resolved(t), t.TempDir()
	main := filepath.Join(base, "main")
	write(t, def("a"), main, "a.py")
	git(t, main, "init", "-q")
	git(t, main, "add", "-A")
	git(t, main, "commit", "-qm", "one")
	git(t, main, "worktree", "add", "-q", filepath.Join(base, "linked"), "-b", "other")
	write(t, def("b"), base, "linked", "b.py")
	write(t, def("c"), base, "plain", "deep", "c.py")
	must(t, os.Symlink(filepath.Join(base, "main"), filepath.Join(base, "link")))
	must(t, os.MkdirAll(filepath.Join(main, "empty"), 0o755))
	for dir, want := range map[string][]string{
		"main": {"a.py"}, "main/empty": {"a.py"}, "link": {"a.py"}, "linked": {"a.py", "b.py"}, "plain": {"deep/c.py"}, "plain/deep": {"c.py"},
	} {
		v := look(t, setup(t, filepath.Join(base, dir), state, nil), engine.Scope{})
		if d := cmp.Diff(want, slices.DeleteFunc(files(v.Graph()), func(p string) bool { return p == ".git" })); d != "" {
			t.Errorf("%s (-want +got):\n%s", dir, d)
		}
		v.Close()
	}
	indexes, err := filepath.Glob(filepath.Join(state, "cache", "index", "*"))
	must(t, err)
	if len(indexes) != 4 {
		t.Errorf("%d indexes, want 4: %q", len(indexes), indexes)
	}
}

// No path, however written, leads outside.
func FuzzRel(f *testing.F) {
	root := resolved(f)
	write(f, def("a"), root, "sub", "a.py")
	write(f, "ref: refs/heads/x\n", root, ".git", "HEAD") // enough to be taken for a repository
	must(f, os.Symlink("/etc", filepath.Join(root, "sub", "out")))
	must(f, os.Symlink("a.py", filepath.Join(root, "sub", "in.py")))
	must(f, os.Symlink("nowhere", filepath.Join(root, "dangling")))
	w := setup(f, filepath.Join(root, "sub"), f.TempDir(), nil)
	v := look(f, w, engine.Scope{})
	defer v.Close()
	for _, s := range []string{"", ".", "..", "a.py", "sub/a.py", "./sub//a.py", "../sub/a.py", "sub/out/passwd", "out/passwd", "out/../a.py", "dangling", "sub/in.py", "/etc/passwd", root, root + "/../x", "sub\\a.py", " a.py ", "a\x00", "~/x", strings.Repeat("../", 50) + "etc/passwd", strings.Repeat("a/", 3000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		rel, err := v.Rel(path)
		if err != nil {
			// What the system itself would refuse is no path at all.
			if c := code(err); c != "path_outside_root" && c != "invalid_argument" {
				t.Errorf("Rel(%q): %v", path, err)
			}
			return
		}
		if filepath.IsAbs(rel) || rel == ".." || strings.HasPrefix(rel, "../") {
			t.Fatalf("Rel(%q) = %q", path, rel)
		}
		if real, err := filepath.EvalSymlinks(filepath.Join(root, rel)); err == nil && real != root && !strings.HasPrefix(real, root+"/") {
			t.Errorf("Rel(%q) = %q leads to %q", path, rel, real)
		}
		if c, err := v.ReadFile(context.Background(), path); err != nil && code(err) == "" {
			t.Errorf("ReadFile(%q): %v", path, err)
		} else if err == nil && c.Path != rel {
			t.Errorf("ReadFile(%q) is of %q, Rel says %q", path, c.Path, rel)
		}
	})
}
