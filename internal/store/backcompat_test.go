package store

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/backcompat of the present format version")

// The present format is the bytes that are checked in: who changes what is
// written raises FormatVersion and leaves the old ones here. They are opened,
// with the answers they had, or refused as older.
func TestBackcompat(t *testing.T) {
	present := filepath.Join("testdata", "backcompat", fmt.Sprintf("v%d", FormatVersion))
	dir, _, _ := damaged(t)
	names := []string{manifestName, baseName(1), logName(1)}
	if *update {
		if err := os.MkdirAll(present, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(present, name), read(t, dir, name), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(present, "answers"), []byte(show(open(t, dir))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		if !bytes.Equal(read(t, present, name), read(t, dir, name)) {
			t.Errorf("%s is written differently than before", name)
		}
	}
	versions, err := filepath.Glob(filepath.Join("testdata", "backcompat", "v*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		kept := t.TempDir() // an index notes beside itself that it was summed
		if err := os.CopyFS(kept, os.DirFS(v)); err != nil {
			t.Fatal(err)
		}
		r, err := Open(kept)
		if v != present {
			if old, ok := err.(*VersionError); !ok || old.Newer() {
				t.Errorf("%s: %v", v, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if d := gocmp.Diff(string(read(t, present, "answers")), show(r)); d != "" {
			t.Error(d)
		}
	}
}
