package index_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/index"
	"github.com/gortexhq/gortex/internal/store"
)

// An index whose facts another version of the analyzers gave is made anew, and
// says so.
func TestOtherFactsAreMadeAnew(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.py"), []byte("def f():\n    pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(t, root)
	refresh := func() index.Report {
		ix, report, err := index.Refresh(context.Background(), o, false)
		if err != nil {
			t.Fatal(err)
		}
		ix.Close()
		return report
	}
	if first := refresh(); !first.Full || first.Rebuilt != "" {
		t.Errorf("the first time: %+v", first)
	}
	w, err := store.Lock(context.Background(), o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	b := store.NewBuilder()
	b.PutBlob("index:facts", []byte("another"))
	if err := w.Update(b); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if again := refresh(); !again.Full || again.Rebuilt == "" {
		t.Errorf("with other facts: %+v, want a full run that says why", again)
	}
	if last := refresh(); last.Full || last.Published {
		t.Errorf("nothing changed, and yet: %+v", last)
	}
}
