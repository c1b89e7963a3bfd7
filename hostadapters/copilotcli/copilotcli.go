// Package copilotcli is GitHub Copilot CLI.
package copilotcli

import (
	"slices"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

const agent = "copilot-cli"

// Host is GitHub Copilot CLI. Version 1.0.102 was run on the server's entry;
// the form of the hooks is the documented one. It does not hand the server's
// instructions to the model, so the rules matter here.
var Host = host.Host{
	Name: "copilot-cli", Title: "GitHub Copilot CLI", Docs: "https://docs.github.com/en/copilot/how-tos/copilot-cli", Checked: host.Ran, Aliases: []string{"copilot"},
	Signs: []host.Sign{{Program: "copilot"}, {Path: home("")}},
	Files: []host.File{
		{Scope: host.User, Place: home("mcp-config.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Absolute)}},
		{Scope: host.User, Place: home("hooks/gortex.json"), Format: edit.JSON, New: "{\n  \"version\": 1\n}\n", Hooks: hooks},
		rules.Block(host.User, home("copilot-instructions.md")),
		rules.Skill(func(path string) host.Place { return home("skills/" + path) }),
		{Scope: host.Project, Place: host.Repo(".github/mcp.json"), Format: edit.JSONC, Entries: []host.Entry{server(host.Env.Portable)}},
		rules.Agents(),
		rules.Instead(".github/instructions/gortex.instructions.md", rules.Front(`applyTo: "**"`)),
		rules.ProjectSkill(".github/skills"),
	},
	Ask: host.Ask{Args: []string{"mcp", "get", host.Name}, Sees: `gortex`, Env: []string{"COPILOT_AUTO_UPDATE=false"}},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Copilot CLI uses the servers of a repository only in a folder that you have trusted"},
	},
}

func home(path string) host.Place { return host.Under("COPILOT_HOME", ".copilot", path) }

func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program,
		Before: host.Map("type", "local"), After: host.Map("tools", []any{"*"}), Keep: []string{"tools"},
	}.Entry()
}

// hooks names a command for each shell.
func hooks(e host.Env) []host.Entry {
	var entries []host.Entry
	for _, h := range e.Hooks[agent] {
		entries = append(entries, host.Entry{
			Part: host.Hooks, At: edit.Path{"hooks", h.Event}, Element: true, Ours: host.OurHook, Keep: []string{"matcher"},
			Value: func(e host.Env) any {
				handler := host.Map("type", "command", "bash", host.BashLine(e, agent), "powershell", host.PowerShellLine(e, agent), "timeoutSec", h.Timeout)
				if h.Matcher == "" {
					return handler
				}
				return slices.Concat(host.Map("matcher", h.Matcher), handler)
			},
		})
	}
	return entries
}
