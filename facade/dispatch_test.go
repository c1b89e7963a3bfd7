package facade_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// closed is an engine that hands out nothing, so that what is tested is all
// that happens before a handler runs.
type closed struct{ engine.Engine }

var errClosed = &engine.Failure{Code: string(op.CodeUnavailable), Message: "no engine here"}

func (closed) View(context.Context, engine.Scope) (engine.View, error)       { return nil, errClosed }
func (closed) Catalog(context.Context, engine.Scope) (engine.Catalog, error) { return nil, errClosed }
func (closed) Workspace(context.Context, engine.Scope) (engine.Workspace, error) {
	return nil, errClosed
}
func (closed) Session(context.Context, engine.Scope) (engine.Session, error) { return nil, errClosed }
func (closed) Control(context.Context, engine.Scope) (engine.Control, error) { return nil, errClosed }
func (closed) Publisher(context.Context, engine.Scope) (engine.Publisher, error) {
	return nil, errClosed
}

func dispatcher(t testing.TB, p facade.Policy) *facade.Dispatcher {
	return facade.New(registry(t), closed{}, p)
}

func call(t testing.TB, d op.Caller, tool, args string) op.Reply {
	t.Helper()
	return d.Call(t.Context(), op.Request{Tool: tool, Arguments: json.RawMessage(args)})
}

// built yields every operation that can be called.
func built(yield func(*op.Facade, *op.Op) bool) {
	for _, f := range facade.All() {
		for _, o := range f.Public() {
			if o.Available() && !yield(f, o) {
				return
			}
		}
	}
}

// Every operation that is not built says so, and names those that are.
//
//spec:9-available 10-4-metadata
func TestPlannedOperationsSaySo(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	n := 0
	for _, f := range facade.All() {
		for _, o := range f.Public() {
			if o.Available() {
				continue
			}
			n++
			key := f.By
			reply := call(t, d, f.Name, fmt.Sprintf(`{%q:%q}`, key, o.Name))
			if reply.Err == nil || reply.Err.Code != op.CodeOperationUnavailable || reply.Err.Code.Exit() != op.ExitUnavailable ||
				reply.Err.Data["operation"] != o.Name || reply.Err.Data["domain"] != f.Name || (reply.Err.Data["instead"] != nil) != (len(o.Nearest) > 0) {
				t.Errorf("%s: %s", o.Path(), reply.Payload)
			}
			if reply.Meta.Operation != o.Name || reply.Meta.CanonicalTool != o.Legacy[0].Name {
				t.Errorf("%s: %+v", o.Path(), reply.Meta)
			}
		}
	}
	t.Logf("%d operations are planned", n)
}

// Every flat tool of the table is known by its name.
//
//spec:10-one-registry
func TestLegacyNamesResolve(t *testing.T) {
	r := registry(t)
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			for _, l := range o.Legacy {
				flat := map[string]any{}
				for k, v := range l.When {
					flat[k] = v
				}
				if got, _ := r.Legacy(l.Name, flat); got != o && got.Path() != o.Path() {
					t.Errorf("%s %v is %s, want %s", l.Name, flat, got.Path(), o.Path())
				}
			}
		}
	}
}

// A name nobody has is answered with those there are.
//
//spec:8.1-unknown-operation 8.4-structured-errors 8.5-no-metadata-view
func TestUnknownNames(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, tt := range []struct{ tool, args, want string }{
		{"raed", `{}`, `"did_you_mean":"read"`},
		{"nothing_like_it", `{}`, `"valid_tools":["explore",`},
		{"get_caller", `{}`, `"did_you_mean":"get_callers"`},
		{"relations", `{"operation":"caler"}`, `"did_you_mean":"callers"`},
		{"relations", `{"operation":"callers_of"}`, `"valid_operations":["callers",`},
		{"analyze", `{"kind":"track"}`, `"found_in":["workspace_admin.track"]`},
		{"read", `{"operation":"symbol_metadata_compat"}`, `"valid_operations"`},
		{"overlay", `{}`, `"valid_operations"`},
		{"workspace_admin", `{}`, `"valid_operations"`},
	} {
		reply := call(t, d, tt.tool, tt.args)
		if reply.Err == nil || reply.Err.Code != op.CodeInvalid || !strings.Contains(string(reply.Payload), tt.want) {
			t.Errorf("%s %s: %s lacks %s", tt.tool, tt.args, reply.Payload, tt.want)
		}
	}
}

// The public tool that reads refuses what the flat tool of its name stores, and
// says who does it; the flat tool still means that.
//
//spec:6.1-analyze-rejects-four
func TestKindsThatStore(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, kind := range []string{"blame", "coverage", "sql_rebuild", "temporal_verify"} {
		for _, args := range []string{`{"kind":%q}`, `{"operation":%q}`, `{"kind":%q,"options":{"profile":"c.out"}}`} {
			reply := call(t, d, "analyze", fmt.Sprintf(args, kind))
			if reply.Err == nil || reply.Err.Code != op.CodeToolBlockedByMode || reply.Err.Code.Exit() != op.ExitRefused ||
				reply.Err.Data["domain"] != "workspace_admin" || reply.Err.Data["operation"] != kind {
				t.Errorf("analyze "+args+": %s", kind, reply.Payload)
			}
		}
		flat := d.Call(t.Context(), op.Request{Tool: "analyze", Surface: op.SurfaceLegacy, Arguments: json.RawMessage(fmt.Sprintf(`{"kind":%q}`, kind))})
		if flat.Meta.Facade != "workspace_admin" || flat.Meta.Operation != kind {
			t.Errorf("flat analyze %s means %+v", kind, flat.Meta)
		}
	}
}

// What a request leaves out is decided by its selector.
//
//spec:8.1-operation-inferred 8.1-operation-is-a-string 15.3-explicit-operation 15.3-known-file
//spec:15.3-known-symbol
func TestDefaultOperations(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, tt := range []struct{ tool, args, want string }{
		{"explore", `{"task":"x"}`, "task"},
		{"search", `{"query":"x"}`, "symbols"},
		{"read", `{"target":{"file":"a"}}`, "file"},
		{"read", `{"target":{"symbol":"a"}}`, "source"},
		{"read", `{"target":{"symbols":["a"]}}`, "symbols"},
		{"read", `{"target":{"artifact":"a"}}`, "artifact"},
		{"read", `{"operation":"source","target":{"symbols":["a"]}}`, "symbols"},
		{"read", `{"operation":"source","target":{"file":"a"}}`, "file"},
		{"read", `{"operation":"symbols","target":{"symbol":"a"}}`, "source"},
		{"read", `{"operation":"symbol","target":{"symbol":"a"}}`, "source"},
		{"read", `{"operation":"Symbol-Source","target":{"symbol":"a"}}`, "source"},
		{"read", `{"operation":"get_symbol_source","target":{"symbol":"a"}}`, "source"},
		{"relations", `{"target":{"symbol":"a"}}`, "usages"},
		{"edit", `{"changes":[{}]}`, "batch"},
		{"edit", `{"target":{"symbol":"a"}}`, "symbol"},
		{"edit", `{"target":{"file":"a"},"content":"x"}`, "write"},
		{"edit", `{"target":{"file":"a"},"match":"x","content":"y"}`, "file"},
		{"analyze", `{}`, "help"},
		{"analyze", `{"operation":"hotspots"}`, "hotspots"},
		{"workspace", `{}`, "info"},
		{"capabilities", `{"operation":"file"}`, "describe"},
	} {
		if reply := call(t, d, tt.tool, tt.args); reply.Meta.Operation != tt.want {
			t.Errorf("%s %s ran %q, want %s: %s", tt.tool, tt.args, reply.Meta.Operation, tt.want, reply.Payload)
		}
	}
}

// Planning mode lets nothing through but reads and what steers the session,
// whatever the operation.
//
//spec:6.1-policy-from-effect 10-policy-parity
func TestPlanningAllowsReadsOnly(t *testing.T) {
	d := dispatcher(t, facade.Policy{Planning: true})
	for f, o := range built {
		shape, _ := json.Marshal(o.Shape())
		reply := call(t, d, f.Name, string(shape))
		refused := reply.Err != nil && reply.Err.Code == op.CodeToolBlockedByMode
		if refused != (o.Effect != op.EffectRead && !f.Steers) {
			t.Errorf("%s: %s", o.Path(), reply.Payload)
		}
	}
}

// What every operation owes: a request shape and examples that are valid
// requests of it, found again by the facade's own choice of operation, and
// that stay what they are when decoded twice.
//
//spec:8.1-shape-is-the-request
func TestEveryOperationKeepsItsWord(t *testing.T) {
	for f, o := range built {
		if len(o.Examples) == 0 {
			t.Errorf("%s has no example", o.Path())
		}
		shape, _ := json.Marshal(o.Shape())
		requests := []string{string(shape)}
		for _, e := range o.Examples {
			requests = append(requests, e.Request)
		}
		for _, text := range requests {
			once := decode(t, f, o, text)
			again := decode(t, f, o, string(once))
			if !bytes.Equal(once, again) {
				t.Errorf("%s: decoding twice gives another request:\n%s\n%s", o.Path(), once, again)
			}
		}
	}
}

func decode(t *testing.T, f *op.Facade, want *op.Op, text string) json.RawMessage {
	t.Helper()
	args, err := op.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	if f.By != "" && args[f.By] == nil {
		args[f.By] = want.Name
	}
	chosen, err := f.Choose(args)
	if err != nil || chosen.Path() != want.Path() {
		t.Fatalf("%s chooses %v, %v", text, chosen, err)
	}
	ready, err := chosen.Decode(args)
	// What the server fixes is part of the request it made, and no caller's to send.
	ignored := slices.DeleteFunc(ready.Ignored(), func(at string) bool { return slices.Contains(chosen.FixedPaths(), at) })
	if err != nil || len(ignored) > 0 {
		t.Fatalf("%s: %v, ignored %v", text, err, ignored)
	}
	return ready.Args
}

// Examples choose their operation by themselves: they name it or their
// selector does.
func TestExamplesChooseTheirOperation(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for f, o := range built {
		for _, e := range o.Examples {
			if reply := call(t, d, f.Name, e.Request); reply.Meta.Operation != o.Name {
				t.Errorf("%s: %q runs %s", o.Path(), e.Text, reply.Meta.Operation)
			}
		}
	}
}

// The published schemas are JSON Schema by another implementation's word, and
// accept the published shapes.
//
//spec:8.1-schema-and-shape 15.4-shape-validates
func TestShapesValidateElsewhere(t *testing.T) {
	for _, o := range built {
		text, _ := json.Marshal(o.Schema())
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("s.json", doc); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile("s.json")
		if err != nil {
			t.Fatalf("%s: %v", o.Path(), err)
		}
		shape, _ := json.Marshal(o.Shape())
		v, _ := jsonschema.UnmarshalJSON(bytes.NewReader(shape))
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", o.Path(), err, shape)
		}
		if _, err := o.Schema().Validate(v); err != nil {
			t.Errorf("%s: %v", o.Path(), err)
		}
	}
}

// However a caller spells a repository, and wherever it stands, it is read or
// refused, never dropped.
//
//spec:8.3-repo-refused 8.3-repo-everywhere 8.3-repo-spellings 8.3-repo-consumed
func TestRepositoriesAreNeverDropped(t *testing.T) {
	words := []string{
		"repo", "repo_path", "repository", "repository_path", "repo_root", "repository_root", "repoPath", "repo-path",
		"repo_dir", "root", "cwd", "dir", "worktree", "work_tree", "base_repo", "workspace", "project", "REPO", "Work-Tree",
	}
	places := []string{
		`{%q:"x"}`, `{"arguments":{%q:"x"}}`, `{"options":{%q:"x"}}`, `{"source":{%q:"x"}}`, `{"context":{%q:"x"}}`,
		`{"guard":{%q:"x"}}`, `{"output":{%q:"x"}}`, `{"x":{"y":[{%q:"x"}]}}`, `{"options":{"x":{%q:1}}}`, `{"Options":{%q:"x"}}`,
	}
	for f, o := range built {
		if f.By == "" {
			continue // tested by name below
		}
		for _, word := range words {
			for _, place := range places {
				args := o.Shape()
				extra, _ := op.Parse(json.RawMessage(fmt.Sprintf(place, word)))
				for k, v := range extra {
					if inner, ok := args[k].(map[string]any); ok {
						for k2, v2 := range v.(map[string]any) {
							inner[k2] = v2
						}
					} else {
						args[k] = v
					}
				}
				delete(args, f.By)
				ready, err := o.Decode(args)
				if err == nil {
					if ready.Unread != nil || !bytes.Contains(ready.Args, []byte(`"`+word+`":"x"`)) {
						t.Errorf("%s drops %s", o.Path(), fmt.Sprintf(place, word))
					}
					continue
				}
				e := op.AsError(err)
				if e.Code != op.CodeInvalid || e.Data["reason"] == nil && e.Data["suggested_field"] == nil {
					t.Errorf("%s, %s: %v %v", o.Path(), fmt.Sprintf(place, word), e, e.Data)
				}
			}
		}
	}
	reply := call(t, dispatcher(t, facade.Policy{}), "capabilities", `{"options":{"Repo-Root":"x"}}`)
	if reply.Err == nil || reply.Err.Data["reason"] != "no_repository_selector" {
		t.Errorf("got %s", reply.Payload)
	}
}

// No request, however broken, panics or comes back without a payload.
func FuzzDispatch(f *testing.F) {
	d := dispatcher(f, facade.Policy{})
	for _, fc := range facade.All() {
		for _, o := range fc.Ops {
			f.Add(fc.Name, []byte(fmt.Sprintf(`{"operation":%q,"kind":%q}`, o.Name, o.Name)))
			if o.Available() {
				shape, _ := json.Marshal(o.Shape())
				f.Add(fc.Name, shape)
				for _, l := range o.Legacy {
					f.Add(l.Name, shape)
				}
			}
		}
		for _, text := range []string{`null`, `[]`, `""`, `7`, `{"target":{}}`, `{"target":{"symbol":"a","file":"b"}}`, `{"output":{"cursor":"x","limit":-1}}`, `{"a":`} {
			f.Add(fc.Name, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, tool string, args []byte) {
		reply := d.Call(t.Context(), op.Request{Tool: tool, Arguments: args})
		if reply.Format == "" && !json.Valid(reply.Payload) {
			t.Errorf("%q %q: %s", tool, args, reply.Payload)
		}
		if reply.Err != nil && reply.Err.Code == op.CodeInternal {
			t.Errorf("%q %q: %v", tool, args, reply.Err)
		}
		if reply.Err == nil && reply.Meta.Operation == "" {
			t.Errorf("%q %q succeeded without an operation", tool, args)
		}
		codes := op.Codes()
		if reply.Err != nil && !slices.ContainsFunc(codes, func(c op.CodeDoc) bool { return c.Code == reply.Err.Code }) {
			t.Errorf("%q %q: %s is not in the list of codes", tool, args, reply.Err.Code)
		}
	})
}

// A dispatcher may be asked by many at once.
func TestDispatchInParallel(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			all := facade.All()
			for range 50 {
				f := all[rng.IntN(len(all))]
				reply := call(t, d, "capabilities", fmt.Sprintf(`{"domain":%q,"detail":"schema"}`, f.Name))
				if reply.Err != nil {
					t.Error(reply.Err)
				}
			}
		})
	}
}

// What a call costs apart from its handler.
func BenchmarkDispatch(b *testing.B) {
	d := dispatcher(b, facade.Policy{})
	req := op.Request{Tool: "capabilities", Arguments: json.RawMessage(`{"output":{"max_bytes":4000}}`)}
	for b.Loop() {
		if reply := d.Call(b.Context(), req); reply.Err != nil {
			b.Fatal(reply.Err)
		}
	}
}

// What every process pays at its start.
func BenchmarkRegistry(b *testing.B) {
	for b.Loop() {
		if _, err := facade.NewRegistry(facade.All()); err != nil {
			b.Fatal(err)
		}
	}
}
