package resource_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/resource"
)

// echo answers with the request; analyze fails.
func echo(_ context.Context, r op.Request) op.Reply {
	if r.Tool == "analyze" {
		return op.Failed(op.Errorf(op.CodeOperationUnavailable, "no").With("arguments", r.Arguments))
	}
	text, _ := json.Marshal(r)
	return op.Reply{Payload: text}
}

// The eighteen addresses of the specification, and no other.
//
//spec:surface-resources
func TestAddresses(t *testing.T) {
	var got []string
	for _, r := range resource.New(facade.All()).All() {
		got = append(got, strings.TrimPrefix(r.URI, "gortex://"))
		if r.Name == "" || r.Description == "" || r.MIME == "" {
			t.Errorf("%s says too little of itself", r.URI)
		}
	}
	want := strings.Fields(`session stats schema guide guide/{topic} index-health workspace repos active-project communities
		community/{id} processes process/{id} report god-nodes surprises audit questions`)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Every part of every resource is a valid request of a public operation.
func TestPartsAreRequests(t *testing.T) {
	registry, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	c := resource.New(facade.All())
	for _, r := range c.All() {
		uri := strings.NewReplacer("{topic}", "tokens", "{id}", "c7").Replace(r.URI)
		_, _, _ = c.Read(t.Context(), func(_ context.Context, req op.Request) op.Reply {
			args, err := op.Parse(req.Arguments)
			if err != nil {
				t.Errorf("%s: %s: %v", uri, req.Arguments, err)
			}
			o, err := registry.Facade(req.Tool).Choose(args)
			if err != nil {
				t.Errorf("%s: %s %s: %v", uri, req.Tool, req.Arguments, err)
				return op.Reply{}
			}
			if o.Schema() == nil {
				return op.Reply{Payload: json.RawMessage("{}")}
			}
			if ready, err := o.Decode(args); err != nil || len(ready.Unread) > 0 {
				t.Errorf("%s: %s: %v, nothing reads %v", uri, o.Path(), err, ready.Ignored())
			}
			return op.Reply{Payload: json.RawMessage("{}")}
		}, uri)
	}
}

// A resource of one answer is that answer, or fails as it does; one of several
// holds all of them, failures among them.
func TestRead(t *testing.T) {
	c := resource.New(facade.All())
	_, text, err := c.Read(t.Context(), echo, "gortex://stats")
	if want := `{"tool":"workspace","arguments":{"operation":"graph"}}`; err != nil || text != want {
		t.Errorf("%s, %v", text, err)
	}
	_, _, err = c.Read(t.Context(), echo, "gortex://community/c7")
	if e := op.AsError(err); e.Code != op.CodeOperationUnavailable || !strings.Contains(string(e.Data["arguments"].(json.RawMessage)), `"id":"c7"`) {
		t.Errorf("%v", err)
	}
	_, text, err = c.Read(t.Context(), echo, "gortex://report")
	var parts map[string]map[string]any
	if err != nil || json.Unmarshal([]byte(text), &parts) != nil {
		t.Fatalf("%s, %v", text, err)
	}
	if parts["outline"]["tool"] != "explore" || parts["hotspots"]["error_code"] != "operation_unavailable" {
		t.Errorf("%s", text)
	}
}

// What is no address, or tries to be more than a name, is refused with those
// there are.
func TestUnknown(t *testing.T) {
	c := resource.New(facade.All())
	for _, uri := range []string{
		"", "gortex://", "gortex://nope", "gortex://guide/", "gortex://guide/a/b", "gortex://guide/nope", "file:///etc/passwd",
		`gortex://community/x"},"y":{"`, "gortex://community/{id}", "gortex://community/a b", "gortex://stats?x=1", "GORTEX://stats",
	} {
		_, text, err := c.Read(t.Context(), echo, uri)
		e := op.AsError(err)
		if err == nil || e.Code != op.CodeFileNotFound || e.Data["valid_uris"] == nil && e.Data["valid_topics"] == nil {
			t.Errorf("%q: %s, %v", uri, text, err)
		}
	}
}

// The guide has the chapters that the specification names, and each says
// something.
//
//spec:surface-resource-guide
func TestGuide(t *testing.T) {
	c := resource.New(facade.All())
	_, whole, err := c.Read(t.Context(), echo, "gortex://guide")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range strings.Fields("providers capabilities tokens analyze search_ast resources workflow") {
		_, text, err := c.Read(t.Context(), echo, "gortex://guide/"+topic)
		if err != nil || len(text) < 100 {
			t.Errorf("%s: %q, %v", topic, text, err)
			continue
		}
		if _, body, _ := strings.Cut(text, "\n\n"); !strings.Contains(whole, body) {
			t.Errorf("the whole guide lacks %s", topic)
		}
	}
	if len(whole) > 30_000 {
		t.Errorf("%d bytes", len(whole))
	}
}

// A resource says of itself when this version lacks a part of it.
func TestDescribe(t *testing.T) {
	c := resource.New(facade.All())
	var lacking []string
	for _, r := range c.All() {
		if strings.Contains(c.Describe(&r), "not complete in this version") {
			lacking = append(lacking, r.URI)
		}
	}
	if slices.Contains(lacking, "gortex://stats") {
		t.Errorf("lacking: %v", lacking)
	}
	t.Log(lacking)
}
