package analyze

import "github.com/gortexhq/gortex/facade/op"

// rules are the analyses that look for what someone wrote down as wrong.
var rules = []op.Spec{
	renamed(op.Takes[of[agentConfigOptions]](
		op.Later("agent_config", "Faults in the configuration files of coding agents.", "audit_agent_config"),
		example("In one file", `{"kind":"agent_config","options":{"files":["AGENTS.md"]}}`)),
		op.Renames{"root": "options.repo"}),
	op.Takes[of[catalogOptions]](
		op.Later("inspection_catalog", "The inspections there are.", "list_inspections"),
		example("All of them", `{"kind":"inspection_catalog"}`)),
	op.Takes[of[inspectionOptions]](
		op.Later("inspections", "Violations found by the inspections.", "run_inspections"),
		example("Under a directory", `{"kind":"inspections","options":{"path_prefix":"internal/"}}`)),
	renamed(op.Takes[inFile[lintOptions]](
		op.Later("lint", "Findings of the linters at hand for a file.", "lint_file"),
		example("Within ten seconds", `{"kind":"lint","target":{"file":"main.go"},"options":{"timeout_ms":10000}}`)),
		op.Renames{"path": "target.file"}),
	kind[ruleOptions]("domain", "Findings of the rules that a project defines.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[ruleOptions]("hygiene", "Findings of the hygiene rules.", "Not in tests", `{"exclude_tests":true}`),
	kind[namedQueryOptions]("named", "A named bundle of queries.", "Which bundles there are", ``),
	kind[ruleOptions]("review", "Findings of the correctness rules.", "In Go", `{"language":"go"}`),
	kind[ruleOptions]("sast", "Findings of the security rules.", "Injected commands", `{"cwe":"CWE-78"}`),
	kind[unsafeOptions]("unsafe_patterns", "Code that may panic or behave undefined.", "Not in tests", `{"exclude_tests":true}`),
}

type (
	agentConfigOptions struct {
		Files   []string `json:"files,omitempty" doc:"these files instead of those that are found"`
		Compact bool     `json:"compact,omitempty" doc:"only what identifies each row"`
		op.Scope
	}
	catalogOptions struct {
		Category string `json:"category,omitempty" doc:"only this category"`
	}
	inspectionOptions struct {
		Inspections      []string `json:"inspections,omitempty" doc:"ids of those to run; all of them when left out"`
		Severity         string   `json:"severity,omitempty" doc:"only findings of this severity"`
		MaxPerInspection int      `json:"max_per_inspection,omitempty" default:"50" min:"1" max:"100000" doc:"most findings of each"`
		under
		op.Scope
	}
	lintOptions struct {
		Language  string `json:"language,omitempty" doc:"language of the file, when its name does not say"`
		TimeoutMS int    `json:"timeout_ms,omitempty" min:"1" doc:"milliseconds to wait for each linter"`
		op.Scope
	}
	// findings are what all rules are narrowed by.
	findings struct {
		Language     string `json:"language,omitempty" doc:"only files of this language"`
		Severity     string `json:"severity,omitempty" doc:"only findings of this severity"`
		ExcludeTests bool   `json:"exclude_tests,omitempty" doc:"leave out findings in tests"`
		windowed
	}
	detector struct {
		Detector string `json:"detector,omitempty" doc:"only findings of this rule"`
	}
	ruleOptions struct {
		detector
		CWE       string `json:"cwe,omitempty" doc:"only this weakness, as CWE-78"`
		Tag       string `json:"tag,omitempty" doc:"only rules with this tag"`
		KindsOnly bool   `json:"kinds_only,omitempty" doc:"only counts by rule, no findings"`
		findings
	}
	namedQueryOptions struct {
		Name string `json:"name,omitempty" doc:"which bundle to run; a list of them when left out"`
		findings
	}
	unsafeOptions struct {
		detector
		findings
	}
)
