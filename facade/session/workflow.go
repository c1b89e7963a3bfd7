package session

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var workflow = op.SessionWrite(op.Spec{
	Name: "workflow", Summary: "Start, advance or stop a workflow of phases.",
	Legacy: []op.Legacy{{Name: "workflow"}},
	Examples: []op.Example{
		{Text: "Explore first; writes are refused until then", Request: `{"operation":"workflow","arguments":{"action":"start"}}`},
		{Text: "On to the next phase", Request: `{"operation":"workflow","arguments":{"action":"advance"}}`},
		{Text: "Where it stands", Request: `{"operation":"workflow","arguments":{"action":"status"}}`},
	},
}, runWorkflow)

// WorkflowRequest moves the workflow of the session.
type WorkflowRequest struct {
	Arguments WorkflowArguments `json:"arguments"`
}

// WorkflowArguments are the fields of WorkflowRequest.
type WorkflowArguments struct {
	Action string `json:"action" enum:"start,advance,status,stop" doc:"start begins with the phase explore, anew if one is under way; advance goes on to implement, then to verify; stop ends it"`
	Mode   string `json:"mode,omitempty" default:"block" enum:"block,warn" doc:"of start: what becomes of a write in the phase explore; block refuses it, warn does it and says so in _meta"`
}

// WorkflowResult is where the workflow stands.
type WorkflowResult struct {
	About
	Active  bool     `json:"active"`
	Mode    string   `json:"mode,omitempty"`
	Phase   string   `json:"current_phase,omitempty"`
	Phases  []string `json:"phases"`
	Allowed bool     `json:"edits_allowed"` // by the workflow; planning mode may refuse them all the same
}

func runWorkflow(ctx context.Context, s engine.Session, req WorkflowRequest) (WorkflowResult, error) {
	action := req.Arguments.Action
	if action != "status" {
		err := s.Update(ctx, func(state *engine.SessionState) (err error) {
			state.Workflow, err = moved(state.Workflow, action, req.Arguments.Mode)
			return err
		})
		if err != nil {
			return WorkflowResult{}, err
		}
	}
	w := s.State().Workflow
	return WorkflowResult{
		About: about(s), Active: w.Active, Mode: w.Mode, Phase: w.Phase, Phases: engine.Phases(),
		Allowed: w.MayWrite() || w.Mode == engine.ModeWarn,
	}, nil
}

// moved is a workflow after an action.
func moved(w engine.Workflow, action, mode string) (engine.Workflow, error) {
	phases := engine.Phases()
	switch action {
	case "start":
		return engine.Workflow{Active: true, Mode: mode, Phase: phases[0]}, nil
	case "stop":
		return engine.Workflow{}, nil
	}
	next := slices.Index(phases, w.Phase) + 1
	switch {
	case !w.Active:
		return w, op.Invalid("no workflow is under way; start one").
			With("field", "arguments.action").With("valid_values", []string{"start", "status"})
	case next == len(phases):
		return w, op.Invalid("%s is the last phase; stop the workflow, or start it anew", w.Phase).
			With("field", "arguments.action").With("phase", w.Phase).With("valid_values", []string{"stop", "start", "status"})
	}
	w.Phase = phases[next]
	return w, nil
}
