package index_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/walk"
)

// An index says of which tree it is, unless what says so is missing or damaged.
func TestRootOf(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	census, err := walk.Walk(t.Context(), root, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, want string }{
		{"7\n" + string(census.Encode()), census.Root}, {"7\n", ""}, {"", ""}, {"7\n" + string(census.Encode()[:9]), ""},
	} {
		if err := os.WriteFile(filepath.Join(dir, "CENSUS"), []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := index.RootOf(dir); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := index.RootOf(root); got != "" {
		t.Errorf("no census: %q", got)
	}
}
