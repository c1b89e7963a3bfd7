package op_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/op"
)

// A field that nothing reads is named beside the fault it most likely causes,
// with the field that was meant.
func TestUnreadFieldsOfAFault(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct {
		tool, args string
		want       []op.Unread
		message    string
	}{
		{"wide", `{"operation":"by_symbol","targt":{"symbol":"a"}}`, []op.Unread{{"targt", "target"}}, "target.symbol: want string, got nothing; targt is not read, did you mean target?"},
		{"wide", `{"operation":"by_symbol","anything":{"symbol":"a"}}`, []op.Unread{{"anything", "target"}}, ""},
		{"wide", `{"operation":"by_symbol","x":1,"y":2}`, []op.Unread{{"x", ""}, {"y", ""}}, ""},
		{"wide", `{"options":{"dpeth":2,"depth":"x"},"qery":"x"}`, []op.Unread{{"options.dpeth", "options.depth"}, {"qery", "query"}}, "options.depth: want integer from 1 to 64, got string \"x\"; options.dpeth is not read, did you mean options.depth?"},
		{"wide", `{"options":{"depth":0,"q":"x"}}`, []op.Unread{{"options.q", "query"}}, ""}, // a flat tool's word
		{"wide", `{"options":{"depth":0},"context":{"dpth":1}}`, []op.Unread{{"context.dpth", "options.depth"}}, ""},
		{"flat_echo", `{"depth":0,"dpeth":1}`, []op.Unread{{"dpeth", "depth"}}, "depth: want integer from 1 to 64, got number 0; dpeth is not read, did you mean depth?"},
		{"pick", `{"targt":{"symbol":"a"}}`, []op.Unread{{"targt", "target"}}, ""},
	} {
		reply := call(t, having(t, d, tt.tool), tt.tool, tt.args)
		if reply.Err == nil {
			t.Errorf("%s %s: %s", tt.tool, tt.args, reply.Payload)
			continue
		}
		var got struct {
			Data struct {
				Unread []op.Unread `json:"unread_fields"`
			} `json:"data"`
		}
		if err := json.Unmarshal(reply.Payload, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got.Data.Unread); diff != "" {
			t.Errorf("%s %s: %s\n%s", tt.tool, tt.args, reply.Payload, diff)
		}
		if tt.message != "" && !strings.HasPrefix(reply.Err.Message, tt.message) {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.tool, tt.args, reply.Err.Message, tt.message)
		}
	}
}

// having is the dispatcher that has the tool.
func having(t *testing.T, d op.Caller, tool string) op.Caller {
	if tool != "pick" {
		return d
	}
	return caller(t, &fake{}, op.ReadFacade(op.Tool{Name: "pick"},
		op.Read(op.Spec{Name: "by_symbol", Summary: "Needs a symbol.", Selects: []string{"symbol"}}, echo[symbolRequest]),
		op.Read(op.Spec{Name: "by_file", Summary: "Needs a file.", Selects: []string{"file"}}, echo[fileRequest]),
	))
}

// A call that succeeds says what it did not read and what that may have meant.
//
//spec:8.3-others-ignored
func TestUnreadFieldsOfAnAnswer(t *testing.T) {
	reply := call(t, caller(t, &fake{}, wide()), "wide", `{"options":{"dpeth":2},"zzz":1}`)
	if d := cmp.Diff([]string{"options.dpeth", "zzz"}, reply.Meta.Ignored); d != "" || reply.Err != nil {
		t.Errorf("%v\n%s", reply.Err, d)
	}
	if d := cmp.Diff(map[string]string{"options.dpeth": "options.depth"}, reply.Meta.DidYouMean); d != "" {
		t.Error(d)
	}
}
