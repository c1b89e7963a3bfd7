package install

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/config"
)

// program puts a shell script onto the PATH that counts its runs.
func (p *place) program(t *testing.T, name, script string) {
	t.Helper()
	p.write(t, "bin/"+name, "#!/bin/sh\necho run >> '"+p.path("runs")+"'\n"+script)
	chmod(t, p.path("bin/"+name), 0o755)
	p.set["PATH"] = p.path("bin")
}

func (p *place) runs(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(p.path("runs"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count(string(text), "run")
}

// Hosts are found by their programs and files; nothing is run or written for
// it, and an empty machine has none.
func TestDetect(t *testing.T) {
	p := newPlace(t)
	if there := p.Detected(host.User); len(there) != 0 {
		t.Errorf("on an empty machine there is %s", there[0].Name)
	}
	p.program(t, "codex", "echo codex-cli 0.171.0")
	p.write(t, ".config/zed/settings.json", "{}")
	p.write(t, filepath.Join(p.repo, ".vscode/settings.json"), "{}")
	before := p.tree(t)
	var names []string
	for _, h := range p.Detected(host.User) {
		names = append(names, h.Name)
	}
	if !slices.Equal(names, []string{"codex", "zed"}) {
		t.Errorf("found %v", names)
	}
	if d := p.Detect(hostsNamed("codex")[0], host.User); d.By != p.path("bin/codex") {
		t.Errorf("found by %s", d.By)
	}
	sameTree(t, "after detection", before, p.tree(t))
}

const direct = "direct_only_tool_namespaces"

// The version that decides is asked for once and remembered, known from the
// npm package without asking, and never asked for by a quiet engine.
func TestVersions(t *testing.T) {
	codex := hostsNamed("codex")
	p := newPlace(t, codex...)
	p.Env.Version = nil
	p.program(t, "codex", "echo codex-cli 0.171.0")

	p.Quiet = true
	plan, err := p.Plan(p.user())
	if err != nil {
		t.Fatal(err)
	}
	if c := only(t, plan, p.path(".codex/config.toml")); strings.Contains(string(c.After), direct) || !slices.Equal(p.Unasked(), []string{"codex"}) || p.runs(t) != 0 {
		t.Errorf("quiet: %d runs, unasked %v:\n%s", p.runs(t), p.Unasked(), c.After)
	}

	p.Quiet, p.probe = false, nil
	p.install(t, p.user())
	if text := p.read(t, ".codex/config.toml"); !strings.Contains(text, direct) || p.runs(t) != 1 {
		t.Errorf("%d runs:\n%s", p.runs(t), text)
	}
	p.probe, p.Quiet = nil, true
	p.settled(t, p.user())
	if p.runs(t) != 1 || len(p.Unasked()) != 0 {
		t.Errorf("remembered: %d runs, unasked %v", p.runs(t), p.Unasked())
	}

	p = newPlace(t, codex...)
	p.Env.Version = nil
	p.write(t, "lib/node_modules/@openai/codex/package.json", `{"name": "@openai/codex", "version": "0.141.0", "bin": {"codex": "bin/codex.js"}}`)
	p.write(t, "lib/node_modules/@openai/codex/bin/codex.js", "#!/bin/sh\nexit 1")
	chmod(t, p.path("lib/node_modules/@openai/codex/bin/codex.js"), 0o755)
	mkdir(t, p.path("bin"))
	symlink(t, "../lib/node_modules/@openai/codex/bin/codex.js", p.path("bin/codex"))
	p.set["PATH"] = "relative:" + p.path("bin")
	p.Quiet = true
	plan, err = p.Plan(p.user())
	if err != nil {
		t.Fatal(err)
	}
	c := only(t, plan, p.path(".codex/config.toml"))
	if strings.Contains(string(c.After), direct) || len(p.Unasked()) != 0 || p.probe.version("codex") != "0.141.0" {
		t.Errorf("of a package: %q, unasked %v", p.probe.version("codex"), p.Unasked())
	}
}

// A program that does not answer is not waited for, nor what it has started.
func TestSlowProgram(t *testing.T) {
	p := newPlace(t)
	p.program(t, "codex", "sleep 60 & echo 1.2.3; sleep 60")
	began := time.Now()
	probe := &prober{get: p.Env.Get, os: "linux", limit: 50 * time.Millisecond}
	if got := probe.version("codex"); got != "" || time.Since(began) > 10*time.Second {
		t.Errorf("%q after %v", got, time.Since(began))
	}
	late := filepath.Join(t.TempDir(), "late")
	p.program(t, "leaves", "(sleep 0.3; echo > '"+late+"') & echo 1.2.3; sleep 60")
	(&prober{get: p.Env.Get, os: "linux", limit: 100 * time.Millisecond}).version("leaves")
	time.Sleep(400 * time.Millisecond)
	if present(late) {
		t.Error("what the program had started went on")
	}
	for script, want := range map[string]string{"exit 3": "", "echo; echo 'v 2.0.1 '; echo more": "v 2.0.1", "yes 1.0.0 | head -c 100000": "1.0.0"} {
		p.program(t, "tool", script)
		if got := (&prober{get: p.Env.Get, os: "linux"}).version("tool"); got != want {
			t.Errorf("%s: %q", script, got)
		}
	}
}

// Names are taken in any of their spellings; others are answered with those
// that may be meant.
func TestNamed(t *testing.T) {
	p := newPlace(t)
	hosts, err := p.Named([]string{"zed", "Claude", "claude-code"})
	if err != nil || len(hosts) != 2 || hosts[0].Name != "claude-code" {
		t.Errorf("%v", err)
	}
	for name, near := range map[string]string{"codx": "codex", "vs-code": "vscode", "Claude-Coed": "claude-code", "windsurff": "windsurf", "nonsense": ""} {
		_, err := p.Named([]string{name})
		var unknown *UnknownHostError
		if !errors.As(err, &unknown) || strings.Join(unknown.Near, " ") != near || len(unknown.Known) != len(p.Hosts) {
			t.Errorf("%s: %+v", name, unknown)
		}
	}
}

// Machine takes the path by which a shell finds the program, which outlives an
// update.
func TestMachine(t *testing.T) {
	p := newPlace(t)
	p.write(t, "Cellar/gortex/1.0/gortex", "")
	chmod(t, p.path("Cellar/gortex/1.0/gortex"), 0o755)
	mkdir(t, p.path("bin"))
	symlink(t, "../Cellar/gortex/1.0/gortex", p.path("bin/gortex"))
	for path, bare := range map[string]bool{p.path("bin"): true, p.path("other"): false, "": false} {
		p.set["PATH"] = path
		env := Machine(config.Env{Get: p.Env.Get, OS: "linux", Home: p.home}, p.path("Cellar/gortex/1.0/gortex"))
		want := p.path("Cellar/gortex/1.0/gortex")
		if bare {
			want = p.path("bin/gortex")
		}
		if env.Bare != bare || env.Command != want {
			t.Errorf("PATH=%s: %v %s", path, env.Bare, env.Command)
		}
	}
}

// Root is the nearest repository, and never the home or everything.
func TestRoot(t *testing.T) {
	p := newPlace(t)
	mkdir(t, filepath.Join(p.repo, ".git"))
	mkdir(t, filepath.Join(p.repo, "a/b"))
	mkdir(t, p.path("plain"))
	for _, git := range []string{p.path("bare.git"), filepath.Join(p.repo, ".git")} {
		mkdir(t, filepath.Join(git, "objects"))
		mkdir(t, filepath.Join(git, "refs/heads"))
		p.write(t, filepath.Join(git, "HEAD"), "ref: refs/heads/main\n")
	}
	for dir, want := range map[string]string{p.path("bare.git"): "", p.path("bare.git/refs"): "", filepath.Join(p.repo, ".git/refs"): p.repo, p.repo: p.repo, filepath.Join(p.repo, "a/b"): p.repo, p.path("plain"): p.path("plain"), p.home: "", "/": "", p.path("none"): ""} {
		root, err := Root(dir, p.home)
		if root != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v", dir, root, err)
		}
	}
}
