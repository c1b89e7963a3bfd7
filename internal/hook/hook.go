// Package hook answers the hooks of coding assistants: a payload on standard
// input, context for the model on standard output. It says what the index
// knows and never stands in the way: it blocks nothing, changes nothing, makes
// no index, and where it has nothing to say, or not in time, it says nothing.
// What differs between hosts is data: see [Dialects].
package hook

import (
	"context"
	"io"
	"time"

	"github.com/gortexhq/gortex/facade/op"
)

// Limit is how long after its payload a hook may answer, unless its options say
// otherwise. With the start of the process it is what a person does not notice.
const Limit = 40 * time.Millisecond

// hostTime is how long a host may take to write its payload.
const hostTime = 3 * time.Second

// Mode says what a hook may do.
type Mode string

// The modes. The zero value is ModeEnrich.
const (
	ModeEnrich Mode = "enrich" // tell the model what is known
	ModeOff    Mode = "off"    // say nothing
)

// Options are one run of a hook.
type Options struct {
	// Agent is the dialect, one of [Agents]; "" is claude-code. Nothing is said
	// in a dialect that is not known.
	Agent string
	Mode  Mode
	In    io.Reader
	Out   io.Writer
	// Dir is the directory the process stands in, an absolute path. It counts
	// where the payload names none.
	Dir string
	// Open gives what answers about the repository around a directory. It, and
	// what it gives, must not make an index.
	Open func(ctx context.Context, dir string) (op.Caller, error)
	// Limit is how long after the payload an answer may come, 0 for [Limit]. One
	// that is later is none.
	Limit time.Duration
	// Log is the file that observations are appended to, "" for none.
	Log string
}

// Run answers one event. It does not fail: whatever goes wrong, the host sees
// what it sees when there is nothing to say.
func Run(ctx context.Context, o Options) {
	d := dialect(o.Agent)
	if d == nil {
		return
	}
	raw, ok := o.payload(ctx)
	start := time.Now()
	seen := observation{Agent: d.Agent, Event: other, Index: indexUnasked}
	text := ""
	var in input
	if ok && o.Mode != ModeOff {
		if in, ok = d.parse(raw); ok {
			seen.Event = in.kind
			text, seen.Index, seen.Segments = o.answer(ctx, d, in)
		}
	}
	_, err := io.WriteString(o.Out, d.output(in, text))
	if o.Mode == ModeOff {
		return
	}
	seen.Emitted = err == nil && text != ""
	seen.Millis = time.Since(start).Milliseconds()
	seen.append(o.Log, start)
}

// payload reads what the host writes, as long as it does not take too long.
func (o Options) payload(ctx context.Context) ([]byte, bool) {
	type read struct {
		raw []byte
		ok  bool
	}
	done := make(chan read, 1)
	go func() {
		raw, err := readPayload(o.In)
		done <- read{raw, err == nil}
	}()
	select {
	case r := <-done:
		return r.raw, r.ok
	case <-ctx.Done():
	case <-time.After(hostTime):
	}
	return nil, false
}

// answer says what the index knows about an event, within the limit.
func (o Options) answer(ctx context.Context, d *Dialect, in input) (string, index, int) {
	if in.dir == "" {
		in.dir = o.Dir
	}
	limit := o.Limit
	if limit == 0 {
		limit = Limit
	}
	// The last question is asked a little earlier, so that what is known by
	// then is said.
	ctx, cancel := context.WithTimeout(ctx, limit*4/5)
	defer cancel()
	a := &asking{ctx: ctx, open: o.Open, dir: in.dir, tool: d.callable, index: indexUnasked}
	type said struct {
		text     string
		index    index
		segments int
	}
	done := make(chan said, 1)
	go func() {
		s := said{index: indexFailed}
		// A fault here must not become the host's: nothing was said yet.
		defer func() {
			if recover() != nil {
				s = said{index: indexFailed}
			}
			done <- s
		}()
		text := d.reply(a, in)
		s = said{text, a.index, a.segments}
	}()
	select {
	case s := <-done:
		return s.text, s.index, s.segments
	case <-time.After(limit):
		return a.sofar(), indexLate, 0
	}
}

// reply chooses what an event is answered with.
func (d *Dialect) reply(a *asking, in input) string {
	switch in.kind {
	case SessionStart:
		return readiness(a)
	case UserPromptSubmit:
		if in.first {
			return joined(readiness(a), relevant(a, in.prompt))
		}
		return relevant(a, in.prompt)
	case PreToolUse, PostToolUse:
		call := d.classify(in)
		if in.kind == PostToolUse && len(call.changes) > 0 {
			return touched(a, call.changes)
		}
		if in.kind == d.looks {
			return known(a, call.looks)
		}
	}
	return ""
}
