// Package kimi is Kimi Code.
package kimi

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Kimi Code. Version 2.1.0 was run on the server's entry; the form of
// the hooks is the documented one. It does not hand the server's instructions
// to the model, so the rules matter here.
var Host = host.Host{
	Name: "kimi", Title: "Kimi Code", Docs: "https://moonshotai.github.io/kimi-code/en/customization/mcp.html", Checked: host.Ran, Aliases: []string{"kimi-code"},
	Signs: []host.Sign{{Program: "kimi"}, {Path: home("")}},
	Files: []host.File{
		{Scope: host.User, Place: home("mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		{Scope: host.User, Place: home("config.toml"), Format: edit.TOML, Hooks: host.Calls(edit.Path{"hooks"}, "kimi", "event")},
		// kimi-cli, which was there before.
		{Scope: host.User, Place: old, Needs: old, Format: edit.JSONC, Entries: []host.Entry{
			host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry(),
		}},
		rules.Block(host.User, home("AGENTS.md")),
		{Scope: host.Project, Place: host.Repo(".kimi-code/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.Agents(),
	},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Kimi Code uses the servers of a repository only in a folder that you have trusted"},
	},
}

func home(path string) host.Place { return host.Under("KIMI_CODE_HOME", ".kimi-code", path) }

var old = host.Home(".kimi/mcp.json")

// The time-outs are in milliseconds.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program,
		After:   host.Map("startupTimeoutMs", 30000, "toolTimeoutMs", 120000, "enabled", true),
		AtLeast: []string{"startupTimeoutMs"}, Keep: []string{"toolTimeoutMs", "enabled"},
	}.Entry()
}
