// Package kiro is Kiro, the editor and its command line.
package kiro

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Kiro.
var Host = host.Host{
	Name: "kiro", Title: "Kiro", Docs: "https://kiro.dev/docs/mcp/configuration/", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "kiro-cli"}, {Program: "kiro"}, {Path: host.Home(".kiro")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".kiro/settings/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.File(host.User, host.Home(".kiro/steering/gortex.md"), always),
		{Scope: host.Project, Place: host.Repo(".kiro/settings/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.Agents(),
		rules.Instead(".kiro/steering/gortex.md", always),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`},
}

var always = rules.Front("inclusion: always")

var servers = []host.Entry{
	host.Stdio{
		At: edit.Path{"mcpServers"}, Program: host.Env.Absolute,
		After: host.Map("disabled", false), Keep: []string{"disabled"},
	}.Entry(),
	host.AllowIn(edit.Path{"mcpServers"}, "autoApprove"),
}
