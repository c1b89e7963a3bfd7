package index_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/index"
)

// An update notes which symbols of the files that changed have other lines: not
// those that moved, nor the class of a method.
func TestUpdatesNoteWhatChanged(t *testing.T) {
	root, dir := t.TempDir(), filepath.Join(t.TempDir(), "index")
	o := plain(root, dir, t.TempDir())
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module example.com/m\n\ngo 1.26\n")
	put("a.go", "package m\n\nfunc A() int { return 1 }\n\nfunc B() int {\n\treturn A()\n}\n\ntype T struct {\n\tx int\n\ty int\n}\n")
	put("b.py", "class C:\n    def m(self):\n        return 1\n\n    def n(self):\n        return 2\n\ndef g():\n    pass\n")
	refresh(t, o).Close()
	put("a.go", "package m\n\n// New.\nfunc N() {}\n\nfunc A() int { return 1 }\n\nfunc B() int {\n\treturn A() + 1\n}\n\ntype T struct {\n\tx int\n\ty uint\n}\n")
	put("b.py", "import os\n\nclass C:\n    def m(self):\n        return 3\n\n    def n(self):\n        return 2\n")
	refresh(t, o).Close()
	if err := os.Remove(filepath.Join(root, "b.py")); err != nil {
		t.Fatal(err)
	}
	put("c.txt", "text\n")
	refresh(t, o).Close()
	refresh(t, o).Close()
	j, err := index.ReadJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range j.Changes {
		j.Changes[i].Number, j.Changes[i].At = 0, time.Time{}
	}
	want := []index.Change{
		{Path: "a.go", Added: []string{"N"}, Modified: []string{"B", "T.y"}},
		{Path: "b.py", Modified: []string{"C.m"}, Removed: []string{"g"}},
		{Path: "c.txt"},
		{Path: "b.py", Removed: []string{"C", "C.m", "C.n"}},
	}
	if d := cmp.Diff(want, j.Changes); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	o.Dir = dir
	ix, _, err := index.Refresh(t.Context(), o, true)
	if err != nil {
		t.Fatal(err)
	}
	ix.Close()
	if j, _ = index.ReadJournal(dir); len(j.Changes) != 5 || !j.Changes[4].Unknown {
		t.Errorf("after an index made anew: %+v", j)
	}
}
