package response

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var peek = op.Remembered(op.Spec{
	Name: "peek", Summary: "The beginning and end of an earlier answer.",
	Legacy: []op.Legacy{{Name: "ctx_peek"}},
	Examples: []op.Example{
		{Text: "Of the latest answer", Request: `{"operation":"peek"}`},
		{Text: "Five lines of each end", Request: `{"operation":"peek","arguments":{"response_id":"r3","lines":5}}`},
	},
}, runPeek)

// PeekRequest asks for both ends of one answer.
type PeekRequest struct {
	Arguments PeekArguments `json:"arguments,omitzero"`
}

// PeekArguments are the fields of PeekRequest.
type PeekArguments struct {
	Lines int `json:"lines,omitempty" default:"20" min:"1" max:"10000" doc:"how many lines of each end"`
	Which
}

// PeekResult is the beginning and the end of an answer.
type PeekResult struct {
	ResponseID string `json:"response_id"`
	Tool       string `json:"tool"`
	Operation  string `json:"operation"`
	Lines      int    `json:"total_lines"`
	Bytes      int    `json:"bytes"` // of the answer as it was given
	Head       string `json:"head"`
	Elided     int    `json:"elided_lines"` // between head and tail
	TailFrom   int    `json:"tail_from_line,omitempty"`
	Tail       string `json:"tail,omitempty"`
	Truncated  bool   `json:"truncated,omitempty"` // there was no room for all the lines asked for
}

func runPeek(ctx context.Context, s engine.SessionReader, req PeekRequest) (PeekResult, error) {
	k, err := req.Arguments.open(s)
	if err != nil {
		return PeekResult{}, err
	}
	n := req.Arguments.Lines
	res := PeekResult{ResponseID: k.Handle, Tool: k.Tool, Operation: k.Operation, Lines: len(k.lines), Bytes: k.Bytes}
	head := k.lines[:min(n, len(k.lines))]
	tail := k.lines[max(len(head), len(k.lines)-n):]
	var cut bool
	res.Head, res.Truncated = fitting(ctx, head, 2)
	shown := 1 + strings.Count(res.Head, "\n")
	if len(tail) > 0 {
		// Of a tail that does not fit the end is given.
		for res.Tail, cut = fitting(ctx, tail, 2); cut && len(tail) > 1; res.Tail, _ = fitting(ctx, tail, 2) {
			tail = tail[(len(tail)+3)/4:]
			_, cut = fitting(ctx, tail, 2)
			res.Truncated = true
		}
		res.TailFrom = len(k.lines) - len(tail) + 1
	}
	res.Elided = len(k.lines) - len(tail) - shown
	return res, nil
}
