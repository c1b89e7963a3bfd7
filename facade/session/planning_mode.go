package session

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

const (
	planning = "planning"
	editing  = "editing"
)

var planningMode = op.SessionWrite(op.Spec{
	Name: "planning_mode", Summary: "Switch between planning, without writes, and editing.",
	Legacy: []op.Legacy{{Name: "set_planning_mode"}},
	Examples: []op.Example{
		{Text: "Nothing but reads from now on", Request: `{"operation":"planning_mode","arguments":{"mode":"planning"}}`},
		{Text: "Writes again", Request: `{"operation":"planning_mode","arguments":{"mode":"editing"}}`},
	},
}, runPlanningMode)

// PlanningModeRequest sets the mode of the session.
type PlanningModeRequest struct {
	Arguments PlanningModeArguments `json:"arguments"`
}

// PlanningModeArguments are the fields of PlanningModeRequest.
type PlanningModeArguments struct {
	Mode string `json:"mode" enum:"planning,editing" doc:"planning refuses every operation that does more than read, but those of this tool"`
}

// PlanningModeResult is the mode the session is in.
type PlanningModeResult struct {
	About
	Mode    string   `json:"mode"`
	Editing bool     `json:"editing_enabled"`
	Tools   []string `json:"editing_tools"` // the tools that the mode is about: those that write files
}

func runPlanningMode(ctx context.Context, s engine.Session, req PlanningModeRequest) (PlanningModeResult, error) {
	mode := req.Arguments.Mode
	if mode == editing && op.OperatorPlans(ctx) {
		return PlanningModeResult{}, op.Errorf(op.CodeToolBlockedByMode, "the operator of this machine allows reads only; no session can change that").
			With("domain", "session").With("operation", "planning_mode").With("mode_set_by", "operator")
	}
	err := s.Update(ctx, func(state *engine.SessionState) error {
		state.Planning = mode == planning
		return nil
	})
	if err != nil {
		return PlanningModeResult{}, err
	}
	res := PlanningModeResult{About: about(s), Mode: mode, Editing: mode == editing, Tools: []string{}}
	for _, f := range op.Tools(ctx) {
		if f.Effect == op.EffectLocalWrite {
			res.Tools = append(res.Tools, f.Name)
		}
	}
	return res, nil
}
