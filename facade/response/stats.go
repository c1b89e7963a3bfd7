package response

import (
	"context"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var stats = op.Remembered(op.Spec{
	Name: "stats", Summary: "The earlier answers that are kept.",
	Default: true,
	Legacy:  []op.Legacy{{Name: "ctx_stats"}},
	Examples: []op.Example{
		{Text: "What can be looked into", Request: `{"operation":"stats"}`},
	},
}, runStats)

// StatsRequest asks what is kept.
type StatsRequest struct {
	Arguments StatsArguments `json:"arguments,omitzero"`
}

// StatsArguments are the fields of StatsRequest.
type StatsArguments struct {
	ResponseID string `json:"response_id,omitempty" doc:"only this answer"`
}

// Buffered is one answer that is kept.
type Buffered struct {
	ResponseID string    `json:"response_id"`
	Tool       string    `json:"tool"`
	Operation  string    `json:"operation"`
	At         time.Time `json:"at"`
	Lines      int       `json:"lines"` // as grep and slice count them
	Bytes      int       `json:"bytes"`
	Tokens     int       `json:"tokens"` // of 4 bytes
}

// StatsResult lists what is kept, the latest first: at most 32 answers and 8 MiB
// of a session.
type StatsResult struct {
	Session  string     `json:"session_id"`
	Buffered []Buffered `json:"buffered" op:"rows"`
	op.Page
}

func runStats(_ context.Context, s engine.SessionReader, req StatsRequest) (StatsResult, error) {
	res := StatsResult{Session: engine.SessionName(s.ID())}
	all := s.Replies()
	if only := req.Arguments.ResponseID; only != "" {
		info, _, err := s.Reply(only)
		if err != nil {
			return res, err
		}
		all = []engine.ReplyInfo{info}
	}
	for i := len(all) - 1; i >= 0; i-- {
		info := all[i]
		row := Buffered{
			ResponseID: info.Handle, Tool: info.Tool, Operation: info.Operation, At: info.At.UTC().Truncate(time.Millisecond),
			Bytes: info.Bytes, Tokens: (info.Bytes + 3) / 4,
		}
		if _, payload, err := s.Reply(info.Handle); err == nil {
			row.Lines = len(linesOf(info, payload))
		}
		res.Buffered = append(res.Buffered, row)
	}
	return res, nil
}
