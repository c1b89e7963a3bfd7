package docgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/docgen"
)

// The scripts of completions are what the library writes now, and what it does
// not do for us.
func TestCompletionsAreCurrent(t *testing.T) {
	scripts, err := docgen.Completions()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range scripts {
		path := filepath.Join("../../completions", name)
		if *update {
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
			t.Errorf("completions/%s is out of date, run go generate ./... (-have +want):\n%s", name, d)
		}
	}
}
