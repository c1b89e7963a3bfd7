// Package kilocode is Kilo Code, its command line and its extension of editors.
package kilocode

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Kilo Code. Version 7.7.7 of the command line was run on what is
// written here.
var Host = host.Host{
	Name: "kilo-code", Title: "Kilo Code", Docs: "https://kilo.ai/docs/features/mcp/using-mcp-in-kilo-code", Checked: host.Ran, Aliases: []string{"kilo", "kilocode"},
	Desktop: true,
	Signs:   append([]host.Sign{{Program: "kilo"}, {Path: host.Config("kilo")}}, signs()...),
	Files: append(old(),
		host.File{Scope: host.User, Place: host.Either(host.Named("KILO_CONFIG"), host.JSONC(host.Config("kilo/kilo.json"))), Format: edit.JSONC, New: empty, Entries: servers},
		rules.UserAgents(host.Config("kilo/AGENTS.md"), host.Under("CLAUDE_CONFIG_DIR", ".claude", "CLAUDE.md")),
		host.File{
			Scope: host.Project, Format: edit.JSONC, New: empty, Entries: servers,
			Place: host.FirstOf(host.Repo("kilo.json"), host.Repo("kilo.jsonc"), host.Repo("kilo.json"), host.Repo(".kilo/kilo.jsonc"), host.Repo(".kilo/kilo.json")),
		},
		rules.AgentsOrClaude(),
	),
	Ask: host.Ask{Args: []string{"mcp", "list"}, Sees: `gortex`, Works: `gortex.*connected`},
}

const (
	empty     = "{\n  \"$schema\": \"https://app.kilo.ai/config.json\"\n}\n"
	extension = "globalStorage/kilocode.kilo-code"
)

func signs() []host.Sign {
	var signs []host.Sign
	for _, place := range host.Editors(extension) {
		signs = append(signs, host.Sign{Path: place})
	}
	return signs
}

// old are the files of extensions from before the one with the command line's
// configuration.
func old() []host.File {
	var files []host.File
	for _, place := range host.Editors(extension + "/settings/mcp_settings.json") {
		files = append(files, host.File{
			Scope: host.User, Place: place, Needs: place, Format: edit.JSONC,
			Entries: []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()},
		})
	}
	return files
}

// The program and its arguments are one list; the time-out is in milliseconds,
// for the start too.
var servers = []host.Entry{{
	Part: host.Server, At: edit.Path{"mcp", host.Name}, Ours: host.OurServer, Keep: []string{"enabled"}, AtLeast: []string{"timeout"},
	Value: func(e host.Env) any {
		return host.Map("type", "local", "command", []any{e.Absolute(), "mcp"}, "enabled", true, "timeout", 30000)
	},
}}
