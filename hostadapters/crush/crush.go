// Package crush is Crush.
package crush

import (
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// Host is Crush, as its source of August 2026 has it.
var Host = host.Host{
	Name: "crush", Title: "Crush", Docs: "https://github.com/charmbracelet/crush", Checked: host.Source,
	Signs: []host.Sign{{Program: "crush"}, {Path: home("")}},
	Files: []host.File{
		{
			Scope: host.User, Place: home("crush.json"), Format: edit.JSONC, New: empty, Entries: []host.Entry{server(host.Env.Absolute)},
			When: script(home("crushrc")),
		},
		{
			Scope: host.Project, Place: host.FirstOf(host.Repo(".crush.json"), host.Repo("crush.json")), Format: edit.JSONC, New: empty,
			Entries: []host.Entry{server(host.Env.Portable)},
			When:    script(host.FirstOf(host.Repo(".crushrc"), host.Repo("crushrc"))),
		},
		rules.Agents(),
	},
}

const empty = "{\n  \"$schema\": \"https://charm.land/crush.json\"\n}\n"

func home(path string) host.Place {
	return func(e host.Env) string {
		if host.Named("CRUSH_GLOBAL_CONFIG")(e) != "" {
			return host.Under("CRUSH_GLOBAL_CONFIG", "", path)(e)
		}
		return host.Config("crush/" + path)(e)
	}
}

// script says that a shell script is read in place of the file of settings.
// It also keeps out a program whose path the host would run as a command.
func script(place host.Place) func(host.Env) string {
	return func(e host.Env) string {
		switch {
		case e.Text(place(e)) != nil:
			return "Crush reads " + place(e) + " in its place; add to it: mcp add gortex --command " + e.Command + " --args mcp --timeout 30"
		case strings.Contains(e.Command, "$"):
			return "Crush would expand the $ in " + e.Command
		}
		return ""
	}
}

// The time-out is in seconds, for the start too, and 10 where nothing is said.
func server(program func(host.Env) string) host.Entry {
	return host.Stdio{
		At: edit.Path{"mcp"}, Program: program, Before: host.Map("type", "stdio"),
		After: host.Map("timeout", 30), AtLeast: []string{"timeout"},
	}.Entry()
}
