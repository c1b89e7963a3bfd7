package golang

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Each run says all that is missing, also what it did not look at again, and
// nothing that has been found.
func TestNotesAreOfNow(t *testing.T) {
	const absent, late, required = "go: package example.test/absent is not found",
		"go: package example.test/m/late is not found", "go: module example.test/gone is not in the module cache"
	w := newWorkspace(t, map[string]string{
		"go.mod":          "module example.test/m\n\nrequire example.test/gone v1.0.0\n",
		"a/a.go":          "package a\n\nimport (\n\t_ \"example.test/absent\"\n\t_ \"example.test/gone/x\"\n)\n",
		"b/b.go":          "package b\n\nimport _ \"example.test/m/late\"\n",
		"c/c.go":          "package c\n\nfunc c() {}\n",
		"testdata/src.go": "package p\n\nimport _ \"example.test/never\"\n",
	})
	w.full(t)
	for _, step := range []struct {
		why, file, text string
		want            []string
	}{
		{"nothing", "", "", []string{required, absent, late}},
		{"a body elsewhere", "c/c.go", "package c\n\nfunc c() { c() }\n", []string{required, absent, late}},
		{"a declaration elsewhere", "c/c.go", "package c\n\nfunc C() {}\n", []string{required, absent, late}},
		{"the package comes", "late/late.go", "package late\n", []string{required, absent}},
		{"an import goes", "a/a.go", "package a\n\nimport _ \"example.test/gone/x\"\n", []string{required}},
		{"an import comes", "c/c.go", "package c\n\nimport _ \"example.test/absent\"\n", []string{required, absent}},
		{"the package goes", "late/late.go", "", []string{required, absent, late}},
	} {
		before := maps.Clone(w.files)
		if w.files[step.file] = step.text; step.text == "" {
			delete(w.files, step.file)
		}
		w.update(t, before)
		got := slices.Sorted(slices.Values(w.sink.notes))
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: notes are\n%s\nwant\n%s", step.why, strings.Join(got, "\n"), strings.Join(step.want, "\n"))
		}
	}
}
