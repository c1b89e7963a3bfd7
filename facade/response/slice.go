package response

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
)

var slice = op.Remembered(op.Spec{
	Name: "slice", Summary: "A range of lines of an earlier answer.",
	Legacy: []op.Legacy{{Name: "ctx_slice"}},
	Examples: []op.Example{
		{Text: "Twenty lines", Request: `{"operation":"slice","arguments":{"response_id":"r3","from":100,"to":119}}`},
	},
}, runSlice)

// SliceRequest asks for a range of lines of one answer.
type SliceRequest struct {
	Arguments SliceArguments `json:"arguments,omitzero"`
}

// SliceArguments are the fields of SliceRequest.
type SliceArguments struct {
	From int `json:"from,omitempty" default:"1" min:"1" doc:"first line, 1-based, of the answer as grep counts its lines"`
	To   int `json:"to,omitempty" min:"1" doc:"last line, inclusive; 100 lines when left out"`
	Which
}

// SliceResult is a range of lines.
type SliceResult struct {
	ResponseID string `json:"response_id"`
	Tool       string `json:"tool"`
	Operation  string `json:"operation"`
	From       int    `json:"from_line"`
	To         int    `json:"to_line"`
	Lines      int    `json:"total_lines"`
	Truncated  bool   `json:"truncated,omitempty"` // there was no room for all the lines asked for
	Content    string `json:"content"`
}

// usual is how many lines are given to one who does not say.
const usual = 100

func runSlice(ctx context.Context, s engine.SessionReader, req SliceRequest) (SliceResult, error) {
	a := req.Arguments
	if a.To == 0 {
		a.To = a.From + usual - 1
	}
	return sliced(ctx, s, a)
}

func sliced(ctx context.Context, s engine.SessionReader, a SliceArguments) (SliceResult, error) {
	k, err := a.open(s)
	if err != nil {
		return SliceResult{}, err
	}
	switch {
	case a.To < a.From:
		return SliceResult{}, op.Invalid("arguments.to: want a line from %d on, got %d", a.From, a.To).With("field", "arguments.to")
	case a.From > len(k.lines):
		return SliceResult{}, op.Invalid("arguments.from: the answer has %d lines, got %d", len(k.lines), a.From).
			With("field", "arguments.from").With("total_lines", len(k.lines))
	}
	res := SliceResult{ResponseID: k.Handle, Tool: k.Tool, Operation: k.Operation, From: a.From, To: min(a.To, len(k.lines)), Lines: len(k.lines)}
	lines := k.lines[a.From-1 : res.To]
	res.Content, res.Truncated = fitting(ctx, lines, 1)
	if res.Truncated {
		res.To = res.From + strings.Count(res.Content, "\n")
	}
	return res, nil
}

// beside is how many bytes an answer takes without its lines.
const beside = 400

// fitting joins the lines that an answer has room for, one of parts that share
// it. Of a first line that is too long the beginning is given.
func fitting(ctx context.Context, lines []string, parts int) (text string, cut bool) {
	text = strings.Join(lines, "\n")
	room := op.Room(ctx)
	if room == 0 {
		return text, false
	}
	fits := excerpt.Fit(text, max(room-beside, room/4)/parts)
	if len(fits) == len(text) {
		return text, false
	}
	if i := strings.LastIndexByte(fits, '\n'); i > 0 {
		fits = strings.TrimSuffix(fits[:i], "\n")
	}
	return fits, true
}
