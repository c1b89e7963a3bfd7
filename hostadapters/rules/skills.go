package rules

import (
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// What a host shows of the skill and the sub-agent when it chooses among
// several.
const (
	skillAbout = "Find code, read it and learn what a change touches with the gortex index: callers, usages, implementations, dependents. Use it for any question about how this code hangs together."
	agentName  = "gortex-search"
	agentAbout = "Finds code and explains how it hangs together, from the gortex index. Changes nothing. Use it for broad questions whose search would fill the conversation."
)

// Skill is the skill called gortex in a directory of skills of the user.
func Skill(directory func(path string) host.Place) host.File {
	return host.File{
		Scope: host.User, Part: host.Skills, Place: directory("gortex/SKILL.md"),
		Owned: func(host.Env) string {
			return Front("name: "+host.Name, "description: "+strconv.Quote(skillAbout)) + skill
		},
	}
}

// ProjectSkill is the skill in a directory of skills of the repository, on
// request.
func ProjectSkill(directory string) host.File {
	f := Skill(func(path string) host.Place { return host.Repo(directory + "/" + path) })
	f.Scope, f.OnRequest = host.Project, host.ProjectSkills
	return f
}

// SubAgent is the sub-agent gortex-search as a Markdown file. The front matter
// begins with a name, where the host does not take it from the file's, and a
// description.
func SubAgent(place host.Place, named bool, front func(host.Env) []string) host.File {
	return host.File{
		Scope: host.User, Part: host.Skills, Place: place,
		Owned: func(e host.Env) string {
			var lines []string
			if named {
				lines = append(lines, "name: "+agentName)
			}
			lines = append(lines, "description: "+strconv.Quote(agentAbout))
			return Front(append(lines, front(e)...)...) + agent
		},
	}
}

// CodexAgent is the sub-agent as Codex CLI reads it: TOML, in which a key that
// it does not know voids the file.
func CodexAgent(place host.Place) host.File {
	return host.File{
		Scope: host.User, Part: host.Skills, Place: place,
		Owned: func(host.Env) string {
			var b strings.Builder
			b.WriteString("name = " + strconv.Quote(agentName) + "\n")
			b.WriteString("description = " + strconv.Quote(agentAbout) + "\n")
			b.WriteString("sandbox_mode = \"read-only\"\n")
			b.WriteString("developer_instructions = '''\n" + agent + "'''\n")
			return b.String()
		},
	}
}
