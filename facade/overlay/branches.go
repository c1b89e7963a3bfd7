package overlay

import "github.com/gortexhq/gortex/facade/op"

// ofBranches are the operations on the branches of the overlay.
var ofBranches = []op.Spec{
	op.Takes[DropBranchRequest](op.Later("drop_branch", "Drop a branch of the overlay.", "overlay_drop_branch"),
		op.Example{Text: "By name", Request: `{"operation":"drop_branch","arguments":{"name":"try"}}`}),
	op.Takes[ForkRequest](op.Later("fork", "Fork a branch of the overlay.", "overlay_fork"),
		op.Example{Text: "And go on there", Request: `{"operation":"fork","arguments":{"name":"try","activate":true}}`}),
	op.Takes[MergeRequest](op.Spec{
		Name: "merge", Summary: "Merge a branch of the overlay into another.",
		Fixed:  op.Args{"arguments.to_disk": false},
		Legacy: []op.Legacy{{Name: "overlay_merge"}},
	},
		op.Example{Text: "Into main", Request: `{"operation":"merge","arguments":{"from":"try"}}`}),
	op.Takes[SwitchRequest](op.Later("switch", "Switch to a branch of the overlay.", "overlay_switch"),
		op.Example{Text: "By name", Request: `{"operation":"switch","arguments":{"name":"try"}}`}),
}

// DropBranchRequest names a branch.
type DropBranchRequest struct {
	Arguments DropBranchArguments `json:"arguments"`
}

// DropBranchArguments say which.
type DropBranchArguments struct {
	Name string `json:"name" doc:"the branch; neither main nor the active one"`
}

// ForkRequest names a new branch.
type ForkRequest struct {
	Arguments ForkArguments `json:"arguments"`
}

// ForkArguments say what it begins with.
type ForkArguments struct {
	Name     string `json:"name" doc:"the new branch: 1 to 64 letters, digits, hyphens and underscores"`
	From     string `json:"from,omitempty" doc:"branch it begins with; the active one when left out"`
	Activate bool   `json:"activate,omitempty" doc:"switch to it"`
}

// MergeRequest names two branches.
type MergeRequest struct {
	Arguments MergeArguments `json:"arguments"`
}

// MergeArguments say what goes where.
type MergeArguments struct {
	From   string `json:"from" doc:"branch to take from"`
	Into   string `json:"into,omitempty" default:"main" doc:"branch to merge into"`
	Force  bool   `json:"force,omitempty" doc:"merge what both have changed as well; the branch taken from wins"`
	ToDisk bool   `json:"to_disk,omitempty" doc:"write the files to disk"`
}

// SwitchRequest names a branch.
type SwitchRequest struct {
	Arguments SwitchArguments `json:"arguments"`
}

// SwitchArguments say which.
type SwitchArguments struct {
	Name string `json:"name" doc:"the branch"`
}
