// Package analyze runs deterministic analyses of the graph.
package analyze

import "github.com/gortexhq/gortex/facade/op"

// Facade is the analyze tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "analyze",
		Summary:  "Analyses of the graph.",
		By:       "kind",
		Common:   []string{"help", "hotspots", "dead_code", "cycles", "impact", "architecture", "contracts", "todos"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("agent_config", "Faults in the configuration files of coding agents.", "audit_agent_config"),
	op.Later("architecture", "Communities, hotspots, processes and entry points in one picture.", "get_architecture").Near("explore.outline"),
	op.Later("churn", "How often symbols change.", "get_churn_rate"),
	op.Later("citation", "Whether quoted text stands in a file at a revision.", "verify_citation"),
	op.Later("clones", "Groups of similar functions.", "find_clones"),
	op.Spec{
		Name: "co_change", Summary: "Symbols and files that change together.",
		Fixed:  op.Args{"refresh": false},
		Legacy: []op.Legacy{{Name: "find_co_changing_symbols"}},
	},
	op.Later("communities", "Groups of symbols that depend on each other more than on the rest.", "get_communities"),
	op.Later("contracts", "Providers and consumers of routes, topics and other contracts.", "contracts"),
	op.Later("coupling", "Afferent and efferent coupling of packages or communities.", "get_coupling_metrics"),
	op.Later("extraction", "Functions worth splitting.", "get_extraction_candidates"),
	op.Later("health", "A grade for the repository, its distribution and its worst symbols.", "audit_health"),
	op.Spec{
		Name: "help", Summary: "The kinds of analysis there are.",
		Nearest: []string{"capabilities.describe"},
		Default: true,
		Fixed:   op.Args{"kind": "help"},
		Legacy:  []op.Legacy{{Name: "analyze"}},
	},
	op.Later("inspection_catalog", "The inspections there are.", "list_inspections"),
	op.Later("inspections", "Violations found by the inspections.", "run_inspections"),
	op.Later("knowledge_gaps", "Parts that are poorly connected, tested or documented.", "get_knowledge_gaps"),
	op.Later("lint", "Findings of the linters at hand for a file.", "lint_file"),
	op.Later("processes", "Execution flows from entry points.", "get_processes"),
	op.Later("recent_changes", "Files and symbols that changed since a time.", "get_recent_changes"),
	op.Later("replay", "What happened around a symptom: changes, callers, tests and memories.", "replay_episode"),
	op.Later("surprising_connections", "Edges between parts that rarely touch.", "get_surprising_connections"),
	op.Later("untested", "Functions that no test reaches.", "get_untested_symbols"),
	op.Later("why", "The recorded reasons behind a symbol.", "why"),
).Planned(native...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,file"`
	Options op.Open   `json:"options,omitempty"`
	Output  op.Open   `json:"output,omitempty"`
}
