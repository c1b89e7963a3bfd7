package pr

import "github.com/gortexhq/gortex/facade/op"

// What the operations take that are not built. Where pull requests or their
// files are given, the forge is not asked for them.
type (
	listRequest struct {
		Arguments listArguments `json:"arguments,omitzero"`
	}
	listArguments struct {
		State string `json:"state,omitempty" default:"open" enum:"open,closed,all" doc:"which pull requests"`
		known
		op.OneRepo
	}
	conflictsRequest struct {
		Arguments conflictsArguments `json:"arguments,omitzero"`
	}
	conflictsArguments struct {
		known
		filesOf
		op.OneRepo
	}
	triageRequest struct {
		Arguments triageArguments `json:"arguments,omitzero"`
	}
	triageArguments struct {
		UseLLM bool `json:"use_llm,omitempty" doc:"let a language model order them anew and say why"`
		known
		filesOf
		op.OneRepo
	}
	impactRequest struct {
		Arguments impactArguments `json:"arguments"`
	}
	impactArguments struct {
		Number  int      `json:"number" min:"1" doc:"number of the pull request"`
		Files   []string `json:"files,omitempty" doc:"paths that it changes"`
		Receipt bool     `json:"receipt,omitempty" doc:"also a receipt that can be shown to others"`
		Scrub   bool     `json:"scrub,omitempty" doc:"leave paths, ids and addresses out of the answer"`
		op.OneRepo
	}
	riskRequest struct {
		Arguments riskArguments `json:"arguments,omitzero"`
	}
	riskArguments struct {
		changed
		op.OneRepo
	}
	reviewersRequest struct {
		Arguments reviewersArguments `json:"arguments,omitzero"`
	}
	reviewersArguments struct {
		Number int `json:"number,omitempty" min:"1" doc:"number of the pull request"`
		changed
		most
		op.OneRepo
	}
)

// What several of them take.
type (
	most struct {
		Limit int `json:"limit,omitempty" default:"30" min:"1" max:"100000" doc:"most rows"`
	}
	known struct {
		PRs []op.Open `json:"prs,omitempty" doc:"pull requests as the forge gives them"`
		most
	}
	filesOf struct {
		Files op.Open `json:"files,omitempty" doc:"for each number of a pull request the list of paths it changes"`
	}
	changed struct {
		IDs  []string `json:"ids,omitempty" doc:"the symbols that the change touches"`
		Base string   `json:"base,omitempty" doc:"revision that the change is compared with"`
	}
)
