// Package publish_review publishes reviews to a forge.
package publish_review

import "github.com/gortexhq/gortex/facade/op"

// Facade is the publish_review tool.
var Facade = op.ExternalWriteFacade(
	op.Tool{
		Name:      "publish_review",
		Summary:   "Post a review to a pull request.",
		Common:    []string{"post"},
		OpenWorld: true,
		Budget:    2000,
		Envelope:  envelope{},
	},
).Planned(
	op.Takes[postRequest](op.Spec{
		Name: "post", Summary: "Post the findings of a review to a pull request.",
		Default: true,
		Legacy:  []op.Legacy{{Name: "post_review"}},
	}, op.Example{Text: "What would be posted", Request: `{"operation":"post","arguments":{"number":12,"base":"main","dry_run":true}}`}),
)

type postRequest struct {
	Arguments postArguments `json:"arguments"`
}

type postArguments struct {
	Number         int       `json:"number" min:"1" doc:"number of the pull request"`
	Findings       []op.Open `json:"findings,omitempty" doc:"findings as a review returned them; those of a review made now when left out"`
	Summary        string    `json:"summary,omitempty" doc:"comment above the findings"`
	Base           string    `json:"base,omitempty" doc:"revision that the change is compared with"`
	BaseRef        string    `json:"base_ref,omitempty" default:"main" doc:"branch that scope compare is about"`
	Scope          string    `json:"scope,omitempty" enum:"unstaged,staged,all,compare" doc:"which changes"`
	Diff           string    `json:"diff,omitempty" doc:"unified diff to review in place of the working tree's"`
	Provider       string    `json:"provider,omitempty" default:"github" doc:"forge"`
	Owner          string    `json:"owner,omitempty" doc:"owner of the repository on the forge; read from the remote when left out"`
	RepoName       string    `json:"repo_name,omitempty" doc:"name of the repository on the forge; read from the remote when left out"`
	Public         bool      `json:"public,omitempty" doc:"everyone can read the pull request"`
	ConfirmPublic  bool      `json:"confirm_public,omitempty" doc:"post even if everyone can read it"`
	RefuseOnSecret bool      `json:"refuse_on_secret,omitempty" default:"true" doc:"post nothing when a finding quotes a secret, instead of blacking it out"`
	DryRun         bool      `json:"dry_run,omitempty" doc:"only say what would be posted"`
	op.OneRepo
}

// envelope is what tools/list shows of a request.
type envelope struct {
	Arguments op.Open `json:"arguments,omitempty" doc:"number, findings, dry_run"`
	Output    op.Open `json:"output,omitempty"`
}
