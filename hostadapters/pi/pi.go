// Package pi is Pi.
package pi

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Pi. Version 1.6.0 was run on what is written here. Versions before
// 1.0 have no MCP: they read the rules alone. It does not hand the server's
// instructions to the model, so the rules matter here.
var Host = host.Host{
	Name: "pi", Title: "Pi", Docs: "https://pi.dev/docs/mcp", Checked: host.Ran,
	Signs: []host.Sign{{Program: "pi"}, {Path: host.Home(".pi")}},
	Files: []host.File{
		{Scope: host.User, Place: home("mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		rules.UserAgents(home("AGENTS.md"), home("CLAUDE.md")),
		rules.Skill(func(path string) host.Place { return host.Home(".agents/skills/" + path) }),
		{Scope: host.Project, Place: host.Repo(".pi/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.AgentsOrClaude(),
		rules.ProjectSkill(".agents/skills"),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `(?m)^gortex`, Works: `(?m)^gortex: connected`},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Pi uses the servers of a repository only in a folder that you have trusted"},
	},
}

func home(path string) host.Place { return host.Under("PI_CODING_AGENT_DIR", ".pi/agent", path) }

// Without exposure the tools are reached by code alone, and the model does not
// see them. The time-out is in seconds, for a call.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program,
		After: host.Map("exposure", "direct", "timeout", 120), Keep: []string{"exposure", "timeout"},
	}.Entry()
}
