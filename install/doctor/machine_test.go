package doctor

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/config"
)

// TestMain is the server of the made-up machines too: a link called gortex leads
// to this program.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "gortex" {
		serve(os.Getenv("FAKE"))
		return
	}
	os.Exit(m.Run())
}

var tools = []string{"explore", "search", "read"}

// serve answers as gortex mcp does, or as badly as mode says.
func serve(mode string) {
	name, version, list := "gortex", "v1.2.3", tools
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GORTEX_") {
			mode = "ended" // nothing of gortex's own is to be handed on
		}
	}
	switch mode {
	case "ended":
		os.Exit(3)
	case "hangs":
		_ = exec.Command("/bin/sleep", "60").Run()
	case "noise":
		fmt.Println("Welcome!")
	case "other":
		name = "filesystem"
	case "old":
		version = "v1.0.0"
	case "few":
		list = tools[:1]
	case "none":
		list = nil
	case "slow":
		time.Sleep(800 * time.Millisecond)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var m struct {
			ID     any
			Method string
			Params struct {
				ProtocolVersion string
				Cursor          string
			}
		}
		_ = json.Unmarshal(in.Bytes(), &m)
		var result any
		switch m.Method {
		case "initialize":
			protocol := m.Params.ProtocolVersion
			if mode == "stale" {
				protocol = "2024-10-07"
			}
			fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)
			result = map[string]any{"protocolVersion": protocol, "serverInfo": map[string]any{"name": name, "version": version}}
		case "tools/list":
			page := []map[string]any{}
			for _, t := range list {
				page = append(page, map[string]any{"name": t})
			}
			result = map[string]any{"tools": page}
			if len(page) == 3 { // in two pages
				result = map[string]any{"tools": page[:1], "nextCursor": "2"}
				if m.Params.Cursor != "" {
					result = map[string]any{"tools": page[1:]}
				}
			}
		default:
			continue
		}
		text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
		fmt.Println(string(text))
	}
}

// place is a made-up machine.
type place struct {
	*Doctor
	t               *testing.T
	home, bin, repo string
	set             map[string]string
}

// newPlace is a machine on which the named hosts are, with gortex in their
// files, and all is well.
func newPlace(t *testing.T, names ...string) *place {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Häuser und Gärten")
	p := &place{t: t, home: filepath.Join(dir, "home"), bin: filepath.Join(dir, "bin"), repo: filepath.Join(dir, "repo")}
	p.set = map[string]string{"PATH": p.bin, "GORTEX_TOOLS": "nav", "HTTP_TOKEN": "hunter2"}
	for _, d := range []string{p.home, p.bin, p.repo} {
		must(t, os.MkdirAll(d, 0o755))
	}
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, filepath.Join(p.bin, "gortex")))
	env := host.Env{
		OS: "linux", Home: p.home, Command: filepath.Join(p.bin, "gortex"), Bare: true, Get: func(name string) string { return p.set[name] },
		ReadOnlyTools: tools, Hooks: map[string][]host.Hook{
			"claude-code": {{Event: "SessionStart", Timeout: 5}, {Event: "PreToolUse", Matcher: "Read", Timeout: 5}},
			"codex":       {{Event: "SessionStart", Timeout: 5}, {Event: "PostToolUse", Matcher: "apply_patch", Timeout: 5}},
		},
	}
	e := &install.Engine{Hosts: hostadapters.All(), Env: env, Dirs: config.Dirs{
		State: filepath.Join(dir, "state", "gortex"), Cache: filepath.Join(dir, "cache", "gortex"), Data: filepath.Join(dir, "data", "gortex"), Config: filepath.Join(dir, "config", "gortex"),
	}}
	p.Doctor = &Doctor{
		Engine: e, Version: "v1.2.3", Tools: tools, HookLog: filepath.Join(e.Dirs.Cache, "hook-effectiveness.jsonl"),
		proc: filepath.Join(dir, "proc"), sessionPath: p.bin, now: time.Now(),
	}
	p.Hosts = e.Hosts
	if len(names) > 0 {
		p.Hosts, err = e.Named(names)
		must(t, err)
		p.script("codex", `case "$1" in --version) echo codex-cli 0.171.0;; *) echo '{"name": "gortex"}';; esac`)
		p.script("claude", "echo Scope: user; echo Status: Connected")
		p.install(host.User)
		p.ran("claude-code", 3)
		p.ran("codex", 3)
	}
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// install puts gortex into the files of the hosts.
func (p *place) install(scope host.Scope, without ...host.Part) {
	p.t.Helper()
	e := *p.Engine
	plan, err := e.Plan(install.Selection{Scope: scope, Hosts: p.Hosts, Without: without})
	must(p.t, err)
	must(p.t, e.Apply(context.Background(), plan))
	if c, n := plan.Failure(); n > 0 {
		p.t.Fatal(c.Problem)
	}
}

// script makes a program.
func (p *place) script(name, text string) {
	p.t.Helper()
	// A program that is started meanwhile would hold the file open for writing,
	// and then this one could not be started.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	must(p.t, os.WriteFile(filepath.Join(p.bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
}

// write puts a file below the home, or at an absolute path.
func (p *place) write(path, text string) {
	p.t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.home, path)
	}
	must(p.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(p.t, os.WriteFile(path, []byte(text), 0o644))
}

// replace changes a text in a file below the home.
func (p *place) replace(path, old, text string) {
	p.t.Helper()
	was, err := os.ReadFile(filepath.Join(p.home, path))
	must(p.t, err)
	if !strings.Contains(string(was), old) {
		p.t.Fatalf("%s has no %s:\n%s", path, old, was)
	}
	p.write(path, strings.ReplaceAll(string(was), old, text))
}

// serverIs makes the server of Zed one that behaves in some way.
func (p *place) serverIs(mode string) {
	p.replace(".config/zed/settings.json", `["mcp"]`, `["mcp"], "env": {"FAKE": "`+mode+`"}`)
}

// ran counts runs of every hook of an agent, each of which had something to say.
func (p *place) ran(agent string, times int) {
	p.t.Helper()
	var b strings.Builder
	for _, event := range []string{"SessionStart", "PreToolUse", "PostToolUse"} {
		for range times {
			fmt.Fprintf(&b, `{"at":%q,"agent":%q,"event":%q,"emitted":true}`+"\n", p.now.UTC().Format(time.RFC3339), agent, event)
		}
	}
	was, _ := os.ReadFile(p.HookLog)
	p.write(p.HookLog, string(was)+b.String())
}

// found lists what was found, but for what is well, as "severity check agent".
func found(r *Report) (list []string) {
	for _, f := range r.Findings {
		if f.Severity != OK {
			list = append(list, strings.TrimSpace(string(f.Severity)+" "+f.Check+" "+f.Agent))
		}
	}
	slices.Sort(list)
	return list
}
