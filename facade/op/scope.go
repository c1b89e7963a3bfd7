package op

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// Scope are the fields by which a caller says which repositories it means. An
// operation that can be asked about another one embeds it in its options; the
// capability it is handed is then of that scope, and the handler need not look
// at these fields at all.
type Scope struct {
	Repo      string `json:"repo,omitempty" scope:"repo" doc:"tracked repository name, or a path inside it"`
	Project   string `json:"project,omitempty" scope:"project" doc:"project of several repositories"`
	Ref       string `json:"ref,omitempty" scope:"ref" doc:"branch, tag or commit"`
	Workspace string `json:"workspace,omitempty" scope:"workspace" doc:"workspace name"`
	Scope     string `json:"scope,omitempty" scope:"named" doc:"saved scope name"`
}

// OneRepo is the part of [Scope] for an operation that is about one repository
// at a time, or whose own field called scope means something else.
type OneRepo struct {
	Repo string `json:"repo,omitempty" scope:"repo" doc:"tracked repository name, or a path inside it"`
}

// scopeOf reads the scope fields of validated arguments.
func scopeOf(s *Schema, args map[string]any) engine.Scope {
	var scope engine.Scope
	for path, p := range s.leaves() {
		if p.scope == "" {
			continue
		}
		v, _ := lookup(args, path).(string)
		if v = strings.TrimSpace(v); v == "" {
			continue
		}
		switch p.scope {
		case "repo":
			scope.Repo = v
		case "project":
			scope.Project = v
		case "ref":
			scope.Ref = v
		case "workspace":
			scope.Workspace = v
		case "named":
			scope.Named = v
		}
	}
	return scope
}
