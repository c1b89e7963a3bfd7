package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/workspace"
)

func spelled(words []query.Word) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Text
	}
	return strings.Join(list, " ")
}

// everyFile lists what lies below a directory, with sizes and times.
func everyFile(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	must(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		must(t, err)
		b.WriteString(path + " " + info.ModTime().String() + "\n")
		return nil
	}))
	return b.String()
}

// Completion is from what is stored, whatever has become of the tree, and
// leaves everything as it was.
func TestCompletionIsFromTheStore(t *testing.T) {
	root, state := resolved(t), t.TempDir()
	write(t, "ref: refs/heads/main\n", root, ".git/HEAD")
	write(t, def("alpha"), root, "pkg/a.py")
	write(t, def("beta"), root, "b c.py")
	w := setup(t, root, state, nil)
	for _, got := range [][]query.Word{w.CompleteSymbol(engine.Scope{}, "a", 9), w.CompleteFile(engine.Scope{}, "", 9), w.CompleteRepository()} {
		if len(got) > 0 {
			t.Errorf("without an index: %v", got)
		}
	}
	if left, err := os.ReadDir(filepath.Join(state, "cache")); err == nil {
		t.Fatalf("asking made %v", left)
	}

	must(t, look(t, w, engine.Scope{}).Close())
	write(t, def("after"), root, "pkg/a.py")
	verified, err := filepath.Glob(filepath.Join(state, "cache/index/*/VERIFIED"))
	must(t, err)
	for _, path := range verified {
		must(t, os.Remove(path))
	}
	before := everyFile(t, state)
	here := setup(t, filepath.Join(root, "pkg"), state, nil)
	for _, test := range []struct{ got, want string }{
		{spelled(w.CompleteSymbol(engine.Scope{}, "a", 9)), "alpha"},
		{spelled(w.CompleteSymbol(engine.Scope{}, "pkg/", 9)), "pkg/a.py::"},
		{spelled(w.CompleteFile(engine.Scope{}, "", 9)), "b c.py pkg/"},
		{spelled(here.CompleteFile(engine.Scope{}, "p", 9)), "pkg/"},
		{spelled(here.CompleteFile(engine.Scope{}, "a", 9)), "a.py"},
		{spelled(here.CompleteFile(engine.Scope{}, "../b", 9)), "../b c.py"},
		{spelled(here.CompleteFile(engine.Scope{}, "./", 9)), "./a.py"},
		{spelled(here.CompleteFile(engine.Scope{}, root+"/b", 9)), root + "/b c.py"},
		{spelled(here.CompleteFile(engine.Scope{}, "../../", 9)), ""},
		{spelled(here.CompleteFile(engine.Scope{}, "none/", 9)), ""},
		{spelled(w.CompleteSymbol(engine.Scope{Repo: "none"}, "a", 9)), ""},
		{spelled(setup(t, t.TempDir(), state, nil).CompleteSymbol(engine.Scope{Repo: root}, "al", 9)), "alpha"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
	if after := everyFile(t, state); after != before {
		t.Errorf("asking changed\n%s\ninto\n%s", before, after)
	}
}

// Where several repositories are tracked, paths can be written as answers write
// them.
func TestCompletionInSeveralRepositories(t *testing.T) {
	base, state := resolved(t), t.TempDir()
	var w *workspace.Workspace
	for _, name := range []string{"one", "two"} {
		write(t, def("in_"+name), base, name, "dir/m.py")
		w = setup(t, filepath.Join(base, name), state, nil)
		c, err := w.Control(t.Context(), engine.Scope{})
		must(t, err)
		_, err = c.Track(t.Context(), filepath.Join(base, name), "", false)
		must(t, err)
		must(t, look(t, w, engine.Scope{}).Close())
	}
	for _, test := range []struct{ got, want string }{
		{spelled(w.CompleteRepository()), "one two"},
		{spelled(w.CompleteSymbol(engine.Scope{}, "in", 9)), "in_two"},
		{spelled(w.CompleteSymbol(engine.Scope{Repo: "one"}, "in", 9)), "in_one"},
		{spelled(w.CompleteSymbol(engine.Scope{Repo: "*"}, "in", 9)), "in_one in_two"},
		{spelled(w.CompleteSymbol(engine.Scope{}, "tw", 9)), "two/"},
		{spelled(w.CompleteSymbol(engine.Scope{}, "two/dir/m.py::", 9)), "two/dir/m.py::in_two"},
		{spelled(w.CompleteFile(engine.Scope{}, "two/d", 9)), "two/dir/"},
		{spelled(w.CompleteFile(engine.Scope{}, "di", 9)), "dir/"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
