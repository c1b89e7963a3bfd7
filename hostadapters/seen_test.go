package hostadapters_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// asked is what the files in testdata/seen were made with.
var asked = map[string]string{"claude-code": host.Approve, "gemini": host.Trust, "qwen-code": host.Trust, "oh-my-pi": host.AllDirect}

// differs are the keys that are meant to be other than in testdata/seen.
var differs = map[string]string{
	"goose: description":      "a text",
	"hermes: connect_timeout": "30 s would be less than what Hermes takes by itself",
}

// elsewhere are the files in testdata/seen that no row writes.
var elsewhere = map[string]string{
	"/src/app/CONVENTIONS.md": "a block, not an entry",
}

// The files in testdata/seen are in the shapes that the hosts accepted when
// they were run on them, or that their source or documentation has. What is
// written for each host is the same.
func TestShapesThatHostsAccept(t *testing.T) {
	compared := map[string]bool{}
	for _, h := range hostadapters.All() {
		m := newMachine("linux")
		m.Bare = false
		m.Given[asked[h.Name]] = true
		for _, scope := range []host.Scope{host.User, host.Project} {
			if err := m.write(h, scope); err != nil {
				t.Fatal(h.Name, err)
			}
		}
		for _, f := range h.Files {
			path := f.Place(m.Env)
			want, err := os.ReadFile(seenFile(path))
			if err != nil {
				continue
			}
			entries := f.Entries
			if f.Hooks != nil {
				entries = append(slices.Clone(entries), f.Hooks(m.Env)...)
			}
			for _, entry := range entries {
				w, inSeen, err := edit.Get(f.Format, want, entry.At)
				if err != nil {
					t.Fatal(path, err)
				}
				g, written, err := edit.Get(f.Format, m.Read(path), entry.At)
				if err != nil {
					t.Fatal(path, err)
				}
				if inSeen && entry.Part != host.Hooks {
					compared[path] = true
					if d := cmp.Diff(substance(h.Name, w), substance(h.Name, g)); d != "" || !written {
						t.Errorf("%s: %s: %s differs (-seen +written):\n%s", h.Name, path, entry.At, d)
					}
				}
				if inSeen && entry.Part == host.Hooks {
					compared[path] = true
					if !shaped(w, g) {
						t.Errorf("%s: %s: %s: %v has not the shape of %v", h.Name, path, entry.At, g, w)
					}
				}
			}
		}
	}
	err := filepath.WalkDir("testdata/seen", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		path := strings.NewReplacer("testdata/seen/home", "/home/dev", "testdata/seen/repo", "/src/app").Replace(filepath.ToSlash(name))
		if !compared[path] && elsewhere[path] == "" {
			t.Errorf("nothing that is written was compared with %s", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func seenFile(path string) string {
	path = strings.NewReplacer("/home/dev/", "home/", "/src/app/", "repo/").Replace(path)
	return filepath.Join("testdata", "seen", filepath.FromSlash(path))
}

// substance is a value as a map without empty lists and mappings, which are
// as good as absent, and without what is meant to differ.
func substance(name string, value any) any {
	o, ok := value.(edit.Object)
	if !ok {
		return value
	}
	out := map[string]any{}
	for _, m := range o {
		switch v := m.Value.(type) {
		case edit.Object:
			if len(v) == 0 {
				continue
			}
		case []any:
			if len(v) == 0 {
				continue
			}
		}
		if differs[name+": "+m.Key] == "" {
			out[m.Key] = substance(name, m.Value)
		}
	}
	return out
}

// shaped reports whether a value has the keys, at every depth, of the last one
// seen.
func shaped(seen, written any) bool {
	switch seen := seen.(type) {
	case edit.Object:
		written, ok := written.(edit.Object)
		return ok && slices.Equal(keys(seen), keys(written)) && !slices.ContainsFunc(seen, func(m edit.Member) bool {
			v, _ := written.Get(m.Key)
			return !shaped(m.Value, v)
		})
	case []any:
		written, ok := written.([]any)
		return ok && len(seen) > 0 && len(written) > 0 && shaped(seen[len(seen)-1], written[len(written)-1])
	}
	return true
}

func keys(o edit.Object) []string {
	set := map[string]bool{}
	for _, m := range o {
		set[m.Key] = true
	}
	return slices.Sorted(maps.Keys(set))
}
