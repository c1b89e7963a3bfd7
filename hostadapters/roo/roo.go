// Package roo is Roo Code, an extension of editors.
package roo

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Roo Code, as its source of version 3.52.1 has it.
var Host = host.Host{
	Name: "roo", Title: "Roo Code", Docs: "https://docs.roocode.com/features/mcp/using-mcp-in-roo", Checked: host.Source, Aliases: []string{"roo-code"},
	Desktop: true,
	Signs:   signs(),
	Files: append(user(),
		rules.File(host.User, host.Home(".roo/rules/gortex.md"), ""),
		host.File{Scope: host.Project, Place: host.Repo(".roo/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.Agents(),
		rules.Instead(".roo/rules/gortex.md", ""),
	),
}

const extension = "globalStorage/rooveterinaryinc.roo-cline"

func signs() []host.Sign {
	signs := []host.Sign{{Path: host.Home(".roo")}}
	for _, place := range host.Editors(extension) {
		signs = append(signs, host.Sign{Path: place})
	}
	return signs
}

// user are the files of the extension in each editor that has it.
func user() []host.File {
	var files []host.File
	for i, place := range host.Editors(extension + "/settings/mcp_settings.json") {
		files = append(files, host.File{Scope: host.User, Place: place, Needs: host.Editors(extension)[i], Format: edit.JSONC, Entries: servers})
	}
	return files
}

// The time-out is in seconds, for a call.
var servers = []host.Entry{
	host.Stdio{
		At: edit.Path{"mcpServers"}, Program: host.Env.Absolute,
		Before: host.Map("type", "stdio"), After: host.Map("timeout", 120), Keep: []string{"timeout"},
	}.Entry(),
	host.AllowIn(edit.Path{"mcpServers"}, "alwaysAllow"),
}
