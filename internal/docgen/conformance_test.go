package docgen_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/docgen"
)

func requirements(t *testing.T) []docgen.Requirement {
	t.Helper()
	text, err := os.ReadFile("testdata/requirements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all, err := docgen.Requirements(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func covered(t *testing.T) map[string][]docgen.Mark {
	t.Helper()
	marks, err := docgen.Marks(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	covered, wrong := docgen.Covered(requirements(t), marks)
	for _, err := range wrong {
		t.Error(err)
	}
	return covered
}

// A requirement has a test, waits for what it is about, or stands in
// testdata/uncovered.txt, which only gets shorter: -update takes out what has a
// test now and puts nothing in.
func TestRequirementsAreCovered(t *testing.T) {
	const list = "testdata/uncovered.txt"
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	excused := strings.Fields(string(text))
	covered := covered(t)
	var open []string
	for _, r := range requirements(t) {
		if r.Later == "" && len(covered[r.ID]) == 0 {
			open = append(open, r.ID)
			if !slices.Contains(excused, r.ID) {
				t.Errorf("%s has no test: %s", r.ID, r.Sentence)
			}
		}
	}
	left := slices.DeleteFunc(slices.Clone(excused), func(id string) bool { return !slices.Contains(open, id) })
	switch {
	case slices.Equal(left, excused):
	case *update:
		lines := ""
		for _, id := range left {
			lines += id + "\n"
		}
		if err := os.WriteFile(list, []byte(lines), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date, run go generate ./... (-have +want):\n%s", list, cmp.Diff(excused, left))
	}
}

// Marks are those above tests and in scripts, and nowhere else.
func TestMarks(t *testing.T) {
	source := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	got, err := docgen.Marks(fstest.MapFS{
		"a/a_test.go":             source("package a\n\n// Shows.\n//\n//spec:1-a 1-b\nfunc TestA(t *testing.T) {}\n\n//spec:2\nfunc FuzzB(f *testing.F) {}\n"),
		"a/a.go":                  source("package a\n\n//spec:not\nfunc TestA() {}\n"),
		"a/testdata/s/x.txtar":    source("# Shows.\n# spec: 3\nexec x\n-- f --\n# spec: not\n"),
		".git/x_test.go":          source("package x\n\n//spec:not\nfunc TestX() {}\n"),
		"node_modules/x/x.txtar":  source("# spec: not\n"),
		"a/quoted_test.go":        source("package a\n\nvar x = `\n//spec:not\n`\n"),
		"a/testdata/s/none.txtar": source("exec x\n"),
	})
	want := []docgen.Mark{
		{ID: "1-a", Path: "a/a_test.go", Test: "TestA"}, {ID: "1-b", Path: "a/a_test.go", Test: "TestA"},
		{ID: "2", Path: "a/a_test.go", Test: "FuzzB"}, {ID: "3", Path: "a/testdata/s/x.txtar", Test: "a/testdata/s/x"},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	for _, text := range []string{
		"package a\n\n//spec:1\nfunc helper() {}\n",
		"package a\n\n//spec:1\nfunc Testify() {}\n",
		"package a\n\n//spec:1\n\nfunc TestA() {}\n",
		"package a\n\nfunc TestA() {\n//spec:1\n}\n",
		"package a\n\n//spec:1\nvar x = 1\n",
	} {
		if got, err := docgen.Marks(fstest.MapFS{"a_test.go": source(text)}); err == nil || !strings.Contains(err.Error(), "belongs to no test") {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
}

// A wrong mark is told what is wrong with it.
func TestWrongMarks(t *testing.T) {
	all := []docgen.Requirement{{ID: "a", Sentence: "x"}, {ID: "b", Sentence: "y", Later: "no y"}}
	a := docgen.Mark{ID: "a", Path: "a_test.go", Test: "TestA"}
	got, wrong := docgen.Covered(all, []docgen.Mark{a, a, {ID: "b", Test: "TestB"}, {ID: "c", Test: "TestC"}})
	if d := cmp.Diff(map[string][]docgen.Mark{"a": {a}}, got); d != "" {
		t.Error(d)
	}
	for i, want := range []string{"names a twice", "come later (no y)", `"c", which is no requirement`} {
		if i >= len(wrong) || !strings.Contains(wrong[i].Error(), want) {
			t.Errorf("want %q in %v", want, wrong)
		}
	}
}

// The list of requirements is checked as it is read.
func TestWrongRequirements(t *testing.T) {
	for text, want := range map[string]string{
		"a\t1":                       "want id, section",
		"a\t1\t":                     "want id, section",
		"a\t1\tx\tsoon":              `want "later: "`,
		"a b\t1\tx":                  "one word",
		"a\t1\tx\na\t1\ty":           "line 2: a is there twice",
		"a\t1\tx\tlater: y\tanother": "want id, section",
	} {
		if got, err := docgen.Requirements([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
}
