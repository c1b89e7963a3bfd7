package workspace_admin

import "github.com/gortexhq/gortex/facade/op"

// ofHistory are the operations that add to the index what is found outside of
// the code.
var ofHistory = []op.Spec{
	op.Takes[EnrichRequest](op.Later("enrich_churn", "Store how often symbols change.", "enrich_churn"),
		op.Example{Text: "Under one path", Request: `{"operation":"enrich_churn","arguments":{"path":"internal"}}`}),
	op.Takes[EnrichRequest](op.Later("enrich_releases", "Store the release in which files appeared.", "enrich_releases"),
		op.Example{Text: "Of a branch", Request: `{"operation":"enrich_releases","arguments":{"branch":"main"}}`}),
	op.Takes[BlameRequest](op.Spec{
		Name: "blame", Summary: "Store the last author of each symbol.",
		Fixed:  op.Args{"kind": "blame"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "blame"}}},
	},
		op.Example{Text: "Of the repository a call is answered about", Request: `{"operation":"blame"}`}),
	op.Takes[CoverageRequest](op.Spec{
		Name: "coverage", Summary: "Store test coverage from a profile.",
		Fixed:  op.Args{"kind": "coverage"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "coverage"}}},
	},
		op.Example{Text: "A profile of go test", Request: `{"operation":"coverage","arguments":{"profile":"cover.out"}}`}),
	op.Takes[SQLRebuildRequest](op.Spec{
		Name: "sql_rebuild", Summary: "Rebuild the tables and queries of the graph.",
		Fixed:  op.Args{"kind": "sql_rebuild"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "sql_rebuild"}}},
	},
		op.Example{Text: "All of them", Request: `{"operation":"sql_rebuild"}`}),
	op.Takes[TemporalVerifyRequest](op.Spec{
		Name: "temporal_verify", Summary: "Verify workflow links with a language model and store the verdicts.",
		Fixed:  op.Args{"kind": "temporal_verify"},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": "temporal_verify"}}},
	},
		op.Example{Text: "All of them", Request: `{"operation":"temporal_verify"}`}),
}

// EnrichRequest says whose history is read.
type EnrichRequest struct {
	Arguments EnrichArguments `json:"arguments,omitzero"`
}

// EnrichArguments are a part of the tree and a point of its history.
type EnrichArguments struct {
	Branch string `json:"branch,omitempty" doc:"branch, tag or commit whose history is read; the one checked out when left out"`
	Path   string `json:"path,omitempty" doc:"name of a repository, or a path inside it; all that are tracked when left out"`
}

// BlameRequest names a repository.
type BlameRequest struct {
	Kind      string         `json:"kind,omitempty" enum:"blame" doc:"the analysis"`
	Arguments BlameArguments `json:"arguments,omitzero"`
}

// BlameArguments say which.
type BlameArguments struct {
	op.OneRepo
}

// CoverageRequest names a profile.
type CoverageRequest struct {
	Kind      string            `json:"kind,omitempty" enum:"coverage" doc:"the analysis"`
	Arguments CoverageArguments `json:"arguments"`
}

// CoverageArguments say which.
type CoverageArguments struct {
	Profile string `json:"profile" doc:"path of a coverage profile as go test -coverprofile writes it"`
}

// SQLRebuildRequest rebuilds all there is.
type SQLRebuildRequest struct {
	Kind string `json:"kind,omitempty" enum:"sql_rebuild" doc:"the analysis"`
}

// TemporalVerifyRequest verifies all there is.
type TemporalVerifyRequest struct {
	Kind string `json:"kind,omitempty" enum:"temporal_verify" doc:"the analysis"`
}
