package workspace_admin

import "github.com/gortexhq/gortex/facade/op"

// ofScopes are the operations that say what calls are about, and what was of
// use in their answers.
var ofScopes = []op.Spec{
	op.Takes[DeleteScopeRequest](op.Later("delete_scope", "Delete a saved scope.", "delete_scope"),
		op.Example{Text: "By name", Request: `{"operation":"delete_scope","arguments":{"name":"backend"}}`}),
	op.Takes[SaveScopeRequest](op.Later("save_scope", "Save a set of repositories and paths under a name.", "save_scope"),
		op.Example{Text: "Two repositories", Request: `{"operation":"save_scope","arguments":{"name":"backend","repos":["shop","billing"]}}`}),
	op.Takes[SetActiveProjectRequest](op.Later("set_active_project", "Choose the project that calls are answered about.", "set_active_project"),
		op.Example{Text: "By name", Request: `{"operation":"set_active_project","arguments":{"project":"backend"}}`}),
	op.Takes[FeedbackRequest](op.Later("feedback", "Record or query which symbols were of use.", "feedback"),
		op.Example{Text: "After a task", Request: `{"operation":"feedback","arguments":{"action":"record","task":"make the journal survive a crash","useful":["internal/store/write.go::Write"],"missing":["internal/store/journal.go::Replay"]}}`}),
}

// DeleteScopeRequest names a scope.
type DeleteScopeRequest struct {
	Arguments DeleteScopeArguments `json:"arguments"`
}

// DeleteScopeArguments say which.
type DeleteScopeArguments struct {
	Name string `json:"name" doc:"the scope"`
}

// SaveScopeRequest holds a scope.
type SaveScopeRequest struct {
	Arguments SaveScopeArguments `json:"arguments"`
}

// SaveScopeArguments are a name and what it stands for.
type SaveScopeArguments struct {
	Name        string   `json:"name" doc:"what to call the scope; one of that name is replaced"`
	Repos       []string `json:"repos" doc:"names of tracked repositories"`
	Description string   `json:"description,omitempty" doc:"what it is for"`
	Paths       []string `json:"paths,omitempty" doc:"only under these paths of theirs"`
}

// SetActiveProjectRequest names a project.
type SetActiveProjectRequest struct {
	Arguments SetActiveProjectArguments `json:"arguments"`
}

// SetActiveProjectArguments say which.
type SetActiveProjectArguments struct {
	Project string `json:"project" doc:"the project"`
}

// FeedbackRequest tells or asks what was of use.
type FeedbackRequest struct {
	Arguments FeedbackArguments `json:"arguments"`
}

// FeedbackArguments are what was of use in which answer, or which numbers are
// wanted. The answer may be named by its operation or by its flat tool.
type FeedbackArguments struct {
	Action     string   `json:"action" enum:"record,query" doc:"tell, or ask for the numbers"`
	Task       string   `json:"task,omitempty" doc:"what was to be done, in plain words"`
	Useful     []string `json:"useful,omitempty" doc:"symbols of the answer that were of use"`
	NotNeeded  []string `json:"not_needed,omitempty" doc:"symbols of the answer that were of no use"`
	Missing    []string `json:"missing,omitempty" doc:"symbols that should have been in the answer"`
	ToolSource string   `json:"tool_source,omitempty" enum:"context,prefetch,all,smart_context,prefetch_context" doc:"which operation of explore answered"`
	TopN       int      `json:"top_n,omitempty" default:"10" min:"1" max:"1000" doc:"most symbols of each list of the numbers"`
	Compact    bool     `json:"compact,omitempty" doc:"the numbers alone, no symbols"`
}
