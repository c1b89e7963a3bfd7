// Package amp is Amp.
package amp

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Amp. Version 0.0.1790142911 was run on what is written here, as far
// as it goes without an account.
var Host = host.Host{
	Name: "amp", Title: "Amp", Docs: "https://ampcode.com/manual", Checked: host.Ran,
	Signs: []host.Sign{{Program: "amp"}, {Path: host.Config("amp")}},
	Files: []host.File{
		{Scope: host.User, Place: host.Either(host.Named("AMP_SETTINGS_FILE"), host.Config("amp/settings.json")), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		rules.Block(host.User, host.Config("amp/AGENTS.md")),
		{
			Scope: host.Project, Place: host.Repo(".amp/settings.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)},
			When: host.UnlessInstalled("an entry in .amp/settings.json waits for approval"),
		},
		rules.Agents(),
	},
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Amp uses the servers of a repository only after amp mcp approve gortex"},
	},
}

// The dot is part of the key.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{At: edit.Path{"amp.mcpServers"}, Program: program}.Entry()
}
