package install

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/config"
)

// place is a home, a repository and the state of gortex, all of their own.
type place struct {
	*Engine
	home, repo string
	set        map[string]string // of the environment
}

// at is a place that was made before.
func at(dir string, hosts []host.Host) *place {
	p := &place{home: filepath.Join(dir, "home"), repo: filepath.Join(dir, "repo"), set: map[string]string{}}
	state := filepath.Join(dir, "state", "gortex")
	p.Engine = &Engine{Hosts: hosts, hasty: true, Dirs: config.Dirs{
		State: state, Cache: filepath.Join(dir, "cache", "gortex"), Data: filepath.Join(dir, "data", "gortex"), Config: filepath.Join(dir, "config", "gortex"),
	}}
	p.Env = host.Env{
		OS: "linux", Home: p.home, Repo: p.repo, Command: "/opt/gortex/bin/gortex", Bare: true,
		Get:           func(name string) string { return p.set[name] },
		Version:       func(string) string { return "codex-cli 0.171.0" },
		ReadOnlyTools: []string{"explore", "search", "read"},
		Hooks: map[string][]host.Hook{
			"claude-code": {{Event: "SessionStart", Timeout: 5}, {Event: "PreToolUse", Matcher: "Read|Grep|Glob", Timeout: 5}},
			"codex":       {{Event: "SessionStart", Timeout: 5}, {Event: "PostToolUse", Matcher: "apply_patch", Timeout: 5}},
			"copilot-cli": {{Event: "sessionStart", Timeout: 5}, {Event: "postToolUse", Matcher: "^(?:edit|view)$", Timeout: 5}},
			"gemini":      {{Event: "BeforeAgent", Timeout: 5000}, {Event: "AfterTool", Matcher: "^(?:replace|write_file)$", Timeout: 5000}},
			"hermes":      {{Event: "pre_llm_call", Timeout: 5}},
			"kimi":        {{Event: "UserPromptSubmit", Timeout: 5}, {Event: "PreToolUse", Matcher: "^(?:Read|Grep)$", Timeout: 5}},
			"opencode":    {{Event: "chat.message", Timeout: 5000}},
		},
	}
	return p
}

// newPlace is an empty place. The home has spaces and letters beyond ASCII, as
// homes do.
func newPlace(t *testing.T, hosts ...host.Host) *place {
	t.Helper()
	if hosts == nil {
		hosts = hostadapters.All()
	}
	p := at(filepath.Join(t.TempDir(), "Häuser und Gärten 山"), hosts)
	for _, dir := range []string{p.home, p.repo} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// write puts a file below the home, or at an absolute path.
func (p *place) write(t *testing.T, path, text string) {
	t.Helper()
	path = p.path(path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p *place) path(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.home, path)
}

func (p *place) read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(p.path(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (p *place) holds(t *testing.T, path, want string) {
	t.Helper()
	if d := cmp.Diff(want, p.read(t, path)); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

// tree is all that is below the home and the repository: of a file its mode
// and text, of a link what it points to.
func (p *place) tree(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, root := range []string{p.home, p.repo} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(filepath.Dir(root), path)
			info, err := d.Info()
			if err != nil {
				return err
			}
			all[rel] = info.Mode().String()
			if d.Type()&fs.ModeSymlink != 0 {
				to, err := os.Readlink(path)
				all[rel] += " " + to
				return err
			}
			if d.Type().IsRegular() && info.Mode().Perm()&0o400 != 0 {
				text, err := os.ReadFile(path)
				all[rel] += "\n" + string(text)
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func (p *place) user(hosts ...host.Host) Selection { return p.selection(host.User, hosts) }

func (p *place) project(hosts ...host.Host) Selection { return p.selection(host.Project, hosts) }

func (p *place) selection(scope host.Scope, hosts []host.Host) Selection {
	if hosts == nil {
		hosts = p.Hosts
	}
	return Selection{Scope: scope, Hosts: hosts}
}

// install applies a plan for the selection.
func (p *place) install(t *testing.T, s Selection) *Plan {
	t.Helper()
	plan, err := p.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	return p.apply(t, plan)
}

func (p *place) uninstall(t *testing.T, s Selection) *Plan {
	t.Helper()
	plan, err := p.PlanRemoval(s)
	if err != nil {
		t.Fatal(err)
	}
	return p.apply(t, plan)
}

func (p *place) apply(t *testing.T, plan *Plan) *Plan {
	t.Helper()
	if err := p.Apply(context.Background(), plan); err != nil {
		t.Fatal(err)
	}
	return plan
}

// settled checks that nothing is left to do.
func (p *place) settled(t *testing.T, s Selection) {
	t.Helper()
	plan, err := p.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	if !plan.Empty() {
		for _, c := range plan.Changes {
			t.Errorf("a second plan would %s %s for %s:\n%s", c.Action(), c.Path, c.Host, c.Diff())
		}
	}
}

// well checks that a plan has no problems.
func well(t *testing.T, plan *Plan) {
	t.Helper()
	for _, c := range plan.Changes {
		if c.Problem != nil {
			t.Errorf("%s: %s: %v", c.Host, c.Path, c.Problem)
		}
	}
}

// only is the one change for a path.
func only(t *testing.T, plan *Plan, path string) *Change {
	t.Helper()
	for _, c := range plan.Changes {
		if c.Path == path {
			return c
		}
	}
	t.Fatalf("nothing is planned for %s", path)
	return nil
}

func sameTree(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if maps.Equal(want, got) {
		return
	}
	t.Errorf("%s (-want +got):\n%s", what, cmp.Diff(want, got))
}

func mustSet(t *testing.T, f edit.Format, doc string, path edit.Path, v any) string {
	t.Helper()
	c, err := edit.Set(f, []byte(doc), path, v)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Clone(c.After))
}
