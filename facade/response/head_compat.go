package response

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var headCompat = op.Remembered(op.Spec{
	Name: "head_compat", Summary: "The first lines of an earlier answer.",
	Hidden: true,
	Legacy: []op.Legacy{{Name: "head_results"}},
	Examples: []op.Example{
		{Text: "Of the latest answer", Request: `{"arguments":{"lines":10}}`},
	},
}, runHead)

// HeadRequest asks for the first lines of one answer.
type HeadRequest struct {
	Arguments HeadArguments `json:"arguments,omitzero"`
}

// HeadArguments are the fields of HeadRequest.
type HeadArguments struct {
	Lines int `json:"lines,omitempty" default:"50" min:"1" max:"100000" doc:"how many lines"`
	Which
}

func runHead(ctx context.Context, s engine.SessionReader, req HeadRequest) (SliceResult, error) {
	return sliced(ctx, s, SliceArguments{From: 1, To: req.Arguments.Lines, Which: req.Arguments.Which})
}
