package hostadapters_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/codex"
	"github.com/gortexhq/gortex/hostadapters/continuedev"
	"github.com/gortexhq/gortex/hostadapters/crush"
	"github.com/gortexhq/gortex/hostadapters/gemini"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/openclaw"
	"github.com/gortexhq/gortex/hostadapters/opencode"
	"github.com/gortexhq/gortex/hostadapters/qwencode"
)

// written writes a host for the user, or for the repository, and gives one file.
func (m *machine) written(t *testing.T, h host.Host, scope host.Scope, path string) string {
	t.Helper()
	if err := m.write(h, scope); err != nil {
		t.Fatal(h.Name, err)
	}
	return m.files[path]
}

const plugin = "/home/dev/.config/opencode/plugin/gortex.js"

const codexConfig = "/home/dev/.codex/config.toml"

// To Codex before 0.142.0 a table at features.code_mode is an error that keeps
// it from starting.
func TestCodexNamespacesNeedAVersion(t *testing.T) {
	for told, want := range map[string]bool{
		"codex-cli 0.130.0": false, "codex-cli 0.141.9": false, "codex-cli 0.142.0": true, "codex-cli 0.171.0": true,
		"codex-cli 1.0.0-alpha.2": true, "": false, "command not found": false,
	} {
		m := newMachine("linux")
		m.Version = func(program string) string {
			if program != "codex" {
				t.Errorf("%s is asked for its version", program)
			}
			return told
		}
		got := m.written(t, codex.Host, host.User, codexConfig)
		if strings.Contains(got, "features") != want {
			t.Errorf("Codex that says %q: %v in\n%s", told, !want, got)
		}
		if !strings.Contains(got, "[mcp_servers.gortex]") {
			t.Errorf("Codex that says %q has no server", told)
		}
		if !want && !strings.Contains(strings.Join(m.left, "\n"), "0.142.0") {
			t.Errorf("Codex that says %q: nothing is said of it: %q", told, m.left)
		}
	}
}

func TestCodexKeepsWhatTheUserChose(t *testing.T) {
	for _, tt := range []struct{ before, after string }{
		{
			"[features]\ncode_mode = true # mine\n",
			"code_mode = { enabled = true, direct_only_tool_namespaces = [\"mcp__gortex\", \"gortex\"] } # mine",
		},
		{
			"[features.code_mode]\ndirect_only_tool_namespaces = [\"mcp__other\"]\n",
			`direct_only_tool_namespaces = ["mcp__other", "mcp__gortex", "gortex"]`,
		},
		{"[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\nrequired = false\n", "required = false\n"},
		{"[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\nstartup_timeout_sec = 90\n", "startup_timeout_sec = 90\n"},
		{"[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\nstartup_timeout_sec = 5\n", "startup_timeout_sec = 30\n"},
		{"[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\ntool_timeout_sec = 5\n", "tool_timeout_sec = 5\n"},
	} {
		m := newMachine("linux")
		m.files[codexConfig] = tt.before
		if got := m.written(t, codex.Host, host.User, codexConfig); !strings.Contains(got, tt.after) {
			t.Errorf("from\n%s\ncame\n%s\nwithout\n%s", tt.before, got, tt.after)
		}
	}
	m := newMachine("linux")
	m.files[codexConfig] = "[mcp_servers.gortex]\ncommand = \"gortex\"\nargs = [\"mcp\"]\nrequired = true\n"
	if got := m.written(t, codex.Host, host.User, codexConfig); strings.Contains(got, "required") || !strings.Contains(got, `command = "/opt/gortex/bin/gortex"`) {
		t.Errorf("our old entry is not brought up to date:\n%s", got)
	}
}

// A server of our name that starts something else is somebody else's.
func TestForeignServers(t *testing.T) {
	for _, h := range hostadapters.All() {
		for _, f := range h.Files {
			for _, entry := range f.Entries {
				if entry.Part != host.Server {
					continue
				}
				m := newMachine("linux")
				if !entry.Ours(plainValue(t, f, entry, m.Env)) {
					t.Errorf("%s does not know its own entry at %s", h.Name, entry.At)
				}
				for _, foreign := range []any{
					nil, "gortex mcp", host.Map(), host.Map("url", "https://example.com/mcp"),
					host.Map("command", "npx", "args", []any{"gortex", "mcp"}),
					host.Map("command", "/opt/gortex-proxy", "args", []any{"mcp"}),
					host.Map("command", "gortex", "args", []any{"serve"}), host.Map("command", "gortex"),
					host.Map("command", []any{"docker", "run", "gortex", "mcp"}),
				} {
					if entry.Ours(foreign) {
						t.Errorf("%s takes %v for its own", h.Name, foreign)
					}
				}
			}
		}
	}
	for _, old := range []any{
		host.Map("command", "gortex", "args", []any{"mcp", "--index", "."}),
		host.Map("command", `C:\Program Files\gortex\Gortex.EXE`, "args", []any{"mcp"}),
		host.Map("command", host.Map("path", "/usr/bin/gortex", "args", []any{"mcp"})),
		host.Map("transport", host.Map("type", "stdio", "command", "gortex", "args", []any{"mcp"})),
		host.Map("type", "local", "command", []any{"gortex", "mcp"}),
	} {
		if !host.OurServer(old) {
			t.Errorf("%v is not known as ours", old)
		}
	}
}

// plainValue is what stands in a file after an entry was written.
func plainValue(t *testing.T, f host.File, entry host.Entry, e host.Env) any {
	t.Helper()
	doc, err := put(f.Format, nil, entry, entry.Value(e))
	if err != nil {
		t.Fatal(err)
	}
	return valueAt(t, f.Format, doc, entry.At)
}

// The variables that move a host's files, and where they then are.
func TestVariablesMoveFiles(t *testing.T) {
	const home = "/home/dev/"
	for _, tt := range []struct{ host, variable, value, gone, there string }{
		{"codex", "CODEX_HOME", "/c", home + ".codex/config.toml", "/c/config.toml"},
		{"codex", "CODEX_HOME", "relative", "/relative/config.toml", home + ".codex/config.toml"},
		{"claude-code", "CLAUDE_CONFIG_DIR", "/c", home + ".claude.json", "/c/.claude.json"},
		{"claude-code", "CLAUDE_CONFIG_DIR", "/c", home + ".claude/settings.json", "/c/settings.json"},
		{"copilot-cli", "COPILOT_HOME", "/c", home + ".copilot/mcp-config.json", "/c/mcp-config.json"},
		{"gemini", "GEMINI_CLI_HOME", "/c", home + ".gemini/settings.json", "/c/.gemini/settings.json"},
		{"qwen-code", "QWEN_HOME", "/c", home + ".qwen/settings.json", "/c/settings.json"},
		{"opencode", "OPENCODE_CONFIG", "/c/my.json", home + ".config/opencode/opencode.json", "/c/my.json"},
		{"opencode", "XDG_CONFIG_HOME", "/c", home + ".config/opencode/opencode.json", "/c/opencode/opencode.json"},
		{"kilo-code", "KILO_CONFIG", "/c/my.json", home + ".config/kilo/kilo.json", "/c/my.json"},
		{"cline", "CLINE_DIR", "/c", home + ".cline/data/settings/cline_mcp_settings.json", "/c/data/settings/cline_mcp_settings.json"},
		{"cline", "CLINE_DATA_DIR", "/c", home + ".cline/data/settings/cline_mcp_settings.json", "/c/settings/cline_mcp_settings.json"},
		{"continue", "CONTINUE_GLOBAL_DIR", "/c", home + ".continue/config.yaml", "/c/config.yaml"},
		{"kimi", "KIMI_CODE_HOME", "/c", home + ".kimi-code/mcp.json", "/c/mcp.json"},
		{"pi", "PI_CODING_AGENT_DIR", "/c", home + ".pi/agent/mcp.json", "/c/mcp.json"},
		{"oh-my-pi", "PI_CODING_AGENT_DIR", "/c", home + ".omp/agent/mcp.json", "/c/mcp.json"},
		{"openclaw", "OPENCLAW_CONFIG_PATH", "/c/my.json", home + ".openclaw/openclaw.json", "/c/my.json"},
		{"openclaw", "OPENCLAW_STATE_DIR", "/c", home + ".openclaw/openclaw.json", "/c/openclaw.json"},
		{"openclaw", "OPENCLAW_HOME", "/c", home + ".openclaw/openclaw.json", "/c/.openclaw/openclaw.json"},
		{"hermes", "HERMES_HOME", "/c", home + ".hermes/config.yaml", "/c/config.yaml"},
		{"amp", "AMP_SETTINGS_FILE", "/c/my.json", home + ".config/amp/settings.json", "/c/my.json"},
		{"goose", "GOOSE_PATH_ROOT", "/c", home + ".config/goose/config.yaml", "/c/config/config.yaml"},
		{"crush", "CRUSH_GLOBAL_CONFIG", "/c", home + ".config/crush/crush.json", "/c/crush.json"},
		{"zed", "XDG_CONFIG_HOME", "/c", home + ".config/zed/settings.json", "/c/zed/settings.json"},
		{"zed", "FLATPAK_XDG_CONFIG_HOME", "/c", home + ".config/zed/settings.json", "/c/zed/settings.json"},
		{"vscode", "XDG_CONFIG_HOME", "/c", home + ".config/Code/User/mcp.json", "/c/Code/User/mcp.json"},
	} {
		i := slices.IndexFunc(hostadapters.All(), func(h host.Host) bool { return h.Name == tt.host })
		m := newMachine("linux")
		m.setenv(tt.variable, tt.value)
		if err := m.write(hostadapters.All()[i], host.User); err != nil {
			t.Fatal(err)
		}
		if m.files[tt.there] == "" || m.files[tt.gone] != "" {
			t.Errorf("%s with %s=%s writes %v", tt.host, tt.variable, tt.value, m.paths())
		}
	}
}

// Codex and OpenClaw start servers without the variables of their own
// environment, so those that matter are written down.
func TestVariablesArePassedOn(t *testing.T) {
	m := newMachine("linux")
	m.setenv("XDG_CACHE_HOME", "/big/cache", "GORTEX_WIRE", "gcx", "GORTEX_SESSION", "s1", "TOKEN", "secret")
	for h, path := range map[*host.Host]string{&codex.Host: codexConfig, &openclaw.Host: "/home/dev/.openclaw/openclaw.json"} {
		got := m.written(t, *h, host.User, path)
		if !strings.Contains(got, "/big/cache") || !strings.Contains(got, "GORTEX_WIRE") {
			t.Errorf("%s does not get the variables:\n%s", h.Name, got)
		}
		if strings.Contains(got, "s1") || strings.Contains(got, "secret") {
			t.Errorf("%s gets what is of one session, or not ours:\n%s", h.Name, got)
		}
	}
	if got := m.written(t, gemini.Host, host.User, "/home/dev/.gemini/settings.json"); strings.Contains(got, "/big/cache") {
		t.Errorf("Gemini CLI hands them on by itself:\n%s", got)
	}
}

// What would hide something from the host, or wait for approval in place of
// what works, is left alone, and it is said why.
func TestLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		name  string
		host  host.Host
		scope host.Scope
		set   func(m *machine)
		path  string
		want  bool
	}{
		{"a new config.yaml hides config.json", continuedev.Host, host.User, func(m *machine) { m.files["/home/dev/.continue/config.json"] = "{}" }, "/home/dev/.continue/config.yaml", false},
		{"crushrc is read in place of crush.json", crush.Host, host.User, func(m *machine) { m.files["/home/dev/.config/crush/crushrc"] = "mcp list\n" }, "/home/dev/.config/crush/crush.json", false},
		{"crush expands a dollar", crush.Host, host.User, func(m *machine) { m.Command = "/opt/$(id)/gortex" }, "/home/dev/.config/crush/crush.json", false},
		{"a plugin makes OpenCode wait for a package", opencode.Host, host.User, func(*machine) {}, plugin, false},
		{"unless it is there", opencode.Host, host.User, func(m *machine) {
			m.files["/home/dev/.config/opencode/node_modules/@opencode-ai/plugin/package.json"] = "{}"
		}, plugin, true},
		{"an approved entry is not replaced by one that is not", qwencode.Host, host.Project, func(m *machine) { m.Installed = true }, "/src/app/.qwen/settings.json", false},
		{"unless asked for", qwencode.Host, host.Project, func(m *machine) { m.Installed, m.Given[host.ProjectServer] = true, true }, "/src/app/.qwen/settings.json", true},
		{"and where there is none", qwencode.Host, host.Project, func(*machine) {}, "/src/app/.qwen/settings.json", true},
	} {
		m := newMachine("linux")
		tt.set(m)
		if got := m.written(t, tt.host, tt.scope, tt.path); (got != "") != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
		if !tt.want && len(m.left) == 0 {
			t.Errorf("%s: and nothing is said", tt.name)
		}
	}
}
