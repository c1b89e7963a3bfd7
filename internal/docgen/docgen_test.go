package docgen_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/internal/docgen"
)

//go:generate go test . -update

var update = flag.Bool("update", false, "rewrite docs")

// The pages are generated, and committed so that a change of an operation
// shows in review as a change of its page.
func TestDocsAreCurrent(t *testing.T) {
	pages := map[string][]byte{
		"conformance.md":      docgen.Conformance(requirements(t), covered(t)),
		"exit-codes.md":       docgen.ExitCodes(),
		"hosts.md":            hosts(t),
		"reference/README.md": docgen.Index(facade.All()),
	}
	for _, f := range facade.All() {
		pages["reference/"+f.Name+".md"] = docgen.Page(f)
	}
	for name, want := range pages {
		path := filepath.Join("../../docs", filepath.FromSlash(name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(string(got), string(want)); d != "" {
			t.Errorf("docs/%s is out of date, run go generate ./... (-have +want):\n%s", name, d)
		}
	}
}

// A page of a tool that is gone goes with it.
func TestNoPageIsLeftOver(t *testing.T) {
	entries, err := os.ReadDir("../../docs/reference")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"README.md"}
	for _, f := range facade.All() {
		want = append(want, f.Name+".md")
	}
	for _, e := range entries {
		if !slices.Contains(want, e.Name()) {
			t.Errorf("docs/reference/%s belongs to no tool", e.Name())
		}
	}
}
