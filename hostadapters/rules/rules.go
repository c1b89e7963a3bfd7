// Package rules holds what coding assistants are told about gortex: the rule
// block of instruction files, the guide for those that have only a shell, a
// skill and a sub-agent; and which file of a repository they go into, so that
// none hides another.
package rules

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// The names of the blocks in Markdown files.
const (
	MCPBlock = "rules"
	CLIBlock = "cli"
)

// The texts, in Markdown.
var (
	// MCP is for assistants that have the MCP tools.
	//go:embed mcp.md
	MCP string
	// CLI is for those that have only a shell.
	//go:embed cli.md
	CLI string

	//go:embed skill.md
	skill string
	//go:embed agent.md
	agent string
)

// Body is the text of the rule block.
func Body(e host.Env) string {
	if e.Rules != "" {
		return e.Rules
	}
	return MCP
}

// Block is the rule block in an instruction file that others write too.
func Block(scope host.Scope, place host.Place) host.File {
	return host.File{Scope: scope, Part: host.Rules, Place: place, Block: Body, BlockName: MCPBlock}
}

// File is a file of its own with the rules, behind the front matter that the
// host wants, "" for none.
func File(scope host.Scope, place host.Place, front string) host.File {
	return host.File{Scope: scope, Part: host.Rules, Place: place, Owned: func(e host.Env) string { return front + Body(e) }}
}

// Front is front matter of the given lines.
func Front(lines ...string) string { return "---\n" + strings.Join(lines, "\n") + "\n---\n\n" }

// Agents is the rule block in the AGENTS.md of the repository, which most
// hosts read.
//
// OpenCode, Kilo Code and Pi read CLAUDE.md, and Zed one of several more files,
// only where there is no AGENTS.md. So it is not made where that would hide one
// of them.
func Agents() host.File {
	f := Block(host.Project, AgentsMD)
	f.When = hides
	return f
}

// AgentsMD is the place of the repository's AGENTS.md.
func AgentsMD(e host.Env) string { return host.Repo("AGENTS.md")(e) }

// before and after are the instruction files of which Zed reads the first one
// only, before and after AGENTS.md.
var (
	before = []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md"}
	after  = []string{"CLAUDE.md", "GEMINI.md"}
)

func hides(e host.Env) string {
	if e.Text(AgentsMD(e)) != nil {
		return ""
	}
	for _, name := range after {
		// A file with nothing but our block may be hidden.
		if text := e.Text(host.Repo(name)(e)); text != nil && strings.TrimSpace(withoutBlock(string(text))) != "" {
			return "a new AGENTS.md would hide " + name + " from hosts that read only one of them; make an AGENTS.md, or a link to " + name + ", and run this again"
		}
	}
	return ""
}

// FirstOnly is the rule block for a host that reads no more than the first
// instruction file it finds: in that file, or else in AGENTS.md.
func FirstOnly() host.File {
	var places []host.Place
	for _, name := range slices.Concat(before, []string{"AGENTS.md"}, after) {
		places = append(places, host.Repo(name))
	}
	return Block(host.Project, host.FirstOf(AgentsMD, places...))
}

// Prefer is the rule block for a host that reads the paths before, or in place
// of, AGENTS.md: in the first of them that is there, or else in AGENTS.md.
func Prefer(paths ...string) host.File {
	var places []host.Place
	for _, path := range paths {
		places = append(places, host.Repo(path))
	}
	f := Block(host.Project, host.FirstOf(AgentsMD, places...))
	f.When = func(e host.Env) string {
		if f.Place(e) != AgentsMD(e) {
			return ""
		}
		return hides(e)
	}
	return f
}

// AgentsOrClaude is the rule block for a host that reads CLAUDE.md where there
// is no AGENTS.md.
func AgentsOrClaude() host.File { return Prefer("AGENTS.md", "CLAUDE.md") }

// Instead is a file of its own in a directory of rules of the repository,
// where AGENTS.md cannot be made.
func Instead(path, front string) host.File {
	f := File(host.Project, host.Repo(path), front)
	f.When = func(e host.Env) string {
		if hides(e) == "" {
			return "AGENTS.md has the rules"
		}
		return ""
	}
	return f
}

// Claude is what CLAUDE.md of the repository needs: an import of AGENTS.md, or
// the rules themselves where there is no AGENTS.md to import.
func Claude() host.File {
	place := host.Repo("CLAUDE.md")
	return host.File{
		Scope: host.Project, Part: host.Rules, Place: place, BlockName: MCPBlock,
		Block: func(e host.Env) string {
			if hides(e) != "" {
				return Body(e)
			}
			return "@AGENTS.md"
		},
		When: func(e host.Env) string {
			switch {
			case e.Same != nil && e.Same(place(e), AgentsMD(e)):
				return "CLAUDE.md and AGENTS.md are one file"
			case e.Text(AgentsMD(e)) != nil && imports(withoutBlock(string(e.Text(place(e))))):
				return "CLAUDE.md imports AGENTS.md"
			}
			return ""
		},
	}
}

// imports reports whether a line of a CLAUDE.md imports AGENTS.md.
func imports(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "@AGENTS.md" || line == "@./AGENTS.md" {
			return true
		}
	}
	return false
}

// withoutBlock is a text without the lines of our rule block.
func withoutBlock(text string) string {
	var b strings.Builder
	ours := false
	for line := range strings.Lines(text) {
		start, end := strings.Contains(line, "gortex:"+MCPBlock+":start"), strings.Contains(line, "gortex:"+MCPBlock+":end")
		ours = ours || start
		if !ours {
			b.WriteString(line)
		}
		ours = ours && !end
	}
	return b.String()
}

// UserAgents is the rule block in an AGENTS.md of the user, of a host that
// reads other instead where there is none.
func UserAgents(agents, other host.Place) host.File {
	f := Block(host.User, agents)
	f.When = func(e host.Env) string {
		if e.Text(agents(e)) == nil && e.Text(other(e)) != nil {
			return "a new AGENTS.md would hide " + other(e) + ", which is read in its place where there is none"
		}
		return ""
	}
	return f
}
