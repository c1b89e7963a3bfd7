// Package gemini is Gemini CLI.
package gemini

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Gemini CLI. Version 0.61.0 was run on what is written here.
var Host = host.Host{
	Name: "gemini", Title: "Gemini CLI", Docs: "https://geminicli.com/docs/tools/mcp-server/", Checked: host.Ran, Aliases: []string{"gemini-cli"},
	Protocol: "2025-06-18",
	Signs:    []host.Sign{{Program: "gemini"}, {Path: home("settings.json")}},
	Files: []host.File{
		{
			Scope: host.User, Place: home("settings.json"), Format: edit.JSONC,
			Entries: []host.Entry{server(host.Env.Absolute), host.Trusted(servers)},
			Hooks:   host.Groups(edit.Path{"hooks"}, "gemini", host.Map("name", host.Name)),
		},
		rules.Block(host.User, home("GEMINI.md")),
		{Scope: host.Project, Place: host.Repo(".gemini/settings.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.Block(host.Project, host.Repo("GEMINI.md")),
	},
	AlsoHooks: []host.File{
		{Scope: host.Project, Place: host.Repo(".gemini/settings.json"), Format: edit.JSONC},
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`, Works: `gortex.*Connected`},
	Notes: []host.Note{
		{Part: host.Server, Text: "Gemini CLI starts no MCP server, not even your own, in a folder that you have not trusted"},
		{Part: host.Server, Text: "gemini -p shows the model only tools that need no confirmation: give it --approval-mode yolo, or install with --request trust"},
	},
}

var servers = edit.Path{"mcpServers"}

func home(path string) host.Place { return host.Under("GEMINI_CLI_HOME", "", ".gemini/"+path) }

// The time-out is in milliseconds, for a call.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{At: servers, Program: program, After: host.Map("timeout", 120000), Keep: []string{"timeout"}}.Entry()
}
