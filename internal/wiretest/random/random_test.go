package random

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// operation is one of a tool, as capabilities tells of it.
type operation struct {
	Domain    string
	Operation string
	Effect    string
	Available bool
	Schema    json.RawMessage `json:"input_schema"`
}

// operations asks a server for all it knows.
func operations(t *testing.T, d door) (all []operation) {
	t.Helper()
	ask := func(into any, format string, args ...any) {
		t.Helper()
		r, err := d.call(t.Context(), request{tool: "capabilities", args: fmt.Appendf(nil, format, args...)})
		if err != nil || r.failed {
			t.Fatalf("%v %s", err, r.payload)
		}
		if err := json.Unmarshal(r.payload, into); err != nil {
			t.Fatal(err)
		}
	}
	var top struct{ Domains []struct{ Name string } }
	ask(&top, `{}`)
	for _, domain := range top.Domains {
		var list struct {
			Operations  []operation
			Unavailable []string
		}
		ask(&list, `{"domain":%q}`, domain.Name)
		for _, o := range list.Operations {
			list.Unavailable = append(list.Unavailable, o.Operation)
		}
		for _, name := range list.Unavailable {
			var one operation
			ask(&one, `{"domain":%q,"operation":%q,"detail":"schema"}`, domain.Name, name)
			all = append(all, one)
		}
	}
	return all
}

// flatTools are the tools of a connection that is shown the flat ones.
func flatTools(t *testing.T, w *world) (all []operation) {
	t.Helper()
	cmd := w.command("mcp")
	cmd.Env = append(cmd.Env, "GORTEX_TOOLS=full")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result struct {
			Tools []struct {
				Name   string
				Schema json.RawMessage `json:"inputSchema"`
			}
		}
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	for _, tool := range answer.Result.Tools {
		all = append(all, operation{Domain: tool.Name, Available: true, Schema: tool.Schema})
	}
	if len(all) < 178 {
		t.Errorf("%d flat tools", len(all))
	}
	return all
}

// requests makes n random ones of an operation, valid by another validator's
// word.
func (o operation) requests(t *testing.T, g generator, n int) (list []request) {
	t.Helper()
	if o.Schema == nil && !o.Available { // it does not say yet what it will take
		return []request{{tool: o.Domain, args: fmt.Appendf(nil, `{"operation":%q}`, o.Operation)}}
	}
	var s schema
	if err := json.Unmarshal(o.Schema, &s); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(o.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	valid, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		r := g.request(o.Domain, &s)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.args))
		if err != nil {
			t.Fatal(err)
		}
		if err := valid.Validate(v); err != nil {
			t.Fatalf("%s is not valid: %v", r, err)
		}
		list = append(list, r)
	}
	return list
}

// What a schema allows is answered, whatever it is: never by an internal error,
// in time, and in the same bytes through every door. Each door has a world and a
// session of its own in which the same was done before, so that this holds of what
// changes something, and of what remembers, as well.
//
//spec:8.4-structured-errors 11.2-routes 12-9-bash-mirror 15.1-three-doors 15.4-bash-mirror surface-full
func TestRandomRequests(t *testing.T) {
	var worlds []*world
	for i := range doors {
		worlds = append(worlds, newWorld(t, fmt.Sprintf("%d/own", i)))
	}
	g := generator{rand.New(rand.NewPCG(*seed, 0))}
	all := operations(t, doors[3](t, worlds[3])) // in no session
	t.Run("public", func(t *testing.T) {
		var list []request
		for _, o := range all {
			n := 1 // one that is not built is the same for all
			switch {
			case o.Available && o.Effect == "read":
				n = 5 * *more
			case o.Available:
				n = 3 * *more
			}
			list = append(list, o.requests(t, g, n)...)
		}
		open(t, worlds).make(t, g, list)
	})
	t.Run("flat", func(t *testing.T) {
		var list []request
		for _, o := range flatTools(t, worlds[0]) {
			for _, r := range o.requests(t, g, *more) {
				r.flat = true
				list = append(list, r)
			}
		}
		open(t, worlds, "GORTEX_TOOLS=full").make(t, g, list)
	})
}

// after is the request that an answer leads to: for the next page, or with
// fields that there are.
func (r request) after(answer reply) (request, bool) {
	var got struct {
		Next string `json:"next_cursor"`
		Data struct {
			Fields []string `json:"valid_fields"`
		}
	}
	if json.Unmarshal(answer.payload, &got) != nil {
		return r, false
	}
	var args map[string]any
	decoder := json.NewDecoder(bytes.NewReader(r.args))
	decoder.UseNumber()
	if err := decoder.Decode(&args); err != nil {
		return r, false
	}
	output, ok := args["output"].(map[string]any)
	if r.flat {
		output = args
	} else if !ok {
		output = map[string]any{}
		args["output"] = output
	}
	switch {
	case got.Next != "":
		output["cursor"] = got.Next
	case len(got.Data.Fields) > 0:
		output["fields"] = got.Data.Fields[:min(2, len(got.Data.Fields))]
	default:
		return r, false
	}
	text, err := json.Marshal(args)
	return request{r.tool, text, r.flat}, err == nil
}

func errorCode(payload []byte) (code string, isObject bool) {
	var e struct {
		Code string `json:"error_code"`
	}
	return e.Code, json.Unmarshal(payload, &e) == nil
}
