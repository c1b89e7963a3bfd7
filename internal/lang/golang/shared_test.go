package golang

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// What one run keeps the next one finds, and many bundles become one.
func TestSharedBundles(t *testing.T) {
	dir := t.TempDir()
	for run := range 3 * bundlesKept {
		s := &shared{dir: dir}
		for before := range run {
			if got := s.get(fmt.Sprint("key", before)); !bytes.Equal(got, fmt.Append(nil, "value", before)) {
				t.Fatalf("run %d finds %q for key %d", run, got, before)
			}
		}
		if s.has("other") || s.get("other") != nil {
			t.Fatal("found what was never kept")
		}
		s.put(fmt.Sprint("key", run), fmt.Append(nil, "value", run))
		s.close()
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) > bundlesKept+1 {
		t.Errorf("%d files are left (%v), want at most %d", len(names), err, bundlesKept+1)
	}
}

// Without a directory a run still finds what it kept itself.
func TestSharedWithoutDirectory(t *testing.T) {
	s := &shared{}
	s.put("a", []byte("b"))
	if got := s.get("a"); string(got) != "b" || !s.has("a") {
		t.Errorf("got %q", got)
	}
	s.close()
}
