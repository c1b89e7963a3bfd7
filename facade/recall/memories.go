package recall

import "github.com/gortexhq/gortex/facade/op"

// ofMemories are the operations on what holds for the repository.
var ofMemories = []op.Spec{
	op.Takes[MemoriesRequest](op.Later("memories", "Stored memories by anchor, tag, kind or text.", "query_memories"),
		op.Example{Text: "Invariants about one file", Request: `{"operation":"memories","arguments":{"file_path":"internal/store/write.go","kind":"invariant"}}`}),
	op.Takes[OnboardingRequest](op.Later("onboarding", "Whether the essential memories of this repository exist.", "check_onboarding_performed"),
		op.Example{Text: "Two conventions at least", Request: `{"operation":"onboarding","arguments":{"essential_kinds":["convention"],"min_per_kind":2}}`}),
	op.Takes[SurfaceRequest](op.Spec{
		Name: "surface", Summary: "Memories that bear on a task.",
		Default: true,
		Fixed:   op.Args{"arguments.mark_accessed": false},
		Legacy:  []op.Legacy{{Name: "surface_memories"}},
	},
		op.Example{Text: "Before a change of two files", Request: `{"operation":"surface","arguments":{"task":"make the journal survive a crash","file_paths":["internal/store/write.go","internal/store/read.go"]}}`}),
}

// MemoriesRequest narrows the memories; without anything it is about all.
type MemoriesRequest struct {
	Arguments MemoriesArguments `json:"arguments,omitzero"`
}

// MemoriesArguments have to hold for each memory listed.
type MemoriesArguments struct {
	SymbolID          string `json:"symbol_id,omitempty" doc:"only of this symbol"`
	FilePath          string `json:"file_path,omitempty" doc:"only of this file"`
	Tag               string `json:"tag,omitempty" doc:"only with this tag"`
	Kind              string `json:"kind,omitempty" enum:"invariant,constraint,convention,gotcha,decision,incident,reference" doc:"only of this kind"`
	Source            string `json:"source,omitempty" enum:"manual,distilled,incident,review" doc:"only those that came about in this way"`
	Author            string `json:"author,omitempty" doc:"only of this author"`
	Text              string `json:"text,omitempty" doc:"only with this text in title or body"`
	Since             string `json:"since,omitempty" doc:"only those written after this time (RFC 3339)"`
	MinImportance     int    `json:"min_importance,omitempty" min:"1" max:"5" doc:"only of this importance or more"`
	PinnedOnly        bool   `json:"pinned_only,omitempty" doc:"only those that are pinned"`
	IncludeSuperseded bool   `json:"include_superseded,omitempty" doc:"also those that a later one replaces"`
	Limit             int    `json:"limit,omitempty" min:"1" max:"1000" doc:"most memories"`
	Scope             string `json:"scope,omitempty" enum:"workspace,global" doc:"only those of this workspace, or only those that hold everywhere"`
}

// OnboardingRequest says what is essential.
type OnboardingRequest struct {
	Arguments OnboardingArguments `json:"arguments,omitzero"`
}

// OnboardingArguments are the numbers to reach.
type OnboardingArguments struct {
	EssentialKinds []string `json:"essential_kinds,omitempty" enum:"invariant,constraint,convention,gotcha,decision,incident,reference" doc:"kinds of memory there have to be"`
	MinPerKind     int      `json:"min_per_kind,omitempty" default:"1" min:"0" doc:"least memories of each of them"`
	MinTotal       int      `json:"min_total,omitempty" default:"0" min:"0" doc:"least memories of all kinds"`
}

// SurfaceRequest says what is about to be done.
type SurfaceRequest struct {
	Arguments SurfaceArguments `json:"arguments,omitzero"`
}

// SurfaceArguments are the task and what it touches.
type SurfaceArguments struct {
	Task              string   `json:"task,omitempty" doc:"what is to be done, in plain words"`
	SymbolIDs         []string `json:"symbol_ids,omitempty" doc:"symbols that it touches"`
	FilePaths         []string `json:"file_paths,omitempty" doc:"files that it touches"`
	Limit             int      `json:"limit,omitempty" min:"1" max:"1000" doc:"most memories"`
	ExcerptChars      int      `json:"excerpt_chars,omitempty" min:"0" doc:"most characters of each body"`
	MinScore          float64  `json:"min_score,omitempty" min:"0" doc:"least score of a memory"`
	IncludeSuperseded bool     `json:"include_superseded,omitempty" doc:"also those that a later one replaces"`
	Scope             string   `json:"scope,omitempty" enum:"workspace,global" doc:"only those of this workspace, or only those that hold everywhere"`
	MarkAccessed      bool     `json:"mark_accessed,omitempty" default:"true" doc:"count that they were read"`
}
