package walk_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/walk"
)

// A file is fresh while nothing touches it, and not before the clock has moved on.
func TestFresh(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a.txt")
	if err := os.WriteFile(name, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := walk.Walk(context.Background(), root, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Fresh("a.txt") {
		t.Error("a file as young as the census is believed")
	}
	if c.Fresh("b.txt") {
		t.Error("a file that is not there is fresh")
	}
	old := *c
	old.Time += int64(time.Minute)
	if !old.Fresh("a.txt") {
		t.Error("an untouched file is not fresh")
	}
	if err := os.WriteFile(name, []byte("two"), 0o644); err != nil {
		t.Fatal(err)
	}
	if old.Fresh("a.txt") {
		t.Error("a changed file is fresh")
	}
}
