// Package zed is Zed.
package zed

import (
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Zed. Of instruction files it reads the first one only.
var Host = host.Host{
	Name: "zed", Title: "Zed", Docs: "https://zed.dev/docs/ai/mcp", Checked: host.Docs,
	Desktop: true,
	Signs:   []host.Sign{{Program: "zed"}, {Program: "zeditor"}, {Path: settings("")}},
	Files: []host.File{
		{Scope: host.User, Place: settings("settings.json"), Format: edit.JSONC, Entries: servers},
		{Scope: host.Project, Place: host.Repo(".zed/settings.json"), Format: edit.JSONC, Entries: servers},
		rules.FirstOnly(),
	},
	Notes: []host.Note{
		{Scope: host.Project, Part: host.Server, Text: "Zed starts the server of a repository's .zed/settings.json only in a trusted worktree"},
	},
}

// settings is where Zed keeps its settings: by the XDG rules on Linux, in
// .config whatever these say on macOS.
func settings(path string) host.Place {
	linux := host.Either(variable("FLATPAK_XDG_CONFIG_HOME", "zed/"+path), host.Config("zed/"+path))
	return host.On(linux, host.Home(".config/zed/"+path), host.Roaming("Zed/"+path))
}

// variable is a path under the directory that a variable names, "" where it
// names none.
func variable(name, path string) host.Place {
	return func(e host.Env) string {
		if host.Named(name)(e) == "" {
			return ""
		}
		return host.Under(name, "", path)(e)
	}
}

var servers = []host.Entry{host.Stdio{At: edit.Path{"context_servers"}, Program: host.Env.Absolute}.Entry()}
