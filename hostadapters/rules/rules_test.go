package rules_test

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

// tree is an environment with a repository that has these files.
func tree(files map[string]string) host.Env {
	return host.Env{
		Repo: "/r",
		Read: func(path string) []byte {
			if text, ok := files[strings.TrimPrefix(path, "/r/")]; ok {
				return []byte(text)
			}
			return nil
		},
	}
}

const ours = "<!-- gortex:rules:start -->\ntext\n<!-- gortex:rules:end -->\n"

// Where the rules of a repository go: no file that is made hides one that a
// person wrote.
func TestWhereRulesGo(t *testing.T) {
	type files = map[string]string
	for _, tt := range []struct {
		name                            string
		there                           files
		agents, first, orClaude, junies string // the path, "" for not written
	}{
		{"nothing", nil, "AGENTS.md", "AGENTS.md", "AGENTS.md", "AGENTS.md"},
		{"AGENTS.md alone", files{"AGENTS.md": "x"}, "AGENTS.md", "AGENTS.md", "AGENTS.md", "AGENTS.md"},
		{"an empty AGENTS.md", files{"AGENTS.md": ""}, "AGENTS.md", "AGENTS.md", "AGENTS.md", "AGENTS.md"},
		{"CLAUDE.md alone", files{"CLAUDE.md": "x"}, "", "CLAUDE.md", "CLAUDE.md", ""},
		{"both", files{"AGENTS.md": "x", "CLAUDE.md": "y"}, "AGENTS.md", "AGENTS.md", "AGENTS.md", "AGENTS.md"},
		{"GEMINI.md alone", files{"GEMINI.md": "x"}, "", "GEMINI.md", "", ""},
		{"GEMINI.md with our block alone", files{"GEMINI.md": ours}, "AGENTS.md", "GEMINI.md", "AGENTS.md", "AGENTS.md"},
		{"a file that Zed reads first", files{"AGENTS.md": "x", ".rules": "y"}, "AGENTS.md", ".rules", "AGENTS.md", "AGENTS.md"},
		{"copilot-instructions.md alone", files{".github/copilot-instructions.md": "x"}, "AGENTS.md", ".github/copilot-instructions.md", "AGENTS.md", "AGENTS.md"},
		{"Junie's own", files{"CLAUDE.md": "x", ".junie/guidelines.md": "y"}, "", "CLAUDE.md", "CLAUDE.md", ".junie/guidelines.md"},
	} {
		e := tree(tt.there)
		for want, f := range map[string]host.File{
			"agents " + tt.agents: rules.Agents(), "first " + tt.first: rules.FirstOnly(),
			"orClaude " + tt.orClaude: rules.AgentsOrClaude(), "junie " + tt.junies: rules.Prefer(".junie/AGENTS.md", ".junie/guidelines.md"),
		} {
			kind, path, _ := strings.Cut(want, " ")
			if got := where(f, e); got != path {
				t.Errorf("%s: %s: %q, want %q", tt.name, kind, got, path)
			}
		}
	}
}

func where(f host.File, e host.Env) string {
	if f.When != nil && f.When(e) != "" {
		return ""
	}
	return strings.TrimPrefix(f.Place(e), "/r/")
}

func TestClaude(t *testing.T) {
	type files = map[string]string
	same := func(string, string) bool { return true }
	for _, tt := range []struct {
		name  string
		there files
		same  func(a, b string) bool
		want  string // the body, "" for none
	}{
		{"nothing", nil, nil, "@AGENTS.md"},
		{"AGENTS.md alone", files{"AGENTS.md": "x"}, nil, "@AGENTS.md"},
		{"CLAUDE.md alone", files{"CLAUDE.md": "x"}, nil, rules.MCP},
		{"CLAUDE.md that imports what is not there", files{"CLAUDE.md": "@AGENTS.md\n"}, nil, rules.MCP},
		{"both", files{"AGENTS.md": "x", "CLAUDE.md": "y"}, nil, "@AGENTS.md"},
		{"an import of the user's", files{"AGENTS.md": "x", "CLAUDE.md": "y\n@AGENTS.md\n"}, nil, ""},
		{"an import of ours", files{"AGENTS.md": "x", "CLAUDE.md": strings.ReplaceAll(ours, "text", "@AGENTS.md")}, nil, "@AGENTS.md"},
		{"one file", files{"AGENTS.md": "x", "CLAUDE.md": "x"}, same, ""},
	} {
		e, f := tree(tt.there), rules.Claude()
		e.Same = tt.same
		got := ""
		if f.When(e) == "" {
			got = f.Block(e)
		}
		if got != tt.want {
			t.Errorf("%s: %.40q, want %.40q", tt.name, got, tt.want)
		}
	}
}

func TestInsteadStandsWhereAgentsCannot(t *testing.T) {
	for _, there := range []map[string]string{nil, {"CLAUDE.md": "x"}, {"AGENTS.md": "x"}} {
		e := tree(there)
		if agents, instead := where(rules.Agents(), e), where(rules.Instead("rules/gortex.md", ""), e); (agents == "") == (instead == "") {
			t.Errorf("%v: %q and %q", there, agents, instead)
		}
	}
}

func TestUserAgents(t *testing.T) {
	f := rules.UserAgents(host.Repo("AGENTS.md"), host.Repo("CLAUDE.md"))
	if got := where(f, tree(map[string]string{"CLAUDE.md": "x"})); got != "" {
		t.Errorf("a new %s hides CLAUDE.md", got)
	}
	if where(f, tree(nil)) == "" || where(f, tree(map[string]string{"CLAUDE.md": "x", "AGENTS.md": "y"})) == "" {
		t.Error("nothing is hidden, and yet nothing is written")
	}
}

func TestRulesOfTheEnvironment(t *testing.T) {
	if got := rules.Body(host.Env{Rules: "mine"}); got != "mine" {
		t.Errorf("%q", got)
	}
}
