package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// Views are used while the tree changes under them, and what they gave is read
// a little after they were closed.
func TestViewsWhileTheTreeChanges(t *testing.T) {
	root := resolved(t)
	for i := range 20 {
		write(t, def(fmt.Sprint("f", i)), root, fmt.Sprint("d", i%4), fmt.Sprint("m", i, ".py"))
	}
	w := setup(t, root, t.TempDir(), watching)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				v, err := w.View(context.Background(), engine.Scope{})
				if err != nil {
					t.Error(err)
					return
				}
				names := names(v.Graph())
				if err := v.Close(); err != nil {
					t.Error(err)
				}
				if n := strings.Count(strings.Join(names, " "), "::"); n != 20 {
					t.Errorf("%d declarations, want 20: %q", n, names)
				}
			}
		})
	}
	n := 0
	for ; ctx.Err() == nil; n++ {
		// Whole or not at all: a view never has half of a file.
		temp := filepath.Join(root, "x.tmp~")
		must(t, os.WriteFile(temp, []byte(strings.Repeat("# line\n", n%7)+def(fmt.Sprint("g", n))), 0o644))
		must(t, os.Rename(temp, filepath.Join(root, "d1", "m1.py")))
	}
	wg.Wait()
	t.Log(n, "edits")
}

func names(r graph.Reader) []string {
	var out []string
	for id := range r.NumNodes() {
		if n := r.Node(graph.NodeID(id)); n.File != graph.NoFile && n.Kind != graph.KindFile {
			out = append(out, graph.ID(r, n), n.Name)
		}
	}
	return out
}

// A quiet tree costs a call next to nothing.
func BenchmarkQuietView(b *testing.B) {
	root := resolved(b)
	for i := range 1200 {
		write(b, def("f"), root, fmt.Sprint("d", i), "x.py")
	}
	w := setup(b, root, b.TempDir(), watching)
	for range 3 {
		must(b, look(b, w, engine.Scope{}).Close())
	}
	for b.Loop() {
		v, err := w.View(context.Background(), engine.Scope{})
		if err != nil || v.Status().Refreshed > 0 {
			b.Fatal(err)
		}
		v.Close()
	}
}
