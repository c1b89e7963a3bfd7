// Package qwencode is Qwen Code.
package qwencode

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Qwen Code. Version 0.24.4 was run on what is written here.
var Host = host.Host{
	Name: "qwen-code", Title: "Qwen Code", Docs: "https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp/", Checked: host.Ran, Aliases: []string{"qwen"},
	Signs: []host.Sign{{Program: "qwen"}, {Path: home("")}},
	Files: []host.File{
		{
			Scope: host.User, Place: home("settings.json"), Format: edit.JSONC,
			Entries: []host.Entry{server(host.Env.Absolute), host.Trusted(servers)},
		},
		rules.Block(host.User, home("QWEN.md")),
		{
			Scope: host.Project, Place: host.Repo(".qwen/settings.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)},
			When: host.UnlessInstalled("an entry in .qwen/settings.json takes its place until it is approved"),
		},
		rules.Agents(),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`, Works: `gortex.*Connected`},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Qwen Code uses a server that a repository names, in .qwen/settings.json or .mcp.json, only after qwen mcp approve gortex, and until then not your own of that name either"},
	},
}

var servers = edit.Path{"mcpServers"}

func home(path string) host.Place { return host.Under("QWEN_HOME", ".qwen", path) }

// Without alwaysLoadTools the tools hide behind a search in the first turn. The
// time-out is in milliseconds, for a call.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: servers, Program: program,
		After: host.Map("timeout", 120000, "alwaysLoadTools", true), Keep: []string{"timeout", "alwaysLoadTools"},
	}.Entry()
}
