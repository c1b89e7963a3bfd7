// Package antigravity is Antigravity, the editor and its command line agy.
package antigravity

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Antigravity. Its products do not agree on one file; an older one is
// written only where it is there already.
var Host = host.Host{
	Name: "antigravity", Title: "Antigravity", Docs: "https://antigravity.google/docs/mcp", Checked: host.Docs, Aliases: []string{"agy"},
	Desktop: true,
	Signs:   []host.Sign{{Program: "agy"}, {Program: "antigravity"}, {Path: host.Home(".gemini/antigravity")}, {Path: host.Home(".gemini/antigravity-cli")}, {Path: host.App("Antigravity/User")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".gemini/config/mcp_config.json"), Format: edit.JSONC, Entries: servers},
		{Scope: host.User, Place: editor, Needs: editor, Format: edit.JSONC, Entries: servers},
		{Scope: host.User, Place: cli, Needs: cli, Format: edit.JSONC, Entries: servers},
		// The same file and block as of Gemini CLI.
		rules.Block(host.User, host.Home(".gemini/GEMINI.md")),
		{Scope: host.Project, Place: host.Repo(".agents/mcp_config.json"), Format: edit.JSONC, Entries: servers},
		rules.Agents(),
		rules.Instead(".agent/rules/gortex.md", ""),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`},
}

var (
	editor = host.Home(".gemini/antigravity/mcp_config.json")
	cli    = host.Home(".gemini/antigravity-cli/mcp_config.json")
)

var servers = []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()}
