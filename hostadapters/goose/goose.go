// Package goose is Goose.
package goose

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Goose, as its source has it. It has no file for the servers of a
// repository.
var Host = host.Host{
	Name: "goose", Title: "Goose", Docs: "https://block.github.io/goose/docs/guides/config-files", Checked: host.Source,
	Desktop: true,
	Signs:   []host.Sign{{Program: "goose"}, {Path: config("")}},
	Files: []host.File{
		{Scope: host.User, Place: config("config.yaml"), Format: edit.YAML, Entries: []host.Entry{server}},
		rules.Agents(),
	},
}

func config(path string) host.Place {
	usual := host.On(host.Config("goose/"+path), host.Config("goose/"+path), host.Roaming("Block/goose/config/"+path))
	return func(e host.Env) string {
		if host.Named("GOOSE_PATH_ROOT")(e) != "" {
			return host.Under("GOOSE_PATH_ROOT", "", "config/"+path)(e)
		}
		return usual(e)
	}
}

// The program is called cmd; name, cmd and args are required. The time-out is in
// seconds, for the start and for a call.
var server = host.Entry{
	Part: host.Server, At: edit.Path{"extensions", host.Name}, Ours: host.OurServer, Keep: []string{"enabled", "description"}, AtLeast: []string{"timeout"},
	Value: func(e host.Env) any {
		return host.Map(
			"enabled", true, "type", "stdio", "name", host.Name, "description", "Definitions, references, calls and types of this code",
			"cmd", e.Absolute(), "args", []any{"mcp"}, "envs", edit.Object{}, "timeout", 120,
		)
	},
}
