package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// On a machine with nothing on it every host is written, nothing is left to do
// then, and nothing stays when it is taken out: all hosts at once, and one by
// one.
func TestEveryHost(t *testing.T) {
	p := newPlace(t)
	before := p.tree(t)
	for _, s := range []Selection{p.user(), p.project()} {
		well(t, p.install(t, s))
		p.settled(t, s)
	}
	p.settled(t, p.user()) // what is in the repository changes nothing for the user
	for _, s := range []Selection{p.project(), p.user()} {
		well(t, p.uninstall(t, s))
	}
	sameTree(t, "after uninstall", before, p.tree(t))
	if _, err := os.Stat(p.receiptPath()); err == nil {
		t.Errorf("a receipt of nothing is left: %s", p.read(t, p.receiptPath()))
	}
	for _, h := range p.Hosts {
		for _, s := range []Selection{p.user(h), p.project(h)} {
			s.Requests = host.Requests()
			well(t, p.install(t, s))
			p.settled(t, s)
			s.Requests = nil // what was asked for once stays
			p.settled(t, s)
			well(t, p.uninstall(t, s))
			sameTree(t, h.Name+" "+string(s.Scope), before, p.tree(t))
		}
	}
}

// Hosts that are taken out one after the other, in either order, leave nothing.
func TestOneByOne(t *testing.T) {
	for _, backward := range []bool{false, true} {
		p := newPlace(t)
		before := p.tree(t)
		well(t, p.install(t, p.project()))
		for i := range p.Hosts {
			if backward {
				i = len(p.Hosts) - 1 - i
			}
			well(t, p.uninstall(t, p.project(p.Hosts[i])))
			for _, h := range p.Hosts[i+1:] {
				if !backward {
					p.settled(t, p.project(h)) // the others still have what they need
				}
			}
		}
		sameTree(t, "after all", before, p.tree(t))
	}
}

// init writes into the repository and nowhere else; install never into the
// repository.
func TestScopes(t *testing.T) {
	p := newPlace(t)
	for _, s := range []Selection{p.user(), p.project()} {
		s.Requests = host.Requests()
		plan, err := p.Plan(s)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Changes) < len(p.Hosts)/2 {
			t.Errorf("only %d changes", len(plan.Changes))
		}
		for _, c := range plan.Changes {
			if rel, _ := filepath.Rel(p.repo, c.Target); strings.HasPrefix(rel, "..") == (s.Scope == host.Project) {
				t.Errorf("%s writes %s for %s", s.Scope, c.Target, c.Host)
			}
		}
	}
}

// No file makes a server a required one: with it, a host does not start when
// the server fails.
func TestNothingIsRequired(t *testing.T) {
	p := newPlace(t)
	p.write(t, ".codex/config.toml", "[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\nrequired = true\n")
	for _, s := range []Selection{p.user(), p.project()} {
		s.Requests = host.Requests()
		plan, err := p.Plan(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range plan.Changes {
			if strings.Contains(string(c.After), "required") && !strings.HasSuffix(c.Path, ".md") {
				t.Errorf("%s has a required server:\n%s", c.Path, c.After)
			}
		}
	}
}

// corpus reads the documents of a format.
func corpus(t *testing.T, format string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "hostadapters", "edit", "testdata", format, "*"))
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d documents of %s: %v", len(paths), format, err)
	}
	docs := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(path)] = text
	}
	return docs
}

// folders are where documents of the formats are.
var folders = map[edit.Format]string{0: "markdown", edit.JSON: "json", edit.JSONC: "jsonc", edit.JSON5: "json5", edit.TOML: "toml", edit.YAML: "yaml"}

// Whatever stands in the files of all hosts: a plan that was applied is empty,
// and taking it out brings back every byte.
func TestCorpus(t *testing.T) {
	for format, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			written, left := 0, 0
			for name, text := range corpus(t, folder) {
				w, l := roundTrip(t, folder+"/"+name, format, text)
				written, left = written+w, left+l
			}
			t.Logf("%d changes, %d left as they were", written, left)
			if written == 0 || left > written {
				t.Errorf("%d changes, and %d left: the corpus does not fit the hosts", written, left)
			}
		})
	}
}

func roundTrip(t *testing.T, name string, format edit.Format, text []byte) (written, left int) {
	t.Helper()
	p := newPlace(t)
	for i, h := range p.Hosts {
		p.Hosts[i].Files = slices.DeleteFunc(slices.Clone(h.Files), func(f host.File) bool {
			return f.Format != format || f.Owned != nil || format == 0 && f.Block == nil
		})
		for _, f := range p.Hosts[i].Files {
			if path := f.Place(p.Env); path != "" {
				p.write(t, path, string(text))
			}
		}
	}
	before := p.tree(t)
	broken := map[string]bool{}
	for _, s := range []Selection{p.user(), p.project()} {
		s.Requests = host.Requests()
		for _, c := range p.install(t, s).Changes {
			if c.Problem == nil {
				written++
				continue
			}
			left++
			broken[c.Target] = true
			if c.Problem.Code == Malformed && c.Problem.Line == 0 && !strings.Contains(c.Problem.Message, " is not a ") {
				t.Errorf("%s: the problem has no place: %v", name, c.Problem)
			}
		}
		p.settled(t, s)
	}
	for _, s := range []Selection{p.project(), p.user()} {
		for _, c := range p.uninstall(t, s).Changes {
			if c.Problem != nil && !broken[c.Target] {
				t.Errorf("%s: %s: %v", name, c.Path, c.Problem)
			}
		}
	}
	sameTree(t, name, before, p.tree(t))
	return written, left
}
