// Package ohmypi is Oh My Pi.
package ohmypi

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Oh My Pi. Version 18.2.3 was run on what is written here.
var Host = host.Host{
	Name: "oh-my-pi", Title: "Oh My Pi", Docs: "https://github.com/can1357/oh-my-pi", Checked: host.Ran, Aliases: []string{"omp"},
	Signs: []host.Sign{{Program: "omp"}, {Path: host.Home(".omp")}},
	Files: []host.File{
		{Scope: host.User, Place: home("mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		{Scope: host.User, Place: home("config.yml"), Format: edit.YAML, Entries: []host.Entry{{
			// The tools of MCP servers hide behind a device of Oh My Pi, and one
			// switch brings out those of all servers.
			Part: host.Direct, At: edit.Path{"tools"}, Shared: true, OnRequest: host.AllDirect,
			Value: func(host.Env) any { return host.Map("xdev", false) },
		}}},
		{Scope: host.Project, Place: host.Repo(".omp/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.Agents(),
	},
	Notes: []host.Note{
		{Part: host.Server, Text: "Oh My Pi shows the model tools of MCP servers only after a search, unless you install with --request all-direct"},
	},
}

func home(path string) host.Place { return host.Under("PI_CODING_AGENT_DIR", ".omp/agent", path) }

// The time-out is in milliseconds, for a call.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program, Before: host.Map("type", "stdio"),
		After: host.Map("enabled", true, "timeout", 120000), Keep: []string{"enabled", "timeout"},
	}.Entry()
}
