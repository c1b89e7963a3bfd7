package analyze

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// help lists the operations of the tool, which it is itself one of.
func help(all func() []*op.Op) op.ReadOp {
	return op.Described(op.Spec{
		Name:    "help",
		Summary: "The kinds of analysis there are, those of this version first.",
		Default: true,
		Fixed:   op.Args{"kind": "help"},
		Legacy:  []op.Legacy{{Name: "analyze"}},
		Examples: []op.Example{
			{Text: "All of them", Request: `{"kind":"help"}`},
		},
	}, func(_ context.Context, req HelpRequest) (HelpResult, error) {
		return runHelp(all(), op.Normalise(req.Kind))
	}, withoutPlannedSummaries)
}

// HelpRequest asks for the kinds. A call of the flat tool comes here as well
// when its kind is none of them.
type HelpRequest struct {
	Kind string `json:"kind,omitempty" doc:"kind of analysis; help lists them"`
}

// HelpResult lists the kinds; what each takes is told by capabilities.
type HelpResult struct {
	Kinds []Kind `json:"kinds" op:"rows"`
	op.Page
	Available int `json:"available"` // how many of all of them this version has
}

// Kind is one analysis.
type Kind struct {
	Kind      string `json:"kind"`
	Available bool   `json:"available,omitempty"` // this version has it
	Summary   string `json:"summary,omitempty"`
}

func runHelp(all []*op.Op, asked string) (HelpResult, error) {
	if asked != "" && asked != "help" {
		return HelpResult{}, unknownKind(all, asked)
	}
	var res, planned HelpResult
	for _, o := range all {
		list := &planned
		if o.Available() {
			list = &res
		}
		list.Kinds = append(list.Kinds, Kind{o.Name, o.Available(), o.Summary})
	}
	res.Available = len(res.Kinds)
	res.Kinds = append(res.Kinds, planned.Kinds...)
	res.Total = len(res.Kinds)
	return res, nil
}

// withoutPlannedSummaries is the shorter form: what cannot be asked for is
// named only.
func withoutPlannedSummaries(res HelpResult) HelpResult {
	res.Kinds = slices.Clone(res.Kinds)
	for i := range res.Kinds {
		if !res.Kinds[i].Available {
			res.Kinds[i].Summary = ""
		}
	}
	return res
}

// unknownKind is the error for a kind that the flat tool does not have. Where
// the kind is one of the public tool's, another flat tool stands for it.
func unknownKind(all []*op.Op, asked string) error {
	var valid []string
	instead := ""
	for _, o := range all {
		switch l := o.Legacy[0]; {
		case len(l.When) > 0 || o.Default:
			valid = append(valid, o.Name)
		case o.Name == asked:
			instead = l.Name
		}
	}
	shown := asked
	if r := []rune(asked); len(r) > 80 {
		shown = string(r[:80]) + "…"
	}
	e := op.Invalid("analyze has no kind %q", shown).With("field", "kind").With("valid_values", valid)
	if instead != "" {
		e.Message += "; " + instead + " answers it"
		return e.With("instead", instead)
	}
	if near := op.Nearest(asked, valid); near != "" {
		e.With("did_you_mean", near)
	}
	return e
}
