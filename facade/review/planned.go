package review

import "github.com/gortexhq/gortex/facade/op"

// What the operations take that are not built.
type (
	runRequest struct {
		Source  diffed     `json:"source,omitzero"`
		Options runOptions `json:"options,omitzero"`
	}
	runOptions struct {
		model
		op.OneRepo
	}
	packRequest struct {
		Source  diffed      `json:"source,omitzero"`
		Options packOptions `json:"options,omitzero"`
	}
	packOptions struct {
		IncludePack bool `json:"include_pack,omitempty" doc:"also the source of what the change touches"`
		Scrub       bool `json:"scrub,omitempty" doc:"leave paths, ids and addresses out of the answer"`
		model
		op.OneRepo
	}
	critiqueRequest struct {
		Source  diffed          `json:"source,omitzero"`
		Options critiqueOptions `json:"options"`
	}
	critiqueOptions struct {
		Findings []op.Open `json:"findings" doc:"findings as a review returned them"`
		op.OneRepo
	}
	diffContextRequest struct {
		Source  compared           `json:"source,omitzero"`
		Options diffContextOptions `json:"options,omitzero"`
	}
	diffContextOptions struct {
		Compact bool `json:"compact,omitempty" doc:"only what identifies each row"`
		op.OneRepo
	}
	prContextRequest struct {
		Source  changed          `json:"source,omitzero"`
		Options prContextOptions `json:"options,omitzero"`
	}
	prContextOptions struct {
		symbols
		Verify      bool      `json:"verify,omitempty" default:"true" doc:"check callers and implementations of changed signatures"`
		AuditConfig bool      `json:"audit_config,omitempty" default:"true" doc:"check the configuration files of coding agents"`
		Edits       []op.Open `json:"edits,omitempty" doc:"WorkspaceEdits to try in their order, each as in LSP"`
		SessionID   string    `json:"session_id,omitempty" doc:"session in whose buffers the edits are tried; they are not tried without one"`
		Sections    []string  `json:"sections,omitempty" enum:"diff_context,verify,simulate,audit_config" doc:"only these parts"`
		op.OneRepo
	}
	questionsRequest struct {
		Source  based            `json:"source,omitzero"`
		Options questionsOptions `json:"options,omitzero"`
	}
	questionsOptions struct {
		symbols
		Limit            int      `json:"limit,omitempty" default:"20" min:"1" max:"100000" doc:"most rows"`
		PathPrefix       string   `json:"path_prefix,omitempty" doc:"only what lies under this path"`
		Categories       []string `json:"categories,omitempty" enum:"bridge,hub_risk,surprising,thin_community,untested_hotspot" doc:"only questions about these"`
		HubThreshold     int      `json:"hub_threshold,omitempty" min:"1" doc:"incoming edges that make a symbol a hub"`
		MinCommunitySize int      `json:"min_community_size,omitempty" default:"3" min:"1" doc:"members below which a community is thin"`
		MinBetweenness   float64  `json:"min_betweenness,omitempty" default:"20" min:"0" doc:"betweenness that makes a symbol a bridge"`
		op.OneRepo
	}
	siblingRequest struct {
		Source  changed        `json:"source,omitzero"`
		Options siblingOptions `json:"options,omitzero"`
	}
	siblingOptions struct {
		FocusFiles    []string `json:"focus_files,omitempty" doc:"the changed files whose siblings are wanted"`
		FocusFile     string   `json:"focus_file,omitempty" doc:"the same for one file"`
		FocusSymbolID string   `json:"focus_symbol_id,omitempty" doc:"the same for the file of a symbol"`
		op.OneRepo
	}
)

// What is reviewed.
type (
	based struct {
		Base string `json:"base,omitempty" doc:"revision that the change is compared with"`
	}
	compared struct {
		Scope   string `json:"scope,omitempty" enum:"unstaged,staged,all,compare" doc:"which changes"`
		BaseRef string `json:"base_ref,omitempty" default:"main" doc:"branch that scope compare is about"`
	}
	changed struct {
		based
		compared
	}
	diffed struct {
		changed
		Diff string `json:"diff,omitempty" doc:"unified diff to review in place of the working tree's"`
	}
	symbols struct {
		IDs []string `json:"ids,omitempty" doc:"the symbols that the change touches, in place of those of the diff"`
	}
	model struct {
		UseLLM bool `json:"use_llm,omitempty" doc:"also ask a language model"`
	}
)
