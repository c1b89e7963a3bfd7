// Package continuedev is Continue, its command line and its extension of
// editors.
package continuedev

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Continue. Version 1.5.47 of the command line was run on what is
// written here, but for the files of a repository, which only the extension
// reads. It does not hand the server's instructions to the model, so the rules
// matter here.
var Host = host.Host{
	Name: "continue", Title: "Continue", Docs: "https://docs.continue.dev/customize/deep-dives/mcp", Checked: host.Ran,
	Desktop: true,
	Signs:   []host.Sign{{Program: "cn"}, {Path: home("")}},
	Files: []host.File{
		{Scope: host.User, Place: home("config.yaml"), Format: edit.YAML, New: header("Local Config", "1.0.0"), Entries: servers, When: hides},
		rules.File(host.User, home("rules/gortex.md"), ""),
		{Scope: host.Project, Place: host.Repo(".continue/mcpServers/gortex.yaml"), Format: edit.YAML, New: header("gortex", "1.0.0"), Entries: servers},
		rules.Agents(),
		rules.Instead(".continue/rules/gortex.md", ""),
	},
	Notes: []host.Note{
		{Part: host.Server, Text: "Continue's cn -p ends when a server does not start: take gortex out with gortex uninstall before you remove the program"},
	},
}

func home(path string) host.Place { return host.Under("CONTINUE_GLOBAL_DIR", ".continue", path) }

// header is what a new file must begin with.
func header(name, version string) string {
	return "name: " + name + "\nversion: " + version + "\nschema: v1\n"
}

// hides says that a new config.yaml would be read in place of an old
// config.json.
func hides(e host.Env) string {
	if e.Text(home("config.yaml")(e)) == nil && e.Text(home("config.json")(e)) != nil {
		return "a new config.yaml would hide config.json from Continue; migrate it first"
	}
	return ""
}

// The servers are a list; the time-out is in milliseconds, for the start.
var servers = []host.Entry{{
	Part: host.Server, At: edit.Path{"mcpServers", edit.Where{Key: "name", Value: host.Name}}, Ours: host.OurServer,
	AtLeast: []string{"connectionTimeout"},
	Value: func(e host.Env) any {
		return host.Map("name", host.Name, "type", "stdio", "command", e.Absolute(), "args", []any{"mcp"}, "connectionTimeout", 30000)
	},
}}
