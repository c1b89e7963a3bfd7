// Package cline is Cline, its command line and its extension of editors.
package cline

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Cline. Version 3.0.65 of the command line was run on what is written
// here. It does not hand the server's instructions to the model, so the rules
// matter here.
var Host = host.Host{
	Name: "cline", Title: "Cline", Docs: "https://docs.cline.bot/mcp/configuring-mcp-servers", Checked: host.Ran,
	Desktop: true, Protocol: "2024-11-05",
	Signs: append([]host.Sign{{Program: "cline"}, {Path: data("")}}, signs()...),
	Files: append(old(),
		host.File{Scope: host.User, Place: data("settings/cline_mcp_settings.json"), Format: edit.JSONC, Entries: servers},
		rules.Block(host.User, host.Home(".agents/AGENTS.md")),
		// No file in .clinerules: it would hide AGENTS.md from Zed.
		rules.Agents(),
	),
}

// data is the directory of data that the command line and the extension share.
func data(path string) host.Place {
	return func(e host.Env) string {
		if host.Named("CLINE_DATA_DIR")(e) != "" {
			return host.Under("CLINE_DATA_DIR", "", path)(e)
		}
		return host.Under("CLINE_DIR", ".cline", "data/"+path)(e)
	}
}

const extension = "globalStorage/saoudrizwan.claude-dev"

// old are the files of extensions that do not share the directory of data yet.
func old() []host.File {
	var files []host.File
	for _, place := range host.Editors(extension + "/settings/cline_mcp_settings.json") {
		files = append(files, host.File{Scope: host.User, Place: place, Needs: place, Format: edit.JSONC, Entries: servers})
	}
	return files
}

func signs() []host.Sign {
	var signs []host.Sign
	for _, place := range host.Editors(extension) {
		signs = append(signs, host.Sign{Path: place})
	}
	return signs
}

// The time-out is in seconds, for a call.
var servers = []host.Entry{
	host.Stdio{
		At: edit.Path{"mcpServers"}, Program: host.Env.Absolute,
		Before: host.Map("type", "stdio"), After: host.Map("disabled", false, "timeout", 120), Keep: []string{"disabled", "timeout"},
	}.Entry(),
	host.AllowIn(edit.Path{"mcpServers"}, "autoApprove"),
}
