// Package agentsmd is any harness that has a shell, no MCP, and reads AGENTS.md.
package agentsmd

import (
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is a harness with nothing but a shell. Nothing shows that there is one,
// so it is written only when it is named.
var Host = host.Host{
	Name: "agents-md", Title: "AGENTS.md for a shell alone", Docs: "https://agents.md", Checked: host.Docs, Aliases: []string{"shell"},
	Files: []host.File{file()},
	Notes: []host.Note{
		{Part: host.Rules, Text: "gortex must be on the PATH of the harness; one that does not read AGENTS.md, such as mini-swe-agent, wants the text in its own template"},
	},
}

func file() host.File {
	f := rules.Agents()
	f.BlockName, f.Block = rules.CLIBlock, func(host.Env) string { return rules.CLI }
	return f
}
