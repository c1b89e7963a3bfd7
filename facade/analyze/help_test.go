package analyze_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/analyze"
	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/op"
)

// Help names every kind a caller may ask for once, with what it is and whether
// it is there, and is what a call without a kind means.
func TestHelp(t *testing.T) {
	c := facadetest.Caller(t, nil)
	for _, args := range []string{``, `{}`, `{"kind":"help"}`, `{"operation":"help"}`, `{"output":{"max_tokens":100000}}`} {
		reply := c.Call(t.Context(), op.Request{Tool: "analyze", Arguments: json.RawMessage(args)})
		if reply.Err != nil {
			t.Fatal(reply.Err)
		}
		var res analyze.HelpResult
		if err := json.Unmarshal(reply.Payload, &res); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, k := range res.Kinds {
			o := analyze.Facade.Op(k.Kind)
			if o == nil || seen[k.Kind] || o.Available() != k.Available || k.Available && k.Summary != o.Summary {
				t.Errorf("%s: %+v", args, k)
			}
			seen[k.Kind] = true
			if strings.Contains(args, "max_tokens") && k.Summary == "" {
				t.Errorf("%s has no summary where there is room", k.Kind)
			}
		}
		if all := len(analyze.Facade.Names()); len(seen) != all || res.Total != all || res.Truncated {
			t.Errorf("%s: %d of %d kinds, total %d", args, len(seen), all, res.Total)
		}
	}
}

// A kind that the flat tool does not have is no call for help.
func TestUnknownFlatKind(t *testing.T) {
	c := facadetest.Caller(t, nil)
	for _, tt := range []struct{ args, want string }{
		{`{"kind":"dead_cod"}`, `"did_you_mean":"dead_code"`},
		{`{"kind":"Dead-Code"}`, `"did_you_mean":"dead_code"`},
		{`{"kind":"communities"}`, `"instead":"get_communities"`},
		{`{"kind":"nothing"}`, `"valid_values":["annotation_users",`},
		{`{"kind":7}`, `"field":"kind"`},
	} {
		reply := c.Call(t.Context(), op.Request{Tool: "analyze", Surface: op.SurfaceLegacy, Arguments: json.RawMessage(tt.args)})
		if reply.Err == nil || reply.Err.Code != op.CodeInvalid || !strings.Contains(string(reply.Payload), tt.want) {
			t.Errorf("%s: %s lacks %s", tt.args, reply.Payload, tt.want)
		}
	}
	reply := c.Call(t.Context(), op.Request{Tool: "analyze", Surface: op.SurfaceLegacy})
	if reply.Err != nil || reply.Meta.Operation != "help" {
		t.Errorf("flat analyze without a kind: %s", reply.Payload)
	}
}

// What Prepare makes of a request is that request again.
func TestHelpPrepared(t *testing.T) {
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	d := facade.New(r, nil, facade.Policy{})
	got := string(d.Prepare(op.Request{Tool: "analyze", Arguments: json.RawMessage(`{}`)}).Payload)
	if got != `{"kind":"help"}` {
		t.Errorf("got %s", got)
	}
}
