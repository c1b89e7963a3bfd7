// Package codex is Codex CLI.
package codex

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// namespaces is the first version whose configuration takes
// features.code_mode.direct_only_tool_namespaces. To older ones it is an error
// that keeps them from starting.
const namespaces = "0.142.0"

// Host is Codex CLI. Versions 0.130 to 0.171 were run on what is written here.
var Host = host.Host{
	Name: "codex", Title: "Codex CLI", Docs: "https://developers.openai.com/codex/config-reference", Checked: host.Ran,
	Protocol: "2025-06-18",
	Signs:    []host.Sign{{Program: "codex"}, {Path: home("")}},
	Files: []host.File{
		{Scope: host.User, Place: home("config.toml"), Format: edit.TOML, Entries: []host.Entry{server(host.Env.Absolute), direct}},
		{Scope: host.User, Place: home("hooks.json"), Format: edit.JSON, Hooks: host.Groups(edit.Path{"hooks"}, "codex", nil)},
		// Where there is an override, it is read in place of AGENTS.md.
		rules.Block(host.User, host.FirstOf(home("AGENTS.md"), home("AGENTS.override.md"))),
		rules.Skill(func(path string) host.Place { return host.Home(".agents/skills/" + path) }),
		rules.CodexAgent(home("agents/gortex-search.toml")),
		{
			Scope: host.Project, Place: host.Repo(".codex/config.toml"), Format: edit.TOML,
			Entries: []host.Entry{server(host.Env.Portable)},
			When:    host.UnlessInstalled("Codex warns of a .codex/config.toml in a repository that is not trusted"),
		},
		rules.Agents(),
		rules.ProjectSkill(".agents/skills"),
	},
	AlsoHooks: []host.File{
		{Scope: host.User, Place: home("config.toml"), Format: edit.TOML},
		{Scope: host.Project, Place: host.Repo(".codex/hooks.json"), Format: edit.JSON},
		{Scope: host.Project, Place: host.Repo(".codex/config.toml"), Format: edit.TOML},
	},
	Ask: host.Ask{Args: []string{"mcp", "get", host.Name, "--json"}, Sees: `"name":\s*"gortex"`},
	Notes: []host.Note{
		{Part: host.Hooks, Text: "Codex runs new hooks only after you have accepted them: run /hooks in Codex"},
	},
}

func home(path string) host.Place { return host.Under("CODEX_HOME", ".codex", path) }

func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcp_servers"}, Program: program, Pass: "env",
		After:   host.Map("startup_timeout_sec", 30, "tool_timeout_sec", 120),
		AtLeast: []string{"startup_timeout_sec"}, Keep: []string{"tool_timeout_sec"},
		// A required server that fails keeps Codex from starting a session.
		Drop: host.Map("required", true),
	}.Entry()
}

// direct shows the tools in the first turn. The second namespace is the name
// under features.non_prefixed_mcp_tool_names.
var direct = host.Entry{
	Part: host.Direct, At: edit.Path{"features", "code_mode"}, Shared: true, Wrap: "enabled",
	Extend: []string{"direct_only_tool_namespaces"},
	Value: func(host.Env) any {
		return host.Map("direct_only_tool_namespaces", []any{"mcp__gortex", "gortex"})
	},
	When: func(e host.Env) string {
		if e.AtLeast("codex", namespaces) {
			return ""
		}
		return "only Codex " + namespaces + " and later take it, and codex --version does not say that it is one"
	},
}
