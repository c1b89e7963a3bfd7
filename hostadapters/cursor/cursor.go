// Package cursor is Cursor, the editor and its command line.
package cursor

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Cursor. Its rules for all repositories are kept in the editor's
// settings, which are no file to edit.
var Host = host.Host{
	Name: "cursor", Title: "Cursor", Docs: "https://cursor.com/docs/context/mcp", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "cursor-agent"}, {Program: "cursor"}, {Path: host.Home(".cursor")}, {Path: host.App("Cursor/User")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".cursor/mcp.json"), Format: edit.JSONC, Entries: servers},
		{Scope: host.Project, Place: host.Repo(".cursor/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.Agents(),
		rules.Instead(".cursor/rules/gortex.mdc", rules.Front("description: gortex for questions about code", "alwaysApply: true")),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`},
	Notes: []host.Note{
		{Part: host.Server, Text: "Cursor's command line uses a server after cursor-agent mcp enable gortex; in the editor it is switched on under Settings, MCP"},
	},
}

var servers = []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()}
