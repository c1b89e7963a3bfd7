package prompt_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/prompt"
)

// The three prompts of the specification; each asks valid requests, and carries
// every answer, errors among them.
//
//spec:surface-prompts
func TestPrompts(t *testing.T) {
	registry, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range prompt.All() {
		names = append(names, p.Name)
		values := map[string]string{}
		for _, a := range p.Arguments {
			values[a.Name] = map[string]string{"scope": "staged", "repo": "x", "ids": "A, b::C"}[a.Name]
		}
		asked := 0
		text, err := p.Text(t.Context(), func(_ context.Context, r op.Request) op.Reply {
			asked++
			args, err := op.Parse(r.Arguments)
			if err != nil {
				t.Fatal(err)
			}
			o, err := registry.Facade(r.Tool).Choose(args)
			if err != nil {
				t.Fatal(err)
			}
			if ready, err := o.Decode(args); err != nil || len(ready.Unread) > 0 {
				t.Errorf("%s asks %s: %v, nothing reads %v", p.Name, r.Arguments, err, ready.Ignored())
			}
			if asked == 1 {
				return op.Failed(op.Errorf(op.CodeOperationUnavailable, "not yet"))
			}
			return op.Reply{Payload: json.RawMessage(`{"answer":1}`)}
		}, values)
		if err != nil || strings.Count(text, "answered:") != asked || !strings.Contains(text, "not yet") {
			t.Errorf("%s: %s, %v", p.Name, text, err)
		}
	}
	if got := strings.Join(names, " "); got != "pre_commit orientation safe_to_change" {
		t.Error(got)
	}
}

// What is missing or not known is said.
func TestBadArguments(t *testing.T) {
	nobody := func(context.Context, op.Request) op.Reply { return op.Reply{} }
	if _, err := prompt.Find("nope"); op.AsError(err).Data["valid_prompts"] == nil {
		t.Error(err)
	}
	p, err := prompt.Find("safe_to_change")
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range []map[string]string{nil, {"ids": " "}, {"ids": "A", "x": "y"}} {
		if _, err := p.Text(t.Context(), nobody, values); op.AsError(err).Code != op.CodeInvalid {
			t.Errorf("%v: %v", values, err)
		}
	}
}
