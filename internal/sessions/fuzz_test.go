package sessions

import (
	"errors"
	"slices"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
)

// Whatever a record holds, it is refused or one that can be gone on with: no
// answer lies outside the session's directory, and its workflow is in a phase.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"version":1,"state":{"workflow":{"active":true,"mode":"warn","phase":"verify"},"trail":["a::b"]},"replies":[{"response_id":"r1","bytes":3}],"handles":1}`))
	f.Add([]byte(`{"version":1,"replies":[{"response_id":"r1/../../x"}],"handles":7}`))
	f.Add([]byte(`{"version":2}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := parse(text)
		if err != nil {
			var damaged *damagedError
			if !errors.As(err, &damaged) && rec.Version != 0 {
				t.Errorf("%v", err)
			}
			return
		}
		for _, r := range rec.Replies {
			if !handle.MatchString(r.Handle) {
				t.Errorf("handle %q", r.Handle)
			}
		}
		if w := rec.State.Workflow; w.Active && !slices.Contains(engine.Phases(), w.Phase) {
			t.Errorf("phase %q", w.Phase)
		}
		copied := rec.copied()
		copied.State.See([]string{"x::y"})
		if n := len(copied.State.Seen); n == 0 || n > engine.SeenMost {
			t.Errorf("%d are seen", n)
		}
	})
}
