package facade_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// public yields every operation that callers are told the fields of, built or
// not.
func public(yield func(*op.Facade, *op.Op) bool) {
	for _, f := range facade.All() {
		for _, o := range f.Public() {
			if o.Schema() != nil && !yield(f, o) {
				return
			}
		}
	}
}

// leaves are the fields of a schema by their paths.
func leaves(s *op.Schema, at string) []string {
	var all []string
	for _, p := range s.Properties {
		path := strings.TrimPrefix(at+"."+p.Name, ".")
		all = append(append(all, path), leaves(p.Schema, path)...)
	}
	return all
}

// There are five effects and no others.
//
//spec:6.1-five-effects
func TestEffects(t *testing.T) {
	five := []op.Effect{op.EffectRead, op.EffectLocalWrite, op.EffectSessionWrite, op.EffectControlWrite, op.EffectExternalWrite}
	if d := cmp.Diff("[read local_write session_write control_write external_write]", fmt.Sprint(five)); d != "" {
		t.Error(d)
	}
	for _, o := range public {
		if !slices.Contains(five, o.Effect) {
			t.Errorf("%s has effect %s", o.Path(), o.Effect)
		}
	}
}

// Which fields a container takes is said in full; only output is open, and only
// in what a tool advertises.
//
//spec:8.1-closed-containers 8.3-output-open
func TestContainersAreClosed(t *testing.T) {
	for f, o := range public {
		s := o.Schema()
		if s.Open {
			t.Errorf("%s takes what it does not name", o.Path())
		}
		for _, name := range []string{"target", "arguments", "options", "source", "context", "guard", "output"} {
			if c := s.Property(name); c != nil && (c.Open || len(c.Properties) == 0) {
				t.Errorf("%s: %s is open or takes nothing", o.Path(), name)
			}
		}
		if out := f.Advertised().Property("output"); out == nil || out.Type != "object" || len(out.Properties) > 0 {
			t.Errorf("%s does not advertise output as an open object: %v", f.Name, out)
		}
	}
}

// What is typed at the top level of a tool, for those where callers look for it.
//
//spec:8.1-stable-fields 8.3-edit-direct 8.3-refactor-direct 8.3-cold-arguments 9-arguments
func TestAdvertisedFields(t *testing.T) {
	const cold = "operation arguments output"
	for tool, want := range map[string]string{
		"edit":            "operation target match replacement content guard changes dry_run options output",
		"refactor":        "operation target new_name destination dry_run options output",
		"capabilities":    "domain operation detail output",
		"publish_review":  cold,
		"pr":              cold,
		"recall":          cold,
		"remember":        cold,
		"workspace":       cold,
		"workspace_admin": cold,
		"overlay":         cold,
		"response":        cold,
		"session":         "operation channel arguments output",
	} {
		var got []string
		for _, p := range registry(t).Facade(tool).Advertised().Properties {
			got = append(got, p.Name)
		}
		if d := cmp.Diff(strings.Fields(want), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tool, d)
		}
	}
}

// The common shape of a request is one of read.file, and every field in it is
// published, though the tool itself does not type them all.
//
//spec:8.1-example 8.1-rare-fields-found
func TestTheCommonShape(t *testing.T) {
	read := registry(t).Facade("read")
	o := read.Op("file")
	const shape = `{"target":{"file":"internal/mcp/server.go"},"context":{"compress_bodies":true},"options":{"offset":100,"limit":80},"output":{"max_bytes":20000}}`
	if got := decode(t, read, o, shape); !json.Valid(got) {
		t.Errorf("got %s", got)
	}
	published, typed := leaves(o.Schema(), ""), leaves(read.Advertised(), "")
	for _, path := range []string{"target.file", "context.compress_bodies", "options.offset", "options.limit", "output.max_bytes"} {
		if !slices.Contains(published, path) {
			t.Errorf("%s is not published", path)
		}
	}
	if slices.Contains(typed, "options.offset") {
		t.Error("read types a rare field")
	}
}

// A target has a selector and nothing that says which.
//
//spec:8.2-no-discriminator
func TestTargetsHaveNoDiscriminator(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, args := range []string{
		`{"target":{"kind":"file","path":"a"}}`, `{"target":{"path":"a"}}`, `{"target":{"id":"a"}}`, `{"target":{"kind":"symbol","symbol":"a"}}`,
	} {
		if reply := call(t, d, "read", args); reply.Err == nil || reply.Err.Code != op.CodeInvalid || reply.Err.Data["valid_selectors"] == nil {
			t.Errorf("%s: %s", args, reply.Payload)
		}
	}
}

// A path or a scope is not taken for a repository, whatever the operation.
//
//spec:8.3-path-and-scope-free
func TestPathsAreNoRepositories(t *testing.T) {
	for _, o := range built {
		for _, name := range []string{"path", "scope"} {
			args := o.Shape()
			if args[name] == nil {
				args[name] = "x"
			}
			if _, err := o.Decode(args); err != nil {
				e := op.AsError(err)
				if e.Data["reason"] == "no_repository_selector" || e.Data["suggested_field"] != nil {
					t.Errorf("%s refuses %s: %v", o.Path(), name, e)
				}
			}
		}
	}
}

// The schema of an operation says which repository it takes: what a refusal
// suggests is in it, and where there is nothing to suggest it has no such field.
//
//spec:8.3-repo-in-schema 8.3-repo-reason 8.3-repo-suggested
func TestSchemasSayWhichRepository(t *testing.T) {
	for f, o := range public {
		if f.By == "" {
			continue
		}
		published := leaves(o.Schema(), "")
		args := o.Shape()
		args["repo_root"] = "x"
		_, err := o.Decode(args)
		e := op.AsError(err)
		if err == nil || e.Code != op.CodeInvalid {
			t.Errorf("%s takes repo_root: %v", o.Path(), err)
			continue
		}
		where, _ := e.Data["suggested_field"].(string)
		selects := slices.ContainsFunc(published, func(p string) bool { return strings.HasSuffix(p, ".repo") })
		switch {
		case where != "" && !slices.Contains(published, where):
			t.Errorf("%s suggests %s, which it does not publish", o.Path(), where)
		case where == "" && (e.Data["reason"] != "no_repository_selector" || !strings.Contains(e.Message, "workspace_admin set_active_project")):
			t.Errorf("%s: %v %v", o.Path(), e, e.Data)
		case selects && where == "":
			t.Errorf("%s publishes repo and does not suggest it", o.Path())
		}
	}
}

// What is published is in the words of the public form: neither what the server
// fixes nor what a flat tool calls its selector is asked of a caller.
//
//spec:10-3-public-projection 15.4-no-captured-names
func TestNoCapturedNames(t *testing.T) {
	for f, o := range public {
		published := leaves(o.Schema(), "")
		for _, path := range o.FixedPaths() {
			if slices.Contains(published, path) && path != f.By {
				t.Errorf("%s asks for %s, which is fixed", o.Path(), path)
			}
		}
		for _, p := range o.Schema().Properties {
			if f.Advertised().Property(p.Name) == nil && p.Name != f.By {
				t.Errorf("%s takes %s, which %s does not show", o.Path(), p.Name, f.Name)
			}
			for _, l := range o.Legacy {
				if at, ok := l.Args[p.Name]; ok && strings.HasPrefix(at, "target.") {
					t.Errorf("%s takes %s, the word of %s for %s", o.Path(), p.Name, l.Name, at)
				}
			}
		}
	}
}

// A kind of analysis says what it needs, and a kind without needs asks nothing.
//
//spec:9-kinds
func TestKindsSayWhatTheyNeed(t *testing.T) {
	for _, tt := range []struct{ tool, operation, container, want string }{
		{"analyze", "would_create_cycle", "options", "[from_id to_id]"},
		{"analyze", "hotspots", "options", "[]"},
		{"workspace_admin", "coverage", "arguments", "[profile]"},
	} {
		s := registry(t).Facade(tt.tool).Op(tt.operation).Schema()
		if got := fmt.Sprint(s.Property(tt.container).Required); got != tt.want {
			t.Errorf("%s requires %s, want %s", tt.operation, got, tt.want)
		}
	}
	ends := registry(t).Facade("analyze").Op("would_create_cycle").Schema()
	if coverage := leaves(ends, ""); slices.Contains(coverage, "options.profile") || slices.Contains(coverage, "arguments.profile") {
		t.Error("the schema of one kind has the fields of another")
	}
}

// A caller of capabilities meets domains and operations, and none of the words
// of how they are made.
//
//spec:8.1-public-words
func TestPublicWords(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	requests := []string{`{}`}
	for f, o := range public {
		requests = append(requests, fmt.Sprintf(`{"domain":%q}`, f.Name), fmt.Sprintf(`{"domain":%q,"operation":%q,"detail":"schema"}`, f.Name, o.Name))
	}
	for _, args := range requests {
		reply := call(t, d, "capabilities", args)
		for _, word := range []string{`"facade":`, `"facades":`, `"legacy":`, `"legacy_tool":`, `"canonical_tool":`} {
			if bytes.Contains(reply.Payload, []byte(word)) {
				t.Errorf("%s speaks of %s", args, word)
			}
		}
	}
}

// An operation more changes nothing of what was there: neither the tool nor the
// other operations.
//
//spec:11.3-additive 15.2-rare-operation
func TestAnotherOperationChangesNothing(t *testing.T) {
	type envelope struct {
		Query   string         `json:"query,omitempty" doc:"words"`
		Options map[string]any `json:"options,omitempty"`
	}
	tool := op.Tool{Name: "a", Summary: "Does.", Common: []string{"x"}, Envelope: envelope{}}
	x, rare := op.Later("x", "Does x.", "flat_x"), op.Later("rare", "Does more.", "flat_rare")
	before, after := op.ReadFacade(tool).Planned(x), op.ReadFacade(tool).Planned(x, rare)
	said := func(f *op.Facade) string {
		r, err := facade.NewRegistry([]*op.Facade{f})
		if err != nil {
			t.Fatal(err)
		}
		x, _ := json.Marshal(f.Op("x").Schema())
		return string(facade.ToolsJSON(r)) + "\n" + string(x)
	}
	if d := cmp.Diff(said(before), said(after)); d != "" {
		t.Error(d)
	}
	if len(after.Names()) != 2 {
		t.Error("the operation was not added")
	}
}

// Guidance for all tools is in the instructions, not in each description: at
// most a tenth of the text of the descriptions is said twice, in runs of three
// words or more.
//
//spec:15.2-guidance-once
func TestDescriptionsRepeatLittle(t *testing.T) {
	const run = 3
	texts := map[string][]string{}
	seen := map[string]map[string]bool{} // tools by what they say
	for _, f := range facade.All() {
		words := strings.Fields(strings.ToLower(strings.ReplaceAll(f.Description(), "(not available in this version)", "")))
		texts[f.Name] = words
		for i := 0; i+run <= len(words); i++ {
			said := strings.Join(words[i:i+run], " ")
			if seen[said] == nil {
				seen[said] = map[string]bool{}
			}
			seen[said][f.Name] = true
		}
	}
	all, twice := 0, 0
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		words := texts[name]
		repeated := make([]bool, len(words))
		for i := 0; i+run <= len(words); i++ {
			if len(seen[strings.Join(words[i:i+run], " ")]) > 1 {
				repeated[i], repeated[i+1], repeated[i+2] = true, true, true
			}
		}
		for i, w := range words {
			all += len(w)
			if repeated[i] {
				twice += len(w)
			}
		}
	}
	if all == 0 || twice*10 > all {
		t.Errorf("%d of %d bytes are said twice", twice, all)
	}
	t.Logf("%d of %d bytes are said twice", twice, all)
}
