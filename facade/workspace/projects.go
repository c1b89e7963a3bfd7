package workspace

import "github.com/gortexhq/gortex/facade/op"

// ofProjects are the operations on sets of repositories, here and elsewhere.
var ofProjects = []op.Spec{
	op.Takes[ActiveProjectRequest](op.Later("active_project", "The active project and its repositories.", "get_active_project"),
		op.Example{Text: "What calls are answered about", Request: `{"operation":"active_project"}`}),
	op.Takes[ProjectRequest](op.Later("project", "Symbols of a project by text.", "query_project"),
		op.Example{Text: "In another repository", Request: `{"operation":"project","arguments":{"project":"shop","query":"checkout"}}`}),
	op.Takes[ProxyRequest](op.Later("proxy", "The remote graphs of this session.", "proxy_status"),
		op.Example{Text: "All of them", Request: `{"operation":"proxy"}`}),
	op.Takes[ScopesRequest](op.Later("scopes", "The saved scopes.", "list_scopes"),
		op.Example{Text: "All of them", Request: `{"operation":"scopes"}`}),
}

// ActiveProjectRequest asks which project is active.
type ActiveProjectRequest struct{}

// ProjectRequest asks for symbols of a project other than the active one.
type ProjectRequest struct {
	Arguments ProjectArguments `json:"arguments"`
}

// ProjectArguments say where to look, and for what.
type ProjectArguments struct {
	Project string `json:"project" scope:"project" doc:"a project, or a tracked repository"`
	Query   string `json:"query" doc:"a name, a part of one, or words"`
	Limit   int    `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
}

// ProxyRequest asks for all remote graphs.
type ProxyRequest struct{}

// ScopesRequest asks for all saved scopes.
type ScopesRequest struct{}
