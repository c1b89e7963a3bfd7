package doctor

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/store"
)

var update = flag.Bool("update", false, "rewrite golden files")

var trio = []string{"codex", "claude-code", "zed"}

const zedFile, codexFile = ".config/zed/settings.json", ".codex/config.toml"

// Every finding is made once, where there is reason for it, and beside it
// nothing else.
var findings = []struct {
	name string
	make func(p *place)
	want string
}{
	{"all is well", func(*place) {}, ""},
	{"no gortex in a host", func(p *place) { p.write(zedFile, "{}"); p.forget() }, "info not_installed zed"},
	{"a server of the same name", func(p *place) {
		p.replace(zedFile, `["mcp"]`, `["serve-other"]`)
		p.forget()
	}, "blocker conflict zed"},
	{"a broken file", func(p *place) { p.write(zedFile, "{\n  \"a\" 1\n}"); p.forget() }, "blocker malformed zed"},
	{"a file that is a directory", func(p *place) {
		must(p.t, os.Remove(filepath.Join(p.home, zedFile)))
		must(p.t, os.MkdirAll(filepath.Join(p.home, zedFile), 0o755))
		p.forget()
	}, "blocker unreadable zed"},
	{"an entry that differs", func(p *place) { p.replace(codexFile, "startup_timeout_sec = 30", "startup_timeout_sec = 1") }, "warning drifted codex"},
	{"hidden tools", func(p *place) {
		p.replace(codexFile, `direct_only_tool_namespaces = ["mcp__gortex", "gortex"]`, `direct_only_tool_namespaces = []`)
	}, "warning drifted codex"},
	{"no rules", func(p *place) { p.write(".codex/AGENTS.md", "# Mine\n") }, "warning instructions_drifted codex"},
	{"rules that are not read", func(p *place) { p.write(".codex/AGENTS.override.md", "# Mine\n") }, "warning instructions_shadowed codex"},
	{"a damaged receipt", func(p *place) { p.write(filepath.Join(p.Engine.Dirs.State, "installed.json"), "{") }, "warning receipt"},

	{"a command that is not there", func(p *place) { p.replace(zedFile, "/gortex", "/none/gortex") }, "blocker command_not_found zed\nwarning drifted zed"},
	{"a command that may not run", func(p *place) {
		p.write("gortex", "")
		p.replace(zedFile, filepath.Join(p.bin, "gortex"), filepath.Join(p.home, "gortex"))
	}, "blocker command_not_executable zed\nwarning drifted zed"},
	{"a command that is a directory", func(p *place) {
		must(p.t, os.Mkdir(filepath.Join(p.home, "gortex"), 0o755))
		p.replace(zedFile, filepath.Join(p.bin, "gortex"), filepath.Join(p.home, "gortex"))
	}, "blocker command_not_executable zed\nwarning drifted zed"},
	{"a relative command", func(p *place) { p.replace(zedFile, filepath.Join(p.bin, "gortex"), "bin/gortex") }, "blocker relative_command zed\nwarning drifted zed"},
	{"a name that a desktop does not find", func(p *place) {
		p.sessionPath = "/usr/bin"
		p.replace(zedFile, filepath.Join(p.bin, "gortex"), "gortex")
	}, "warning drifted zed\nwarning relative_command zed"},
	{"a name that a shell finds", func(p *place) {
		p.sessionPath = "/usr/bin"
		p.replace(codexFile, filepath.Join(p.bin, "gortex"), "gortex")
	}, "warning drifted codex"},
	{"a variable of the host", func(p *place) { p.replace(zedFile, p.bin, "${workspaceFolder}") }, "info command_not_tried zed\nwarning drifted zed"},
	{"a server that ends", func(p *place) { p.serverIs("ended") }, "blocker server_ended zed"},
	{"a server that says nothing", func(p *place) { p.serverTime = 500 * time.Millisecond; p.serverIs("hangs") }, "blocker server_silent zed"},
	{"a server that chats", func(p *place) { p.serverIs("noise") }, "blocker server_not_mcp zed"},
	{"another server", func(p *place) { p.serverIs("other") }, "blocker not_gortex zed"},
	{"an older gortex", func(p *place) { p.serverIs("old") }, "warning version_skew zed"},
	{"few tools", func(p *place) { p.serverIs("few") }, "warning tools_missing zed"},
	{"no tools", func(p *place) { p.serverIs("none") }, "blocker tools_missing zed"},
	{"a slow start", func(p *place) { p.serverIs("slow") }, "warning slow_start zed"},
	{"an older protocol", func(p *place) { p.serverIs("stale") }, "warning protocol zed"},
	{"switched off", func(p *place) { p.replace(zedFile, `["mcp"]`, `["mcp"], "enabled": false`) }, "warning switched_off zed"},

	{"a host that does not see it", func(p *place) {
		p.script("codex", `case "$1" in --version) echo codex-cli 0.171.0;; *) echo '{}';; esac`)
	}, "blocker not_seen codex"},
	{"a host that fails", func(p *place) { p.script("claude", "exit 1") }, "warning not_seen claude-code"},
	{"a host that is not connected", func(p *place) { p.script("claude", "echo Scope: user; echo Failed") }, "warning not_connected claude-code"},
	{"a host that hangs", func(p *place) { p.budget = time.Second; p.script("claude", "/bin/sleep 60") }, "info not_asked_in_time"},
	{"hooks that never ran", func(p *place) { p.write(p.HookLog, ""); p.now = p.now.Add(2 * time.Hour) }, "warning hooks_never_ran claude-code\nwarning hooks_never_ran codex"},
	{"hooks that were just written", func(p *place) { p.write(p.HookLog, "") }, ""},
	{"hooks with nothing to say", func(p *place) {
		text, err := os.ReadFile(p.HookLog)
		must(p.t, err)
		p.write(p.HookLog, strings.Repeat(strings.ReplaceAll(string(text), "true", "false"), 3))
	}, "warning hooks_silent claude-code\nwarning hooks_silent codex"},
	{"one event that never ran", func(p *place) {
		p.ran("codex", 20)
		text, err := os.ReadFile(p.HookLog)
		must(p.t, err)
		p.write(p.HookLog, strings.ReplaceAll(string(text), `"codex","event":"SessionStart"`, `"codex","event":"PreToolUse"`))
	}, "info hook_event_silent codex"},
	{"a hook in two files", func(p *place) {
		p.write(filepath.Join(p.repo, ".claude/settings.json"), `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "gortex hook"}]}]}}`)
		p.Engine.Env.Repo = p.repo
		p.indexed(p.repo)
	}, "warning hook_twice claude-code"},
	{"hooks switched off", func(p *place) {
		p.replace(".claude/settings.json", "{\n  \"hooks\"", "{\n  \"disableAllHooks\": true,\n  \"hooks\"")
	}, "warning hooks_off claude-code"},
	{"hooks left out", func(p *place) {
		must(p.t, os.RemoveAll(p.home))
		must(p.t, os.MkdirAll(p.home, 0o755))
		p.forget()
		p.install(host.User, host.Hooks)
	}, "info part_not_installed claude-code\ninfo part_not_installed codex"},

	{"no index here", func(p *place) { p.Engine.Env.Repo = p.repo }, "info not_indexed"},
	{"a server of a repository", func(p *place) { p.project(`"gortex"`, ``) }, ""},
	{"a server of a repository that a desktop does not find", func(p *place) {
		p.sessionPath = "/usr/bin"
		p.project(`"gortex"`, ``)
	}, "info relative_command zed"},
	{"a server of a repository by a path", func(p *place) { p.project(`"`+filepath.Join(p.bin, "gortex")+`"`, ``) }, "warning drifted zed"},
	{"a program of a repository", func(p *place) {
		must(p.t, os.Symlink(filepath.Join(p.bin, "gortex"), filepath.Join(p.repo, "gortex")))
		p.project(`"`+filepath.Join(p.repo, "gortex")+`"`, ``)
	}, "info command_not_tried zed\nwarning drifted zed"},
	{"a server of a repository with variables", func(p *place) { p.project(`"gortex"`, `, "env": {"LD_PRELOAD": "x.so"}`) }, "info command_not_tried zed"},
	{"an index of what is gone", func(p *place) { p.indexed(p.repo); must(p.t, os.RemoveAll(p.repo)) }, "warning index_orphaned"},
	{"a tracked repository that is gone", func(p *place) {
		p.indexed(p.repo)
		p.write(p.Engine.Dirs.Repositories(), fmt.Sprintf("version = 1\n[[repository]]\nname = \"r\"\npath = %q\n", p.repo))
		must(p.t, os.RemoveAll(p.repo))
	}, "warning repository_gone"},
	{"a damaged index", func(p *place) {
		dir := p.indexed(p.repo)
		files, err := filepath.Glob(filepath.Join(dir, "*.idx"))
		must(p.t, err)
		text, err := os.ReadFile(files[0])
		must(p.t, err)
		text[len(text)/2]++
		p.write(files[0], string(text))
	}, "warning index_corrupt"},
	{"an index of an older gortex", func(p *place) { p.setVersion(p.indexed(p.repo), 0) }, "info index_version"},
	{"an index of a newer gortex", func(p *place) { p.setVersion(p.indexed(p.repo), 250) }, "warning index_version"},
	{"an index that is being made", func(p *place) {
		must(p.t, os.MkdirAll(p.Engine.Dirs.Index(p.repo), 0o755))
		p.Engine.Env.Repo = p.repo
	}, "info not_indexed"},
	{"an index that may not be written", func(p *place) {
		p.Engine.Env.Repo = p.repo
		p.lock(p.indexed(p.repo))
	}, "blocker index_unwritable"},
	{"another index that may not be written", func(p *place) { p.lock(p.indexed(p.repo)) }, "warning index_unwritable"},
	{"no place for indexes", func(p *place) { p.lock(p.Engine.Dirs.Cache) }, "blocker store_unwritable"},
	{"no place for sessions", func(p *place) { p.lock(p.Engine.Dirs.State) }, "warning sessions_unwritable"},
	{"a damaged session", func(p *place) { p.write(filepath.Join(p.Engine.Dirs.Sessions(), "s", "state.json"), "{") }, "warning session_damaged"},
	{"a damaged list of agents", func(p *place) { p.write(p.Engine.Dirs.Agents(), "{") }, "warning agents_damaged"},
	{"a damaged list of repositories", func(p *place) { p.write(p.Engine.Dirs.Repositories(), "[") }, "blocker configuration"},
	{"a setting that is none", func(p *place) { p.Warnings = []string{"config.toml: no setting x"} }, "warning configuration"},
	{"not on the PATH", func(p *place) { p.Engine.Env.Bare = false }, "info not_on_path"},
	{"a server nobody listens to", func(p *place) { p.process(41, "mcp", "systemd"); p.process(42, "serve", "systemd") }, "info process_orphaned\nwarning process_orphaned"},
	{"a server of a host that is process 1", func(p *place) { p.process(41, "mcp", "codex") }, ""},
}

// forget removes the receipt.
func (p *place) forget() { _ = os.Remove(filepath.Join(p.Engine.Dirs.State, "installed.json")) }

// indexed makes an index of nothing for a directory, with a census that names it.
func (p *place) indexed(root string) string {
	p.t.Helper()
	dir := p.Engine.Dirs.Index(root)
	w, err := store.Lock(context.Background(), dir)
	must(p.t, err)
	must(p.t, w.Publish(store.NewBuilder()))
	must(p.t, w.Close())
	p.census(dir, root)
	return dir
}

// project names a server in a file of the repository.
func (p *place) project(command, more string) {
	p.t.Helper()
	p.write(filepath.Join(p.repo, ".zed/settings.json"), `{"context_servers": {"gortex": {"command": `+command+`, "args": ["mcp"]`+more+`}}}`)
	p.Engine.Env.Repo = p.repo
	p.indexed(p.repo)
}

// setVersion makes an index one of another version.
func (p *place) setVersion(dir string, version byte) {
	p.t.Helper()
	name := filepath.Join(dir, "MANIFEST")
	text, err := os.ReadFile(name)
	must(p.t, err)
	words := strings.Fields(string(text))
	words[1] = strconv.Itoa(int(version))
	p.write(name, strings.Join(words, " ")+"\n")
}

// lock takes the right to write to a directory away.
func (p *place) lock(dir string) {
	p.t.Helper()
	must(p.t, os.Chmod(dir, 0o555))
	p.t.Cleanup(func() { _ = os.Chmod(dir, 0o755) }) // so that it can be removed
}

// process is a server of gortex whose parent, process 1, has a name.
func (p *place) process(pid int, command, parent string) {
	dir := filepath.Join(p.proc, strconv.Itoa(pid))
	p.write(filepath.Join(dir, "cmdline"), "/opt/gortex\x00"+command+"\x00")
	p.write(filepath.Join(dir, "status"), "Name:\tgortex\nPPid:\t1\nVmRSS:\t   20480 kB\n")
	p.write(filepath.Join(p.proc, "1", "comm"), parent+"\n")
	old := p.now.Add(-time.Hour)
	must(p.t, os.Chtimes(dir, old, old))
}

func TestFindings(t *testing.T) {
	for _, tt := range findings {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, trio...)
			tt.make(p)
			r := p.Examine(context.Background())
			if d := cmp.Diff(tt.want, strings.Join(found(r), "\n")); d != "" {
				t.Errorf("(-want +got):\n%s\n%s", d, dump(r))
			}
			for _, f := range r.Findings {
				if f.Severity != OK && f.Severity != Info && f.Remedy == "" {
					t.Errorf("nothing is said of what to do about %s", f.Check)
				}
			}
		})
	}
}

func dump(r *Report) string {
	text, _ := json.MarshalIndent(r, "", "  ")
	return string(text)
}

// A report as programs read it.
func TestReport(t *testing.T) {
	t.Parallel()
	p := newPlace(t, trio...)
	p.replace(codexFile, "startup_timeout_sec = 30", "startup_timeout_sec = 1")
	p.serverIs("few")
	p.process(41, "mcp", "systemd")
	text := dump(p.Examine(context.Background())) + "\n"
	text = strings.ReplaceAll(text, filepath.Dir(p.home), "/machine")
	text = regexp.MustCompile(`("(?:took_ms|tools_after_ms|free_bytes|bytes)": )\d+`).ReplaceAllString(text, "${1}1")
	text = regexp.MustCompile(`after \d+ ms`).ReplaceAllString(text, "after 1 ms")
	text = regexp.MustCompile(`"last": ".*"`).ReplaceAllString(text, `"last": "now"`)
	const golden = "testdata/report.json"
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	if d := cmp.Diff(string(want), text); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Nothing that may be secret is reported, wherever it stands.
func TestSecretsAreMasked(t *testing.T) {
	t.Parallel()
	p := newPlace(t, trio...)
	p.set["TOKEN"] = "hunter2-set"
	p.replace(zedFile, `["mcp"]`, `["mcp", "--token", "hunter2-a", "--key=hunter2-b", "https://u:hunter2-c@x/", "--password", "${TOKEN}"], "env": {"API": "hunter2-d", "B": "${TOKEN}", "FAKE": "ended"}`)
	p.replace(codexFile, `startup_timeout_sec = 30`, `env = { KEY = "hunter2-e" }`)
	p.write(".claude.json", "{\"mcpServers\": {\"x\": {\"env\": {\"KEY\": 12hunter2}}}}")
	p.script("codex", `echo '{"name": "gortex", "env": "hunter2-f"}'; echo hunter2-g >&2; exit 0`)
	p.script("claude", "echo hunter2-h; exit 1")
	r := p.Examine(context.Background())
	text := dump(r)
	if i := strings.Index(text, "hunter2"); i >= 0 {
		t.Errorf("told: ...%s", text[max(0, i-200):min(len(text), i+40)])
	}
	for _, want := range []string{`"API"`, `"--token"`, `"--key=***"`, `"KEY"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}

// A host of which nothing is there but what gortex wrote may be gone.
func TestHostThatIsGone(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "antigravity")
	if got := found(p.Examine(context.Background())); !slices.Equal(got, []string{"info host_not_found antigravity"}) {
		t.Errorf("found %q", got)
	}
}

// Nothing is written: not into the homes of hosts, nor where gortex keeps its
// own.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	p := newPlace(t, trio...)
	p.Engine.Env.Repo = p.repo
	p.indexed(p.repo)
	before := p.tree()
	p.Examine(context.Background())
	if d := cmp.Diff(before, p.tree()); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

func (p *place) tree() (list []string) {
	p.t.Helper()
	root := filepath.Dir(p.home)
	must(p.t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			list = append(list, fmt.Sprint(path, info.Mode(), info.Size(), info.ModTime()))
		}
		return err
	}))
	return list
}

// All hosts at once, of which half hang and leave children, are done with in
// time, and no child is left.
func TestAllHostsAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.install(host.User)
	pids := filepath.Join(p.home, "pids")
	for i, h := range p.Hosts {
		if len(h.Ask.Args) == 0 {
			continue
		}
		text := "echo gortex connected Connected Scope: '\"name\": \"gortex\" \"tools\": 21'; printf 'gortex: connected\\n'"
		if i%2 == 0 {
			text = "/bin/sleep 60 & echo $! >> '" + pids + "'; wait"
		}
		p.script(h.Signs[0].Program, text)
	}
	p.replace(zedFile, `["mcp"]`, `["mcp"], "env": {"FAKE": "hangs"}`)
	began := time.Now()
	r := p.Examine(context.Background())
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	answers := 0
	for _, a := range r.Agents {
		if a.answers() {
			answers++
		}
	}
	if answers < 20 {
		t.Errorf("%d servers answered:\n%s", answers, dump(r))
	}
	if !slices.Contains(found(r), "info not_asked_in_time") || !slices.Contains(found(r), "blocker server_silent zed") {
		t.Errorf("found %q", found(r))
	}
	text, err := os.ReadFile(pids)
	must(t, err)
	for _, pid := range strings.Fields(string(text)) {
		if alive(pid) {
			t.Errorf("process %s is left", pid)
		}
	}
}

// alive reports whether a process runs; one that ended and was not waited for
// does not.
func alive(pid string) bool {
	for range 50 {
		text, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(text), ") Z ") {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}
