package edit

import "github.com/gortexhq/gortex/facade/op"

// ofGenerators are the operations that write what is made from the index.
var ofGenerators = []op.Spec{
	op.Takes[DocsRequest](op.Later("docs", "Write documentation made from the graph.", "generate_docs"),
		op.Example{Text: "Recent changes and owners", Request: `{"operation":"docs","options":{"output_path":"docs/state.md","include":["recent","ownership"]}}`}),
	op.Takes[ExportGraphRequest](op.Later("export_graph", "Write the graph to a file in another format.", "export_graph"),
		op.Example{Text: "As GraphML", Request: `{"operation":"export_graph","options":{"format":"graphml","output_path":"graph.graphml"}}`}),
	op.Takes[ScaffoldRequest](op.Spec{
		Name: "scaffold", Summary: "Make new code on the pattern of an example.",
		Legacy: []op.Legacy{{Name: "scaffold", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "A handler like another one, written at once", Request: `{"operation":"scaffold","target":{"symbol":"handleOrder"},"options":{"new_name":"handleRefund"},"dry_run":false}`}),
	op.Takes[SkillRequest](op.Later("skill", "Write a skill for an agent from a directory.", "generate_skill"),
		op.Example{Text: "Of one package", Request: `{"operation":"skill","options":{"directory":"internal/store","skill_name":"store","output_dir":".claude/skills"}}`}),
	op.Takes[WikiRequest](op.Spec{
		Name: "wiki", Summary: "Write a wiki of the repository.",
		Fixed:  op.Args{"options.enhance": false},
		Legacy: []op.Legacy{{Name: "generate_wiki"}},
	},
		op.Example{Text: "Into a folder", Request: `{"operation":"wiki","options":{"output_dir":"docs/wiki"}}`}),
	op.Takes[ApplyOverlayRequest](op.Spec{
		Name: "apply_overlay", Summary: "Write a branch of the overlay to disk.",
		Fixed:  op.Args{"options.to_disk": true},
		Legacy: []op.Legacy{{Name: "overlay_merge", When: op.Args{"to_disk": true}}},
	},
		op.Example{Text: "What the branch has", Request: `{"operation":"apply_overlay","options":{"from":"try"}}`}),
}

// DocsRequest says what to write about, and where.
type DocsRequest struct {
	Options DocsOptions `json:"options,omitzero"`
}

// DocsOptions choose the sections.
type DocsOptions struct {
	OutputPath string   `json:"output_path,omitempty" doc:"file to write; without it the text is in the answer"`
	Since      string   `json:"since,omitempty" default:"168h" doc:"how far back recent changes go, such as 168h"`
	Top        int      `json:"top,omitempty" default:"20" min:"1" max:"1000" doc:"most rows of a section"`
	Include    []string `json:"include,omitempty" enum:"recent,ownership,stale,blame" doc:"only these sections"`
	PathPrefix string   `json:"path_prefix,omitempty" doc:"only what lies under this path"`
	RunBlame   bool     `json:"run_blame,omitempty" doc:"read the authors of lines anew first"`
	op.Scope
}

// ExportGraphRequest says what to write, and where.
type ExportGraphRequest struct {
	Options ExportGraphOptions `json:"options,omitzero"`
}

// ExportGraphOptions choose the format and what of the graph is in it.
type ExportGraphOptions struct {
	Format         string   `json:"format,omitempty" enum:"cypher,graphml,mermaid" doc:"what to write"`
	OutputPath     string   `json:"output_path,omitempty" doc:"file to write"`
	OutputDir      string   `json:"output_dir,omitempty" doc:"directory to write to, where there are several files"`
	Kinds          []string `json:"kinds,omitempty" doc:"only symbols of these kinds"`
	Languages      []string `json:"languages,omitempty" doc:"only symbols of these languages"`
	NoSynthetic    bool     `json:"no_synthetic,omitempty" doc:"leave out nodes that stand for what is not in the index"`
	Scope          string   `json:"scope,omitempty" doc:"of mermaid: what the diagram is about"`
	MinCommunity   int      `json:"min_community,omitempty" default:"3" min:"1" doc:"least symbols of a community"`
	MaxCommunities int      `json:"max_communities,omitempty" default:"20" min:"1" doc:"most communities"`
	op.OneRepo
}

// ScaffoldRequest names an example, and what to call the new code.
type ScaffoldRequest struct {
	Target  op.Target       `json:"target" selectors:"symbol"`
	Options ScaffoldOptions `json:"options"`
	DryRun  bool            `json:"dry_run,omitempty" default:"true" doc:"show what would be written and write nothing"`
}

// ScaffoldOptions name the new code.
type ScaffoldOptions struct {
	NewName string `json:"new_name" doc:"name that takes the place of the example's"`
	Compact bool   `json:"compact,omitempty" doc:"only the places of the edits, not their text"`
}

// SkillRequest says what the skill is about, and where it goes.
type SkillRequest struct {
	Options SkillOptions `json:"options,omitzero"`
	DryRun  bool         `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
}

// SkillOptions choose what is in the skill.
type SkillOptions struct {
	Directory       string   `json:"directory,omitempty" doc:"directory that the skill is about; the whole repository when left out"`
	SkillName       string   `json:"skill_name,omitempty" doc:"name of the skill in lower case with hyphens; made from the directory when left out"`
	Description     string   `json:"description,omitempty" doc:"when to use the skill"`
	OutputDir       string   `json:"output_dir,omitempty" doc:"directory to write to"`
	IncludePatterns []string `json:"include_patterns,omitempty" doc:"only files that match one of these globs"`
	IgnorePatterns  []string `json:"ignore_patterns,omitempty" doc:"no files that match one of these globs"`
	Compress        bool     `json:"compress,omitempty" doc:"leave out the bodies of functions"`
	MaxReferences   int      `json:"max_references,omitempty" default:"50" min:"1" max:"1000" doc:"most reference files"`
}

// WikiRequest says where the wiki goes.
type WikiRequest struct {
	Options WikiOptions `json:"options,omitzero"`
}

// WikiOptions choose what is in the wiki.
type WikiOptions struct {
	OutputDir      string `json:"output_dir,omitempty" doc:"directory to write to"`
	MinCommunity   int    `json:"min_community,omitempty" default:"3" min:"1" doc:"least symbols of a community that gets a page"`
	MaxCommunities int    `json:"max_communities,omitempty" default:"20" min:"1" doc:"most pages of communities"`
	NoProcesses    bool   `json:"no_processes,omitempty" doc:"no pages of processes"`
	NoContracts    bool   `json:"no_contracts,omitempty" doc:"no page of contracts"`
	NoDocs         bool   `json:"no_docs,omitempty" doc:"no pages of documents of the repository"`
	Force          bool   `json:"force,omitempty" doc:"write pages again that are up to date"`
	Wikilinks      bool   `json:"wikilinks,omitempty" doc:"write links as [[page]]"`
	Enhance        bool   `json:"enhance,omitempty" doc:"let a language model write the introductions"`
	op.Scope
}

// ApplyOverlayRequest names the branch to write.
type ApplyOverlayRequest struct {
	Options ApplyOverlayOptions `json:"options"`
}

// ApplyOverlayOptions say what goes where.
type ApplyOverlayOptions struct {
	From   string `json:"from" doc:"branch of the overlay to write"`
	Into   string `json:"into,omitempty" default:"main" doc:"branch of the overlay that it is merged into"`
	Force  bool   `json:"force,omitempty" doc:"write over what both have changed; the branch that is written wins"`
	ToDisk bool   `json:"to_disk,omitempty" doc:"write the files to disk"`
}
