package prompt

import "strings"

const honest = " Where an answer below is an error, say that this was not checked, and do not guess at it."

func preCommit() Prompt {
	return Prompt{
		Name:        "pre_commit",
		Description: "Look at what is about to be committed: changed symbols, what depends on them, the risk, the tests to run",
		Arguments: []Argument{
			{Name: "scope", Description: "which changes: unstaged, staged, all or compare (the default is all)"},
			{Name: "repo", Description: "a tracked repository, when it is not the current one"},
		},
		order: "Review the uncommitted changes of this repository before they are committed. For each changed symbol say what depends on it, " +
			"whether those uses still fit, how risky the change is, and which tests to run; end with what should be done before the commit." + honest,
		parts: []part{
			{"Changed symbols", "change", func(v map[string]string) map[string]any {
				scope := strings.TrimSpace(v["scope"])
				if scope == "" {
					scope = "all"
				}
				args := map[string]any{"operation": "detect", "source": map[string]any{"scope": scope}}
				if repo := strings.TrimSpace(v["repo"]); repo != "" {
					args["options"] = map[string]any{"repo": repo}
				}
				return args
			}},
			{"State of the index", "workspace", func(map[string]string) map[string]any {
				return map[string]any{"operation": "index"}
			}},
		},
	}
}

func orientation() Prompt {
	return Prompt{
		Name:        "orientation",
		Description: "Get to know a repository: its size and languages, its parts, where it begins, its most used symbols",
		order: "Explain this repository to somebody who has never seen it: what it is for, how it is divided, where execution begins, " +
			"which symbols everything rests on, and where to read first. Use the facts below and the tools for whatever they leave open." + honest,
		parts: []part{
			{"Outline", "explore", func(map[string]string) map[string]any { return map[string]any{"operation": "outline"} }},
			{"The graph", "workspace", func(map[string]string) map[string]any { return map[string]any{"operation": "graph"} }},
			{"Communities", "analyze", func(map[string]string) map[string]any {
				return map[string]any{"kind": "communities", "output": map[string]any{"limit": 10}}
			}},
			{"Execution flows", "analyze", func(map[string]string) map[string]any {
				return map[string]any{"kind": "processes", "output": map[string]any{"limit": 10}}
			}},
		},
	}
}

func safeToChange() Prompt {
	return Prompt{
		Name:        "safe_to_change",
		Description: "Find out whether symbols can be changed safely: what depends on them, in which order to edit, which tests cover them",
		Arguments:   []Argument{{Name: "ids", Description: "symbols by id or unique name, separated by commas or spaces", Required: true}},
		order: "Say whether it is safe to change the symbols named below: who uses them, what would break, in which order to edit, and which tests " +
			"must pass afterwards. Answer with one of safe, safe with care or risky for each, and why." + honest,
		parts: []part{
			{"The symbols", "read", func(v map[string]string) map[string]any {
				return map[string]any{"operation": "symbols", "target": map[string]any{"symbols": list(v["ids"])}}
			}},
			{"Impact", "change", func(v map[string]string) map[string]any {
				return map[string]any{"operation": "impact", "target": map[string]any{"symbols": list(v["ids"])}}
			}},
			{"Order of edits", "change", func(v map[string]string) map[string]any {
				return map[string]any{"operation": "edit_plan", "target": map[string]any{"symbols": list(v["ids"])}}
			}},
			{"Tests", "change", func(v map[string]string) map[string]any {
				return map[string]any{"operation": "tests", "target": map[string]any{"symbols": list(v["ids"])}}
			}},
		},
	}
}
