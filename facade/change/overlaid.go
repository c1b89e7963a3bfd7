package change

import "github.com/gortexhq/gortex/facade/op"

// ofOverlays are the operations asked about the overlay of a session.
var ofOverlays = []op.Spec{
	op.Takes[CompareBranchesRequest](op.Spec{
		Name: "compare_branches", Summary: "How an answer differs between two overlay branches.",
		Legacy: []op.Legacy{{Name: "compare_branches", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "Callers in two branches", Request: `{"operation":"compare_branches","target":{"symbol":"Open"},"options":{"a":"main","b":"try","kind":"callers"}}`}),
	op.Takes[CompareOverlayRequest](op.Spec{
		Name: "compare_overlay", Summary: "How an answer differs between disk and overlay.",
		Legacy: []op.Legacy{{Name: "compare_with_overlay", Args: op.Renames{"id": "target.symbol"}}},
	},
		op.Example{Text: "Usages on disk and in the overlay", Request: `{"operation":"compare_overlay","target":{"symbol":"Open"},"options":{"kind":"usages"}}`}),
	op.Takes[OverlayBranchesRequest](op.Later("overlay_branches", "The branches of the overlay.", "overlay_branches"),
		op.Example{Text: "All of them", Request: `{"operation":"overlay_branches"}`}),
	op.Takes[OverlayStateRequest](op.Later("overlay_state", "The files of the overlay.", "overlay_list"),
		op.Example{Text: "What is unsaved", Request: `{"operation":"overlay_state"}`}),
}

// CompareBranchesRequest asks the same question of two branches.
type CompareBranchesRequest struct {
	Target  op.Target              `json:"target" selectors:"symbol"`
	Options CompareBranchesOptions `json:"options"`
}

// CompareBranchesOptions are the branches and the question.
type CompareBranchesOptions struct {
	A string `json:"a" doc:"one branch of the overlay"`
	B string `json:"b" doc:"the other branch"`
	CompareOptions
}

// CompareOverlayRequest asks the same question of disk and overlay.
type CompareOverlayRequest struct {
	Target  op.Target      `json:"target" selectors:"symbol"`
	Options CompareOptions `json:"options"`
}

// CompareOptions are the question and its bounds. Its kind may be given by the
// name of the operation or of its flat tool.
type CompareOptions struct {
	Kind  string `json:"kind" enum:"usages,callers,call_chain,dependencies,dependents,find_usages,get_callers,get_call_chain,get_dependencies,get_dependents" doc:"what is asked about the symbol"`
	Depth int    `json:"depth,omitempty" min:"1" max:"64" doc:"how many edges to follow"`
	Limit int    `json:"limit,omitempty" min:"1" max:"10000" doc:"most rows of each side"`
}

// OverlayBranchesRequest asks for all branches.
type OverlayBranchesRequest struct{}

// OverlayStateRequest asks for all files.
type OverlayStateRequest struct{}
