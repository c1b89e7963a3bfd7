package remember

import "github.com/gortexhq/gortex/facade/op"

// ofMemories are the operations on what holds for the repository.
var ofMemories = []op.Spec{
	op.Takes[EditMemoryRequest](op.Later("edit_memory", "Change the text of a memory.", "edit_memory"),
		op.Example{Text: "One word", Request: `{"operation":"edit_memory","arguments":{"id":"mem_12","pattern":"five","replacement":"seven"}}`}),
	op.Takes[MemoryRequest](op.Spec{
		Name: "memory", Summary: "Store a memory.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "store_memory"}},
	},
		op.Example{Text: "An invariant of one file", Request: `{"operation":"memory","arguments":{"title":"Readers take no lock","body":"A generation never changes once its name is in the manifest.","kind":"invariant","file_paths":["internal/store/read.go"],"importance":5}}`}),
	op.Takes[RenameMemoryRequest](op.Later("rename_memory", "Give a memory another id or scope.", "rename_memory"),
		op.Example{Text: "It holds everywhere", Request: `{"operation":"rename_memory","arguments":{"id":"mem_12","to_scope":"global"}}`}),
}

// EditMemoryRequest replaces text of a memory.
type EditMemoryRequest struct {
	Arguments EditMemoryArguments `json:"arguments"`
}

// EditMemoryArguments are the memory, the text and what takes its place.
type EditMemoryArguments struct {
	ID          string `json:"id" doc:"id of the memory"`
	Pattern     string `json:"pattern" doc:"the text to replace, or a regular expression (RE2)"`
	Replacement string `json:"replacement" doc:"what takes its place; $1 is a group of the expression"`
	Mode        string `json:"mode,omitempty" enum:"regex,literal" doc:"how the pattern is read"`
	Scope       string `json:"scope,omitempty" enum:"workspace,global" doc:"where the memory is kept"`
}

// MemoryRequest stores a memory, or changes the one with this id.
type MemoryRequest struct {
	Arguments MemoryArguments `json:"arguments"`
}

// MemoryArguments are what is stored. Of a memory that exists, what is left out
// stays as it is.
type MemoryArguments struct {
	Body         string   `json:"body,omitempty" doc:"what is to be remembered, as Markdown; a new memory needs it"`
	Title        string   `json:"title,omitempty" doc:"the same in a line"`
	SymbolIDs    []string `json:"symbol_ids,omitempty" doc:"symbols that it is about"`
	FilePaths    []string `json:"file_paths,omitempty" doc:"files that it is about"`
	Tags         []string `json:"tags,omitempty" doc:"labels to find it by"`
	Kind         string   `json:"kind,omitempty" enum:"invariant,constraint,convention,gotcha,decision,incident,reference" doc:"what sort of fact it is"`
	Source       string   `json:"source,omitempty" enum:"manual,distilled,incident,review" doc:"how it came about"`
	Importance   int      `json:"importance,omitempty" min:"1" max:"5" doc:"how much harm it does to forget it; 3 for a new memory when left out"`
	Confidence   *float64 `json:"confidence,omitempty" min:"0" max:"1" doc:"how sure it is"`
	Pinned       *bool    `json:"pinned,omitempty" doc:"never let it go for lack of room"`
	Supersedes   []string `json:"supersedes,omitempty" doc:"ids of memories that it replaces"`
	SupersededBy string   `json:"superseded_by,omitempty" doc:"id of the memory that replaces it"`
	ID           string   `json:"id,omitempty" doc:"the memory to change; a new one when left out"`
	NoAutolink   bool     `json:"no_autolink,omitempty" doc:"do not look for symbols that the body names"`
	Scope        string   `json:"scope,omitempty" enum:"workspace,global" doc:"where it holds: in this workspace or everywhere"`
}

// RenameMemoryRequest moves a memory to another scope.
type RenameMemoryRequest struct {
	Arguments RenameMemoryArguments `json:"arguments"`
}

// RenameMemoryArguments say which memory goes where.
type RenameMemoryArguments struct {
	ID        string `json:"id" doc:"id of the memory"`
	ToScope   string `json:"to_scope,omitempty" enum:"workspace,global" doc:"where it will hold"`
	FromScope string `json:"from_scope,omitempty" enum:"workspace,global" doc:"where it is kept now"`
}
