package analyze

import "github.com/gortexhq/gortex/facade/op"

// quality are the analyses of which parts need care.
var quality = []op.Spec{
	op.Takes[of[clonesOptions]](
		op.Later("clones", "Groups of similar functions.", "find_clones"),
		example("Unused copies of code in use", `{"kind":"clones","options":{"dead_only":true}}`)),
	op.Takes[of[extractionOptions]](
		op.Later("extraction", "Functions worth splitting.", "get_extraction_candidates"),
		example("Those of at least forty lines", `{"kind":"extraction","options":{"min_lines":40}}`)),
	op.Takes[of[op.Scope]](
		op.Later("health", "A grade for the repository, its distribution and its worst symbols.", "audit_health"),
		example("Of this repository", `{"kind":"health"}`)),
	op.Takes[of[gapsOptions]](
		op.Later("knowledge_gaps", "Parts that are poorly connected, tested or documented.", "get_knowledge_gaps"),
		example("Under a directory", `{"kind":"knowledge_gaps","options":{"path_prefix":"internal/"}}`)),
	renamed(op.Takes[of[untestedOptions]](
		op.Later("untested", "Functions that no test reaches.", "get_untested_symbols"),
		example("Those with several callers", `{"kind":"untested","options":{"min_fan_in":3}}`)),
		op.Renames{"file_prefix": "options.path_prefix"}),
	kind[bottleneckOptions]("bottlenecks", "Functions whose cost multiplies through their callers.",
		"Under a directory", `{"path_prefix":"internal/"}`),
	kind[constructorsOptions]("constructors_missing_fields", "Constructions that leave fields unset.",
		"Of one type, at least two fields", `{"type_id":"a/a.go::Config","min_missing":2}`),
	kind[coverageOptions]("coverage_gaps", "Symbols with coverage in a band.",
		"Those that are covered by less than half", `{"max_pct":50}`),
	kind[coverageSummaryOptions]("coverage_summary", "Coverage by directory.",
		"Under a directory", `{"path_prefix":"internal/"}`),
	kind[deadCodeOptions]("dead_code", "Symbols that nothing uses.",
		"Constants too", `{"include_constants":true}`).Near("relations.references"),
	kind[limited]("doc_staleness", "Documents that link to code that is gone.", "The first ten", `{"limit":10}`),
	kind[healthScoreOptions]("health_score", "A score for each symbol.", "The worst", `{"grade":"F"}`),
	kind[hotspotsOptions]("hotspots", "Symbols that too much depends on.", "By what comes in", `{"direction":"in"}`),
	fixed(renamed(native[impactRequest]("impact", "Symbols by the risk of changing them.",
		example("What a change of one symbol puts at risk", `{"kind":"impact","target":{"symbol":"Server.addTool"}}`),
		example("The riskiest symbols of a directory", `{"kind":"impact","options":{"path_prefix":"internal/","limit":20}}`)),
		op.Renames{"id": "target.symbol", "path": "target.file"}), "options.refresh_cochange", false).Near("relations.dependents"),
	kind[testEdgesOptions]("tests_as_edges", "Tests and the code they reach.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[todosOptions]("todos", "Notes of work to do in comments.",
		"Those that nobody has taken", `{"tag":"FIXME","has_assignee":false}`).Near("search.text"),
}

type (
	clonesOptions struct {
		MinSimilarity float64 `json:"min_similarity,omitempty" min:"0" max:"1" doc:"least similarity of two functions, 1 for the same"`
		DeadOnly      bool    `json:"dead_only,omitempty" doc:"only groups with a member that nothing uses"`
		window
		op.Scope
	}
	extractionOptions struct {
		MinLines   int `json:"min_lines,omitempty" default:"20" min:"1" doc:"fewest lines"`
		MinCallers int `json:"min_callers,omitempty" default:"2" min:"0" doc:"fewest callers"`
		MinFanOut  int `json:"min_fan_out,omitempty" default:"5" min:"0" doc:"fewest functions called"`
		window
		op.Scope
	}
	gapsOptions struct {
		ThinCommunitySize int     `json:"thin_community_size,omitempty" default:"3" min:"1" doc:"most members of a community that is thin"`
		MinCoveragePct    float64 `json:"min_coverage_pct,omitempty" default:"50" min:"0" max:"100" doc:"coverage below which a hotspot counts as untested"`
		HotspotLimit      int     `json:"hotspot_limit,omitempty" default:"20" min:"1" max:"100000" doc:"how many hotspots to look at"`
		LimitPerCategory  int     `json:"limit_per_category,omitempty" default:"20" min:"1" max:"100000" doc:"most rows of each category"`
		under
		op.Scope
	}
	untestedOptions struct {
		MinFanIn int `json:"min_fan_in,omitempty" min:"0" doc:"fewest callers"`
		window
		op.Scope
	}
	bottleneckOptions struct {
		MinScore float64 `json:"min_score,omitempty" min:"0" doc:"least score"`
		kinds
		windowed
	}
	constructorsOptions struct {
		TypeID     string `json:"type_id,omitempty" doc:"only constructions of this type"`
		MinMissing int    `json:"min_missing,omitempty" default:"1" min:"1" doc:"fewest fields that are left unset"`
		windowed
	}
	coverageOptions struct {
		MinPct float64 `json:"min_pct,omitempty" default:"0" min:"0" max:"100" doc:"least coverage in percent"`
		MaxPct float64 `json:"max_pct,omitempty" default:"100" min:"0" max:"100" doc:"greatest coverage in percent"`
		kinds
		prefixed
	}
	coverageSummaryOptions struct {
		kinds
		prefixed
	}
	deadCodeOptions struct {
		IncludeVariables       bool `json:"include_variables,omitempty" doc:"also variables"`
		IncludeFields          bool `json:"include_fields,omitempty" doc:"also fields"`
		IncludeConstants       bool `json:"include_constants,omitempty" doc:"also constants"`
		IncludeCgoExports      bool `json:"include_cgo_exports,omitempty" doc:"also functions exported to C"`
		IncludeLinknameTargets bool `json:"include_linkname_targets,omitempty" doc:"also functions named by go:linkname"`
		SkipCrossRepoNodes     bool `json:"skip_cross_repo_nodes,omitempty" doc:"leave out what another repository uses"`
		limited
	}
	healthScoreOptions struct {
		Grade   string `json:"grade,omitempty" enum:"A,B,C,D,F" doc:"only this grade"`
		MinAxes int    `json:"min_axes,omitempty" min:"1" doc:"fewest measures that a score is made of"`
		RollUp  string `json:"roll_up,omitempty" enum:"file,package,repo" doc:"add scores up by this"`
		scores
		kinds
		windowed
	}
	hotspotsOptions struct {
		Mode      string  `json:"mode,omitempty" doc:"measure by which symbols are ranked"`
		Direction string  `json:"direction,omitempty" enum:"in,out,both" doc:"which edges count"`
		Threshold float64 `json:"threshold,omitempty" min:"0" doc:"least score"`
		common
	}
	impactRequest struct {
		Target  op.Target     `json:"target,omitzero" selectors:"symbol,file"`
		Options impactOptions `json:"options,omitzero"`
	}
	impactOptions struct {
		IDs []string `json:"ids,omitempty" doc:"only these symbols"`
		scores
		kinds
		RefreshCochange bool `json:"refresh_cochange,omitempty" doc:"mine the history anew first"`
		windowed
	}
	testEdgesOptions struct {
		GroupBy string `json:"group_by,omitempty" enum:"test,symbol,file" doc:"what a row is"`
		windowed
	}
	todosOptions struct {
		Tag         string `json:"tag,omitempty" doc:"only this marker, as TODO or FIXME"`
		Assignee    string `json:"assignee,omitempty" doc:"only those of this person"`
		Ticket      string `json:"ticket,omitempty" doc:"only those that name this ticket"`
		HasAssignee *bool  `json:"has_assignee,omitempty" doc:"only those that name a person, or only those that do not"`
		common
	}
)
