// Package aider is Aider, which has no MCP.
package aider

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// conventions is the file that Aider's documentation proposes for what it is
// to read every time.
const conventions = "CONVENTIONS.md"

// Host is Aider, as its source of version 0.86 has it. It reads nothing by
// itself: the file of conventions must stand under read.
var Host = host.Host{
	Name: "aider", Title: "Aider", Docs: "https://aider.chat/docs/usage/conventions.html", Checked: host.Source,
	Signs: []host.Sign{{Program: "aider"}, {Path: host.Home(".aider.conf.yml")}, {Path: host.Repo(".aider.conf.yml")}},
	Files: []host.File{
		{Scope: host.Project, Part: host.Rules, Place: host.Repo(conventions), BlockName: rules.CLIBlock, Block: func(host.Env) string { return rules.CLI }},
		{Scope: host.Project, Place: host.Repo(".aider.conf.yml"), Format: edit.YAML, Entries: []host.Entry{{
			Part: host.Rules, At: edit.Path{"read"}, Element: true,
			Value: func(host.Env) any { return conventions },
			Ours:  func(value any) bool { return value == conventions },
		}}},
	},
	Notes: []host.Note{
		{Part: host.Rules, Text: "Aider has no MCP; it proposes gortex call as a command, which you run by saying yes"},
	},
}
