package briefing

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// Run is a command that seems to run tests, and the file that says so.
type Run struct{ Command, From string }

// runners are files at the root that imply a command; one with holds only if
// that is in it.
var runners = []struct{ file, holds, command string }{
	{"go.mod", "", "go test ./..."},
	{"go.work", "", "go test ./..."},
	{"Cargo.toml", "", "cargo test"},
	{"pytest.ini", "", "pytest"},
	{"pyproject.toml", "pytest", "pytest"},
	{"setup.cfg", "[tool:pytest]", "pytest"},
	{"conftest.py", "", "pytest"},
	{"tox.ini", "", "tox"},
	{"noxfile.py", "", "nox"},
	{"pom.xml", "", "mvn test"},
	{"build.gradle", "", "gradle test"},
	{"build.gradle.kts", "", "gradle test"},
	{".rspec", "", "bundle exec rspec"},
	{"Rakefile", "Test", "rake test"},
	{"phpunit.xml", "", "vendor/bin/phpunit"},
	{"phpunit.xml.dist", "", "vendor/bin/phpunit"},
	{"mix.exs", "", "mix test"},
	{"Makefile", "\ntest:", "make test"},
	{"justfile", "\ntest:", "just test"},
}

// Runs lists commands that seem to run the tests: a manifest of a language, or
// a target or script called test. Nothing is tried.
func (s *Survey) Runs(ctx context.Context) (runs []Run) {
	if script := s.script(ctx); script.Command != "" {
		runs = append(runs, script)
	}
	for _, r := range runners {
		text := s.read(ctx, r.file)
		if text == nil || !bytes.Contains(append([]byte("\n"), text...), []byte(r.holds)) {
			continue
		}
		if !slices.ContainsFunc(runs, func(have Run) bool { return have.Command == r.command }) {
			runs = append(runs, Run{r.command, r.file})
		}
	}
	return runs
}

// script is the test script of package.json, run by the package manager whose
// lock file is there.
func (s *Survey) script(ctx context.Context) Run {
	var manifest struct{ Scripts map[string]string }
	if json.Unmarshal(s.read(ctx, "package.json"), &manifest) != nil || manifest.Scripts["test"] == "" {
		return Run{}
	}
	manager := "npm"
	for _, m := range [][2]string{{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun run"}} {
		if _, ok := s.view.Graph().FileByPath(s.prefix + m[0]); ok {
			manager = m[1]
		}
	}
	return Run{manager + " test", "package.json"}
}

// Count is how many files of one sort a directory has.
type Count struct {
	Path  string
	Files int
}

// TestDirectories lists the directories at the top of the tree that have most
// of the test files.
func (s *Survey) TestDirectories(most int) (list []Count) {
	for dir, n := range s.tests {
		if !strings.Contains(dir, "/") {
			list = append(list, Count{dir, n})
		}
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Path, b.Path))
	})
	return list[:min(len(list), most)]
}
