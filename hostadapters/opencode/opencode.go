// Package opencode is OpenCode.
package opencode

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is OpenCode. Version 1.18.33 was run on what is written here.
var Host = host.Host{
	Name: "opencode", Title: "OpenCode", Docs: "https://opencode.ai/docs/mcp-servers/", Checked: host.Ran,
	Signs: []host.Sign{{Program: "opencode"}, {Path: host.Config("opencode")}},
	Files: []host.File{
		{
			Scope: host.User, Format: edit.JSONC, New: empty, Entries: []host.Entry{server(host.Env.Absolute)},
			Place: host.Either(host.Named("OPENCODE_CONFIG"), host.JSONC(host.Config("opencode/opencode.json"))),
		},
		rules.UserAgents(host.Config("opencode/AGENTS.md"), host.Under("CLAUDE_CONFIG_DIR", ".claude", "CLAUDE.md")),
		{Scope: host.User, Part: host.Hooks, Place: host.Config("opencode/plugin/gortex.js"), Owned: plugin, When: unfetched},
		rules.Skill(func(path string) host.Place { return host.Home(".agents/skills/" + path) }),
		rules.SubAgent(host.Config("opencode/agent/gortex-search.md"), false, func(host.Env) []string {
			return []string{"mode: subagent", "permission:", "  edit: deny", "  bash: deny"}
		}),
		{
			Scope: host.Project, Format: edit.JSONC, New: empty, Entries: []host.Entry{server(host.Env.Portable)},
			Place: host.JSONC(host.Repo("opencode.json")),
		},
		rules.AgentsOrClaude(),
		rules.ProjectSkill(".agents/skills"),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`, Works: `gortex.*connected`},
}

const empty = "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n"

// The program and its arguments are one list; the time-out is in milliseconds,
// for the start too.
func server(program func(host.Env) string) host.Entry {
	return host.Entry{
		Part: host.Server, At: edit.Path{"mcp", host.Name}, Ours: host.OurServer, Keep: []string{"enabled"}, AtLeast: []string{"timeout"},
		Value: func(e host.Env) any {
			return host.Map("type", "local", "command", []any{program(e), "mcp"}, "enabled", true, "timeout", 30000)
		},
	}
}

// unfetched keeps the plugin out until OpenCode has fetched the package that it
// wants for plugins, which it does in the background whenever it starts. With a
// plugin it waits for that, and where there is no network for minutes.
func unfetched(e host.Env) string {
	if e.Text(host.Config("opencode/node_modules/@opencode-ai/plugin/package.json")(e)) != nil {
		return ""
	}
	return "OpenCode has not fetched its package for plugins yet and would wait for it; start it once, and run this again"
}

//go:embed plugin.js
var pluginText string

// plugin is the plugin that asks gortex hook, as OpenCode has no hooks that are
// commands.
func plugin(e host.Env) string {
	program, _ := json.Marshal(e.Command) // a string of JSON is one of JavaScript
	return strings.Replace(pluginText, `"gortex"`, string(program), 1)
}
