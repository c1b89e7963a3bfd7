// Package junie is Junie of JetBrains, in the IDEs and on the command line.
package junie

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Junie.
var Host = host.Host{
	Name: "junie", Title: "Junie", Docs: "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "junie"}, {Path: host.Home(".junie")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".junie/mcp/mcp.json"), Format: edit.JSONC, Entries: servers},
		{Scope: host.Project, Place: host.Repo(".junie/mcp/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.Prefer(".junie/AGENTS.md", ".junie/guidelines.md"),
	},
}

var servers = []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()}
