package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/workspace"
)

// edit is one way in which a tree changes.
type edit struct {
	name string
	do   func(t *testing.T, root string)
}

func def(name string) string { return "def " + name + "():\n    return 1\n" }

// preserve writes a file and gives it the times it had.
func preserve(t *testing.T, path, content string) {
	info, err := os.Stat(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte(content), 0o644))
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// edits change the tree that TestEveryEditIsSeen begins with, one after the
// other.
var edits = []edit{
	{"same size, same moment", func(t *testing.T, root string) {
		write(t, def("aa"), root, "a.py")
		write(t, def("ab"), root, "a.py")
	}},
	{"times kept", func(t *testing.T, root string) { preserve(t, filepath.Join(root, "a.py"), def("ac")) }},
	{"replaced by a copy with old times", func(t *testing.T, root string) {
		old := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
		write(t, def("ad"), root, "new.tmp")
		must(t, os.Chtimes(filepath.Join(root, "new.tmp"), old, old))
		must(t, os.Rename(filepath.Join(root, "new.tmp"), filepath.Join(root, "a.py")))
	}},
	{"appended in place", func(t *testing.T, root string) {
		f, err := os.OpenFile(filepath.Join(root, "a.py"), os.O_APPEND|os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteString(def("ae"))
		must(t, errors.Join(err, f.Close()))
	}},
	{"truncated", func(t *testing.T, root string) { must(t, os.Truncate(filepath.Join(root, "a.py"), 0)) }},
	{"file becomes directory", func(t *testing.T, root string) {
		must(t, os.Remove(filepath.Join(root, "a.py")))
		write(t, def("inner"), root, "a.py", "inner.py")
	}},
	{"directory becomes file", func(t *testing.T, root string) {
		must(t, os.RemoveAll(filepath.Join(root, "a.py")))
		write(t, def("af"), root, "a.py")
	}},
	{"deleted", func(t *testing.T, root string) { must(t, os.Remove(filepath.Join(root, "a.py"))) }},
	{"made", func(t *testing.T, root string) { write(t, def("ag"), root, "a.py") }},
	{"renamed over", func(t *testing.T, root string) {
		must(t, os.Rename(filepath.Join(root, "a.py"), filepath.Join(root, "sub", "b.py")))
	}},
	{"directory made and filled", func(t *testing.T, root string) {
		for i := range 5 {
			write(t, def(fmt.Sprint("n", i)), root, "new", "deep", fmt.Sprint("d", i), "x.py")
		}
	}},
	{"deep in a new directory", func(t *testing.T, root string) { write(t, def("deep"), root, "new", "deep", "d3", "x.py") }},
	{"directory moved and replaced", func(t *testing.T, root string) {
		must(t, os.Rename(filepath.Join(root, "new"), filepath.Join(root, "old")))
		write(t, def("again"), root, "new", "deep", "d3", "x.py")
	}},
	{"deep in the replaced directory", func(t *testing.T, root string) { write(t, def("more"), root, "new", "deep", "d3", "x.py") }},
	{"deep in the moved directory", func(t *testing.T, root string) { write(t, def("less"), root, "old", "deep", "d3", "x.py") }},
	{"ignored by a nested file", func(t *testing.T, root string) { write(t, "d1/\n*.md\n", root, "new", "deep", ".gitignore") }},
	{"ignore file changed", func(t *testing.T, root string) { write(t, "d3/\n", root, "new", "deep", ".gitignore") }},
	{"ignore file deleted", func(t *testing.T, root string) { must(t, os.Remove(filepath.Join(root, "new", "deep", ".gitignore"))) }},
	{"own ignore file", func(t *testing.T, root string) { write(t, "old/\n", root, ".gortexignore") }},
	{"own ignore file deleted", func(t *testing.T, root string) { must(t, os.Remove(filepath.Join(root, ".gortexignore"))) }},
	{"ignored in .git/info", func(t *testing.T, root string) { write(t, "old/\n", root, ".git", "info", "exclude") }},
	{"no more ignored in .git/info", func(t *testing.T, root string) { write(t, "", root, ".git", "info", "exclude") }},
	{"binary", func(t *testing.T, root string) { write(t, "\x00\x01", root, "sub", "b.py") }},
	{"text again", func(t *testing.T, root string) { write(t, def("b"), root, "sub", "b.py") }},
	{"symbolic link", func(t *testing.T, root string) {
		must(t, os.Remove(filepath.Join(root, "sub", "b.py")))
		must(t, os.Symlink("/etc/passwd", filepath.Join(root, "sub", "b.py")))
	}},
	{"link to a directory outside", func(t *testing.T, root string) { must(t, os.Symlink("/etc", filepath.Join(root, "sub", "etc"))) }},
	{"all committed", func(t *testing.T, root string) {
		git(t, root, "add", "-A")
		git(t, root, "commit", "-qm", "one")
	}},
	{"another branch", func(t *testing.T, root string) {
		git(t, root, "checkout", "-q", "first")
	}},
	{"and back", func(t *testing.T, root string) { git(t, root, "checkout", "-q", "-") }},
	{"nested repository", func(t *testing.T, root string) {
		write(t, def("nested"), root, "nested", "x.py")
		git(t, filepath.Join(root, "nested"), "init", "-q")
	}},
	{"no longer a repository", func(t *testing.T, root string) { must(t, os.RemoveAll(filepath.Join(root, "nested", ".git"))) }},
	{"tree deleted and made again", func(t *testing.T, root string) {
		must(t, os.RemoveAll(root))
		write(t, def("reborn"), root, "deep", "x.py")
	}},
	{"in the new tree", func(t *testing.T, root string) { write(t, def("grown"), root, "deep", "x.py") }},
	{"a directory above renamed, and another in its place", func(t *testing.T, root string) {
		above := filepath.Dir(root)
		must(t, os.Rename(above, above+"-old"))
		write(t, def("other"), root, "x.py")
	}},
}

// Whatever is done to a tree, the next call sees it, and no answer is cut from
// bytes that are gone: by the calls of new processes, and by those of one that
// watches.
func TestEveryEditIsSeen(t *testing.T) {
	for _, long := range []bool{false, true} {
		t.Run(fmt.Sprintf("watching=%v", long), func(t *testing.T) {
			t.Parallel()
			root := filepath.Join(resolved(t), "above", "root")
			write(t, def("a"), root, "a.py")
			git(t, root, "init", "-q", "-b", "first")
			git(t, root, "add", "-A")
			git(t, root, "commit", "-qm", "none")
			git(t, root, "checkout", "-qb", "second")
			write(t, def("b"), root, "sub", "b.py")
			state := t.TempDir()
			var w *workspace.Workspace
			if long {
				w = setup(t, root, state, watching)
			}
			for i, e := range append([]edit{{"nothing", func(*testing.T, string) {}}}, edits...) {
				e.do(t, root)
				if !long {
					w = setup(t, root, state, nil)
				}
				got := seen(t, w, root)
				want := seen(t, setup(t, root, t.TempDir(), nil), root)
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("%d, %s: not what is there (-there +seen):\n%s", i, e.name, d)
				}
				if again := seen(t, w, root); !cmp.Equal(again, got) {
					t.Errorf("%d, %s: a second look differs:\n%s", i, e.name, cmp.Diff(got, again))
				}
			}
		})
	}
}

// seen is what a view shows. Every declaration must stand where the view says.
func seen(t *testing.T, w *workspace.Workspace, root string) []string {
	t.Helper()
	v := look(t, w, engine.Scope{})
	defer v.Close()
	r := v.Graph()
	var out []string
	for id := range r.NumFiles() {
		f := r.File(graph.FileID(id))
		if f.Path == "" {
			continue
		}
		c, err := v.ReadFile(context.Background(), f.Path)
		must(t, err)
		disk, err := os.ReadFile(filepath.Join(root, f.Path))
		must(t, err)
		if string(disk) != string(c.Bytes) || source.Sum(disk) != f.Hash {
			t.Errorf("%s is not what is on disk", f.Path)
		}
		out = append(out, fmt.Sprintf("%s %x", f.Path, f.Hash))
		for n := range r.FileNodes(graph.FileID(id)) {
			node := r.Node(n)
			if text := string(c.Bytes[node.Span.Start:node.Span.End]); f.Language == "python" && text+"\n" != def(node.Name) {
				t.Errorf("%s is cut as %q", graph.ID(r, node), text)
			}
			out = append(out, graph.ID(r, node))
		}
	}
	for _, s := range v.Skipped() {
		out = append(out, "skipped "+s.Path+" "+s.Reason)
	}
	slices.Sort(out)
	return out
}
