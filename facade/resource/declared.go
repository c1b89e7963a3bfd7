package resource

const (
	inJSON = "application/json"
	inText = "text/markdown"
)

// declared are the resources, in the order advertised.
func declared() []Resource {
	one := func(uri, name, description, tool, args string) Resource {
		return Resource{URI: "gortex://" + uri, Name: name, Description: description, MIME: inJSON, parts: []part{{"", tool, args}}}
	}
	several := func(uri, name, description string, parts ...part) Resource {
		return Resource{URI: "gortex://" + uri, Name: name, Description: description, MIME: inJSON, parts: parts}
	}
	return []Resource{
		several("session", "Session", "What this connection has done so far: phase, cursor, kept answers, changed symbols.",
			part{"workflow", "session", `{"operation":"workflow","arguments":{"action":"status"}}`},
			part{"responses", "response", `{"operation":"stats"}`},
			part{"history", "read", `{"operation":"history"}`}),
		one("stats", "Graph statistics", "How many symbols and references there are, by kind and language.", "workspace", `{"operation":"graph"}`),
		{URI: "gortex://schema", Name: "Graph schema", Description: "The kinds of symbols and references, and the tiers of provenance.", MIME: inJSON, text: (*Catalog).schema},
		{URI: "gortex://guide", Name: "Guide", Description: "How to use the tools well, whole.", MIME: inText, text: (*Catalog).guide},
		{URI: "gortex://guide/{topic}", Name: "Guide, one topic", Description: "One chapter of the guide: " + topicList() + ".", MIME: inText, text: (*Catalog).chapter},
		one("index-health", "Index health", "Whether the index is complete and current, and what it leaves out.", "workspace", `{"operation":"index"}`),
		one("workspace", "Workspace", "Which repository calls are about, and which others belong to it.", "workspace", `{"operation":"info"}`),
		one("repos", "Repositories", "The tracked repositories.", "workspace", `{"operation":"repos"}`),
		one("active-project", "Active project", "The active project and its repositories.", "workspace", `{"operation":"active_project"}`),
		one("communities", "Communities", "Groups of symbols that belong together, with their cohesion.", "analyze", `{"kind":"communities"}`),
		one("community/{id}", "One community", "The members of one community.", "analyze", `{"kind":"communities","options":{"id":"{var}"}}`),
		one("processes", "Processes", "Execution flows from entry points.", "analyze", `{"kind":"processes"}`),
		one("process/{id}", "One process", "The steps of one execution flow.", "analyze", `{"kind":"processes","options":{"id":"{var}"}}`),
		several("report", "Report", "A first look at the repository: size, languages, layout, most used symbols, dead code, open notes.",
			part{"outline", "explore", `{"operation":"outline"}`},
			part{"hotspots", "analyze", `{"kind":"hotspots","output":{"limit":10}}`},
			part{"dead_code", "analyze", `{"kind":"dead_code","output":{"limit":10}}`},
			part{"todos", "analyze", `{"kind":"todos","output":{"limit":10}}`}),
		one("god-nodes", "Most used symbols", "The twenty symbols that most depends on.", "analyze", `{"kind":"hotspots","output":{"limit":20}}`),
		several("surprises", "Surprises", "Cycles, dead code, and calls between parts that rarely touch.",
			part{"cycles", "analyze", `{"kind":"cycles"}`},
			part{"dead_code", "analyze", `{"kind":"dead_code"}`},
			part{"surprising_connections", "analyze", `{"kind":"surprising_connections"}`}),
		one("audit", "Agent configuration", "Instruction files of coding agents checked against the index: names and paths that are gone.", "analyze", `{"kind":"agent_config"}`),
		one("questions", "Open notes", "TODO, FIXME and similar notes by tag and assignee.", "analyze", `{"kind":"todos"}`),
	}
}
