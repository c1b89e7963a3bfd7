// Package hermes is Hermes Agent.
package hermes

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Hermes Agent. It has no file for the servers of a repository.
var Host = host.Host{
	Name: "hermes", Title: "Hermes Agent", Docs: "https://hermes-agent.nousresearch.com/docs/user-guide/features/mcp", Checked: host.Docs,
	Signs: []host.Sign{{Program: "hermes"}, {Path: home("")}},
	Files: []host.File{
		{
			Scope: host.User, Place: home("config.yaml"), Format: edit.YAML,
			// The time-outs are in seconds; to connect takes 60 where nothing is said.
			Entries: []host.Entry{host.Stdio{
				At: edit.Path{"mcp_servers"}, Program: host.Env.Absolute, After: host.Map("timeout", 120, "connect_timeout", 60),
				AtLeast: []string{"connect_timeout"}, Keep: []string{"timeout"},
			}.Entry()},
			Hooks: host.Calls(edit.Path{"hooks"}, "hermes", ""),
		},
		rules.Agents(),
	},
	Notes: []host.Note{
		{Part: host.Server, Text: "run /reload-mcp in a Hermes session that is under way"},
		{Part: host.Hooks, Text: "Hermes asks before it runs a new hook for the first time"},
	},
}

func home(path string) host.Place { return host.Under("HERMES_HOME", ".hermes", path) }
