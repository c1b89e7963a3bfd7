// Package windsurf is Windsurf, with its Cascade agent.
package windsurf

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Windsurf. It has no file for the servers of a repository.
var Host = host.Host{
	Name: "windsurf", Title: "Windsurf", Docs: "https://docs.windsurf.com/windsurf/cascade/mcp", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "windsurf"}, {Path: host.Home(".codeium/windsurf")}, {Path: host.App("Windsurf/User")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Home(".codeium/windsurf/mcp_config.json"), Format: edit.JSONC, Entries: []host.Entry{
			host.Stdio{
				At: edit.Path{"mcpServers"}, Program: host.Env.Absolute,
			}.Entry(),
		}},
		rules.Block(host.User, host.Home(".codeium/windsurf/memories/global_rules.md")),
		rules.Agents(),
		rules.Instead(".windsurf/rules/gortex.md", rules.Front("trigger: always_on")),
	},
	Notes: []host.Note{
		{Part: host.Server, Text: "press Refresh in Windsurf's MCP settings; agents other than Cascade have settings of their own"},
	},
}
