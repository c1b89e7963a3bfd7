package hostadapters_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
)

var update = flag.Bool("update", false, "write the golden files")

// What is written for each host on a machine with nothing on it: the files as
// they are on Linux, and their paths on macOS and Windows.
func TestPlans(t *testing.T) {
	for _, h := range hostadapters.All() {
		t.Run(h.Name, func(t *testing.T) {
			var archive txtar.Archive
			var comment strings.Builder
			for _, system := range []string{"linux", "darwin", "windows"} {
				m := newMachine(system)
				for _, scope := range []host.Scope{host.User, host.Project} {
					if err := m.write(h, scope); err != nil {
						t.Fatal(err)
					}
				}
				if system == "linux" {
					archive.Files = filesOf(m)
					for _, why := range m.left {
						comment.WriteString("left: " + why + "\n")
					}
					continue
				}
				for _, path := range m.paths() {
					comment.WriteString(system + " " + path + "\n")
				}
			}
			archive.Comment = []byte(comment.String())
			golden := filepath.Join("testdata", "plans", h.Name+".txtar")
			got := txtar.Format(&archive)
			if *update {
				if err := os.WriteFile(golden, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), string(got)); d != "" {
				t.Errorf("plan differs (-want +got):\n%s", d)
			}
		})
	}
	goldens, _ := filepath.Glob("testdata/plans/*.txtar")
	if len(goldens) != len(hostadapters.All()) {
		t.Errorf("%d golden files for %d hosts", len(goldens), len(hostadapters.All()))
	}
}

// filesOf are the files of a machine; texts that are the same for all hosts
// are cut to their first line.
func filesOf(m *machine) []txtar.File {
	var files []txtar.File
	for _, path := range m.paths() {
		text := m.files[path]
		if strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".mdc") || strings.HasSuffix(path, "gortex-search.toml") {
			lines := strings.SplitAfter(text, "\n")
			end := slices.IndexFunc(lines, func(l string) bool {
				return strings.HasPrefix(l, "## ") || strings.HasPrefix(l, "# ") || strings.HasPrefix(l, "You find")
			})
			if end >= 0 {
				text = strings.Join(lines[:end+1], "") + "...\n"
			}
		}
		files = append(files, txtar.File{Name: path, Data: []byte(text)})
	}
	return files
}
