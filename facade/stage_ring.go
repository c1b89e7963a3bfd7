package facade

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// keep keeps each answer in the session of the call, so that it can be cut
// again without asking again, and notes which symbols were seen in it. Some
// tools' answers are not kept: they would push out those that matter.
func keep(next Handler) Handler {
	return func(ctx context.Context, c *Call) (json.RawMessage, error) {
		payload, err := next(ctx, c)
		if err != nil || c.In == nil {
			return payload, err
		}
		info := engine.ReplyInfo{Tool: c.Op.Facade, Operation: c.Op.Name, At: time.Now(), Format: c.Ready.Output.Encoding()}
		var seen []string
		if info.Format == "" && !c.Op.Unseen {
			seen = ids(payload)
		}
		kept := payload
		if c.Op.Of().Fleeting {
			if kept = nil; len(seen) == 0 || c.Op.Effect == op.EffectRead {
				return payload, nil
			}
		}
		// What the call did is done: the caller has to know of it, kept or not.
		handle, err := c.In.Keep(context.WithoutCancel(ctx), info, kept, seen)
		if err != nil {
			c.warnings = append(c.warnings, "the answer was not kept: "+err.Error())
		}
		c.responseID = handle
		return payload, nil
	}
}

// idsMost is how many symbols of one answer count as seen.
const idsMost = 50

// ids are the ids of symbols in an answer, in their order. A quote inside a
// string is escaped, so the bytes of a member's beginning mean nothing else.
func ids(payload []byte) (out []string) {
	member := []byte(`"id":"`)
	for len(out) < idsMost {
		i := bytes.Index(payload, member)
		if i < 0 {
			return out
		}
		payload = payload[i+len(member)-1:]
		end := 1
		for end < len(payload) && payload[end] != '"' {
			if payload[end] == '\\' {
				end++
			}
			end++
		}
		var id string
		if end >= len(payload) || json.Unmarshal(payload[:end+1], &id) != nil {
			return out
		}
		payload = payload[end:]
		if bytes.Contains([]byte(id), []byte("::")) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
