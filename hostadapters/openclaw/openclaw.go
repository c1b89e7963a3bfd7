// Package openclaw is OpenClaw.
package openclaw

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is OpenClaw. Version 2026.9.6 was run on what is written here. It has no
// file for the servers of a repository.
var Host = host.Host{
	Name: "openclaw", Title: "OpenClaw", Docs: "https://docs.openclaw.ai/cli/mcp", Checked: host.Ran,
	Signs: []host.Sign{{Program: "openclaw"}, {Path: home("")}},
	Files: []host.File{
		{
			Scope: host.User, Place: host.Either(host.Named("OPENCLAW_CONFIG_PATH"), home("openclaw.json")), Format: edit.JSON5,
			// The time-outs are in milliseconds.
			Entries: []host.Entry{host.Stdio{
				At: edit.Path{"mcp", "servers"}, Program: host.Env.Absolute, Pass: "env",
				After:   host.Map("connectionTimeoutMs", 30000, "requestTimeoutMs", 120000),
				AtLeast: []string{"connectionTimeoutMs"}, Keep: []string{"requestTimeoutMs"},
			}.Entry(), direct},
		},
		workspace,
	},
	Ask: host.Ask{Args: []string{"mcp", "probe", host.Name, "--json"}, Sees: `"tools":`, Works: `"tools": *[1-9]`},
	Notes: []host.Note{
		{Part: host.Server, Text: "OpenClaw shows the model tools of MCP servers only after a search, unless you install with --request all-direct"},
	},
}

// direct switches off the search behind which OpenClaw keeps the tools of all
// servers, and most of its own.
var direct = host.Entry{
	Part: host.Direct, At: edit.Path{"tools"}, Shared: true, OnRequest: host.AllDirect,
	Value: func(host.Env) any { return host.Map("toolSearch", false) },
}

func home(path string) host.Place {
	return func(e host.Env) string {
		if host.Named("OPENCLAW_STATE_DIR")(e) != "" {
			return host.Under("OPENCLAW_STATE_DIR", "", path)(e)
		}
		return host.Under("OPENCLAW_HOME", "", ".openclaw/"+path)(e)
	}
}

// workspace is the block in the AGENTS.md of the agent's own workspace, which
// OpenClaw fills when it makes the workspace.
var workspace = func() host.File {
	f := rules.Block(host.User, home("workspace/AGENTS.md"))
	f.Needs = f.Place
	return f
}()
