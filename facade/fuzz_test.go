package facade_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// repositoryNames are the keys of an object, at any depth, that say which
// repository is meant.
func repositoryNames(v any) (names []string) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			plain := strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(name))
			if slices.Contains(op.RepositoryWords, plain) {
				names = append(names, name)
			}
			names = append(names, repositoryNames(inner)...)
		}
	case []any:
		for _, inner := range v {
			names = append(names, repositoryNames(inner)...)
		}
	}
	return names
}

// open reports whether a schema takes objects of any shape.
func open(s *op.Schema) bool {
	if s.Type == "object" && (s.Open || len(s.Properties) == 0) || s.Items != nil && open(s.Items) {
		return true
	}
	return slices.ContainsFunc(s.Properties, func(p op.Property) bool { return open(p.Schema) })
}

// A request that is accepted names no repository in a way that its operation does
// not read, and a valid request stays what it is when it is decoded again.
func FuzzPublicRequests(f *testing.F) {
	var ops []*op.Op
	for _, o := range public {
		shape, _ := json.Marshal(o.Shape())
		f.Add(uint(len(ops)), shape)
		ops = append(ops, o)
	}
	for i, text := range []string{
		`{"options":{"repo":"r"},"arguments":{"Repo_Path":[]}}`, `{"x":[{"CWD":{}}]}`, `{"target":{"repo":"x"}}`, `{"to":{"symbol":"a"},"cwd":null}`,
		`{"source":{"changes":[{"repo":1}]}}`, `{"output":{"work tree":true,"limit":1}}`, `{"symbol":"a","repo":""}`, `{"guard":[],"project":"p"}`,
	} {
		f.Add(uint(i*7), []byte(text))
	}
	f.Fuzz(func(t *testing.T, i uint, text []byte) {
		o := ops[i%uint(len(ops))]
		args, err := op.Parse(text)
		if err != nil {
			return
		}
		delete(args, o.Of().By)
		ready, err := o.Decode(args)
		if err != nil {
			if op.AsError(err).Code != op.CodeInvalid {
				t.Errorf("%s %s: %v", o.Path(), text, err)
			}
			return
		}
		for _, name := range repositoryNames(args) {
			if !reads(o.Schema(), name) && !open(o.Schema()) {
				t.Errorf("%s %s: %s is dropped: %s", o.Path(), text, name, ready.Args)
			}
		}
		once, err := op.Parse(ready.Args)
		if err != nil {
			t.Fatalf("%s %s: %v", o.Path(), ready.Args, err)
		}
		for _, path := range o.FixedPaths() { // which no caller sends
			drop(once, path)
		}
		again, err := o.Decode(once)
		if err != nil || !bytes.Equal(ready.Args, again.Args) {
			t.Errorf("%s %s is\n%s and then\n%s (%v)", o.Path(), text, ready.Args, again.Args, err)
		}
	})
}

// The arguments of a flat tool, whatever they are, become a request or an error in
// the caller's words; the caller's object stays as it was, and no repository is
// dropped.
func FuzzFlatRequests(f *testing.F) {
	type tool struct {
		op     *op.Op
		legacy op.Legacy
	}
	var tools []tool
	for o, l := range flatTools {
		flat := map[string]any{}
		for _, p := range o.LegacySchema(l).Properties {
			flat[p.Name] = plain(p.Schema)
		}
		text, _ := json.Marshal(flat)
		f.Add(uint(len(tools)), text)
		tools = append(tools, tool{o, l})
	}
	for i, text := range []string{
		`{"ids":"a,b","id":"[\"a\"]"}`, `{"options":{"repo":"r"},"limit":1}`, `{"target":{"symbol":"a"},"id":"b"}`, `{"changes":"[{]","steps":"{}"}`,
		`{"output":5,"max_bytes":"7"}`, `{"symbols":[[]],"Repo":"x"}`, `{"arguments":{"arguments":{"cwd":"x"}}}`,
	} {
		f.Add(uint(i*7), []byte(text))
	}
	d := dispatcher(f, facade.Policy{})
	f.Fuzz(func(t *testing.T, i uint, text []byte) {
		tool := tools[i%uint(len(tools))]
		flat, err := op.Parse(text)
		if err != nil {
			return
		}
		before, _ := json.Marshal(flat)
		ready, err := tool.op.DecodeLegacy(tool.op.Lift(tool.legacy, flat))
		if after, _ := json.Marshal(flat); !bytes.Equal(before, after) {
			t.Errorf("%s %s is changed to %s", tool.legacy.Name, before, after)
		}
		if err != nil {
			renamed := tool.op.Rename(tool.legacy, op.AsError(err))
			if _, err := json.Marshal(renamed); err != nil || renamed.Code != op.CodeInvalid {
				t.Errorf("%s %s: %v %v", tool.legacy.Name, text, renamed, err)
			}
		} else {
			for _, name := range repositoryNames(flat) {
				if !reads(tool.op.LegacySchema(tool.legacy), name) && !reads(tool.op.Schema(), name) && !open(tool.op.Schema()) {
					t.Errorf("%s %s: %s is dropped: %s", tool.legacy.Name, text, name, ready.Args)
				}
			}
		}
		reply := d.Call(t.Context(), op.Request{Tool: tool.legacy.Name, Arguments: text, Surface: op.SurfaceLegacy})
		if reply.Err != nil && reply.Err.Code == op.CodeInternal || reply.Format == "" && !json.Valid(reply.Payload) {
			t.Errorf("%s %s: %s", tool.legacy.Name, text, reply.Payload)
		}
	})
}
