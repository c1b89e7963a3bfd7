package index_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/source"
)

// meddler changes the tree before the analyzer it stands for begins.
type meddler struct {
	lang.Analyzer
	meddle func()
}

func (m meddler) Analyze(ctx context.Context, in *lang.Input, out lang.Sink) error {
	m.meddle()
	return m.Analyzer.Analyze(ctx, in, out)
}

// Whatever is written while a tree is indexed, what is said of a file is said
// of bytes that have the hash that is kept of it.
func TestFilesWrittenMeanwhile(t *testing.T) {
	for _, times := range []int{1, 2, 100} {
		root := t.TempDir()
		path := filepath.Join(root, "a.py")
		write := func(name string) {
			if err := os.WriteFile(path, []byte("def "+name+"(): pass\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("before")
		o := plain(root, filepath.Join(t.TempDir(), "index"), t.TempDir())
		calls := 0
		analyzers := o.Analyzers
		o.Analyzers = func() []lang.Analyzer {
			list := analyzers()
			i := slices.IndexFunc(list, func(a lang.Analyzer) bool { return slices.Contains(a.Languages(), "python") })
			list[i] = meddler{list[i], func() {
				if calls++; calls <= times {
					write("during" + string(rune('a'+calls%26)))
				}
			}}
			return list
		}
		for look := range 2 {
			ix := refresh(t, o)
			id, ok := ix.FileByPath("a.py")
			if !ok {
				t.Fatal("the file is not there")
			}
			disk, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for n := range ix.FileNodes(id) {
				names = append(names, ix.Node(graph.NodeID(n)).Name)
			}
			switch hash := ix.File(id).Hash; {
			case len(names) != 1:
				t.Errorf("%d times: %q", times, names)
			case hash == source.Sum(disk) && "def "+names[0]+"(): pass\n" != string(disk):
				t.Errorf("%d times: %q is said of %q", times, names, disk)
			case look == 1 && times < 3 && hash != source.Sum(disk):
				t.Errorf("%d times: the last change is not in the index", times)
			}
			ix.Close()
		}
	}
}
