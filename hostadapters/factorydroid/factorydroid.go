// Package factorydroid is Factory's Droid.
package factorydroid

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Factory's Droid. Version 0.215.0 was run on the server's entry.
var Host = host.Host{
	Name: "factory-droid", Title: "Factory Droid", Docs: "https://docs.factory.ai/cli/configuration/mcp", Checked: host.Ran, Aliases: []string{"droid", "factory"},
	Signs: []host.Sign{{Program: "droid"}, {Path: host.Home(".factory")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".factory/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		rules.Block(host.User, host.Home(".factory/AGENTS.md")),
		{Scope: host.Project, Place: host.Repo(".factory/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.Agents(),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`, Works: `gortex.*\bconnected`},
}

func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program,
		Before: host.Map("type", "stdio"), After: host.Map("disabled", false), Keep: []string{"disabled"},
	}.Entry()
}
