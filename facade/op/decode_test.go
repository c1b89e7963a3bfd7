package op_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/op"
)

const defaults = `"context":{"context_lines":3},"options":{"assist":"off","depth":2,"direction":"in","limit":50}`

// A field is read wherever the caller put it, as long as it can mean one thing
// only; the order of precedence is containers in their order, then the top.
//
//spec:8.1-flattened 8.1-top-level-wins 10-fixed-last
func TestFieldsAreFoundWhereverTheyStand(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{}`, `{` + defaults + `}`},
		{``, `{` + defaults + `}`},
		{`{"options":{"depth":7}}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":7,"direction":"in","limit":50}}`},
		{`{"depth":7}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":7,"direction":"in","limit":50}}`},
		{`{"arguments":{"depth":7}}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":7,"direction":"in","limit":50}}`},
		{`{"arguments":{"depth":5},"guard":{"depth":7},"options":{"depth":6}}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":7,"direction":"in","limit":50}}`},
		{`{"depth":7,"guard":{"depth":6}}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":7,"direction":"in","limit":50}}`},
		{`{"options":{"query":"q"}}`, `{` + defaults + `,"query":"q"}`},
		{`{"limit":5,"output":{"limit":9}}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":2,"direction":"in","limit":5},"output":{"limit":9}}`},
		{`{"max_bytes":500}`, `{` + defaults + `,"output":{"max_bytes":500}}`},
		{`{"operation":"echo","symbol":"A"}`, `{` + defaults + `,"target":{"symbol":"A"}}`},
		{`{"operation":"echo","target":{"symbol":"A","file":""}}`, `{` + defaults + `,"target":{"symbol":"A"}}`},
		{`{"repo":"r"}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":2,"direction":"in","limit":50,"repo":"r"}}`},
		{`{"depth":3.0}`, `{"context":{"context_lines":3},"options":{"assist":"off","depth":3,"direction":"in","limit":50}}`},
		{`{"assist":"on","options":{"assist":"on"}}`, `{` + defaults + `}`},
		{`{"depth":1,"depth":2}`, `{` + defaults + `}`},
	} {
		reply := d.Prepare(op.Request{Tool: "wide", Arguments: json.RawMessage(tt.args)})
		if diff := cmp.Diff(`{"operation":"echo",`+strings.TrimPrefix(tt.want, "{"), string(reply.Payload)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.args, diff)
		}
	}
}

// What nothing reads is dropped, and the caller is told.
//
//spec:8.3-others-ignored
func TestUnreadFieldsAreReported(t *testing.T) {
	d := caller(t, &fake{}, wide())
	reply := call(t, d, "wide", `{"colour":1,"options":{"depht":3,"assist":"on"},"changes":[{"path":"a","x":{"y":1}}]}`)
	want := []string{"options.assist", "options.depht", "changes[0].x", "colour"}
	if diff := cmp.Diff(want, reply.Meta.Ignored); diff != "" || reply.Err != nil {
		t.Errorf("%v (-want +got):\n%s", reply.Err, diff)
	}
}

// Every wrong request is told what it said, where, and what would have been
// right.
//
//spec:8.1-unknown-operation 8.2-exactly-one-selector 8.2-six-selectors 8.2-unknown-selector
//spec:8.2-not-an-object 8.2-zero-or-many 8.3-repo-reason 8.3-repo-suggested 8.4-structured-errors
//spec:15.3-target
func TestWrongRequests(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, message, data string }{
		{`null`, `arguments: want a JSON object, got null`, ``},
		{`[]`, `arguments: want a JSON object, got array`, ``},
		{`""`, `arguments: want a JSON object, got string ""`, ``},
		{`7`, `arguments: want a JSON object, got number 7`, ``},
		{` `, `arguments: want a JSON object, but at byte 1 it ends too early`, `"offset":1`},
		{`{"a":`, `arguments: want a JSON object, but at byte 5 it ends too early`, `"offset":5`},
		{`{"a" 1}`, `arguments: want a JSON object, but at byte 6 invalid character '1' after object key`, ``},
		{`{} {}`, `arguments: want one JSON object, got more after it`, ``},
		{`{"depth":"x"}`, `options.depth: want integer from 1 to 64, got string "x"`, `"field":"options.depth"`},
		{`{"depth":null}`, `options.depth: want integer from 1 to 64, got null`, ``},
		{`{"depth":0}`, `options.depth: want integer from 1 to 64, got number 0`, ``},
		{`{"depth":2.5}`, `options.depth: want integer from 1 to 64, got number 2.5`, ``},
		{`{"depth":1e400}`, `options.depth: want integer from 1 to 64, got number 1e400`, ``},
		{`{"depth":"x","query":5}`, `query: want string, got number 5 (and 1 more)`, `"path":"options.depth"`},
		{`{"direction":"up"}`, `options.direction: want in or out or both, got string "up"`, `"valid_values":["in","out","both"]`},
		{`{"options":[]}`, `options: want object, got array`, ``},
		{`{"options":null}`, `options: want object, got null`, ``},
		{`{"changes":[{"path":"a"},{"score":2}]}`, `changes[1].path: want string, got nothing (and 1 more)`, `"path":"changes[1].score"`},
		{`{"changes":{}}`, `changes: want array of object, got object`, ``},
		{`{"operation":"echo","target":"A"}`, `target: want an object with one of file, symbol, symbols, query, artifact, repo, got string "A"`, `"valid_selectors"`},
		{`{"operation":"echo","target":{}}`, `target: want exactly one of file, symbol, symbols, query, artifact, repo, got none`, `"valid_selectors"`},
		{`{"operation":"echo","target":{"symbol":"a","file":"b"}}`, `target: want exactly one of file, symbol, symbols, query, artifact, repo, got file and symbol`, ``},
		{`{"operation":"echo","target":{"id":"a"}}`, `target.id: no such selector; want one of file, symbol, symbols, query, artifact, repo`, ``},
		{`{"operation":"echo","target":{"query":"a"}}`, `wide.echo does not read target.query; want one of file, symbol, symbols`, `"reason":"unsupported_target"`},
		{`{"operation":"echo","target":{"symbol":5}}`, `target.symbol: want string, got number 5`, ``},
		{`{"operation":"bare","target":{"symbol":"a"}}`, `wide.bare does not read target.symbol`, `"reason":"unsupported_target"`},
		{`{"operation":"by_symbol"}`, `target.symbol: want string, got nothing`, ``},
		{`{"operation":"ecco"}`, `wide has no operation "ecco"`, `"did_you_mean":"echo"`},
		{`{"operation":5}`, `operation: want string, got number 5`, `"valid_operations":["bare","both","by_symbol","echo","other"]`},
		{`{"format":"yaml"}`, `output.format: want json or gcx or toon or text, got string "yaml"`, `"valid_values":["json","gcx","toon","text"]`},
		{`{"cursor":"!"}`, `output.cursor: want a next_cursor of an earlier answer, got string "!"`, ``},
		{`{"operation":"bare","repo":"x"}`, `wide.bare does not read repo; it answers about the active project, which workspace_admin set_active_project changes`, `"reason":"no_repository_selector"`},
		{`{"Repo_Path":"x"}`, `wide.echo does not read Repo_Path; say which repository with options.repo`, `"suggested_field":"options.repo"`},
	} {
		reply := call(t, d, "wide", tt.args)
		if reply.Err == nil || reply.Err.Code != op.CodeInvalid || reply.Err.Message != tt.message {
			t.Errorf("%s\n got %v\nwant %s", tt.args, reply.Err, tt.message)
		}
		if !strings.Contains(string(reply.Payload), tt.data) {
			t.Errorf("%s: %s lacks %s", tt.args, reply.Payload, tt.data)
		}
	}
}

// More than the largest argument object is refused before it is parsed.
func TestHugeArguments(t *testing.T) {
	d := caller(t, &fake{}, wide())
	huge := `{"query":"` + strings.Repeat("x", op.MaxArguments) + `"}`
	if reply := call(t, d, "wide", huge); reply.Err == nil || reply.Err.Code != op.CodeInvalid || len(reply.Payload) > 500 {
		t.Errorf("got %.200s", reply.Payload)
	}
}

// The operation is the one named, in any spelling of its name, or the one that
// the selector and the fields imply.
//
//spec:8.1-operation-inferred 8.1-operation-is-a-string 8.2-target-optional
func TestChoose(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{}`, "echo"},
		{`{"operation":" "}`, "echo"},
		{`{"operation":" BY-Symbol ","target":{"symbol":"a"}}`, "by_symbol"},
		{`{"target":{"symbol":"a"}}`, "by_symbol"},
		{`{"symbol":"a"}`, "by_symbol"},
		{`{"target":{"file":"a"}}`, "other"},
		{`{"target":{"file":"a"},"query":"q"}`, "both"},
		{`{"operation":"another","target":{"file":"a"}}`, "other"},
		{`{"operation":"other","target":{"symbol":"a"}}`, "by_symbol"},
		{`{"operation":"flat_echo"}`, "echo"},
	} {
		reply := call(t, d, "wide", tt.args)
		if reply.Err != nil || reply.Meta.Operation != tt.want {
			t.Errorf("%s ran %s, want %s (%v)", tt.args, reply.Meta.Operation, tt.want, reply.Err)
		}
	}
}

// The scope a caller names reaches the engine, and what was handed out is
// given back.
//
//spec:8.3-scope-fields
func TestScopeReachesTheEngine(t *testing.T) {
	e := &fake{}
	call(t, caller(t, e, wide()), "wide", `{"options":{"repo":"r","scope":"s"},"ref":"main"}`)
	if e.scope.Repo != "r" || e.scope.Named != "s" || e.scope.Ref != "main" || e.open != 0 {
		t.Errorf("got %+v, %d views open", e.scope, e.open)
	}
}

// A legacy name is the same operation with flat arguments: it may set what is
// fixed for a public caller, and is spoken to in its own words.
//
//spec:6.1-legacy-defaults-kept
func TestLegacyCalls(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{"id":"A.b","q":"x","assist":"on","limit":5}`, `{"context":{"context_lines":3},"options":{"assist":"on","depth":2,"direction":"in","limit":5},"query":"x","target":{"symbol":"A.b"}}`},
		{`{"symbols":"A,B"}`, `{"context":{"context_lines":3},"options":{"assist":"auto","depth":2,"direction":"in","limit":50},"target":{"symbols":["A","B"]}}`},
		{`{"symbols":"[\"A\"]"}`, `{"context":{"context_lines":3},"options":{"assist":"auto","depth":2,"direction":"in","limit":50},"target":{"symbols":["A"]}}`},
	} {
		reply := d.Prepare(op.Request{Tool: "flat_echo", Arguments: json.RawMessage(tt.args)})
		if diff := cmp.Diff(`{"operation":"echo",`+strings.TrimPrefix(tt.want, "{"), string(reply.Payload)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.args, diff)
		}
	}
	reply := call(t, d, "flat_echo", `{"id":5}`)
	if want := `id: want string, got number 5`; reply.Err == nil || reply.Err.Message != want || reply.Err.Data["field"] != "id" {
		t.Errorf("got %v, want %s", reply.Err, want)
	}
	if reply := call(t, d, "flat_echo", `{"worktree":"x"}`); reply.Err == nil || reply.Err.Data["suggested_field"] == nil {
		t.Errorf("got %s", reply.Payload)
	}
}
