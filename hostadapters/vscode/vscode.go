// Package vscode is Visual Studio Code with GitHub Copilot.
package vscode

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Visual Studio Code.
var Host = host.Host{
	Name: "vscode", Title: "VS Code", Docs: "https://code.visualstudio.com/docs/copilot/customization/mcp-servers", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "code"}, {Program: "code-insiders"}, {Path: host.App("Code/User")}, {Path: insiders}},
	Files: []host.File{
		{Scope: host.User, Place: host.App("Code/User/mcp.json"), Format: edit.JSONC, Entries: servers},
		{Scope: host.User, Place: host.App("Code - Insiders/User/mcp.json"), Needs: insiders, Format: edit.JSONC, Entries: servers},
		{Scope: host.Project, Place: host.Repo(".vscode/mcp.json"), Format: edit.JSONC, Entries: servers},
		rules.Agents(),
		rules.Instead(".github/instructions/gortex.instructions.md", rules.Front(`applyTo: "**"`)),
	},
	Notes: []host.Note{
		{Part: host.Server, Text: "VS Code asks whether you trust the server when it first starts"},
	},
}

var insiders = host.App("Code - Insiders/User")

// Other hosts call the mapping mcpServers, this one servers; type is required.
var servers = []host.Entry{host.Stdio{
	At: edit.Path{"servers"}, Program: host.Env.Absolute, Before: host.Map("type", "stdio"),
}.Entry()}
