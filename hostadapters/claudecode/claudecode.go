// Package claudecode is Claude Code.
package claudecode

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Claude Code. Versions 2.0.64, 2.1.101 and 2.1.332 were run on what
// is written here.
var Host = host.Host{
	Name: "claude-code", Title: "Claude Code", Docs: "https://code.claude.com/docs/en/mcp", Checked: host.Ran, Aliases: []string{"claude"},
	Signs: []host.Sign{{Program: "claude"}, {Path: home("")}, {Path: state}},
	Files: []host.File{
		{Scope: host.User, Place: state, Format: edit.JSON, Entries: []host.Entry{server(host.Env.Absolute)}},
		{
			Scope: host.User, Place: home("settings.json"), Format: edit.JSON,
			Entries: []host.Entry{host.Allow(edit.Path{"permissions"}, "allow", prefix)},
			Hooks:   host.Groups(edit.Path{"hooks"}, "claude-code", nil),
		},
		rules.Block(host.User, home("CLAUDE.md")),
		rules.Skill(func(path string) host.Place { return home("skills/" + path) }),
		rules.SubAgent(home("agents/gortex-search.md"), true, func(e host.Env) []string {
			tools := "tools: Read, Grep, Glob"
			for _, t := range e.ReadOnlyTools {
				tools += ", " + prefix + t
			}
			return []string{tools}
		}),
		{
			Scope: host.Project, Place: host.Repo(".mcp.json"), Format: edit.JSON, Entries: []host.Entry{server(host.Env.Portable)},
			When: host.UnlessInstalled("an entry in .mcp.json waits for approval, in Qwen Code in place of the user's own"),
		},
		rules.Agents(),
		rules.Claude(),
		rules.ProjectSkill(".claude/skills"),
	},
	AlsoHooks: []host.File{
		{Scope: host.Project, Place: host.Repo(".claude/settings.json"), Format: edit.JSON},
		{Scope: host.Project, Place: host.Repo(".claude/settings.local.json"), Format: edit.JSON},
	},
	Ask: host.Ask{Args: []string{"mcp", "get", host.Name}, Sees: `Scope:`, Works: `Connected`},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Claude Code asks before it uses a server of a repository's .mcp.json: answer it, or approve it in /mcp"},
	},
}

const prefix = "mcp__gortex__"

func home(path string) host.Place { return host.Under("CLAUDE_CONFIG_DIR", ".claude", path) }

// state is the file of the user's servers. It stands in the home directory,
// not in .claude, unless the variable moves both.
func state(e host.Env) string { return host.Under("CLAUDE_CONFIG_DIR", "", ".claude.json")(e) }

// Without alwaysLoad the tools hide behind a search in the first turn. Older
// versions pass over it.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcpServers"}, Program: program,
		Before: host.Map("type", "stdio"), After: host.Map("alwaysLoad", true), Keep: []string{"alwaysLoad"},
	}.Entry()
}
