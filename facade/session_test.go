package facade_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/response"
	"github.com/gortexhq/gortex/facade/session"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
	"github.com/gortexhq/gortex/internal/sessions"
)

// writing is an engine of which files can be written.
type writing struct{ *enginetest.Engine }

func (e writing) Workspace(ctx context.Context, s engine.Scope) (engine.Workspace, error) {
	return e.View(ctx, s)
}

// said is what the tools of a test answer, and ask for.
type said struct {
	ID   string `json:"id,omitempty" doc:"any"`
	Text string `json:"text,omitempty" doc:"any"`
}

// inSession makes calls of one session, each through the tools of the session
// and one tool that writes files, one that reads.
func inSession(t *testing.T, p facade.Policy) func(session, tool, args string) op.Reply {
	t.Helper()
	writes := op.LocalWriteFacade(op.Tool{Name: "writes"}, op.LocalWrite(op.Spec{Name: "it"}, func(_ context.Context, _ engine.Workspace, q said) (said, error) { return q, nil }))
	reads := op.ReadFacade(op.Tool{Name: "reads"}, op.Read(op.Spec{Name: "it"}, func(_ context.Context, _ engine.View, q said) (said, error) { return q, nil }))
	control := op.ControlWriteFacade(op.Tool{Name: "control"}, op.ControlWrite(op.Spec{Name: "it"}, func(_ context.Context, _ engine.Control, q said) (said, error) { return q, nil }))
	r, err := facade.NewRegistry([]*op.Facade{writes, reads, control, session.Facade, response.Facade})
	if err != nil {
		t.Fatal(err)
	}
	d := facade.New(r, writing{enginetest.New(t, "-- a.py --\n")}, p)
	return func(session, tool, args string) op.Reply {
		return d.Call(t.Context(), op.Request{Tool: tool, Arguments: json.RawMessage(args), Session: session})
	}
}

func wantCode(t *testing.T, r op.Reply, want op.Code) {
	t.Helper()
	got := op.Code("")
	if r.Err != nil {
		got = r.Err.Code
	}
	if got != want {
		t.Errorf("%q, want %q: %s", got, want, r.Payload)
	}
}

const it = `{"operation":"it"}`

// Planning mode of a session refuses its writes, of whatever kind, and nobody
// else's; the session itself can always be steered.
//
//spec:6.1-policy-from-effect 15.5-planning
func TestPlanningOfASession(t *testing.T) {
	call := inSession(t, facade.Policy{})
	set := func(mode string) op.Reply {
		return call("s", "session", `{"operation":"planning_mode","arguments":{"mode":"`+mode+`"}}`)
	}
	wantCode(t, call("s", "writes", it), "")
	wantCode(t, set("planning"), "")
	for _, tool := range []string{"writes", "control"} {
		r := call("s", tool, it)
		wantCode(t, r, op.CodeToolBlockedByMode)
		if r.Err != nil && r.Err.Data["mode_set_by"] != "session" {
			t.Errorf("%s", r.Payload)
		}
	}
	wantCode(t, call("s", "reads", it), "")
	wantCode(t, call("other", "writes", it), "")
	wantCode(t, call("", "writes", it), "")
	wantCode(t, set("editing"), "")
	wantCode(t, call("s", "writes", it), "")
}

// What the operator forbids no session allows.
func TestPlanningOfTheOperator(t *testing.T) {
	call := inSession(t, facade.Policy{Planning: true})
	r := call("s", "session", `{"operation":"planning_mode","arguments":{"mode":"editing"}}`)
	wantCode(t, r, op.CodeToolBlockedByMode)
	if r.Err != nil && r.Err.Data["mode_set_by"] != "operator" {
		t.Errorf("%s", r.Payload)
	}
	wantCode(t, call("s", "session", `{"operation":"planning_mode","arguments":{"mode":"planning"}}`), "")
	wantCode(t, call("s", "session", `{"operation":"workflow","arguments":{"action":"start"}}`), "")
	for _, s := range []string{"s", ""} {
		r = call(s, "writes", it)
		wantCode(t, r, op.CodeToolBlockedByMode)
		if r.Err != nil && r.Err.Data["mode_set_by"] != "operator" {
			t.Errorf("%s", r.Payload)
		}
	}
}

// Files are written in the phases for it alone, or with a warning.
func TestPhases(t *testing.T) {
	call := inSession(t, facade.Policy{})
	do := func(args string) op.Reply {
		return call("s", "session", `{"operation":"workflow","arguments":{`+args+`}}`)
	}
	wantCode(t, do(`"action":"advance"`), op.CodeInvalid)
	wantCode(t, do(`"action":"start"`), "")
	r := call("s", "writes", it)
	wantCode(t, r, op.CodeToolOutOfPhase)
	if text := string(r.Payload); !strings.Contains(text, `"phase":"explore"`) || !strings.Contains(text, `"allowed_phases":["implement","verify"]`) {
		t.Error(text)
	}
	wantCode(t, call("s", "control", it), "") // it writes no files
	for range 2 {
		wantCode(t, do(`"action":"advance"`), "")
		wantCode(t, call("s", "writes", it), "")
	}
	wantCode(t, do(`"action":"advance"`), op.CodeInvalid)
	wantCode(t, do(`"action":"start","mode":"warn"`), "")
	r = call("s", "writes", it)
	wantCode(t, r, "")
	if len(r.Meta.Warnings) != 1 || !strings.Contains(r.Meta.Warnings[0], "explore") {
		t.Errorf("warnings %q", r.Meta.Warnings)
	}
	wantCode(t, do(`"action":"stop"`), "")
	if r = call("s", "writes", it); r.Err != nil || r.Meta.Warnings != nil {
		t.Errorf("%s, warnings %q", r.Payload, r.Meta.Warnings)
	}
}

// An answer in a session is told its handle beside the payload, which is the
// same as without; by the handle it is found again to the byte.
//
//spec:surface-ring surface-recut-stats surface-recut-grep surface-recut-slice surface-recut-peek
func TestAnswersAreKept(t *testing.T) {
	call := inSession(t, facade.Policy{})
	const args = `{"operation":"it","text":"<one>\ntwo\n\tthree \"é\" \\n","id":"a.py::f"}`
	plain, kept := call("", "reads", args), call("s", "reads", args)
	if string(plain.Payload) != string(kept.Payload) || plain.Meta.ResponseID != "" || kept.Meta.ResponseID != "r1" {
		t.Errorf("%s %+v\n%s %+v", plain.Payload, plain.Meta, kept.Payload, kept.Meta)
	}
	wantCode(t, call("s", "reads", `{"operation":"it","nonsense`), op.CodeInvalid) // failures are not kept
	for args, want := range map[string]string{
		`{"operation":"slice","arguments":{"from":3,"to":5}}`: `{"response_id":"r1","tool":"reads","operation":"it","from_line":3,"to_line":5,"total_lines":6,"content":"  \"text\": \"<one>\ntwo\n\tthree \\\"é\\\" \\\\n\""}`,
		`{"operation":"grep","arguments":{"pattern":"TWO","ignore_case":true,"before":1}}`: `{"response_id":"r1","tool":"reads","operation":"it","pattern":"TWO","total_lines":6,"match_count":1,"returned":1,` +
			`"matches":[{"line":4,"text":"two"}],"total":1,"block":"3-  \"text\": \"<one>\n4:two\n"}`,
		`{"operation":"grep","arguments":{"pattern":"("}}`:                    `want error`,
		`{"operation":"grep","arguments":{"pattern":"(","literal":true}}`:     `"match_count":0`,
		`{"operation":"slice","arguments":{"from":7}}`:                        `"total_lines":6`,
		`{"operation":"peek","arguments":{"lines":1}}`:                        `"head":"{","elided_lines":4,"tail_from_line":6,"tail":"}"}`,
		`{"operation":"stats","arguments":{"response_id":"r1"}}`:              `"lines":6,`,
		`{"operation":"peek","arguments":{"response_id":"r2"}}`:               `"valid_values":["r1"]`,
		`{"operation":"slice","arguments":{"response_id":"r1","from":1}}`:     `{\n  \"id\": \"a.py::f\",\n`,
		`{"operation":"slice","arguments":{"from":2,"to":1}}`:                 `arguments.to`,
		`{"operation":"peek","arguments":{"lines":100,"response_id":"r1"}}`:   `"elided_lines":0`,
		`{"operation":"grep","arguments":{"pattern":"t","max_matches":1}}`:    `"match_count":3,"returned":1,`,
		`{"operation":"grep","arguments":{"pattern":"[{}]","context":100}}`:   `"block":"1:{\n2-  \"id\"`,
		`{"operation":"grep","arguments":{"pattern":"^.$","after":1}}`:        `"block":"1:{\n2-  \"id\": \"a.py::f\",\n--\n6:}\n"`,
		`{"operation":"grep","arguments":{"pattern":"","response_id":"r1"}}`:  `arguments.pattern`,
		`{"operation":"grep","arguments":{"pattern":"x","response_id":"zz"}}`: `no answer \"zz\" is kept`,
	} {
		r := call("s", "response", args)
		if want == "want error" {
			wantCode(t, r, op.CodeInvalid)
		} else if !strings.Contains(string(r.Payload), want) {
			t.Errorf("%s\n got %s\nwant %s", args, r.Payload, want)
		}
		if r.Meta.ResponseID != "" {
			t.Errorf("an answer about answers is kept as %s", r.Meta.ResponseID)
		}
	}
	for _, tt := range []struct{ tool, args, want string }{
		{"ctx_stats", `{}`, `"buffered":[{"response_id":"r1"`},
		{"ctx_grep", `{"pattern":"^two$"}`, `"match_count":1`},
		{"grep_results", `{"pattern":"^two$"}`, `"matches":[{"line":4,"text":"two"}]`},
		{"ctx_slice", `{"from":2,"to":2}`, `"from_line":2,"to_line":2`},
		{"ctx_peek", `{"lines":3}`, `"elided_lines":0`},
		{"head_results", `{"lines":3}`, `"from_line":1,"to_line":3`},
	} {
		if r := call("s", tt.tool, tt.args); r.Err != nil || !strings.Contains(string(r.Payload), tt.want) {
			t.Errorf("%s: %s, want %s", tt.tool, r.Payload, tt.want)
		}
	}
	wantCode(t, call("", "response", `{}`), op.CodeUnavailable)
	wantCode(t, call("new", "response", `{"operation":"peek"}`), op.CodeUnavailable)
}

// Calls of one session at once lose nothing of each other.
func TestCrowdedSession(t *testing.T) {
	call := inSession(t, facade.Policy{})
	handles := make([]string, 64)
	var all sync.WaitGroup
	for i := range handles {
		all.Go(func() {
			handles[i] = call("s", "reads", it).Meta.ResponseID
			call("s", "session", `{"operation":"unsubscribe","channel":"stale_refs"}`)
			call("s", "response", `{}`)
		})
	}
	all.Wait()
	slices.Sort(handles)
	if n := len(slices.Compact(handles)); n != 64 || handles[0] == "" {
		t.Errorf("%d handles: %q", n, handles)
	}
}

// What is seen in answers is remembered, the newest last, each once.
func TestSeen(t *testing.T) {
	e := enginetest.New(t, "-- a.py --\n")
	e.Sessions = sessions.New(sessions.Config{})
	rows := op.ReadFacade(op.Tool{Name: "rows"}, op.Read(op.Spec{Name: "it"}, func(_ context.Context, _ engine.View, q struct {
		IDs []string `json:"ids" doc:"any"`
	}) ([]said, error) {
		var out []said
		for _, id := range q.IDs {
			out = append(out, said{ID: id, Text: `"id":"x::y"`})
		}
		return out, nil
	}))
	r, err := facade.NewRegistry([]*op.Facade{rows})
	if err != nil {
		t.Fatal(err)
	}
	d := facade.New(r, e, facade.Policy{})
	for _, ids := range []string{`["a::b","a::\"c\\","plain"]`, `["d::e","a::b"]`} {
		reply := d.Call(t.Context(), op.Request{Tool: "rows", Session: "s", Arguments: json.RawMessage(`{"operation":"it","ids":` + ids + `}`)})
		wantCode(t, reply, "")
	}
	s, err := e.Session(t.Context(), engine.Scope{Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.State().Seen, " "); got != `a::"c\ d::e a::b` {
		t.Errorf("seen: %s", got)
	}
}
